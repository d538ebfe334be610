import {setImmediate as turn} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {createMonotonicClock} from '../../../source/platform/clock.ts';
import {createFrameGate} from '../../../source/terminal/ink/frame-gate.ts';

const query = '\u{1B}[5n';
const answer = '\u{1B}[0n';

/** A gate whose waits end when the test says so. */
function open() {
	const sleeps: Array<{readonly milliseconds: number; readonly end: () => void}> = [];
	let passed = 0;
	const gate = createFrameGate({
		elapsed: createMonotonicClock('test', () => passed),
		async sleep(milliseconds, signal) {
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			signal?.addEventListener('abort', () => {
				reject(new Error('aborted'));
			});
			sleeps.push({milliseconds, end: resolve});
			return promise;
		},
	});
	const drawn: string[] = [];
	/** Draws a frame of so many bytes, now or when the terminal has caught up. */
	const draw = (name: string, bytes: number) => {
		const now = () => {
			if (!gate.holds(now)) {
				drawn.push(name);
				gate.withQueries('x'.repeat(bytes));
			}
		};

		now();
	};

	/** Lets the terminal answer after some time. */
	const answerAfter = (milliseconds: number) => {
		passed += milliseconds;
		gate.receive(answer);
	};

	return {gate, sleeps, drawn, draw, answerAfter};
}

test('while it is paused no frame is drawn, and afterwards the last one', () => {
	const {gate, drawn, draw} = open();
	const proceed = gate.pause();
	draw('first', 100);
	gate.receive(answer);
	draw('second', 100);
	expect(drawn).toEqual([]);
	proceed();
	expect(drawn).toEqual(['second']);
	proceed();
	draw('third', 100);
	expect(drawn).toEqual(['second', 'third']);
});

test('while the terminal is behind only the newest frame waits, and it is drawn with the answer', () => {
	const {gate, drawn, draw} = open();
	draw('first', 600);
	gate.receive(answer);
	for (const name of ['a', 'b', 'c', 'd', 'e']) {
		draw(name, 1500);
	}

	expect(drawn).toEqual(['first', 'a', 'b']);
	gate.receive('\u{1B}]11;rgb:0000/0000/0000\u{7}');
	expect(drawn).toEqual(['first', 'a', 'b']);
	gate.receive(answer);
	expect(drawn).toEqual(['first', 'a', 'b', 'e']);
	// An answer that comes twice opens nothing that is not open.
	gate.receive(answer);
	gate.receive(answer);
	gate.receive(answer);
	draw('f', 100);
	expect(drawn.at(-1)).toBe('f');
});

test('small frames are drawn without an answer for each', () => {
	const {gate, drawn, draw} = open();
	draw('first', 600);
	gate.receive(answer);
	for (let frame = 0; frame < 10; frame++) {
		draw(String(frame), 200);
	}

	expect(drawn).toHaveLength(11);
	expect(gate.withQueries('x'.repeat(100))).toBe('x'.repeat(100));
	expect(gate.withQueries('x'.repeat(1000))).toBe(`${'x'.repeat(1000)}${query}`);
});

test('a terminal that never answers is waited for once', async () => {
	const {sleeps, drawn, draw} = open();
	draw('first', 9000);
	draw('second', 9000);
	expect(drawn).toEqual(['first']);
	sleeps[0]!.end();
	await turn();
	expect(drawn).toEqual(['first', 'second']);
	for (const name of ['third', 'fourth']) {
		draw(name, 9000);
	}

	expect(drawn).toEqual(['first', 'second', 'third', 'fourth']);
});

describe('a connection', () => {
	test('is slow when the bytes of a large frame take long, and then frames are drawn in pieces', () => {
		const {gate, drawn, draw, answerAfter} = open();
		draw('first', 3000);
		expect(gate.frameLimit()).toBeUndefined();
		answerAfter(0);
		answerAfter(600);
		// Of 5 bytes in a millisecond, 100 ms.
		expect(gate.frameLimit()).toBe(500);
		const pieces: string[] = [];
		const drawPiece = () => {
			if (!gate.holds(drawPiece)) {
				gate.leaveRest();
				pieces.push(gate.withQueries('x'.repeat(500)));
			}
		};

		drawPiece();
		// The next piece waits for an answer, and so does a frame.
		expect(pieces).toHaveLength(1);
		draw('a letter', 50);
		expect(drawn).toEqual(['first']);
		drawPiece();
		expect(pieces).toHaveLength(1);
		answerAfter(100);
		expect(pieces).toEqual([`${'x'.repeat(500)}${query}`, `${'x'.repeat(500)}${query}`]);
		// A frame of a newer state takes the place of the rest.
		draw('newer', 100);
		answerAfter(100);
		expect(drawn).toEqual(['first', 'newer']);
		expect(pieces).toHaveLength(2);
	});

	test('that is far away is not slow, and one that became fast is so no longer', () => {
		const {gate, draw, answerAfter} = open();
		draw('first', 3000);
		answerAfter(500);
		answerAfter(2);
		expect(gate.frameLimit()).toBeUndefined();
		draw('second', 3000);
		answerAfter(500);
		answerAfter(600);
		expect(gate.frameLimit()).toBe(500);
		draw('third', 3000);
		answerAfter(1);
		answerAfter(0);
		expect(gate.frameLimit()).toBeUndefined();
	});

	test('that is slow and far away has so much on its way that it is in use', () => {
		const {drawn, draw, answerAfter} = open();
		draw('first', 3000);
		answerAfter(200);
		answerAfter(600);
		// 5 bytes in a millisecond for 300 ms.
		for (const name of ['a', 'b', 'c', 'd']) {
			draw(name, 500);
		}

		expect(drawn).toEqual(['first', 'a', 'b', 'c']);
	});

	test('is not known any more when an answer is missing', async () => {
		const {gate, sleeps, draw, answerAfter} = open();
		draw('first', 3000);
		answerAfter(10);
		answerAfter(600);
		await turn();
		draw('second', 3000);
		// The wait that began with the first answers, and the next.
		sleeps[0]!.end();
		await turn();
		sleeps[1]!.end();
		await turn();
		expect(gate.frameLimit()).toBeUndefined();
	});
});

describe('before another program gets the terminal', () => {
	test('the answers on their way are awaited, and nothing is asked', async () => {
		const {gate, draw} = open();
		draw('first', 3000);
		draw('second', 3000);
		let isSettled = false;
		const settling = gate.settle().then(askAgain => {
			isSettled = true;
			return askAgain;
		});
		expect(gate.withQueries('x'.repeat(3000))).not.toContain(query);
		gate.receive(answer);
		gate.receive(answer);
		await turn();
		expect(isSettled).toBe(false);
		gate.receive(answer);
		gate.receive(answer);
		const askAgain = await settling;
		expect(gate.lateAnswers()).toBeUndefined();
		askAgain();
		expect(gate.withQueries('x')).toBe(`x${query}`);
	});

	test('an answer that does not come is given up', async () => {
		const {gate, sleeps, draw} = open();
		draw('first', 3000);
		const settling = gate.settle();
		sleeps.at(-1)!.end();
		await settling;
		expect(gate.lateAnswers()).toBeUndefined();
	});
});
