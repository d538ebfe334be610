import {setTimeout as delay} from 'node:timers/promises';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import type {Home} from '../test/helpers/terminal-home.ts';
import {bytesOfKey} from '../test/helpers/terminal-keys.ts';

/** The rows on show, without the blanks at their ends. */
export type Lines = readonly string[];

type Wanted = string | ((lines: Lines) => boolean);

export type TerminalOptions = {
	/** Added to the environment of the home. */
	readonly env?: Readonly<Record<string, string>>;
	/** A slow connection: what arrives in a second at most. */
	readonly bytesPerSecond?: number;
};

export type Terminal = ReturnType<typeof openTerminal>;

/** Opens a program in a terminal and a home. Times are those of `performance.now()`, of output when it arrived. */
export function openTerminal(
	file: string,
	args: readonly string[],
	home: Home,
	{env, bytesPerSecond}: TerminalOptions = {},
) {
	const size = {cols: 120, rows: 40};
	const startedAt = performance.now();
	const screen = new xterm.Terminal({...size, allowProposedApi: true});
	const child = pty.spawn(file, [...args], {
		...size,
		cwd: home.path,
		env: {...home.environment, ...env},
		encoding: null,
	});
	// The decoder of xterm loses an ellipsis whose bytes arrive in two pieces.
	const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
	const watchers = new Set<() => void>();
	let written = 0;
	/** When the newest output arrived that is on the screen. */
	let shownAt = startedAt;

	const show = (output: Uint8Array) => {
		const at = performance.now();
		written += output.length;
		screen.write(decoder.decode(output, {stream: true}), () => {
			shownAt = at;
			watchers.forEach(watch => watch());
		});
	};

	const receive = bytesPerSecond === undefined ? show : throttled(bytesPerSecond, show);
	// Without an encoding node-pty gives bytes, whatever its types say.
	child.onData(output => receive(output as unknown as Uint8Array));
	screen.onData(answer => child.write(answer));
	const ended = new Promise<number>(resolve => {
		child.onExit(() => resolve(performance.now()));
	});

	const lines = (): Lines =>
		Array.from(
			{length: size.rows},
			(_, row) => screen.buffer.active.getLine(screen.buffer.active.baseY + row)?.translateToString(true) ?? '',
		);

	/** Presses a key, or types text: see `bytesOfKey`. Returns when. */
	const press = (key: string): number => {
		const at = performance.now();
		child.write(bytesOfKey(key));
		return at;
	};

	/**
	Waits until a line has this text, or the screen is as wanted, and returns when the output arrived that made it so.
	Within a synchronised update nothing counts before its end, as in a terminal.
	*/
	const until = async (wanted: Wanted): Promise<number> => {
		const isMet = typeof wanted === 'string' ? (shown: Lines) => shown.some(line => line.includes(wanted)) : wanted;
		const {promise, resolve, reject} = Promise.withResolvers<number>();
		const check = () => {
			if (!screen.modes.synchronizedOutputMode && isMet(lines())) {
				resolve(shownAt);
			}
		};

		const timer = setTimeout(() => {
			reject(new Error(`Waited for ${String(wanted)}.\nThe screen:\n${lines().join('\n').trimEnd()}`));
			child.kill('SIGKILL');
		}, 60_000);
		watchers.add(check);
		check();
		try {
			return await promise;
		} finally {
			watchers.delete(check);
			clearTimeout(timer);
		}
	};

	return {
		pid: child.pid,
		startedAt,
		/** When the program ended. */
		ended,
		/** How many bytes it wrote so far. */
		written: () => written,
		lines,
		press,
		until,

		/** Presses a key, waits as `until` does, and returns how long that took. */
		async answer(key: string, wanted: Wanted): Promise<number> {
			const pressed = press(key);
			return (await until(wanted)) - pressed;
		},

		/** Waits until the screen has not changed for so long, but for its first line, and returns when it last did. */
		async untilStill(pause: number): Promise<number> {
			let [shown, at] = ['', performance.now()];
			while (performance.now() - at < pause) {
				const now = lines().slice(1).join('\n');
				[shown, at] = [now, now === shown ? at : performance.now()];
				await delay(20);
			}

			return at;
		},

		/** Ends the program: asked first, then made to. */
		async [Symbol.asyncDispose]() {
			child.kill('SIGTERM');
			const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
			await ended;
			clearTimeout(timer);
			await home[Symbol.asyncDispose]();
		},
	};
}

/** Delivers bytes in fifty pieces a second. */
function throttled(bytesPerSecond: number, deliver: (piece: Uint8Array) => void): (bytes: Uint8Array) => void {
	let waiting: Uint8Array = new Uint8Array();
	setInterval(() => {
		const piece = waiting.subarray(0, bytesPerSecond / 50);
		waiting = waiting.subarray(piece.length);
		deliver(piece);
	}, 20).unref();
	return bytes => {
		waiting = Buffer.concat([waiting, bytes]);
	};
}
