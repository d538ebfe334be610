import {expect, test} from 'vitest';
import {planBatch} from '../../../source/operations/plan.ts';
import {settleBatch} from '../../../source/operations/settle-items.ts';
import {createMonotonicClock} from '../../../source/platform/clock.ts';
import {era, momentAt, sightingAt} from '../../helpers/sightings.ts';
import {openNew} from '../../ledger/ledgers.ts';
import {awaited, createContext} from '../context.ts';
import {inputs} from './bulk-harness.ts';

const settlingTime = 60_000;

test.each([
	[0, 20_000],
	[20_000, 0],
])('a listing that is to settle items sent at %i and %i ms waits for the later one', async (...sentAt) => {
	const ledger = openNew();
	const {journal} = awaited(ledger);
	const context = {
		...createContext({service: {baseUrl: 'http://127.0.0.1:1/', apiKey: ''}, ledger, settlingTime}),
		elapsed: createMonotonicClock(era, () => 0),
	};
	const batch = (await planBatch(
		{context, journal},
		Iterator.from(inputs(2)).map(input => ({kind: 'create', input})),
	))!;
	const items = journal.itemsIn(batch, 'planned', {after: 0, limit: 2});
	for (const [index, {id}] of items.entries()) {
		const request = await journal.itemSent(id, {method: 'POST', moment: momentAt(sentAt[index]!)});
		await journal.itemAnswered(request, {outcome: 'unknown', summary: ''}, {});
	}

	expect(await settleBatch({context, journal}, batch, sightingAt(30_000))).toMatchObject({
		wait: settlingTime - 10_000,
	});
	expect(await settleBatch({context, journal}, batch, sightingAt(settlingTime))).toMatchObject({
		wait: 20_000,
	});
	// The other one is missing in the second listing; this one in the first.
	expect(await settleBatch({context, journal}, batch, sightingAt(settlingTime + 20_000))).toMatchObject({
		wait: 2000,
		problem: 'A complete listing does not show it; a second one decides.',
	});
	expect(await settleBatch({context, journal}, batch, sightingAt(settlingTime + 22_000))).toMatchObject({
		wait: undefined,
	});
});
