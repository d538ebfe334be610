import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished, test} from 'vitest';
import {startTerminal} from '../helpers/terminal.ts';

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
