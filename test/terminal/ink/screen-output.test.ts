import {PassThrough} from 'node:stream';
import {setImmediate as turn} from 'node:timers/promises';
import type {WriteStream} from 'node:tty';
import {expect, test} from 'vitest';
import {createFrameGate, createScreenOutput} from '../../../source/terminal/ink/screen-output.ts';

const begin = '\u{1B}[?2026h';
const end = '\u{1B}[?2026l';

/** A terminal's stream, and what was written to it, write by write. */
function startStream() {
	const stream = new PassThrough();
	const writes: string[] = [];
	stream.on('data', chunk => {
		writes.push(String(chunk));
	});
	return {output: createScreenOutput(stream as unknown as WriteStream), writes};
}

test('a synchronised update is one write', () => {
	const {output, writes} = startStream();
	for (const text of [begin, 'a frame', end, begin, 'another', end]) {
		output.write(text);
	}

	expect(writes).toEqual([`${begin}a frame${end}`, `${begin}another${end}`]);
});

test('what is held is written before anything that is waited for', async () => {
	const {output, writes} = startStream();
	output.write(begin);
	const {promise, resolve} = Promise.withResolvers<unknown>();
	output.write('', resolve);
	await promise;
	expect(writes).toEqual([begin]);
});

const query = '\u{1B}[5n';
const answer = '\u{1B}[0n';

/** A gate whose waits end when the test says so. */
function openGate() {
	const sleeps: Array<() => void> = [];
	const gate = createFrameGate({
		async sleep(_milliseconds, signal) {
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			signal?.addEventListener('abort', () => {
				reject(new Error('aborted'));
			});
			sleeps.push(resolve);
			return promise;
		},
	});
	const drawn: string[] = [];
	/** Draws a frame of so many bytes, now or when the terminal has caught up. */
	const draw = (name: string, bytes: number) => {
		const now = () => {
			if (!gate.holds(now)) {
				drawn.push(name);
				gate.withQuery('x'.repeat(bytes));
			}
		};

		now();
	};

	return {gate, sleeps, drawn, draw};
}

test('after a large frame only the newest waits, and it is drawn with the answer', () => {
	const {gate, drawn, draw} = openGate();
	for (const name of ['a', 'b', 'c']) {
		draw(name, 3000);
	}

	expect(drawn).toEqual(['a']);
	gate.receive('\u{1B}]11;rgb:0000/0000/0000\u{7}');
	expect(drawn).toEqual(['a']);
	gate.receive(answer);
	expect(drawn).toEqual(['a', 'c']);
	gate.receive(answer);
	gate.receive(answer);
	draw('d', 100);
	expect(drawn).toEqual(['a', 'c', 'd']);
});

test('an answer that is missing is waited for once, and in vain only once from a terminal that never answered', async () => {
	const {gate, sleeps, drawn, draw} = openGate();
	draw('a', 3000);
	draw('b', 3000);
	expect(drawn).toEqual(['a']);
	sleeps.at(-1)!();
	await turn();
	expect(drawn).toEqual(['a', 'b']);
	expect(gate.isAwaiting()).toBe(false);
	draw('c', 3000);
	expect(drawn).toEqual(['a', 'b', 'c']);
	gate.receive(answer);
	draw('d', 3000);
	draw('e', 3000);
	expect(drawn).toEqual(['a', 'b', 'c', 'd']);
	sleeps.at(-1)!();
	await turn();
	expect(drawn.at(-1)).toBe('e');
	draw('f', 3000);
	expect(drawn.at(-1)).toBe('e');
});

test('before another program gets the terminal the answers on their way are awaited for a while, and nothing is asked', async () => {
	const {gate, sleeps} = openGate();
	gate.withQuery('x'.repeat(3000));
	const settling = gate.settle();
	expect(gate.withQuery('x'.repeat(3000))).not.toContain(query);
	gate.receive(answer);
	const askAgain = await settling;
	expect(gate.lateAnswers()).toBeUndefined();
	askAgain();
	expect(gate.withQuery('x')).toBe(`x${query}`);
	const late = gate.lateAnswers();
	sleeps.at(-1)!();
	await late;
	expect(gate.isAwaiting()).toBe(false);
});

test('while it is paused nothing is drawn, not even with an answer, and then the newest', () => {
	const {gate, drawn, draw} = openGate();
	const proceed = gate.pause();
	draw('a', 100);
	gate.receive(answer);
	draw('b', 100);
	expect(drawn).toEqual([]);
	proceed();
	expect(drawn).toEqual(['b']);
});
