import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {startApp, temporaryFolder} from '../helpers/app.tsx';
import {list} from '../changes/harness.ts';
import {inputOf, setUp, signal} from '../account/team/members.ts';

test('the screens say whether the team is reached, who is changing what, and what a colleague did, which u of the history takes back after a question', async () => {
	const {sandbox, member, configOf} = await setUp(2);
	const {lines, variables} = configOf('carl');
	await using home = await temporaryFolder();
	await writeFile(
		path.join(home.path, 'config.yaml'),
		`profiles:\n  prod:\n    baseUrl: ${sandbox.baseUrl}\n    apiKey: ${sandbox.apiKey}\n${lines}`,
		{mode: 0o600},
	);
	await using app = await startApp({home: home.path, size: '100x24', variables, clock: systemClock});
	await app.waitFor('prod · team');
	const anna = member('anna', 'ci-7');
	const of = await anna.listed('2');
	const hold = sandbox.faults.hold({on: 'create', count: 1});
	const editing = anna.session.operations.replace(of, inputOf(of, {name: 'Annas'}), {signal});
	await hold.arrived;
	await app.waitFor(/^.~2 /mv);
	await app.press('Down');
	await app.waitFor(/2 · ~ anna on ci-7 is changing it, since \d\d:\d\d · Treasury/v);
	await app.press('d');
	await app.waitFor('anna on ci-7 is working on 2. Try again when they have finished.');
	hold.release();
	expect(await editing).toMatchObject({kind: 'done'});
	await app.waitUntilGone(/^.~2 /mv);
	await app.waitFor('Annas');
	await app.press('u');
	await app.waitFor('Nothing to undo');
	await app.press('Escape', 'H');
	await app.waitFor('by anna on ci-7');
	const other = await anna.listed('1');
	expect(await anna.session.operations.delete(other, signal)).toMatchObject({kind: 'done'});
	await app.waitFor(/deleted .*by anna on ci-7/v);
	await app.press('Down');
	await app.press('u');
	await app.waitFor('Undo the change of anna on ci-7: replace 3 on prod');
	await app.press('y');
	await app.waitFor('Undone');
	const names = await list(sandbox);
	expect(names.map(({name}) => name)).toStrictEqual(['Treasury']);
});
