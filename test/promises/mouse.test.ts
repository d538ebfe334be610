import {Buffer} from 'node:buffer';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {startTerminal, type Terminal} from '../helpers/terminal.ts';

let home: string;

beforeAll(async () => {
	home = await mkdtemp(path.join(tmpdir(), 'chainbell-'));
	await mkdir(path.join(home, 'config/chainbell'), {recursive: true, mode: 0o700});
	await writeFile(path.join(home, 'config/chainbell/config.yaml'), 'mouse: true\n', {mode: 0o600});
});

afterAll(async () => rm(home, {recursive: true, force: true}));

/** What a terminal that does not know SGR reports sends: a byte each for the button, the column and the row (from 1), 32 more. */
const report = (button: number, column: number, row: number) =>
	Buffer.from([0x1b, 0x5b, 0x4d, 32 + button, 32 + column, 32 + row]);

const rowOf = (terminal: Terminal, text: string) =>
	terminal
		.screen()
		.split('\n')
		.findIndex(line => line.includes(text)) + 1;

async function open(columns: number, rows: number): Promise<Terminal> {
	const terminal = startTerminal({args: ['--sandbox'], home, columns, rows});
	await terminal.waitFor('12 notifications');
	await terminal.waitFor(/^▌ .*treasury@/mv);
	return terminal;
}

test('a click of a terminal without SGR reports moves the cursor, and is no key', async () => {
	await using terminal = await open(80, 24);
	const row = rowOf(terminal, '#base-alerts');
	// The bytes of column 68 and of the button are a `d` and a space.
	terminal.write(report(0, 68, row));
	await terminal.waitFor(/^▌ .*#base-alerts/mv);
	// Its release, and a click in two pieces as a slow connection brings it; the wheel.
	terminal.write(report(3, 68, row));
	const other = report(0, 68, rowOf(terminal, 'treasury@'));
	terminal.write(other.subarray(0, 4));
	terminal.write(other.subarray(4));
	await terminal.waitFor(/^▌ .*treasury@/mv);
	terminal.write(report(65, 68, row));
	await terminal.waitFor(/^▌ .*#base-alerts/mv);
	expect(terminal.screen()).not.toMatch(/marked|Delete|does nothing/v);
});

test.each([
	[150, 'no UTF-8'],
	[164, 'the beginning of a character in UTF-8'],
	[200, 'another one'],
])('a click in column %i, whose byte is above 127, moves the cursor', async column => {
	// The preview stands at the right of the list.
	await using terminal = await open(340, 40);
	terminal.write(Buffer.concat([report(0, column, rowOf(terminal, '#base-alerts')), Buffer.from('/é€')]));
	await terminal.waitFor('/ é€');
	terminal.press('Escape');
	await terminal.waitFor(/^▌ .*#base-alerts/mv);
	expect(terminal.screen()).not.toMatch(/marked|Delete/v);
});
