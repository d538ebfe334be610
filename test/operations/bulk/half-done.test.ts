import {describe, expect, test} from 'vitest';
import {newNotificationsToDelete, oldNotificationsToDelete} from '../../../source/operations/half-done.ts';
import {itemsOfBatch} from '../../../source/operations/item-set.ts';
import {planBatch} from '../../../source/operations/plan.ts';
import type {Sighting} from '../../../source/operations/operation-context.ts';
import {createMonotonicClock} from '../../../source/platform/clock.ts';
import {era, momentAt, partially, recordOf, sightingAt} from '../../helpers/sightings.ts';
import {input, oldOne, openNew} from '../../ledger/ledgers.ts';
import {awaited, createContext} from '../context.ts';

const edited = {...input, name: 'Edited'};
const older = recordOf('7', oldOne().input);
const newer = recordOf('8', edited);

/** Milliseconds. */
const settlingTime = 60_000;

/** The moment of the POST of 8. */
const sentAt = 1000;

/** A listing from when nothing that was sent can take effect any more. */
const late = (...records: Parameters<typeof sightingAt>[1] & {}) => sightingAt(sentAt + 2 * settlingTime, records);

/** A listing begun so long after that one that both together prove that something is missing. */
const later = (...records: Parameters<typeof sightingAt>[1] & {}) =>
	sightingAt(sentAt + 2 * settlingTime + 2000, records);

type Setting = {
	/** DELETEs of unknown outcome: what they name, and when they were sent. */
	readonly deletes?: ReadonlyArray<readonly [string, number]>;
};

/** A replacement of 7 that has been created as 8. */
async function start({deletes = []}: Setting = {}) {
	const ledger = openNew();
	const context = {
		...createContext({service: {baseUrl: 'http://127.0.0.1:1/', apiKey: ''}, ledger, settlingTime}),
		elapsed: createMonotonicClock(era, () => 0),
		knownSince: () => momentAt(-Infinity),
	};
	const bulk = {context, journal: awaited(ledger).journal};
	const {journal} = ledger;
	const batch = (await planBatch(bulk, [{kind: 'replace', snapshot: oldOne(), input: edited}]))!;
	const {id} = journal.itemsIn(batch, 'planned', {after: 0, limit: 1})[0]!;
	journal.itemAnswered(
		journal.itemSent(id, {method: 'POST', moment: momentAt(sentAt)}),
		{outcome: 'ok', target: '8', moment: momentAt(sentAt)},
		{},
	);
	for (const [target, at] of deletes) {
		journal.itemAnswered(
			journal.itemSent(id, {method: 'DELETE', target, moment: momentAt(at)}),
			{outcome: 'unknown', moment: momentAt(at)},
			{},
		);
	}

	journal.changeItems([{id, state: 'created', newId: '8'}]);
	return {
		olds: async (sighting: Sighting) =>
			oldNotificationsToDelete({bulk, set: itemsOfBatch(bulk.journal, batch), held: new Set()}, sighting),
		news: async (sighting: Sighting) =>
			newNotificationsToDelete({bulk, set: itemsOfBatch(bulk.journal, batch)}, {intent: 'skip'}, sighting),
		read() {
			const {state, detail} = journal.get(id)!;
			return {state, detail: (detail ?? '').replace(/\d\d:\d\d:\d\d/v, 'TIME')};
		},
	};
}

