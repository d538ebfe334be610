import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {inputOf, setUp} from '../account/team/members.ts';
import {list} from '../changes/harness.ts';
import {startApp, temporaryFolder} from '../helpers/app.tsx';

const {signal} = new AbortController();

test('the screens say whether the team is reached, who is changing what, and what a colleague did, which u of the history takes back after a question', async () => {
	const {sandbox, relay, account, member, urlOf} = await setUp(2);
	await using home = await temporaryFolder();
	await writeFile(
		path.join(home.path, 'config.yaml'),
		`profiles:\n  prod:\n    baseUrl: ${sandbox.baseUrl}\n    apiKey: ${sandbox.apiKey}\nteam: {url: {env: TEAM_URL}, account: ${account}}\n`,
		{mode: 0o600},
	);
	const variables = {TEAM_URL: urlOf('carl')};
	await using app = await startApp({home: home.path, size: '100x24', variables, clock: systemClock});
	await app.waitFor('prod · team');
	const anna = await member('anna');
	const [first, second] = await anna.list();
	const hold = sandbox.faults.hold({on: 'create', count: 1});
	const editing = anna.changes.run([{kind: 'replace', of: second!, input: inputOf(second!, {name: 'Annas'})}], {
		signal,
	});
	await hold.arrived;
	await app.waitFor(/^.~2 /mv);
	await app.press('Down');
	await app.waitFor(/2 · ~ anna on \S+ is changing it, since \d\d:\d\d · Treasury/v);
	await app.press('d');
	await app.waitFor(/anna on \S+ is working on 2\. Try again when they have finished\./v);
	hold.release();
	expect(await editing).toMatchObject({kind: 'ended', only: {phase: 'done'}});
	await app.waitUntilGone(/^.~2 /mv);
	await app.waitFor('Annas');
	await app.press('u');
	await app.waitFor('Nothing to undo');
	await app.press('Escape', 'H');
	await app.waitFor('by anna on ');
	expect(await anna.changes.run([{kind: 'delete', of: first!}], {signal})).toMatchObject({kind: 'ended'});
	await app.waitFor(/deleted .*by anna on /v);
	await app.press('Home', 'Down');
	await app.press('u');
	await app.waitFor(/Undo the change of anna on \S+: replace .*ID 3\)? on prod/v);
	await app.press('y');
	await app.waitFor('Undone');
	const names = await list(sandbox);
	expect(names.map(({name}) => name)).toStrictEqual(['Treasury']);
	await app.press('Escape');
	relay.setDown(true);
	await app.waitFor('team offline');
});
