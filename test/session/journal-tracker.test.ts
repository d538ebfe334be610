import {expect, test} from 'vitest';
import {trackJournal} from '../../source/session/operation-runner.ts';
import type {AwaitedJournal, AwaitedLedger} from '../../source/ledger/awaited-ledger.ts';
import {LedgerError} from '../../source/ledger/ledger-error.ts';
import {momentAt} from '../helpers/sightings.ts';
import {operationWith} from '../operations/evidence-cases.ts';
import {creation} from '../ledger/ledgers.ts';

/** A ledger that notes what is released. What is claimed by another process is not claimed. */
function setUp(isFree: boolean) {
	const released: string[] = [];
	const journal: Partial<AwaitedJournal> = {
		begin: async () => operationWith({id: 1}),
		claim: async () => isFree,
		beginBatch: async () => 3,
		claimBatch: async () => isFree,
		async release(id) {
			released.push(`operation ${id}`);
		},
		async releaseBatch(id) {
			released.push(`batch ${id}`);
		},
	};
	return {released, tracker: trackJournal({journal} as unknown as AwaitedLedger)};
}

test('what was begun or claimed is released, and nothing that another process holds', async () => {
	const {released, tracker} = setUp(true);
	const {
		ledger: {journal},
		releaseAll,
	} = tracker;
	await journal.begin(creation);
	expect(await journal.claim(5)).toBe(true);
	await journal.beginBatch('p');
	expect(await journal.claimBatch(4)).toBe(true);
	await releaseAll();
	expect(released).toEqual(['operation 1', 'operation 5', 'batch 3', 'batch 4']);

	const held = setUp(false);
	expect([await held.tracker.ledger.journal.claim(5), await held.tracker.ledger.journal.claimBatch(4)]).toEqual([
		false,
		false,
	]);
	await held.tracker.releaseAll();
	expect(held.released).toEqual([]);
});

test('a request may have been sent once one is recorded', async () => {
	const ledgerOf = (isLocked: boolean) => {
		const record = async () => (isLocked ? Promise.reject(new LedgerError('It is locked.')) : 1);
		return trackJournal({journal: {requestSent: record, itemSent: record}} as unknown as AwaitedLedger);
	};

	const request = {method: 'POST', moment: momentAt(0)} as const;
	for (const write of ['requestSent', 'itemSent'] as const) {
		const {ledger, mayHaveSent} = ledgerOf(false);
		expect(mayHaveSent()).toBe(false);
		await ledger.journal[write](1, request);
		expect(mayHaveSent()).toBe(true);
		const locked = ledgerOf(true);
		await expect(locked.ledger.journal[write](1, request)).rejects.toThrow('It is locked.');
		expect(locked.mayHaveSent()).toBe(false);
	}
});
