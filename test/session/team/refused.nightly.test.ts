import {expect, test} from 'vitest';
import {runAll} from '../../helpers/postgres.ts';
import {list} from '../../operations/harness.ts';
import {bulk, inputOf, setUp, signal} from './members.ts';

test('a required board that is lost between the journal and the publishing leaves nothing pending of what was not sent', async () => {
	const {sandbox, member, before, setDown} = await setUp();
	const anna = member('anna', 'ci-7', {isRequired: true});
	const of = await anna.listed('1');
	before.set('publish', async () => setDown(true));
	const inputs = ['a', 'b'].map(userId => inputOf(of, {userId}));
	const journal = await anna.journal();
	const {profileKey} = anna.session;
	expect(await anna.session.operations.bulkCreate(inputs, {...bulk(), canRepeat: false})).toMatchObject({
		kind: 'impossible',
		cause: 'board',
		reason: expect.stringMatching(/^Nothing was sent\. .* It is required/v) as string,
	});
	expect(journal.unfinishedBatches(profileKey)).toStrictEqual([]);
	const [batch] = journal.changes({profile: profileKey, limit: 1});
	expect(journal.itemIds(batch!.batch!.id).map(id => journal.get(id))).toMatchObject(
		Array.from(inputs, () => ({state: 'rolled-back', detail: "Not sent: the team's board did not take it."})),
	);

	await setDown(false);
	before.set('publish', async () => setDown(true));
	expect(await anna.session.operations.replace(of, inputOf(of, {name: 'Annas'}), {signal})).toMatchObject({
		kind: 'impossible',
		cause: 'board',
		reason: expect.stringMatching(/^Nothing was sent\. /v) as string,
	});
	await anna.list();
	await expect.poll(() => journal.unfinished(profileKey)).toStrictEqual([]);
	expect(journal.changes({profile: profileKey, limit: 1})).toMatchObject([{kind: 'replace', state: 'failed'}]);
	expect(await list(sandbox)).toHaveLength(1);
});

test('a board that a newer chainbell made refuses every change with the version that is needed, also where it is not required', async () => {
	const {sandbox, member, url} = await setUp(1, {isOwn: true});
	const anna = member('anna', 'ci-7');
	const of = await anna.listed('1');
	await runAll(url, ["UPDATE chainbell.board SET version = 2, program = '0.9.0'"]);
	const needed = /^Nothing was sent\. The team's board \(.*\) needs chainbell 0\.9\.0 or later: update chainbell\.$/v;
	expect(await anna.session.operations.delete(of, signal)).toStrictEqual({
		kind: 'impossible',
		cause: 'board',
		reason: expect.stringMatching(needed) as string,
	});
	expect(anna.session.team!.get()).toMatchObject({
		state: 'refused',
		problem: expect.stringContaining('needs chainbell 0.9.0') as string,
	});
	const team = await anna.session.team!.open();
	await team.update();
	expect(anna.notices, 'the refusal has said it').toStrictEqual([]);
	expect(await list(sandbox)).toHaveLength(1);
});
