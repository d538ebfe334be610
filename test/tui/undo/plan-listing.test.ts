import {expect, test} from 'vitest';
import {planListing} from '../../../source/tui/undo/plan-listing.ts';
import {recordOf} from '../../helpers/sightings.ts';

test('only a complete listing of this run, that did not fail, shows what is absent', () => {
	const records = [recordOf('1')];
	const value = {records, complete: true} as const;
	const partial = {records, complete: false, reason: ''} as const;
	expect(planListing({state: 'ready', value, at: 0})).toEqual({records, isComplete: true});
	expect(planListing({state: 'ready', value: partial, at: 0})).toEqual({records, isComplete: false});
	const failure = {kind: 'server', outcome: 'unknown', summary: '', nextStep: ''} as const;
	expect(planListing({state: 'stale', value, at: 0, failure}).isComplete).toBe(false);
	expect(planListing({state: 'remembered', value: partial, at: 0, count: 1}).isComplete).toBe(false);
	expect(planListing({state: 'loading', records})).toEqual({records, isComplete: false});
});
