import {setImmediate as turn} from 'node:timers/promises';
import {stripVTControlCharacters} from 'node:util';
import {render} from 'ink-testing-library';
import type {ReactElement} from 'react';
import {createKeyQueue} from '../../source/terminal/key-stdin.ts';
import {KeySourceProvider} from '../../source/tui/keys/use-keys.ts';
import {createHandClock, type HandClock} from './hand-clock.ts';
import {waitUntil} from './wait.ts';

/** Names of keys, and what a terminal sends for them. Escape in the kitty protocol's form, which needs no waiting for what might follow it. */
const keyCodes: Readonly<Record<string, string>> = {
	Enter: '\r',
	Escape: '\u{1B}[27u',
	Tab: '\t',
	BackTab: '\u{1B}[Z',
	Up: '\u{1B}[A',
	Down: '\u{1B}[B',
	Right: '\u{1B}[C',
	Left: '\u{1B}[D',
	Home: '\u{1B}[H',
	End: '\u{1B}[F',
	PageUp: '\u{1B}[5~',
	PageDown: '\u{1B}[6~',
	Backspace: '\u{7F}',
	Delete: '\u{1B}[3~',
};

/** What a terminal sends for a paste: a text that takes one frame, where typing it takes one for each character. */
export const pasted = (text: string): string => `\u{1B}[200~${text}\u{1B}[201~`;

export type Screen = AsyncDisposable & {
	/** The last frame, without colours. */
	readonly frame: () => string;
	/** Every frame so far, as written. */
	readonly frames: readonly string[];
	/** Presses keys by name (`Enter`, `C-s` for ctrl+s, `M-b` for alt+b); anything else is typed as it is. */
	readonly press: (...keys: string[]) => Promise<void>;
	/** Sends bytes as they are, in one chunk, split as the program splits them. */
	readonly send: (chunk: string) => Promise<void>;
	readonly waitFor: (text: string | RegExp) => Promise<string>;
	readonly waitUntilGone: (text: string | RegExp) => Promise<string>;
	readonly resize: (columns: number, rows: number) => void;
};

/** How long somebody takes from one key to the next, in milliseconds: long enough to read a question. */
const keyPace = 1000;

/**
Renders a tree at a size, as `80x24`, with keys arriving as they do in the program.

@param tree - What is rendered.
@param size - Columns and rows.
@param keyClock - The time by which keys arrive. By default `press` lets some pass before each key, as somebody does who reads what is on the screen; with a clock only the test does.
*/
export function renderScreen(tree: ReactElement, size = '80x24', keyClock?: HandClock): Screen {
	const clock = keyClock ?? createHandClock();
	let onReleased: () => void = () => undefined;
	const keys = createKeyQueue(
		() => clock.elapsed.now().at,
		() => {
			onReleased();
		},
	);
	const {stdin, stdout, unmount, frames} = render(<KeySourceProvider value={keys}>{tree}</KeySourceProvider>);
	const listeners = new Set<() => void>();
	// As the program does: each screen below the one on top listens for the size.
	stdout.setMaxListeners(0);
	const {write} = stdout;
	stdout.write = frame => {
		write(frame);
		for (const listener of listeners) {
			listener();
		}
	};

	const resize = (columns: number, rows: number) => {
		Object.defineProperties(stdout, {
			columns: {value: columns, configurable: true},
			rows: {value: rows, configurable: true},
		});
		stdout.emit('resize');
	};

	const [columns = 80, rows = 24] = size.split('x').map(Number);
	resize(columns, rows);

	const frame = () => stripVTControlCharacters(stdout.lastFrame() ?? '');
	const subscribe = (listener: () => void) => {
		listeners.add(listener);
		return () => {
			listeners.delete(listener);
		};
	};

	const isShown = (text: string | RegExp) => (typeof text === 'string' ? frame().includes(text) : text.test(frame()));

	/** Waits until no screen is being imported. */
	const released = async () => {
		if (!keys.isHeld()) {
			return;
		}

		const {promise, resolve} = Promise.withResolvers<void>();
		onReleased = resolve;
		await promise;
		await turn();
	};

	const send = async (chunk: string) => {
		keys.receive(chunk);
		keys.endWait();
		await released();
		while (keys.hasNext()) {
			const key = keys.next();
			if (key !== undefined) {
				stdin.write(key);
			}

			// As terminal/key-stdin.ts: one key a turn.
			await turn();
			await released();
		}
	};

	return {
		frame,
		frames,
		resize,
		send,
		async press(...names) {
			for (const key of names) {
				if (keyClock === undefined) {
					clock.pass(keyPace);
				}

				await send(codeOf(key));
			}
		},
		waitFor: async text =>
			settle(async () =>
				waitUntil(
					() => (isShown(text) ? frame() : undefined),
					subscribe,
					() => `never saw ${String(text)} in\n${frame()}`,
				),
			),
		waitUntilGone: async text =>
			settle(async () =>
				waitUntil(
					() => (isShown(text) ? undefined : frame()),
					subscribe,
					() => `still saw ${String(text)} in\n${frame()}`,
				),
			),
		async [Symbol.asyncDispose]() {
			unmount();
		},
	};
}

/** A frame is written before React runs the effects that make its keys live. */
async function settle<T>(wait: () => Promise<T>): Promise<T> {
	const found = await wait();
	await turn();
	return found;
}

function codeOf(key: string): string {
	const modified = /^([CM])-(.)$/v.exec(key);
	if (modified !== null) {
		const [, modifier, letter] = modified;
		return modifier === 'M' ? `\u{1B}${letter}` : String.fromCodePoint(letter!.codePointAt(0)! % 32);
	}

	return keyCodes[key] ?? key;
}
