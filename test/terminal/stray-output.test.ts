import {setImmediate as turn} from 'node:timers/promises';
import {Writable} from 'node:stream';
import {expect, test} from 'vitest';
import {createStrayOutput} from '../../source/terminal/stray-output.ts';

/** A stream that keeps what is written to it. */
class Sink extends Writable {
	text = '';
	readonly isTTY: boolean;

	constructor(isTTY = true) {
		super();
		this.isTTY = isTTY;
	}

	override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
		this.text += new TextDecoder().decode(chunk);
		done();
	}
}

test('what is written is kept until the release, then given out on stderr without control characters', () => {
	const [stdout, stderr] = [new Sink(), new Sink()];
	const stray = createStrayOutput(stdout, stderr);
	stderr.write('before\n');
	stray.hold();
	stderr.write('one \u{1B}]0;x\u{7}\n');
	stdout.write('two\n');
	stderr.write(new TextEncoder().encode('three'));
	expect(stderr.text).toBe('before\n');
	stray.release();
	expect([stdout.text, stderr.text]).toEqual(['', 'before\none ␛]0;x␇\ntwo\nthree\n']);
	stderr.write('after');
	expect(stderr.text).toMatch(/three\nafter$/v);
	stray.release();
	expect(stderr.text).toMatch(/three\nafter$/v);
});

test('it is told on one line, also what came before somebody listened, and of much only the beginning', async () => {
	const stderr = new Sink();
	const stray = createStrayOutput(new Sink(), stderr);
	const told: string[] = [];
	stray.hold();
	stderr.write('early\n\n  line\r\n');
	await turn();
	const stop = stray.onText(text => {
		told.push(text);
	});
	await turn();
	expect(told).toEqual(['early · line']);
	for (let index = 0; index < 1000; index++) {
		stderr.write('x'.repeat(1000));
	}

	await turn();
	expect(told[1]).toBe(`${'x'.repeat(400)}…`);
	stop();
	stray.release();
	expect(stderr.text).toMatch(/… 950,\d{3} more characters\n$/v);
});

test('what is written to a stderr that is no terminal passes', () => {
	const stderr = new Sink(false);
	const stray = createStrayOutput(new Sink(), stderr);
	stray.hold();
	stderr.write('a log\n');
	expect(stderr.text).toBe('a log\n');
});

test('who waits for the end of a write is called', async () => {
	const stderr = new Sink();
	const stray = createStrayOutput(new Sink(), stderr);
	stray.hold();
	const {promise, resolve} = Promise.withResolvers<unknown>();
	stderr.write('text', resolve);
	await promise;
});
