import process from 'node:process';
import type {Readable} from 'node:stream';
import {isatty} from 'node:tty';
import {readEnvironment} from '../config/environment.ts';
import {findPaths} from '../platform/own-folders.ts';
import {systemClock} from '../platform/clock.ts';

/** A size of a terminal, or that of one without a known size, such as a serial line. */
const knownSize = (size: number, preset: number) => (size > 0 ? size : preset);

/** The signals by which a terminal, a person or a service manager ends a command. */
const endingSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

export type EndingSignal = (typeof endingSignals)[number];

/** The machine that the program runs on. Nothing is read before it is used; a check whether a standard stream is a terminal does not open the stream, which would take milliseconds. Sizes are undefined where there is no terminal. */
export const systemHost = {
	environment: readEnvironment,
	paths: findPaths,
	clock: systemClock,
	outputColumns: () => (isatty(1) ? knownSize(process.stdout.columns, 80) : undefined),
	outputRows: () => (isatty(1) ? knownSize(process.stdout.rows, 24) : undefined),
	errorColumns: () => (isatty(2) ? knownSize(process.stderr.columns, 80) : undefined),
	isInputTerminal: () => isatty(0),
	input: (): Readable => process.stdin,
	/** Calls a listener on each ending signal, which then does not end the program. Returns a function that removes the listener. */
	onSignal(listener: (signal: EndingSignal) => void) {
		for (const signal of endingSignals) {
			process.on(signal, listener);
		}

		return () => {
			for (const signal of endingSignals) {
				process.off(signal, listener);
			}
		};
	},
	/** Ends the program immediately, as the signal does by default. */
	endBySignal(signal: EndingSignal) {
		process.removeAllListeners(signal);
		process.kill(process.pid, signal);
	},
};

/** The access of commands to the machine. */
export type CommandHost = Readonly<typeof systemHost> & {
	/** Milliseconds; by default that of the profile, or 60 seconds. */
	readonly settlingTime?: number;
};
