import type {Outcome} from '../service/failure.ts';
import {commandError} from './command-error.ts';
import type {CommandContext} from './command.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';

/** The handling of Ctrl-C, SIGTERM and SIGHUP for a command that has to finish what it started. */
export type Interrupt = Disposable & {
	/** Fires on the first signal. Pass it to every operation, so that nothing more is sent. */
	readonly signal: AbortSignal;
	/** The exit code after a signal: 129, 130 or 143; undefined before. */
	readonly exitCode: () => ExitCode | undefined;
	/** @throws CommandError after a signal. Call it before the first request, and after an operation that the signal ended. */
	readonly throwIfInterrupted: (hint?: string, outcome?: Outcome) => void;
};

const exitCodes = {SIGHUP: exitCode.hangup, SIGINT: exitCode.interrupted, SIGTERM: exitCode.terminated} as const;

/** Listens for SIGHUP, SIGINT and SIGTERM until it is disposed of. The first one stops sending: the command waits for requests in flight and writes the journal. The second one ends the program immediately; `chainbell recover` settles the requests that were in flight. */
export function createInterrupt({host}: CommandContext): Interrupt {
	const controller = new AbortController();
	let code: ExitCode | undefined;
	const stop = host.onSignal(signal => {
		if (code === undefined) {
			code = exitCodes[signal];
			controller.abort();
		} else if (signal !== 'SIGHUP') {
			// A terminal that closes sends SIGHUP more than once: the shell does, and the system.
			host.endBySignal(signal);
		}
	});

	return {
		signal: controller.signal,
		exitCode: () => code,
		throwIfInterrupted(hint = 'Nothing was sent.', outcome = 'not-sent') {
			if (code !== undefined) {
				throw commandError(code, 'interrupted', 'Interrupted.', hint, {outcome});
			}
		},
		[Symbol.dispose]: stop,
	};
}
