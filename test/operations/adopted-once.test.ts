import {expect, test} from 'vitest';
import {planBatch} from '../../source/operations/plan.ts';
import {settleBatch} from '../../source/operations/settle-items.ts';
import {judgeCreation} from '../../source/operations/judge-creation.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import type {RequestAnswer} from '../../source/ledger/journal/requests.ts';
import {era, momentAt, recordOf, sightingAt} from '../helpers/sightings.ts';
import {input, oldOne, openNew} from '../ledger/ledgers.ts';
import {items, type BulkHarness} from './bulk/bulk-harness.ts';
import {awaited, createContext} from './context.ts';
import {judgeContext, operationWith, postAt, settlingTime, input as sent} from './evidence-cases.ts';

const upper = {...input, recipient: 'ops@Example.COM'};
const lower = {...input, recipient: 'ops@example.com'};

/** Replacements of 1 and 2 in one batch, whose POSTs had these answers. `settle` judges them by a listing that shows 8. */
async function sentBoth(first: NotificationInput, answers: readonly RequestAnswer[]) {
	const ledger = openNew();
	const {journal} = awaited(ledger);
	const context = {
		...createContext({service: {baseUrl: 'http://127.0.0.1:1/', apiKey: ''}, ledger, settlingTime}),
		elapsed: createMonotonicClock(era, () => 0),
	};
	const batch = (await planBatch(
		{context, journal},
		[first, lower].map((each, index) => ({
			kind: 'replace' as const,
			snapshot: {...oldOne(), id: String(index + 1)},
			input: each,
		})),
	))!;
	for (const [index, {id}] of journal.itemsIn(batch, 'planned', {after: 0, limit: 2}).entries()) {
		const request = await journal.itemSent(id, {method: 'POST', moment: momentAt(0)});
		await journal.itemAnswered(request, {...answers[index]!, moment: momentAt(0)}, {});
	}

	return {
		settle: async (at: number) => settleBatch({context, journal}, batch, sightingAt(at, [recordOf('8', lower)])),
		read: () => items({ledger} as BulkHarness, batch).map(text => text.split(' ').slice(0, 3).join(' ')),
	};
}

const lost = {outcome: 'unknown'} as const;
const named = {outcome: 'ok', target: '8'} as const;

test.each<[string, NotificationInput, readonly RequestAnswer[], readonly string[]]>([
	['two that look alike once rewritten', upper, [lost, lost], ['1 created 8', '2 creating']],
	['two identical ones', lower, [lost, lost], ['1 created 8', '2 creating']],
	['two that were given one ID', lower, [named, named], ['1 created 8', '2 creating']],
])('a notification is adopted by one item only: %s', async (_name, first, answers, expected) => {
	const {settle, read} = await sentBoth(first, answers);
	await settle(settlingTime);
	expect(read().map(text => text.replace(/creating .*/v, 'creating'))).toEqual(expected);
	await settle(settlingTime + 10_000);
	expect(read()[1]).not.toContain('created 8');
});

test('what a response named to another pending operation is not adopted as rewritten', () => {
	const listed = sightingAt(2 * settlingTime, [recordOf('8', {...sent, recipient: 'ops@example.com'})]);
	const operation = operationWith({input: {...sent, recipient: 'ops@Example.COM'}});
	expect(judgeCreation(judgeContext(), operation, [postAt(0)], listed)).toMatchObject({kind: 'certified', id: '8'});
	expect(judgeCreation(judgeContext({namedToAnother: ['8']}), operation, [postAt(0)], listed)).toMatchObject({
		kind: 'pending',
	});
});
