import {expect, test} from 'vitest';
import {createDraftSaver, discardSentDrafts, unsentDrafts} from '../../source/account/drafts.ts';
import {awaitWrites} from '../../source/ledger/awaited-ledger.ts';
import {LedgerBusyError} from '../../source/ledger/ledger-error.ts';
import {emptyDraft, type Draft} from '../../source/notification/fields.ts';
import {
	openNew,
	profile,
	answered,
	awaited,
	created,
	creation,
	deleted,
	deletion,
	edit,
	input,
	make,
	seen,
	sent,
} from '../ledger/ledgers.ts';
import type {Event, NewItem} from '../../source/ledger/item.ts';

const named = (name: string) => ({draft: {...emptyDraft, name}, purpose: 'create'}) as const;

/** A ledger whose draft writes wait until `release` is called, as for another process. */
function setUp() {
	const ledger = openNew();
	const gate = Promise.withResolvers<void>();
	let isBusy = true;
	const busyDrafts = {
		...ledger.drafts,
		save(...parameters: Parameters<typeof ledger.drafts.save>) {
			if (isBusy) {
				throw new LedgerBusyError('Another chainbell is writing to the ledger.');
			}

			return ledger.drafts.save(...parameters);
		},
	};
	const {drafts} = awaitWrites(
		{...ledger, drafts: busyDrafts},
		{sleep: async () => gate.promise, onBusy: () => undefined},
	);
	const names = () => ledger.drafts.list(profile).map(entry => entry.draft.name);
	return {
		saver: createDraftSaver(drafts),
		names,
		release() {
			isBusy = false;
			gate.resolve();
		},
	};
}

test('a draft that is dropped while it is being saved is deleted afterwards, and a later version is saved', async () => {
	const {saver, names, release} = setUp();
	saver.save(profile, named('first'));
	saver.drop();
	expect(saver.hasDraft()).toBe(false);
	release();
	await expect.poll(() => saver.id()).toBeUndefined();
	await expect.poll(names).toStrictEqual([]);
	saver.save(profile, named('second'));
	await expect.poll(names).toStrictEqual(['second']);
	saver.drop();
	await expect.poll(names).toStrictEqual([]);
});

const draft: Draft = input;
const posted = (outcome: 'ok' | 'unknown') => [sent('POST'), answered(outcome)];

test.each<[string, NewItem | undefined, readonly Event[], readonly number[]]>([
	['nothing', undefined, [], [1, 2, 3]],
	['a create that is done', creation, created('9'), [2, 3]],
	[
		'an edit that is done',
		edit('7', input.name),
		[...posted('ok'), seen('created', {newId: '9'}), ...deleted('7')],
		[2, 3],
	],
	['a create that failed', creation, [...posted('unknown'), seen('failed')], [1, 2, 3]],
	['a create of unknown outcome', creation, posted('unknown'), [1, 2, 3]],
	['a create that the service confirmed', creation, posted('ok'), [2]],
	[
		'an edit that may still be rolled back',
		edit('7', input.name),
		[...posted('ok'), seen('created', {newId: '9'})],
		[1, 2, 3],
	],
	['a delete of the same content', deletion('7'), deleted('7'), [1, 2, 3]],
])('the unsent drafts beside %s', async (_name, item, events, unsent) => {
	// The clock counts. A draft of what is sent, and one of something else, are saved before; the former after it, too.
	let time = 0;
	const ledger = openNew(() => time++);
	const {drafts} = ledger;
	drafts.save(profile, {draft, purpose: 'create'});
	drafts.save(profile, {draft: {...draft, name: 'Another'}, purpose: 'create'});
	if (item !== undefined) {
		make(ledger, item, ...events);
	}

	drafts.save(profile, {draft, purpose: 'create'});
	const idsOf = (entries: ReadonlyArray<{readonly id: number}>) => entries.map(({id}) => id).toReversed();
	expect(idsOf(unsentDrafts(awaited(ledger), profile))).toEqual(unsent);
	await discardSentDrafts(awaited(ledger), profile);
	expect(idsOf(drafts.list(profile))).toEqual(unsent);
});
