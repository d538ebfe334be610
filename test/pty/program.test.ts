import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {expect, onTestFinished, test} from 'vitest';
import {builtProgram} from '../helpers/terminal-home.ts';
import {startShell} from '../helpers/terminal-shell.ts';
import {modesAtRest, startTerminal} from '../helpers/terminal.ts';
import {withSourcePositions} from '../../scripts/positions.ts';

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

async function temporaryHome(): Promise<string> {
	const home = await mkdtemp(path.join(tmpdir(), 'chainbell-'));
	onTestFinished(async () => rm(home, {recursive: true}));
	return home;
}

/** A home whose config.yaml switches the mouse on. */
async function homeWithMouse(): Promise<string> {
	const home = await temporaryHome();
	await mkdir(path.join(home, 'config/chainbell'), {recursive: true, mode: 0o700});
	await writeFile(path.join(home, 'config/chainbell/config.yaml'), 'mouse: true\n', {mode: 0o600});
	return home;
}

/** The last thing that was written about each mode of the mouse: `h` is on, `l` is off. */
const mouseModes = (bytes: string) =>
	Object.fromEntries(
		bytes.matchAll(/\u{1B}\[\?(?<mode>100\d)(?<state>[hl])/gv).map(({groups}) => [groups!.mode!, groups!.state!]),
	);

test('create, open, delete and quit; the first start uses what the build compiled, and the next one shows the same account', async () => {
	const home = await temporaryHome();
	{
		await using terminal = startTerminal({args: ['--sandbox'], home});
		await terminal.waitFor('12 notifications');
		expect(terminal.screen()).toContain('SANDBOX');
		terminal.press('n');
		await terminal.waitFor(' new notification · ');
		// As one chunk, as a slow link delivers what was typed.
		terminal.write(`user-42\te\tops@example.com\t${address}\t\t\t\t`);
		terminal.press('Big transfers');
		await terminal.waitFor('Big transfers');
		terminal.press('C-s');
		await terminal.waitFor('Create "Big transfers" on SANDBOX');
		await terminal.confirm('C-s');
		await terminal.waitFor('✓ Created 13');
		// The cursor is on what was created.
		terminal.write('gjjjd');
		await terminal.waitFor('y delete');
		expect(terminal.screen()).toContain('#base-alerts');
		await terminal.confirm('y');
		await terminal.waitFor('✓ Deleted 4');
		terminal.press('q');
		expect(await terminal.exit).toEqual({exitCode: 0, signal: undefined});
		expect(terminal.modes).toEqual(modesAtRest);
	}

	const kept = await readdir(path.join(home, 'cache/chainbell/compiled'));
	expect(kept.filter(name => /^(?:ink|main|page|screens)-/v.test(name))).toHaveLength(4);

	await using again = startTerminal({args: ['--sandbox'], home, columns: 120, rows: 40});
	await again.waitFor('12 notifications');
	expect(again.screen()).toContain('Big transfers');
	expect(again.screen()).not.toContain('#base-alerts');
	again.press('G', 'Enter');
	await again.waitFor(address);
	again.press('C-c');
	expect(await again.exit).toEqual({exitCode: 0, signal: undefined});
	expect(again.modes).toEqual(modesAtRest);
});

test.each([
	['SIGTERM', 143],
	['SIGHUP', 129],
	['SIGINT', 130],
] as const)('%s ends the program and restores the terminal', async (signal, exitCode) => {
	await using terminal = startTerminal({args: ['--sandbox'], home: await homeWithMouse()});
	await terminal.waitFor('12 notifications');
	expect(mouseModes(terminal.bytes)).toEqual({1000: 'h', 1006: 'h'});
	terminal.kill(signal);
	expect(await terminal.exit).toMatchObject({exitCode});
	expect(terminal.modes).toEqual(modesAtRest);
	expect(mouseModes(terminal.bytes)).toEqual({1000: 'l', 1006: 'l'});
});

test.each([
	[
		'outside of a view',
		'process.on("SIGUSR2", () => { throw new Error("a bug of the test"); })',
		'Error: a bug of the test',
	],
	// The help screen writes the first letter of `list` as a capital.
	[
		'in a view',
		'const {toUpperCase} = String.prototype; String.prototype.toUpperCase = function () { if (String(this) === "l") throw new TypeError("a bug of the test"); return toUpperCase.call(this); }',
		'TypeError: a bug of the test',
	],
])('a bug %s restores the terminal and prints a crash report', async (where, bug, headline) => {
	await using terminal = startTerminal({
		file: process.execPath,
		args: ['--import', `data:text/javascript,process.on("SIGUSR2", () => {});${bug}`, builtProgram, '--sandbox'],
		columns: 120,
		rows: 40,
		env: {SECRET_OF_THE_TEST: 'value-of-the-environment'},
		home: await homeWithMouse(),
	});
	await terminal.waitFor('12 notifications');
	expect(terminal.modes.mouseTracking).toBe('vt200');
	terminal.kill('SIGUSR2');
	terminal.press('?');
	expect(await terminal.exit).toMatchObject({exitCode: 1});
	expect(terminal.modes).toEqual(modesAtRest);
	expect(mouseModes(terminal.bytes)).toEqual({1000: 'l', 1006: 'l'});
	const report = terminal.screen();
	expect(report).toContain(headline);
	expect(report).toMatch(/^chainbell \d+\.\d+\.\d+, Node \d+\.\d+\.\d+, \w+ \w+, TERM xterm-256color, 120x40$/mv);
	expect(report).toContain('Please report this with the steps that led here.');
	expect(report).not.toContain('/dist/');
	expect(report).not.toContain('value-of-the-environment');
	if (where === 'outside of a view') {
		return;
	}

	const {file, line} =
		/^ {4}at (?<file>source\/tui\/tools\/help\.tsx):(?<line>\d+):\d+$/mv.exec(withSourcePositions(report))?.groups ??
		{};
	const source = await readFile(path.join(import.meta.dirname, '../..', file ?? 'no frame in help.tsx'), 'utf8');
	expect(source.split('\n')[Number(line) - 1]).toContain('upperFirst(title)');
});

test('with mouse: true the terminal reports the mouse while the screens are shown, and a click moves the cursor', async () => {
	await using shell = startShell({home: await homeWithMouse()});
	await shell.waitFor('shell>');
	shell.press('"$PROGRAM" --sandbox', 'Enter');
	await shell.waitFor('12 notifications');
	await shell.waitFor(/^▌ .*treasury@/mv);
	expect(shell.modes.mouseTracking).toBe('vt200');
	const row =
		shell
			.screen()
			.split('\n')
			.findIndex(line => line.includes('#base-alerts')) + 1;
	// In two pieces, as a slow connection brings it.
	shell.write('\u{1B}[<0;1');
	shell.write(`0;${row}M\u{1B}[<0;10;${row}m`);
	await shell.waitFor(/^▌ .*#base-alerts/mv);
	shell.press('C-z');
	await shell.waitFor(/stopped|suspended/iv);
	expect(shell.modes).toEqual(modesAtRest);
	shell.press('fg', 'Enter');
	await shell.waitFor(/^▌ .*#base-alerts/mv);
	expect(shell.modes.mouseTracking).toBe('vt200');
	shell.press('q');
	await shell.waitFor(/shell> *$/v);
	expect(shell.modes).toEqual(modesAtRest);
});

test('the mouse is not reported while the editor has the terminal, nor after the program is ended meanwhile', async () => {
	const home = await homeWithMouse();
	const editor = path.join(home, 'editor.sh');
	await writeFile(editor, 'printf "editing: "; read -r line; printf "%s\\n" "$line" > "$1"\n');
	await using terminal = startTerminal({args: ['--sandbox'], home, env: {EDITOR: `sh ${editor}`}});
	await terminal.waitFor('12 notifications');
	terminal.press('n');
	await terminal.waitFor(' new notification · ');
	expect(terminal.modes.mouseTracking).toBe('vt200');
	terminal.press('C-o');
	await terminal.waitFor('editing:');
	expect(terminal.modes).toEqual(modesAtRest);
	expect(mouseModes(terminal.bytes)).toEqual({1000: 'l', 1006: 'l'});
	terminal.press('Received', 'Enter');
	await terminal.waitFor(/Template +Received/v);
	expect(terminal.modes).toMatchObject({alternateScreen: true, mouseTracking: 'vt200'});
	expect(mouseModes(terminal.bytes)).toEqual({1000: 'h', 1006: 'h'});
	terminal.press('C-o');
	await terminal.waitFor('editing:');
	terminal.kill('SIGTERM');
	expect(await terminal.exit).toMatchObject({exitCode: 143});
	expect(terminal.modes).toEqual(modesAtRest);
	expect(mouseModes(terminal.bytes)).toEqual({1000: 'l', 1006: 'l'});
});

test('resizing updates the layout, down to 40x10; screens on top of each other, which CI in the environment does not disable, bring no warning of Node on the screen', async () => {
	await using terminal = startTerminal({args: ['--sandbox'], env: {CI: 'true'}});
	await terminal.waitFor('12 notifications');
	terminal.resize(40, 10);
	await terminal.waitFor(/^ SANDBOX +12 notifications\n +ID +CHANNEL +RECIPIENT\b/v);
	terminal.press('n');
	await terminal.waitFor(' new notification · ');
	terminal.resize(120, 40);
	await terminal.waitFor('add filter');
	terminal.press('Escape');
	await terminal.waitFor('NETWORK');
	terminal.press('Enter');
	await terminal.waitFor(' Treasury: large transfers · ');
	terminal.press('e');
	await terminal.waitFor('edit notification 1 ·');
	terminal.press('C-g');
	await terminal.waitFor('· help');
	terminal.press('Escape');
	await terminal.waitFor('edit notification 1 ·');
	expect(terminal.bytes).not.toContain('Warning');
});

test('without a terminal it exits with an error', async () => {
	await using terminal = startTerminal({
		file: '/bin/sh',
		args: ['-c', '"$0" "$1" --sandbox </dev/null', process.execPath, builtProgram],
	});
	await terminal.waitFor('needs a terminal');
	expect(await terminal.exit).toMatchObject({exitCode: 2});
});

test.each(['dumb', ''])('in a terminal of the type %j it prints one line and no escape sequence', async TERM => {
	await using terminal = startTerminal({
		file: '/bin/sh',
		args: ['-c', 'TERM="$2" exec "$0" "$1" --sandbox', process.execPath, builtProgram, TERM],
		columns: 200,
	});
	await terminal.waitFor('chainbell needs a terminal that can move the cursor');
	expect(await terminal.exit).toMatchObject({exitCode: 2});
	expect(terminal.bytes).not.toContain('\u{1B}');
	expect(terminal.screen().split('\n')).toHaveLength(1);
});

test('an option that holds escape sequences is printed without them', async () => {
	await using terminal = startTerminal({args: ['--\u{1B}]0;x\u{7}']});
	await terminal.waitFor('Unknown option --␛]0;x␇');
	expect(await terminal.exit).toMatchObject({exitCode: 2});
	expect(terminal.bytes).not.toContain('\u{1B}]');
});
