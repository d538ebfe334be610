import {expect, test} from 'vitest';
import {afterPost} from '../../source/operations/after-post.ts';
import type {Operation} from '../../source/ledger/journal/operation.ts';
import {input, profile} from '../ledger/ledgers.ts';

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
	expect(afterPost(created, {kind: 'absent'}, facts)).toMatchObject({state: 'planned'});
	expect(afterPost({...created, by: anna}, {kind: 'absent'}, facts)).toMatchObject({state: 'failed'});
});
