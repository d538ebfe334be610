import {expect, test} from 'vitest';
import {planListing} from '../../../source/tui/undo/undo-lines.ts';
import {recordOf} from '../../helpers/sightings.ts';

test('only a complete listing of this run, that did not fail and is not older than the last change, shows what is absent', () => {
	const records = [recordOf('1')];
	const value = {records, complete: true} as const;
	const partial = {records, complete: false, reason: ''} as const;
	expect(planListing({listing: {state: 'ready', value, at: 0}})).toEqual({records, isComplete: true});
	expect(planListing({listing: {state: 'ready', value: partial, at: 0}})).toEqual({records, isComplete: false});
	// It does not show yet what was created after it.
	expect(planListing({listing: {state: 'ready', value, at: 0}, isOutdated: true})).toEqual({
		records,
		isComplete: false,
	});
	const failure = {kind: 'server', outcome: 'unknown', summary: '', nextStep: ''} as const;
	expect(planListing({listing: {state: 'stale', value, at: 0, failure}}).isComplete).toBe(false);
	expect(planListing({listing: {state: 'remembered', value: partial, at: 0, count: 1}}).isComplete).toBe(false);
	expect(planListing({listing: {state: 'loading', records}})).toEqual({records, isComplete: false});
});
