import {expect, test} from 'vitest';
import {afterPost} from '../../source/operations/after-post.ts';
import {findTheirs} from '../../source/operations/theirs.ts';
import type {Operation} from '../../source/storage/journal/operation.ts';
import {recordOf, sightingAt} from '../helpers/sightings.ts';
import {creation, input, oldOne, openNew, profile} from '../storage/ledgers.ts';

const anna = {operator: 'anna', host: 'ci-7'};

test('a POST that a colleague may still send is never sent from here', () => {
	const created: Operation = {
		id: 1,
		profile,
		profileName: 'p',
		kind: 'create',
		state: 'creating',
		startedAt: 0,
		endedAt: undefined,
		knownIds: [],
		detail: undefined,
		input,
		snapshot: undefined,
		newId: undefined,
	};
	const facts = {intent: 'resend', requests: [], sighting: undefined, settlingTime: 60_000} as const;
	expect(afterPost(created, {kind: 'absent'}, facts)).toMatchObject({next: 'send-again'});
	expect(afterPost({...created, by: anna}, {kind: 'absent'}, facts)).toMatchObject({state: 'failed'});
});

test('what a colleague made of the notification that was edited here as well is known from their journal', async () => {
	const [hers, mine] = [openNew(), openNew()];
	const [hersShared, mineShared] = [await hers.team(), await mine.team()];
	hersShared.share(profile, 'payments');
	mineShared.share(profile, 'payments');
	const {id} = hers.journal.begin({
		...creation,
		kind: 'replace',
		snapshot: oldOne('7'),
		input: {...input, name: 'Quite another', recipient: 'x@example.com'},
	});
	hers.journal.advance(id, {state: 'creating'});
	hers.journal.advance(id, {state: 'created', newId: '8'});
	hers.journal.advance(id, {state: 'done'});
	mineShared.receive(
		profile,
		hersShared.outbox(profile, 10).map(change => ({...change, ...anna, age: 0})),
		{era: 'test', at: 1},
	);
	const edit = mine.journal.begin({...creation, kind: 'replace', snapshot: oldOne('7'), input, similarIds: []});
	const sighting = sightingAt(1000, [
		recordOf('8', {...input, name: 'Quite another', recipient: 'x@example.com'}),
		recordOf('9'),
	]);
	const find = await findTheirs({log: mine.journal as never, profile}, [edit], sighting);
	expect(find(edit)?.id).toBe('8');
	const other = await findTheirs({log: mine.journal as never, profile}, [edit], sightingAt(1000, [recordOf('8')]));
	expect(other(edit), 'it says something else by now').toBeUndefined();
});
