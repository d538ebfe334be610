import type {Buffer} from 'node:buffer';
import {PassThrough} from 'node:stream';
import {setImmediate as turn} from 'node:timers/promises';
import type {ReadStream} from 'node:tty';
import {type Clock, createMonotonicClock} from '../../source/platform/clock.ts';
import {KeyStdin} from '../../source/terminal/key-stdin.ts';

/** A terminal's input, on a time that passes by hand. */
type Keyboard = Disposable & {
	/** Sends what one read brings. */
	readonly send: (bytes: Buffer) => Promise<void>;
	/** Lets time pass, in milliseconds. */
	readonly pass: (milliseconds: number) => Promise<void>;
	/** What was delivered since the last call. */
	readonly take: () => string[];
};

type Sleeper = {readonly until: number; readonly wake: () => void};

/** Plugs a keyboard into `KeyStdin`, which is read as Ink reads it. */
export function openKeyboard(): Keyboard {
	let time = 1000;
	let sleepers: readonly Sleeper[] = [];
	const clock: Clock = {
		now: () => time,
		every: () => () => undefined,
		async sleep(milliseconds, signal) {
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			const sleeper = {until: time + milliseconds, wake: resolve};
			sleepers = [...sleepers, sleeper];
			signal?.addEventListener(
				'abort',
				() => {
					sleepers = sleepers.filter(other => other !== sleeper);
					reject(signal.reason as Error);
				},
				{once: true},
			);
			await promise;
		},
		elapsed: createMonotonicClock('fuzz', () => time),
		withSleep: () => time,
	};

	const terminal = new PassThrough();
	const stdin = new KeyStdin(terminal as unknown as ReadStream, clock);
	stdin.setEncoding('utf8');
	let delivered: string[] = [];
	let count = 0;
	const onReadable = () => {
		count++;
		let key: string | null;
		while ((key = stdin.read()) !== null) {
			delivered.push(key);
		}
	};

	stdin.on('readable', onReadable);

	/** Lets everything that is due happen. */
	const settle = async (): Promise<void> => {
		let before = -1;
		while (before !== count) {
			before = count;
			await turn();
			await turn();
			await turn();
		}
	};

	return {
		async send(bytes) {
			terminal.write(bytes);
			await settle();
		},
		async pass(milliseconds) {
			const end = time + milliseconds;
			let next: Sleeper | undefined;
			while ((next = sleepers.find(({until}) => until <= end)) !== undefined) {
				const {until, wake} = next;
				sleepers = sleepers.filter(other => other.until !== until);
				time = until;
				wake();
				await settle();
			}

			time = end;
		},
		take() {
			const taken = delivered;
			delivered = [];
			return taken;
		},
		[Symbol.dispose]() {
			stdin.off('readable', onReadable);
			terminal.destroy();
		},
	};
}
