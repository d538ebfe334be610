import process from 'node:process';
import {setImmediate as turn} from 'node:timers/promises';
import {render} from 'ink';
import {systemClock} from '../../platform/clock.ts';
import {backgroundQuery} from '../../terminal/background.ts';
import {createMouseSwitch} from '../../terminal/split-keys.ts';
import {createScreenOutput} from '../../terminal/ink/screen-output.ts';
import type {Skeleton} from '../../terminal/skeleton.ts';
import type {StrayOutput} from '../../terminal/stray-output.ts';
import type {Services} from '../../account/services.ts';
import type {Opening} from '../../account/session.ts';
import {App} from './app.tsx';
import {KeySourceProvider} from '../keys/use-keys.ts';
import {FirstCursorProvider, type ListCursor} from '../list/list-state.ts';
import {loadScreens} from './screens.tsx';
import {SettleProvider, useSuspend} from '../ui/hand-over.ts';
import type {TerminalInput} from './terminal-input.ts';
import {followsBackground} from '../ui/theme.ts';
import type {KeyStdin} from '../../terminal/key-stdin.ts';
import {useEffect, useEffectEvent} from 'react';

/** Signals that end the program, with their numbers. Ink listens for SIGABRT by its other name, too. */
const terminationSignals = [
	['SIGHUP', 1],
	['SIGINT', 2],
	['SIGQUIT', 3],
	['SIGABRT', 6],
	['SIGIOT', 6],
	['SIGTERM', 15],
] as const;

export type RunOptions = {
	readonly services: Services;
	/** The state of the account before the first frame. */
	readonly initial: Opening;
	/** The row under the cursor if keys moved on the first page. */
	readonly cursor: ListCursor | undefined;
	readonly input: TerminalInput;
	/** The frame already on the terminal, if there is one. */
	readonly skeleton: Skeleton | undefined;
	/** Catches output that other code writes to the terminal. */
	readonly stray: StrayOutput;
	/** Called when the screens handle keys. */
	readonly onReady: () => void;
};

/** The frame rate limit. At 30 half the frames of a held key are dropped; at 60 the first rows may wait 16 ms for the previous frame. */
const maxFps = 240;

/**
Runs the program on this process's terminal until the operator quits.

@returns The exit code: 0, or 128 and the number of the signal that ended it.
@throws An unexpected error, once the terminal is restored.
*/
export async function runTui({
	services,
	initial,
	cursor,
	input: {stdin, background, gate, settle},
	skeleton,
	stray,
	onReady,
}: RunOptions): Promise<number> {
	// Registered before the skeleton removes its listeners, so that no signal is lost in between.
	const ended = Promise.withResolvers<number>();
	for (const [signal, number] of terminationSignals) {
		// Never removed: if Ink's listener were the only one, Ink would end the process itself.
		process.on(signal, () => {
			ended.resolve(128 + number);
		});
	}

	// The first frame replaces what is on the screen in one write, so that nothing flashes.
	process.stdout.cork();
	// Each screen of the stack adds several resize listeners. Node would print a leak warning on the screen.
	process.stdout.setMaxListeners(0);
	skeleton?.handOver(stray.write);
	const mouse = createMouseSwitch(stray.write);
	const setMouse = () => {
		mouse.set(services.settings.get().settings.mouse === true);
	};

	setMouse();
	services.settings.subscribe(setMouse);
	const first =
		initial.state === 'open' && cursor !== undefined ? {listing: initial.session.listing, cursor} : undefined;
	// A key that waits is answered with the first frame: the first page stays until then.
	const draw = first !== undefined && stdin.peek() !== undefined ? gate.pause() : undefined;
	const ink = render(
		<KeySourceProvider value={stdin.keys}>
			<SettleProvider value={settle}>
				<FirstCursorProvider value={first}>
					<App services={services} initial={initial} stray={stray} />
					<JobControl />
				</FirstCursorProvider>
			</SettleProvider>
		</KeySourceProvider>,
		{
			stdin: stdin as unknown as NodeJS.ReadStream,
			stdout: createScreenOutput(process.stdout, {stray, mouse, gate, isEntered: skeleton !== undefined}),
			// Console output is already caught as stray output.
			patchConsole: false,
			alternateScreen: true,
			// Ink would be non-interactive if the environment has CI set.
			interactive: true,
			exitOnCtrlC: false,
			incrementalRendering: true,
			maxFps,
		},
	);
	// Asked after the first frame, because the reply takes a round trip.
	if (followsBackground()) {
		background.expect();
		stray.write(backgroundQuery);
	}

	process.stdout.uncork();
	void answerKeysFirst(() => {
		draw?.();
		onReady();
	});
	void loadScreensLater();

	const bug = Promise.withResolvers<never>();
	process.on('uncaughtException', bug.reject);
	try {
		return await Promise.race([
			(async () => {
				await ink.waitUntilExit();
				return 0;
			})(),
			bug.promise,
			ended.promise,
		]);
	} finally {
		ink.unmount();
		process.off('uncaughtException', bug.reject);
		await readLateReplies(stdin, [background.lateReply(), gate.lateAnswers()]);
	}
}

