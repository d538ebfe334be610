import {Buffer} from 'node:buffer';
import {spawnSync} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {expect, onTestFinished, test} from 'vitest';
import {builtProgram} from '../helpers/terminal-home.ts';
import {startTerminal} from '../helpers/terminal.ts';
import {hasTmux} from '../helpers/tmux.ts';

test.skipIf(!hasTmux)(
	'in tmux as it is set up by default, what is copied is in tmux and in the clipboard of the terminal around it, and the notice says so',
	async () => {
		const home = await mkdtemp(path.join(tmpdir(), 'chainbell-'));
		const env = {TMUX_TMPDIR: home};
		const tmux = (...args: readonly string[]) =>
			spawnSync('tmux', ['-L', 'copy', ...args], {env: {...process.env, ...env}, encoding: 'utf8'}).stdout;
		onTestFinished(async () => {
			tmux('kill-server');
			await rm(home, {recursive: true, force: true, maxRetries: 3});
		});

		const program = [process.execPath, builtProgram, '--sandbox'].map(part => `'${part}'`).join(' ');
		await using terminal = startTerminal({
			file: 'tmux',
			args: ['-u', '-L', 'copy', '-f', '/dev/null', 'new-session', program],
			home,
			env,
			columns: 120,
		});
		await terminal.waitFor('12 notifications');
		expect(tmux('show', '-sv', 'set-clipboard').trim()).toBe('external');
		terminal.press('y');
		await terminal.waitFor('enter copy');
		terminal.press('u');
		await terminal.waitFor(
			'Copied the user to a buffer of tmux, which sends it to the clipboard of your terminal if that allows it.',
		);
		expect(tmux('show-buffer')).toBe('ops-1');
		expect(terminal.bytes).toMatch(new RegExp(`\\u{1B}\\]52;[a-z]*;${Buffer.from('ops-1').toString('base64')}`, 'v'));
		terminal.press('q');
		await terminal.exit;
	},
);
