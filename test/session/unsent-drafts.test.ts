import {expect, test} from 'vitest';
import type {Draft} from '../../source/notification/fields.ts';
import {discardSentDrafts, unsentDrafts} from '../../source/session/unsent-drafts.ts';
import type {Journal} from '../../source/ledger/journal/journal.ts';
import {momentAt} from '../helpers/sightings.ts';
import {awaited} from '../operations/context.ts';
import {creation, input, oldOne, open, profile, temporaryFile} from '../ledger/ledgers.ts';
import {spawnLedger} from '../ledger/processes.ts';

const draft: Draft = input;

/** A ledger with a draft of what `send` records in the journal, and one of something else, each saved before and after. The clock counts. */
async function draftsBeside(send: (journal: Journal) => void) {
	let time = 0;
	const {ledger} = open(temporaryFile(), () => time++);
	ledger.drafts.save(profile, {draft, purpose: 'create'});
	ledger.drafts.save(profile, {draft: {...draft, name: 'Another'}, purpose: 'create'});
	send(ledger.journal);
	ledger.drafts.save(profile, {draft, purpose: 'create'});
	const all = awaited(ledger);
	const unsent = unsentDrafts(all, profile).map(({id}) => id);
	await discardSentDrafts(all, profile);
	expect(ledger.drafts.list(profile).map(({id}) => id)).toStrictEqual(unsent);
	return unsent.toReversed();
}

const answered = (journal: Journal, id: number, outcome: 'ok' | 'unknown') => {
	journal.requestAnswered(journal.requestSent(id, {method: 'POST', moment: momentAt(0)}), {outcome, status: 201});
};

test.each<[string, (journal: Journal) => void, readonly number[]]>([
	['nothing', () => undefined, [1, 2, 3]],
	[
		'a create that is done',
		journal => journal.advance(journal.begin(creation).id, {state: 'done', newId: '9'}),
		[2, 3],
	],
	[
		'an edit that is done',
		journal =>
			journal.advance(journal.begin({...creation, kind: 'replace', snapshot: oldOne()}).id, {
				state: 'done',
				newId: '9',
			}),
		[2, 3],
	],
	['a create that failed', journal => journal.advance(journal.begin(creation).id, {state: 'failed'}), [1, 2, 3]],
	[
		'a create of unknown outcome',
		journal => {
			const {id} = journal.begin(creation);
			journal.advance(id, {state: 'creating'});
			answered(journal, id, 'unknown');
		},
		[1, 2, 3],
	],
	[
		'a create that the service confirmed',
		journal => {
			const {id} = journal.begin(creation);
			journal.advance(id, {state: 'creating'});
			answered(journal, id, 'ok');
		},
		[2],
	],
	[
		'an edit that may still be rolled back',
		journal => {
			const {id} = journal.begin({...creation, kind: 'replace', snapshot: oldOne()});
			journal.advance(id, {state: 'creating'});
			answered(journal, id, 'ok');
			journal.advance(id, {state: 'created', newId: '9'});
		},
		[1, 2, 3],
	],
	[
		'a delete of the same content',
		journal =>
			journal.advance(journal.begin({...creation, kind: 'delete', input: undefined, snapshot: oldOne()}).id, {
				state: 'done',
			}),
		[1, 2, 3],
	],
])('the unsent drafts beside %s', async (_name, send, unsent) => {
	expect(await draftsBeside(send)).toStrictEqual(unsent);
});

test('what another process of this home has sent is no unsent draft', async () => {
	const file = temporaryFile();
	const {ledger} = open(file, () => 0);
	ledger.drafts.save(profile, {draft, purpose: 'create'});
	const other = await spawnLedger(file);
	const {id} = (await other.call('journal', 'begin', creation)) as {id: number};
	expect(unsentDrafts(awaited(ledger), profile)).toHaveLength(1);
	await other.call('journal', 'advance', id, {state: 'done', newId: '9'});
	expect(unsentDrafts(awaited(ledger), profile)).toStrictEqual([]);
});
