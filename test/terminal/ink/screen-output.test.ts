import {PassThrough} from 'node:stream';
import type {WriteStream} from 'node:tty';
import {expect, test} from 'vitest';
import {createScreenOutput} from '../../../source/terminal/ink/screen-output.ts';

const begin = '\u{1B}[?2026h';
const end = '\u{1B}[?2026l';

/** A terminal's stream, and what was written to it, write by write. */
function startStream(): {readonly output: WriteStream; readonly writes: readonly string[]} {
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

test('an update of more than a frame is held no longer than the second write of it', () => {
	const {output, writes} = startStream();
	for (const text of [begin, 'erased', 'a frame', end, 'x']) {
		output.write(text);
	}

	expect(writes).toEqual([`${begin}eraseda frame`, end, 'x']);
});

test('what is held is written before anything that is waited for', async () => {
	const {output, writes} = startStream();
	output.write(begin);
	const {promise, resolve} = Promise.withResolvers<unknown>();
	output.write('', resolve);
	await promise;
	expect(writes).toEqual([begin]);
});
