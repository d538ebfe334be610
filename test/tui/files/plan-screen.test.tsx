import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {stringify} from 'yaml';
import {startApp, stillClock, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';
import {body} from '../../helpers/command-account.ts';
import {environmentOf, runCommand} from '../../helpers/command.ts';
import {pasted} from '../../helpers/screen.tsx';
import {homeWith} from '../../helpers/two-profiles.ts';

test('a copy says what is lost by the changes that are not left out, and offers the review while there are any', async () => {
	await using production = await temporarySandbox({samples: 0});
	await using staging = await temporarySandbox({samples: 3});
	await using home = await homeWith(production, staging, {open: 'staging'});
	await using app = await startApp({isNew: true, home: home.path, size: '80x24'});
	await app.waitFor('3 notifications');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	await app.press('c');
	await app.waitFor('The copy loses the templates of all 3, if any');
	await app.press(' ');
	expect(await app.waitFor('2 to create; 0 unchanged. 1 left out.')).toContain('the templates of all 2, if any');
	await app.press('Enter');
	expect(await app.waitFor('Apply these 2 changes')).toContain('the templates of all 2, if any');
	await app.press('Escape');
	expect(await app.waitFor('1 left out.')).toContain('enter review');
	await app.press('j', ' ', ' ');
	const none = await app.waitFor('No changes: 0 unchanged. 3 left out.');
	expect(none).not.toMatch(/The copy loses|enter review/v);
	await app.press('Enter');
	await app.waitFor('There is nothing to change.');
});

test('a plan that is made again forgets why the one before was refused; on a read-only profile none is reviewed', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using folder = await temporaryFolder();
	const file = path.join(folder.path, 'alerts.yaml');
	await writeFile(file, stringify({version: 1, notifications: [body('a'), body('b')]}));
	const home = path.join(folder.path, 'home');
	await mkdir(home);
	let now = stillClock.now();
	const clock = {...stillClock, now: () => now};
	await using app = await startApp({service: sandbox, size: '100x24', home, clock});
	await app.waitFor('No notifications yet.');
	await app.press('F', pasted(file), 'Enter');
	await app.waitFor('2 to create');
	await app.press('Enter');
	await app.waitFor('Apply these 2 changes');
	await using other = await temporaryFolder();
	await runCommand(['create', '-f', '-'], {
		home: other.path,
		env: environmentOf(sandbox),
		input: JSON.stringify(body('a')),
	});
	// What was listed for the plan is not recent any more.
	now += 20_000;
	await app.press('2', 'Enter');
	await app.waitFor('Plan again.');
	await app.press('Escape', 'r');
	await app.waitFor('1 to create; 1 unchanged');
	await app.press('Enter');
	expect(await app.waitFor('Apply this change')).not.toContain('Plan again.');
	await using reader = await startApp({service: sandbox, size: '100x24', home, isReadOnly: true});
	await reader.waitFor('1 notification');
	await reader.press('F', pasted(file), 'Enter');
	expect(await reader.waitFor('1 to create')).not.toContain('enter review');
	await reader.press('Enter');
	await reader.waitFor('read-only.');
});

test('all mistakes of a file are told at once, also those of the checks of what could be read', async () => {
	await using folder = await temporaryFolder();
	const file = path.join(folder.path, 'alerts.yaml');
	const wrong = body('a', {channel: 'PAGER'});
	await writeFile(file, stringify({version: 1, scope: 'userr:=a', notifications: [{...wrong, extra: 1}, wrong]}));
	await using app = await startApp({size: '120x30'});
	await app.waitFor('12 notifications');
	await app.press('F', pasted(file), 'Enter');
	const frame = await app.waitFor('mistakes. Nothing was sent.');
	expect(frame.match(/channel/gv)).toHaveLength(2);
	expect(frame).toContain('scope');
});
