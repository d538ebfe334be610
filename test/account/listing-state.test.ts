import {expect, test} from 'vitest';
import type {Failure} from '../../source/service/failure.ts';
import type {Listing} from '../../source/service/listing/list-notifications.ts';
import {withoutFailure, type ListingState} from '../../source/account/listing-state.ts';

test('without its failure a listing is what it was before', () => {
	const failure: Failure = {kind: 'unauthorized', outcome: 'rejected', summary: '', nextStep: ''};
	const value: Listing = {records: [], complete: true};
	const ready: ListingState = {state: 'ready', value, at: 1};
	const remembered: ListingState = {state: 'remembered', value, at: 1, count: 2};
	const loading: ListingState = {state: 'loading', records: []};
	for (const unchanged of [ready, remembered, loading]) {
		expect(withoutFailure(unchanged)).toBe(unchanged);
	}

	expect(withoutFailure({state: 'failed', failure})).toEqual(loading);
	expect(withoutFailure({state: 'stale', value, at: 1, failure})).toEqual(ready);
	expect(withoutFailure({state: 'stale', value, at: 1, count: 2, failure})).toEqual(remembered);
});