describe('the old notification of a half-done replacement', () => {
	test('can be deleted while the new one is listed, also if that cannot be read', async () => {
		const {olds, read} = await start();
		expect(await olds(late(older, newer))).toMatchObject([{newId: '8'}]);
		expect(await olds(late(older, {kind: 'unreadable', index: 1, problem: 'no name', raw: {id: '8'}}))).toHaveLength(1);
		expect(read()).toEqual({state: 'created', detail: ''});
	});

	test('is kept where the new one is not listed', async () => {
		const {olds, read} = await start();
		expect(await olds(late(older))).toEqual([]);
		expect(read()).toEqual({state: 'created', detail: '8 was created, but is not listed now, so 7 was kept.'});
	});

	test('is kept while a DELETE of the new one can take effect; one of the old one does not matter', async () => {
		const {olds, read} = await start({
			deletes: [
				['8', 5000],
				['7', 9000],
			],
		});
		expect(await olds(sightingAt(5000 + settlingTime - 1, [older, newer]))).toEqual([]);
		expect(read()).toEqual({
			state: 'created',
			detail: '7 was kept: an earlier DELETE of 8 has no known outcome. chainbell checks every listing until TIME.',
		});
		expect(await olds(sightingAt(5000 + settlingTime, [older, newer]))).toHaveLength(1);
	});
});

describe('the new notification of a half-done replacement', () => {
	test('can be deleted while both are listed', async () => {
		const {news, read} = await start();
		expect(await news(late(older, newer))).toMatchObject({deletes: [{newId: '8', item: {newId: '8'}}], wait: 0});
		expect(read()).toEqual({state: 'created', detail: ''});
	});

	test('is kept where the old one is gone, and while it is not known to be listed', async () => {
		const {news, read} = await start();
		expect(await news(late(newer))).toEqual({deletes: [], wait: 2000});
		expect(read()).toEqual({
			state: 'created',
			detail: '8 was kept, because 7 is not listed. A complete listing does not show it; a second one decides.',
		});
		expect(await news(later(newer))).toEqual({deletes: [], wait: 0});
		expect(read()).toEqual({state: 'created', detail: '8 was kept, because 7 is no longer listed. Finish it instead.'});
		expect(await news(partially(later(newer)))).toEqual({deletes: [], wait: 0});
		expect(read().detail).toBe(
			'8 was kept, because 7 is not listed. The listing is partial. The next complete listing decides.',
		);
	});

	test('is kept while a DELETE of the old one can take effect', async () => {
		const {news, read} = await start({deletes: [['7', 5000]]});
		expect(await news(sightingAt(5000 + settlingTime - 1, [older, newer]))).toEqual({deletes: [], wait: 1});
		expect(read().detail).toBe(
			'8 was kept, because the DELETE of 7 has no known outcome. chainbell checks every listing until TIME.',
		);
		expect(await news(sightingAt(5000 + settlingTime, [older, newer]))).toMatchObject({
			deletes: [{newId: '8'}],
			wait: 0,
		});
	});

	test('that is gone ends the replacement, once that is certain', async () => {
		const {news, read} = await start();
		expect(await news(sightingAt(sentAt + settlingTime - 1, [older]))).toEqual({deletes: [], wait: 1});
		expect(read()).toEqual({
			state: 'created',
			detail: 'Nothing was deleted, because 8 may not be the new one. chainbell checks every listing until TIME.',
		});
		expect(await news(late(older))).toEqual({deletes: [], wait: 2000});
		expect(read().state).toBe('created');
		expect(await news(later(older))).toEqual({deletes: [], wait: 0});
		expect(read()).toEqual({state: 'rolled-back', detail: '8 is no longer listed.'});
	});

	test('is deleted where one listing lacked both by mistake', async () => {
		const {news, read} = await start();
		expect(await news(late())).toEqual({deletes: [], wait: 2000});
		expect(read().state).toBe('created');
		expect(await news(later(older, newer))).toMatchObject({deletes: [{newId: '8'}], wait: 0});
	});

	test('is kept where it says something else: somebody changed it', async () => {
		const {news, read} = await start();
		const changed = recordOf('8', {...edited, name: 'Edited elsewhere'});
		expect(await news(late(older, changed))).toEqual({deletes: [], wait: 2000});
		expect(await news(later(older, changed))).toEqual({deletes: [], wait: 0});
		expect(read()).toEqual({
			state: 'created',
			detail: '8 is listed, but not with the content that was sent, so it was kept.',
		});
	});
});
