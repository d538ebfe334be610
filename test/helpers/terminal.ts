import {Buffer} from 'node:buffer';
import {constants} from 'node:os';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import pty from '@lydell/node-pty';
import type {StyledRun} from './terminal-cells.ts';
import {builtProgram, makeHome, type Home} from './terminal-home.ts';
import {bytesOfKey, bytesOfPaste} from './terminal-keys.ts';
import {Screen, type modesAtRest} from './terminal-screen.ts';
import {isOn, waitUntil} from './terminal-wait.ts';

export {modesAtRest} from './terminal-screen.ts';

export type TerminalOptions = {
	/** The program; by default Node, with the built one. */
	readonly file?: string;
	readonly args?: readonly string[];
	readonly columns?: number;
	readonly rows?: number;
	/** Added to an environment that holds a PATH and little else. */
	readonly env?: Readonly<Record<string, string>>;
	/** A home to use and keep; by default an empty one, removed at the end. */
	readonly home?: string;
};

/** Longer than a question must be on the screen before the program takes an answer, in milliseconds. */
const readingTime = 500;

/** Longer than a screen that is changing stays as it is, in milliseconds. */
const stillTime = 1000;

/** How a program ended: `signal` is a name such as `SIGTERM`. */
export type Exit = {readonly exitCode: number; readonly signal: string | undefined};

/**
Starts a program in a terminal of its own.

@example
```
await using terminal = startTerminal({args: ['--sandbox']});
await terminal.waitFor('SANDBOX');
terminal.press('q');
expect(await terminal.exit).toEqual({exitCode: 0});
expect(terminal.modes).toEqual(modesAtRest);
```
*/
export function startTerminal(options: TerminalOptions = {}): Terminal {
	return new Terminal(options);
}

/** A terminal with one program in it: see `startTerminal`. */
export class Terminal implements AsyncDisposable {
	/** Resolves when the program has ended and its last words are on the screen. */
	readonly exit: Promise<Exit>;
	/** Everything the program wrote so far. */
	bytes = '';
	readonly #home: Home;
	readonly #screen: Screen;
	readonly #process: pty.IPty;
	#ended = false;
	/** The answers that the terminal holds back; undefined while it answers. */
	#heldAnswers: string[] | undefined;

	constructor({file, args = [], columns = 80, rows = 24, env = {}, home}: TerminalOptions) {
		this.#home = makeHome(home);
		this.#process = pty.spawn(file ?? process.execPath, file === undefined ? [builtProgram, ...args] : [...args], {
			cols: columns,
			rows,
			cwd: this.home,
			env: {...this.#home.environment, ...env},
		});
		this.#screen = new Screen(columns, rows, answer => {
			if (this.#heldAnswers === undefined) {
				this.write(answer);
			} else {
				this.#heldAnswers.push(answer);
			}
		});
		this.#process.onData(output => {
			this.bytes += output;
			void this.#screen.write(output);
		});
		this.exit = this.#untilExit();
	}

	get pid(): number {
		return this.#process.pid;
	}

	get home(): string {
		return this.#home.path;
	}

	/** See `modesAtRest`. */
	get modes(): typeof modesAtRest {
		return this.#screen.modes;
	}

	/** The text on show, without the blanks at the end of lines and the empty lines at the end. */
	screen(): string {
		return this.#screen.text;
	}

	/** The rows on show as runs of styled text. */
	cells(): StyledRun[][] {
		return this.#screen.cells;
	}

	/** Presses keys, all at once: `press('j', 'Down', 'C-s', 'some text')`. Their names: see `bytesOfKey`. */
	press(...keys: readonly string[]): void {
		this.write(keys.map(key => bytesOfKey(key)).join(''));
	}

	/** Presses a key that answers the question on the screen, as somebody does who reads it first: the program ignores a key that comes sooner. */
	async confirm(key: string): Promise<void> {
		await delay(readingTime);
		this.press(key);
	}

	/** Pastes text, in brackets if the program asked for them. */
	paste(text: string): void {
		this.write(bytesOfPaste(text, this.modes.bracketedPaste));
	}

	/** Sends the program text as it is, or bytes that are no text. */
	write(text: string | Uint8Array): void {
		// Its types know only strings, but it writes what it gets into a stream.
		this.#process.write(typeof text === 'string' ? text : (Buffer.from(text) as unknown as string));
	}

	/** Holds back the terminal's answers, as on a connection that is behind. */
	holdAnswers(): void {
		this.#heldAnswers ??= [];
	}

	/** Sends the answers that were held back, and answers again. */
	releaseAnswers(): void {
		const held = this.#heldAnswers ?? [];
		this.#heldAnswers = undefined;
		this.write(held.join(''));
	}

	resize(columns: number, rows: number): void {
		this.#screen.resize(columns, rows);
		this.#process.resize(columns, rows);
	}

	kill(signal: NodeJS.Signals): void {
		this.#process.kill(signal);
	}

	/** Closes the terminal, as a lost connection does: the program gets SIGHUP, twice, and can no longer write. */
	hangUp(): void {
		// The signal of a connection comes from the system; this sends the one of a shell, too.
		(this.#process as pty.IPty & {destroy(): void}).destroy();
	}

	/** Waits until the screen holds a text, and returns the screen. Fails, showing it, when patience runs out or the program has ended. */
	async waitFor(wanted: string | RegExp): Promise<string> {
		return waitUntil(this.#screen, this.exit, {
			what: `Waited for ${String(wanted)}`,
			isMet: screen => isOn(screen, wanted),
		});
	}

	/** Waits until the screen no longer holds a text, and returns the screen. Fails as `waitFor` does. */
	async waitUntilGone(unwanted: string | RegExp): Promise<string> {
		return waitUntil(this.#screen, this.exit, {
			what: `Waited for ${String(unwanted)} to go`,
			isMet: screen => !isOn(screen, unwanted),
		});
	}

	/** Waits until the program has written nothing for a while: what follows the cursor, and what is loaded after the first key, is on the screen then. For pictures: a test waits for what it expects. */
	async waitUntilStill(): Promise<void> {
		let before: string;
		do {
			before = this.bytes;
			await delay(stillTime);
		} while (this.bytes !== before);
	}

	/** Waits until the row of the cursor, with a `|` where it is, ends as wanted; for undefined, until the cursor is hidden. */
	async waitForCursor(wanted: string | undefined): Promise<void> {
		let last: string | undefined;
		const isMet = () => {
			last = this.#screen.cursorRow;
			return wanted === undefined ? last === undefined : last?.endsWith(wanted) === true;
		};

		try {
			await waitUntil(this.#screen, this.exit, {what: `Waited for the cursor at ${String(wanted)}`, isMet});
		} catch (error) {
			throw new Error(`It was last at ${String(last)}.`, {cause: error});
		}
	}

	/** Ends the program if it still runs, and removes its home. */
	async [Symbol.asyncDispose](): Promise<void> {
		if (!this.#ended) {
			this.kill('SIGKILL');
		}

		await this.exit;
		this.#screen.dispose();
		await this.#home[Symbol.asyncDispose]();
	}

	async #untilExit(): Promise<Exit> {
		const {promise, resolve} = Promise.withResolvers<{exitCode: number; signal?: number}>();
		this.#process.onExit(resolve);
		const {exitCode, signal: number} = await promise;
		this.#ended = true;
		await this.#screen.write('');
		const [signal] = Object.entries(constants.signals).find(([, value]) => value === number) ?? [];
		return {exitCode, signal};
	}
}
