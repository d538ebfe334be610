import process from 'node:process';
import {setImmediate} from 'node:timers/promises';
import {render} from 'ink';
import {systemClock} from '../system/clock.ts';
import {KeyStdin} from '../terminal/key-stdin.ts';
import {createScreenOutput} from '../terminal/screen-output.ts';
import {createStrayOutput} from '../terminal/stray-output.ts';
import {createServices, type ServicesOptions} from '../session/services.ts';
import type {Opening, Services} from '../session/session.ts';
import {App} from './app.tsx';
import {KeySourceProvider} from './keys/key-source-context.ts';
import {dropColours} from './theme.ts';

/** Signals that end the program, with their numbers. */
const terminationSignals = [['SIGHUP', 1], ['SIGINT', 2], ['SIGTERM', 15]] as const;

export type RunOptions = Omit<ServicesOptions, 'clock' | 'onOpen'> & {
	readonly hasColour: boolean;
	/** Called right before the program draws its first frame and takes over the terminal. */
	readonly onScreen?: (() => void) | undefined;
};

/** Frames per second. At 30 half the frames of a held key are dropped; at 60 the first rows may wait 16 ms for the frame before them. */
const maxFps = 240;

/**
Runs the program on this process's terminal until the operator quits.

@returns The exit code: 0, or 128 and the number of the signal that ended it.
@throws What a bug threw, once the terminal is restored.
*/
export async function runTui({hasColour, onScreen, ...options}: RunOptions): Promise<number> {
	if (!hasColour) {
		dropColours();
	}

	const {services, close} = createServices({
		...options,
		clock: systemClock,
		onOpen(profile) {
			if (!profile.hasColour) {
				dropColours();
			}
		},
	});
	const initial = await openAtOnce(services);
	// Before the skeleton removes its listeners: a signal in between would be lost.
	const ended = Promise.withResolvers<number>();
	for (const [signal, number] of terminationSignals) {
		// Never removed: where Ink's is the only listener, Ink ends the program itself.
		process.on(signal, () => {
			ended.resolve(128 + number);
		});
	}

	// Clear the screen and draw the first frame in one write, so that nothing flashes.
	process.stdout.cork();
	onScreen?.();
	const stray = createStrayOutput(process.stdout, process.stderr);
	const stdin = new KeyStdin(process.stdin, systemClock);
	const ink = render(<KeySourceProvider value={stdin.keys}><App services={services} initial={initial} stray={stray}/></KeySourceProvider>, {
		stdin: stdin as unknown as NodeJS.ReadStream,
		stdout: createScreenOutput(process.stdout, stray),
		// Stray output catches what is written to the console.
		patchConsole: false,
		alternateScreen: true,
		// CI in the environment would make Ink non-interactive.
		interactive: true,
		exitOnCtrlC: false,
		incrementalRendering: true,
		maxFps,
	});
	process.stdout.uncork();

	const bug = Promise.withResolvers<never>();
	process.on('uncaughtException', bug.reject);
	try {
		return await Promise.race([(async () => {
			await ink.waitUntilExit();
			return 0;
		})(), bug.promise, ended.promise]);
	} finally {
		ink.unmount();
		stray.release();
		process.off('uncaughtException', bug.reject);
		await close();
	}
}

/** Opens the account. If that takes longer than one turn of the event loop, the first frame says that it is being opened. */
async function openAtOnce({open}: Services): Promise<Opening> {
	return Promise.race([open(), setImmediate<Opening>({state: 'opening'})]);
}
