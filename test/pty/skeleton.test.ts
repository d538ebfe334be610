import process from 'node:process';
import {expect, test} from 'vitest';
import {modesAtRest, startTerminal} from '../helpers/terminal.ts';
import {hang, whenLoading} from '../helpers/when-loading.ts';

test.each([
	[40, 10],
	[80, 24],
	[120, 40],
])('at %i x %i the first frame has the header and footer where the skeleton had them', async (columns, rows) => {
	await using stopped = startTerminal({file: process.execPath, args: whenLoading('main', hang), columns, rows});
	await stopped.waitFor('help');
	const skeleton = stopped.screen().split('\n');
	expect(stopped.modes).toMatchObject({alternateScreen: true, cursorVisible: false});

	await using terminal = startTerminal({args: ['--sandbox'], columns, rows});
	await terminal.waitFor('SANDBOX');
	await terminal.waitFor('treasury@');
	const frame = terminal.screen().split('\n');
	expect(frame).toHaveLength(skeleton.length);
	// A narrow header begins with the account.
	expect(frame[0]).toMatch(columns < 60 ? /^ SANDBOX/v : /^ chainbell · SANDBOX/v);
	expect(skeleton[0]).toMatch(/^ chainbell · /v);
	expect(frame.at(-1)!.startsWith(skeleton.at(-1)!)).toBe(true);
});

test('the first frame replaces the skeleton in one update, on the same alternate screen', async () => {
	await using terminal = startTerminal();
	await terminal.waitFor('Base URL');
	expect(terminal.bytes).toMatch(
		/^\u{1B}\[\?1049h[^\n]*\u{1B}\[\?2026h\u{1B}\[\?7l\u{1B}\[H\u{1B}\[J[^\n]*chainbell[^\n]*\u{1B}\[\d+H/v,
	);
	expect(terminal.bytes.split('\u{1B}[?1049h')).toHaveLength(2);
	terminal.press('C-c');
	expect(await terminal.exit).toEqual({exitCode: 0, signal: undefined});
	expect(terminal.modes).toEqual(modesAtRest);
});

test.each([
	['an unknown option', ['--sandbox', '--nonsense'], 'Unknown option --nonsense', 2],
	['--help', ['--read-only', '--help'], 'chainbell COMMAND --help', 0],
])('for %s the terminal is restored before anything is printed', async (_what, args, said, exitCode) => {
	await using terminal = startTerminal({args});
	await terminal.waitFor(said);
	expect(await terminal.exit).toMatchObject({exitCode});
	expect(terminal.modes).toEqual(modesAtRest);
	expect(terminal.screen()).toContain(said);
});

test('a bug before the first frame is reported after restoring the terminal', async () => {
	await using terminal = startTerminal({
		file: process.execPath,
		args: whenLoading('screens', 'throw new Error("a bug of the test");'),
	});
	expect(await terminal.exit).toMatchObject({exitCode: 1});
	expect(terminal.modes).toEqual(modesAtRest);
	expect(terminal.screen()).toContain('a bug of the test');
});
