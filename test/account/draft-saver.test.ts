import {expect, test} from 'vitest';
import {createDraftSaver} from '../../source/account/drafts.ts';
import {awaitWrites} from '../../source/ledger/awaited-ledger.ts';
import {LedgerBusyError} from '../../source/ledger/ledger-error.ts';
import {emptyDraft} from '../../source/notification/fields.ts';
import {openNew, profile} from '../ledger/ledgers.ts';

const draft = (name: string) => ({draft: {...emptyDraft, name}, purpose: 'create'}) as const;

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

test('only the newest version is saved after a wait, in one row', async () => {
	const {saver, names, release} = setUp();
	saver.save(profile, draft('first'));
	saver.save(profile, draft('second'));
	saver.save(profile, draft('third'));
	expect(saver.hasDraft()).toBe(true);
	expect(names()).toStrictEqual([]);
	release();
	await expect.poll(names).toStrictEqual(['third']);
});

test('a draft that is dropped while it is being saved is deleted afterwards, and a later version is saved', async () => {
	const {saver, names, release} = setUp();
	saver.save(profile, draft('first'));
	saver.drop();
	expect(saver.hasDraft()).toBe(false);
	release();
	await expect.poll(() => saver.id()).toBeUndefined();
	await expect.poll(names).toStrictEqual([]);
	saver.save(profile, draft('second'));
	await expect.poll(names).toStrictEqual(['second']);
	saver.drop();
	await expect.poll(names).toStrictEqual([]);
});

test('a draft that is discarded while it is being saved is deleted afterwards', async () => {
	const {saver, names, release} = setUp();
	saver.save(profile, draft('sent meanwhile'));
	saver.discard();
	release();
	await expect.poll(() => saver.hasDraft()).toBe(false);
	expect(names()).toStrictEqual([]);
	saver.save(profile, draft('too late'));
	expect(saver.hasDraft()).toBe(false);
});
