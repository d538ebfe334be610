import {expect, test} from 'vitest';
import type {ChangeContext} from '../../source/changes/context.ts';
import {noRules} from '../../source/query/rules.ts';
import type {Failure} from '../../source/service/failure.ts';
import {createAccountChanges, type ChangeAccount} from '../../source/account/account-changes.ts';
import {noChanges, type AccountListing, type ListingState} from '../../source/account/listing-state.ts';
import {recordOf} from '../helpers/looks.ts';
import {awaited, created, creation, make, openNew, profile} from '../ledger/ledgers.ts';

/** The changes of an account whose only one created 8, as what is listed shows it. */
function changesWith(listing: ListingState, isOutdated = false) {
	const ledger = openNew();
	make(ledger, creation, ...created('8'));
	const state: AccountListing = {
		listing,
		shown: [],
		progress: undefined,
		changes: noChanges,
		watch: undefined,
		isOutdated,
	};
	return createAccountChanges({
		profileKey: profile,
		connection: {baseUrl: 'http://127.0.0.1:1', apiKey: 'key-for-tests', timeout: 1000},
		readOnly: undefined,
		listing: {get: () => state} as unknown as ChangeAccount['listing'],
		openLedger: async () => awaited(ledger),
		rules: {load: async () => noRules},
		createContext: () => ({}) as ChangeContext,
		held: new Set(),
		onEnd: () => undefined,
	});
}

const records = [recordOf('1')];
const value = {records, complete: true} as const;
const partial = {records, complete: false, reason: ''} as const;
const failure: Failure = {kind: 'server', outcome: 'unknown', summary: '', nextStep: ''};

test('a complete listing of this run shows that what was created is gone, so that there is nothing to undo', async () => {
	const changes = changesWith({state: 'ready', value, at: 0});
	expect(await changes.findUndo()).toBeUndefined();
	expect((await changes.surveyUndo({set: 1})).only).toMatchObject({kind: 'impossible', reason: '8 no longer exists.'});
});

test.each<[string, ListingState, boolean?]>([
	['is partial', {state: 'ready', value: partial, at: 0}],
	['is older than the last change', {state: 'ready', value, at: 0}, true],
	['failed', {state: 'stale', value, at: 0, failure}],
	['is of an earlier run', {state: 'remembered', value: partial, at: 0, count: 1}],
	['is in progress', {state: 'loading', records}],
])('one that %s does not', async (_, listing, isOutdated) => {
	const changes = changesWith(listing, isOutdated);
	expect(await changes.findUndo()).toEqual({set: 1});
	expect((await changes.surveyUndo({set: 1})).only).toMatchObject({
		reason: '8 is not listed, and the listing is not complete. Refresh the list, then try again.',
	});
});
