import {setImmediate as turn} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {createFrameGate} from '../../../source/terminal/ink/frame-gate.ts';

const query = '\u{1B}[5n';
const answer = '\u{1B}[0n';

/** A gate whose waits end when the test says so. */
function open() {
	const sleeps: Array<{readonly milliseconds: number; readonly end: () => void}> = [];
	const gate = createFrameGate({
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
				gate.after('x'.repeat(bytes));
			}
		};

		now();
	};

	return {gate, sleeps, drawn, draw};
}

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
	expect(gate.after('x'.repeat(100))).toBe('');
	expect(gate.after('x'.repeat(1000))).toBe(query);
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
		expect(gate.after('x'.repeat(3000))).toBe('');
		gate.receive(answer);
		await turn();
		expect(isSettled).toBe(false);
		gate.receive(answer);
		const askAgain = await settling;
		expect(gate.lateAnswers()).toBeUndefined();
		askAgain();
		expect(gate.after('x')).toBe(query);
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