/** Calls `onReady` once the keys pressed so far are handled. */
async function answerKeysFirst(onReady: () => void): Promise<void> {
	await turn();
	await turn();
	onReady();
}

/** The pauses before importing the screens that the first frame does not need, in milliseconds. */
const pauses = {first: 400, next: 20} as const;

/** Imports the other screens after the start, so that they open without delay. The first key can be handled before. */
async function loadScreensLater(): Promise<void> {
	await systemClock.sleep(pauses.first);
	try {
		await loadScreens(async () => systemClock.sleep(pauses.next));
	} catch {
		// A file that cannot be read is reported when its screen is opened.
	}
}

type LateInput = Pick<KeyStdin, 'on' | 'off' | 'read' | 'ref' | 'unref' | 'isRaw' | 'setRawMode'>;

/**
Reads the terminal's replies that are on their way when the screens were left, so that the shell does not read them as keys.

@param stdin - The keys.
@param awaited - What waits for each reply; undefined for a reply that is not on its way.
*/
export async function readLateReplies(
	stdin: LateInput,
	awaited: ReadonlyArray<Promise<unknown> | undefined>,
): Promise<void> {
	const waits = awaited.filter(wait => wait !== undefined);
	if (waits.length > 0) {
		await readUntil(stdin, waits);
	}

	try {
		// Ink could not end it while a reply was on its way.
		if (stdin.isRaw) {
			stdin.setRawMode(false);
		}
	} catch {
		// The terminal was closed.
	}
}

async function readUntil(stdin: LateInput, waits: ReadonlyArray<Promise<unknown>>): Promise<void> {
	const take = () => {
		let key: string | null;
		do {
			key = stdin.read();
		} while (key !== null);
	};

	try {
		// In raw mode the reply is not echoed and does not reach the shell's input line.
		stdin.setRawMode(true);
		stdin.ref();
		stdin.on('readable', take);
		await Promise.all(waits);
	} catch {
		// The terminal was closed.
	}

	stdin.off('readable', take);
	stdin.unref();
}

/** Suspends the program on SIGTSTP, as ctrl+z does, and draws the screens again at the size of the terminal when it continues, whatever stopped it. */
function JobControl() {
	const {suspend, redraw} = useSuspend();
	const onStop = useEffectEvent(suspend);
	const onContinue = useEffectEvent(() => {
		// A stopped program is not told that the terminal was resized; this listener of Node's asks for the size.
		process.emit('SIGWINCH', 'SIGWINCH');
		redraw();
	});

	useEffect(() => {
		const stop = () => {
			onStop();
		};

		const proceed = () => {
			onContinue();
		};

		process.on('SIGTSTP', stop);
		process.on('SIGCONT', proceed);
		return () => {
			process.off('SIGTSTP', stop);
			process.off('SIGCONT', proceed);
		};
	}, []);

	return null;
}
