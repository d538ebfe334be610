import {PassThrough} from 'node:stream';
import {setImmediate as turn} from 'node:timers/promises';
import type {ReadStream} from 'node:tty';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Clock} from '../../source/platform/clock.ts';
import {KeyStdin} from '../../source/terminal/key-stdin.ts';
import {createHandClock} from '../helpers/hand-clock.ts';

/** What a terminal's input does, without a terminal. */
class FakeTerminal extends PassThrough {
	readonly calls: string[] = [];

	get isTTY(): boolean {
		return true;
	}

	setRawMode(isRaw: boolean) {
		this.calls.push(`raw ${isRaw}`);
		return this;
	}

	override pause() {
		this.calls.push('pause');
		return super.pause();
	}

	ref() {
		this.calls.push('ref');
		return this;
	}

	unref() {
		this.calls.push('unref');
		return this;
	}
}

/** Counts how often it says that there is a key, to whomever. */
class CountingStdin extends KeyStdin {
	announced = 0;

	override emit(event: string, ...values: unknown[]) {
		this.announced += event === 'readable' ? 1 : 0;
		return super.emit(event, ...values);
	}
}

function open(clock: Clock = createHandClock()) {
	const terminal = new FakeTerminal();
	const stdin = new CountingStdin(terminal as unknown as ReadStream, clock);
	stdin.setEncoding('utf8');
	return {terminal, stdin};
}

/** Reads as Ink does. `batches` holds what one event brought. */
function listen(stdin: KeyStdin) {
	const batches: string[][] = [];
	const turns: number[] = [];
	let now = 0;
	let isCounting = true;
	const count = () => {
		now++;
		if (isCounting) {
			setImmediate(count);
		}
	};

	setImmediate(count);

	const onReadable = () => {
		const batch: string[] = [];
		let key: string | null;
		while ((key = stdin.read()) !== null) {
			batch.push(key);
		}

		batches.push(batch);
		turns.push(now);
	};

	stdin.on('readable', onReadable);
	return {
		batches,
		turns,
		stop() {
			isCounting = false;
			stdin.off('readable', onReadable);
		},
	};
}

/** Lets everything that is due happen. */
async function settle(turns = 20) {
	for (let index = 0; index < turns; index++) {
		await turn();
	}
}

describe('keys', () => {
	test('React commits the effects of a key before the next one', async () => {
		const {terminal, stdin} = open();
		const events: string[] = [];
		stdin.on('readable', () => {
			const key = stdin.read()!;
			events.push(key);
			setImmediate(() => {
				events.push(`after ${key}`);
			});
		});
		terminal.write('ab');
		await settle();
		expect(events).toEqual(['a', 'after a', 'b', 'after b']);
	});

	test('a character split across two chunks is one key', async () => {
		const {terminal, stdin} = open();
		const ink = listen(stdin);
		const bytes = new TextEncoder().encode('é入');
		terminal.write(bytes.subarray(0, 1));
		await settle();
		terminal.write(bytes.subarray(1, 3));
		await settle();
		terminal.write(bytes.subarray(3));
		await settle();
		ink.stop();
		expect(ink.batches.flat()).toEqual(['é', '入']);
	});

	test('no key is lost, duplicated or reordered, however the input is chunked', async () => {
		const chunks = fc.array(
			fc.tuple(fc.string({minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcdefgh')}), fc.nat(3)),
			{maxLength: 12},
		);
		await fc.assert(
			fc.asyncProperty(chunks, async sent => {
				const {terminal, stdin} = open();
				const ink = listen(stdin);
				for (const [chunk, pause] of sent) {
					terminal.write(chunk);
					await settle(pause);
				}

				await settle(120);
				ink.stop();
				expect(ink.batches).toEqual([...sent.map(([chunk]) => chunk).join('')].map(key => [key]));
				expect(new Set(ink.turns).size).toBe(ink.turns.length);
			}),
		);
	});
});

describe('the rest of a sequence', () => {
	/** A clock on which a wait ends when the test says so. */
	function waitingClock() {
		const waits: Array<{
			readonly milliseconds: number;
			readonly end: () => void;
			readonly signal: AbortSignal | undefined;
		}> = [];
		const clock: Clock = {
			...createHandClock(),
			async sleep(milliseconds, signal) {
				const {promise, resolve, reject} = Promise.withResolvers<void>();
				signal?.addEventListener('abort', reject, {once: true});
				waits.push({milliseconds, end: resolve, signal});
				await promise;
			},
		};
		return {clock, waits};
	}

	test('is waited for, and joins its first part', async () => {
		const {clock, waits} = waitingClock();
		const {terminal, stdin} = open(clock);
		const ink = listen(stdin);
		terminal.write('j\u{1B}');
		await settle();
		terminal.write('[A');
		await settle();
		ink.stop();
		expect(ink.batches).toEqual([['j'], ['\u{1B}[A']]);
		expect(waits.map(({milliseconds, signal}) => [milliseconds, signal?.aborted])).toEqual([[20, true]]);
	});

	test('of what is no key is waited for longer', async () => {
		const {clock, waits} = waitingClock();
		const {terminal, stdin} = open(clock);
		const ink = listen(stdin);
		terminal.write('\u{1B}]11;rgb:0000/');
		await settle();
		expect(waits.map(({milliseconds}) => milliseconds)).toEqual([500]);
		waits[0]!.end();
		await settle();
		terminal.write('1111/2222\u{1B}\\j');
		await settle();
		ink.stop();
		expect(ink.batches).toEqual([['j']]);
	});
});

describe('without a listener', () => {
	test('input is not read', async () => {
		const {terminal, stdin} = open();
		expect(terminal.listenerCount('readable')).toBe(0);
		const first = listen(stdin);
		const second = listen(stdin);
		expect(terminal.listenerCount('readable')).toBe(1);
		first.stop();
		expect(terminal.listenerCount('readable')).toBe(1);
		second.stop();
		expect(terminal.listenerCount('readable')).toBe(0);

		terminal.write('for the editor');
		await settle();
		expect(terminal.calls).toEqual(['pause']);
		expect(String(terminal.read())).toBe('for the editor');
	});

	test('keys received before wait, without repeated events', async () => {
		const {terminal, stdin} = open();
		const before = listen(stdin);
		terminal.write('abc');
		await turn();
		await turn();
		before.stop();
		const {announced} = stdin;
		await settle();
		expect(stdin.announced).toBe(announced);

		const after = listen(stdin);
		await settle();
		after.stop();
		expect([...before.batches, ...after.batches]).toEqual([['a'], ['b'], ['c']]);
	});
});

test('raw mode, ref and unref are passed on to the terminal', () => {
	const {terminal, stdin} = open();
	expect(stdin.isTTY).toBe(true);
	expect(stdin.setRawMode(true).ref().unref().setRawMode(false)).toBe(stdin);
	expect(terminal.calls).toEqual(['raw true', 'ref', 'unref', 'raw false']);
});

test('raw mode does not end while an answer is on its way, which the terminal would echo', () => {
	const terminal = new FakeTerminal();
	let isAwaiting = true;
	const stdin = new KeyStdin(terminal as unknown as ReadStream, createHandClock(), undefined, () => isAwaiting);
	stdin.setRawMode(true);
	stdin.setRawMode(false);
	expect(terminal.calls).toEqual(['raw true']);
	isAwaiting = false;
	stdin.setRawMode(false);
	expect(terminal.calls).toEqual(['raw true', 'raw false']);
});
