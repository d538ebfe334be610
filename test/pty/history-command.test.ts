import {execFile} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';
import {builtProgram} from '../helpers/terminal-home.ts';
import {startTerminal} from '../helpers/terminal.ts';

test('chainbell history prints and searches the changes made on the screens, as lines and as JSON', async () => {
	const home = await mkdtemp(path.join(tmpdir(), 'chainbell-'));
	onTestFinished(async () => rm(home, {recursive: true}));
	const stateHome = path.join(home, 'state-of-its-own');
	{
		await using terminal = startTerminal({args: ['--sandbox'], home, env: {XDG_STATE_HOME: stateHome}});
		await terminal.waitFor('12 notifications');
		terminal.press('d');
		await terminal.waitFor('y delete');
		await terminal.confirm('y');
		await terminal.waitFor('✓ Deleted 1');
		terminal.press('q');
		await terminal.exit;
	}

	const run = async (...args: string[]) => {
		const {stdout} = await promisify(execFile)(process.execPath, [builtProgram, 'history', ...args], {
			env: {HOME: home, XDG_STATE_HOME: stateHome},
		});
		return stdout;
	};

	expect(await run()).toMatch(/\tsandbox\t\d+\tdelete\tDELETE\t1\t.*\tok\t/v);
	const [entry] = JSON.parse(await run('--json')) as Array<Record<string, unknown>>;
	expect(entry).toMatchObject({kind: 'delete', method: 'DELETE', target: '1', outcome: 'ok', profileName: 'sandbox'});
	expect(JSON.parse(await run('--json', '--search', 'nowhere'))).toEqual([]);
});

test('a draft survives a killed program, and the next start offers it', async () => {
	const home = await mkdtemp(path.join(tmpdir(), 'chainbell-'));
	onTestFinished(async () => rm(home, {recursive: true}));
	{
		await using terminal = startTerminal({args: ['--sandbox'], home});
		await terminal.waitFor('12 notifications');
		terminal.press('n', 'precious', 'Enter');
		await terminal.waitFor('▌ Channel');
		// Once the effect of the next key is on the screen, the draft is saved.
		terminal.press('e');
		await terminal.waitFor('EMAIL');
		terminal.kill('SIGKILL');
		await terminal.exit;
	}

	await using again = startTerminal({args: ['--sandbox'], home});
	await again.waitFor('1 unsent draft');
	again.press('n');
	await again.waitFor('1 draft: alt+d');
	again.press('M-d');
	await again.waitFor('precious');
});
