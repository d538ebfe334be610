import {Buffer} from 'node:buffer';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {styledRows, type StyledRun} from '../test/helpers/terminal-cells.ts';
import {bytesOfKey} from '../test/helpers/terminal-keys.ts';

/** Of every terminal here. */
export const terminalSize = {columns: 120, rows: 40};

export type TimedOptions = {
	readonly file: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** A slow connection: what arrives in a second at most. */
	readonly bytesPerSecond?: number | undefined;
};

/** Something seen on the screen, and when the output arrived that put it there (`performance.now()`). */
export type Sighting<T> = {readonly at: number; readonly value: T};

/** Milliseconds, for what loads; and for the answer to a key. */
export const patience = {load: 60_000, key: 10_000};

/** How long a program may take to end when asked to, in milliseconds. */
const endLimit = 5000;

/** A program in a terminal, which knows when each piece of output arrived. */
export class TimedTerminal implements AsyncDisposable {
	/** When the program was started. */
	readonly startedAt: number;
	/** When it ended. */
	readonly ended: Promise<number>;
	/** How many bytes it wrote so far. */
	written = 0;
	readonly #xterm = new xterm.Terminal({cols: terminalSize.columns, rows: terminalSize.rows, allowProposedApi: true});
	readonly #process: pty.IPty;
	/** The decoder of xterm loses an ellipsis whose bytes arrive in two pieces. */
	readonly #decoder = new TextDecoder('utf-8', {ignoreBOM: true});
	readonly #watchers = new Set<() => void>();
	/** When the newest output that is on the screen arrived. */
	#at: number;
	/** When a key was pressed last. */
	#pressedAt = -Infinity;

	constructor({file, args, cwd, env, bytesPerSecond}: TimedOptions) {
		const {promise, resolve} = Promise.withResolvers<number>();
		this.ended = promise;
		this.startedAt = performance.now();
		this.#at = this.startedAt;
		this.#process = pty.spawn(file, [...args], {
			cols: terminalSize.columns,
			rows: terminalSize.rows,
			cwd,
			env,
			encoding: null,
		});
		this.#process.onExit(() => {
			const at = performance.now();
			// What it wrote last goes on the screen first.
			this.#xterm.write('', () => {
				resolve(at);
			});
		});
		// Without an encoding node-pty gives bytes, whatever its types say.
		const show = (output: Uint8Array) => {
			this.#show(output);
		};

		const receive = bytesPerSecond === undefined ? show : throttled(bytesPerSecond, show);
		this.#process.onData(output => {
			receive(output as unknown as Uint8Array);
		});
		this.#xterm.onData(answer => {
			this.#process.write(answer);
		});
	}

	get pid(): number {
		return this.#process.pid;
	}

	/** The text on show, a line a row, without the blanks at its end. */
	get lines(): string[] {
		const {active} = this.#xterm.buffer;
		return Array.from(
			{length: terminalSize.rows},
			(_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
		);
	}

	/** The rows on show as runs of one style. */
	get cells(): StyledRun[][] {
		return styledRows(this.#xterm.buffer.active, terminalSize.rows);
	}

	/** Presses a key: see `bytesOfKey`. Returns when. */
	press(key: string): number {
		this.#pressedAt = performance.now();
		this.#process.write(bytesOfKey(key));
		return this.#pressedAt;
	}

	/** Waits until `look` finds something on the screen; what is written within a synchronised update counts when that ends, as in a terminal. Fails, beginning with `what`, when that takes more than `limit` milliseconds or the program ends before. */
	async until<T>(
		what: string,
		look: (lines: readonly string[]) => T | undefined | false,
		limit = patience.load,
	): Promise<Sighting<T>> {
		const {promise, resolve, reject} = Promise.withResolvers<Sighting<T>>();
		const check = () => {
			const value = this.#xterm.modes.synchronizedOutputMode ? undefined : look(this.lines);
			if (value !== undefined && value !== false) {
				resolve({at: this.#at, value});
			}
		};

		const fail = (why: string) => {
			reject(new Error(`${what}: ${why}.\nThe screen:\n${this.lines.join('\n').trimEnd()}`));
		};

		const timer = setTimeout(fail, limit, `not there within ${limit / 1000} s`);
		void this.ended.then(() => {
			fail('the program ended before');
		});
		this.#watchers.add(check);
		try {
			check();
			return await promise;
		} finally {
			this.#watchers.delete(check);
			clearTimeout(timer);
		}
	}

	/** Waits until no key was pressed and nothing has arrived for a while, in milliseconds, or for so long at most, and returns when the last of it did that changed what is `seen` of the screen. */
	async untilQuiet(
		pause: number,
		limit = Infinity,
		seen: (lines: readonly string[]) => unknown = () => this.written,
	): Promise<number> {
		const end = performance.now() + limit;
		let [at, last] = [this.#at, seen(this.lines)];
		const look = () => {
			const now = seen(this.lines);
			[at, last] = [now === last ? at : this.#at, now];
		};

		this.#watchers.add(look);
		while (performance.now() - Math.max(this.#at, this.#pressedAt) <= pause && performance.now() < end) {
			await delay(pause / 10);
		}

		this.#watchers.delete(look);
		return at;
	}

	/** Ends the program: asked first, then made to. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#signal('SIGTERM');
		const timer = setTimeout(() => {
			this.#signal('SIGKILL');
		}, endLimit);
		await this.ended;
		clearTimeout(timer);
		this.#xterm.dispose();
	}

	#show(output: Uint8Array): void {
		const at = performance.now();
		this.written += output.length;
		this.#xterm.write(this.#decoder.decode(output, {stream: true}), () => {
			this.#at = at;
			for (const watcher of this.#watchers) {
				watcher();
			}
		});
	}

	#signal(name: 'SIGTERM' | 'SIGKILL'): void {
		try {
			process.kill(this.pid, name);
		} catch {
			// It has ended by itself.
		}
	}
}

/** Delivers bytes in pieces, no more than so many in a second. */
function throttled(bytesPerSecond: number, deliver: (piece: Uint8Array) => void): (bytes: Uint8Array) => void {
	const pieces = 50;
	const size = Math.max(1, Math.round(bytesPerSecond / pieces));
	let waiting: Uint8Array = new Uint8Array();
	let isRunning = false;
	const step = () => {
		if (waiting.length === 0) {
			isRunning = false;
			return;
		}

		deliver(waiting.subarray(0, size));
		waiting = waiting.subarray(size);
		setTimeout(step, 1000 / pieces);
	};

	return bytes => {
		waiting = Buffer.concat([waiting, bytes]);
		if (!isRunning) {
			isRunning = true;
			step();
		}
	};
}
