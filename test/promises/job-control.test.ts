import {readFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {lineSettings, startShell} from '../helpers/terminal-shell.ts';
import {modesAtRest, startTerminal, type Terminal} from '../helpers/terminal.ts';

/** The screen from its first row to its last. */
const whole = /^ chainbell[^\n]*12 notifications[\s\S]*\? help[^\n]*$/v;

/** What a shell says when a program was stopped; `clear` before `fg` takes it off the screen. */
const stopped = /stopped|suspended/iv;

/** A shell with job control, at its prompt. */
async function openShell(): Promise<Terminal> {
	const shell = startShell({columns: 120});
	await shell.waitFor('shell>');
	return shell;
}

/** Starts the program from a shell, and returns its process ID. */
async function startFrom(shell: Terminal): Promise<number> {
	shell.press('sh -c \'echo $$ > pid; exec "$PROGRAM" --sandbox\'', 'Enter');
	await shell.waitFor('12 notifications');
	return Number(await readFile(path.join(shell.home, 'pid'), 'utf8'));
}

const widestLine = (terminal: Terminal) =>
	Math.max(
		...terminal
			.screen()
			.split('\n')
			.map(line => line.length),
	);

/** Quits the program, and expects the shell's terminal as it was. */
async function quit(shell: Terminal, settings: string): Promise<void> {
	shell.press('C-c');
	await shell.waitFor(/shell> *$/v);
	expect(shell.modes).toEqual(modesAtRest);
	expect(await lineSettings(shell)).toBe(settings);
}

test('a terminal that was resized while the program was suspended gets rows of its width', async () => {
	await using shell = await openShell();
	const settings = await lineSettings(shell);
	await startFrom(shell);
	shell.press('C-z');
	await shell.waitFor(stopped);
	shell.resize(60, 20);
	shell.press('clear; fg', 'Enter');
	await shell.waitFor(whole);
	expect(widestLine(shell)).toBeLessThanOrEqual(60);
	expect(shell.screen().split('\n')).toHaveLength(19);

	shell.press('C-z');
	await shell.waitFor(stopped);
	shell.resize(120, 24);
	shell.press('clear; fg', 'Enter');
	await shell.waitFor(whole);
	await shell.waitFor(/^[^\n]{100,}$/mv);
	await quit(shell, settings);
});

test('SIGTSTP from outside gives the terminal back to the shell, and fg goes on', async () => {
	await using shell = await openShell();
	const settings = await lineSettings(shell);
	const pid = await startFrom(shell);
	process.kill(pid, 'SIGTSTP');
	await shell.waitFor(stopped);
	expect(shell.modes).toEqual(modesAtRest);
	expect(await lineSettings(shell)).toBe(settings);
	shell.press('clear; fg', 'Enter');
	await shell.waitFor('12 notifications');
	shell.press('j', 'Enter');
	await shell.waitFor('USDC in and out');
	process.kill(pid, 'SIGTSTP');
	await shell.waitFor(stopped);
	expect(shell.modes).toEqual(modesAtRest);
	shell.press('clear; fg', 'Enter');
	await shell.waitFor('USDC in and out');
	await quit(shell, settings);
});

test('after SIGSTOP, which no program can handle, fg draws the whole screen again at its size', async () => {
	await using shell = await openShell();
	const settings = await lineSettings(shell);
	const pid = await startFrom(shell);
	process.kill(pid, 'SIGSTOP');
	await shell.waitFor('shell>');
	shell.resize(80, 20);
	// The terminal is still in raw mode, where enter is no line end, and may have answered the program on the shell's line.
	shell.press('C-j', 'fg', 'C-j');
	await shell.waitUntilGone('shell>');
	await shell.waitFor(/^ chainbell[^\n]{0,70}\n(?:[^\n]{0,80}\n)+[^\n]*\? help[^\n]{0,70}$/v);
	await quit(shell, settings);
});

test('started in the background, or continued there, it leaves the terminal to the shell until fg', async () => {
	await using shell = await openShell();
	const settings = await lineSettings(shell);
	shell.press('"$PROGRAM" --sandbox &', 'Enter');
	// The shell says so before its next prompt.
	await shell.waitFor(/shell> *$/v);
	await untilStopped(shell);
	expect(shell.modes).toEqual(modesAtRest);
	expect(await lineSettings(shell)).toBe(settings);
	shell.press('clear; fg', 'Enter');
	await shell.waitFor('12 notifications');

	shell.press('C-z');
	await shell.waitFor(stopped);
	shell.press('clear; bg', 'Enter');
	await untilStopped(shell);
	expect(shell.modes).toEqual(modesAtRest);
	shell.press('clear; fg', 'Enter');
	await shell.waitFor('12 notifications');
	await quit(shell, settings);
});

/** Asks the shell for its jobs until one is stopped. */
async function untilStopped(shell: Terminal): Promise<void> {
	for (let turn = 1; ; turn++) {
		shell.press(`clear; jobs; echo "asked" ${turn}`, 'Enter');
		const screen = await shell.waitFor(`asked ${turn}`);
		if (stopped.test(screen)) {
			return;
		}
	}
}

test('ctrl+z in a terminal without a shell to go back to draws the screen again', async () => {
	await using terminal = startTerminal({args: ['--sandbox']});
	await terminal.waitFor('12 notifications');
	const before = terminal.bytes.length;
	terminal.press('C-z');
	terminal.press('/usdc');
	await terminal.waitFor(/ of 12/v);
	expect(terminal.bytes.slice(before)).toContain('\u{1B}[?1049h');
});
