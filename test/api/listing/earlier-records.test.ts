import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readRecord} from '../../../source/api/listing/read-record.ts';
import {jsonOf, type ListedRecord} from '../../../source/notification/notification.ts';
import {withEarlierRecords} from '../../../source/api/listing/list-notifications.ts';

/** Records of JSON texts that arrived in one piece. */
function listed(...texts: readonly string[]): ListedRecord[] {
	const bytes = Buffer.from(texts.join(','));
	let from = 0;
	return texts.map((text, index) => {
		const to = from + Buffer.byteLength(text);
		const record = readRecord(JSON.parse(text), index, {bytes, from, to});
		from = to + 1;
		return record;
	});
}

async function reuseRecords(before: readonly ListedRecord[], records: readonly ListedRecord[]) {
	const listing = await withEarlierRecords({records, complete: true}, () => before);
	return listing.records;
}

const one = '{"id":1,"notification_name":"one"}';
const two = '{"id":2,"notification_name":"two"}';
const three = '{"id":3,"notification_name":"three"}';

test('a listing that did not change is the earlier array', async () => {
	const before = listed(one, '{"no":"id"}', two);
	expect(await reuseRecords(before, listed(one, '{"no":"id"}', two))).toBe(before);
});

test.each([
	['one is new', [one, two], [one, two, three], [0, 1, undefined]],
	['one is new at the start', [one, two], [three, one, two], [undefined, 0, 1]],
	['one is gone', [one, two, three], [two, three], [1, 2]],
	['the order is another', [one, two, three], [three, two, one], [2, 1, 0]],
	['one was rewritten', [one, two], [one, '{"id":2,"notification_name":"TWO"}'], [0, undefined]],
	['white space is another', [one], ['{"id":1, "notification_name":"one"}'], [undefined]],
	['one became unreadable', [one, two], [one, '{"id":{}}'], [0, undefined]],
	['an unreadable one moved', ['{"a":1}', one], [one, '{"a":1}'], [1, undefined]],
	['there was nothing', [], [one], [undefined]],
	['there is nothing', [one], [], []],
] as const)('%s: the others are those of before', async (_what, before, after, places) => {
	const [earlier, later] = [listed(...before), listed(...after)];
	const reused = await reuseRecords(earlier, later);
	expect(reused).toHaveLength(after.length);
	for (const [index, place] of places.entries()) {
		if (place === undefined) {
			expect(earlier).not.toContain(reused[index]);
		} else {
			expect(reused[index]).toBe(earlier[place]);
		}

		expect(jsonOf(reused[index]!)).toBe(after[index]);
	}
});

test('whatever was added, removed, moved and rewritten, what was received alike is the earlier record', async () => {
	const ids = fc.uniqueArray(fc.integer({min: 0, max: 9}), {maxLength: 8});
	await fc.assert(
		fc.asyncProperty(ids, ids, fc.integer({min: 0, max: 9}), async (some, others, rewritten) => {
			const before = listed(...some.map(id => `{"id":${id}}`));
			const after = listed(...others.map(id => (id === rewritten ? `{"id":${id},"channel":"EMAIL"}` : `{"id":${id}}`)));
			const reused = await reuseRecords(before, after);
			expect(reused.map(record => jsonOf(record))).toEqual(after.map(record => jsonOf(record)));
			for (const [index, id] of others.entries()) {
				const earlier = before[some.indexOf(id)];
				expect(reused[index] === earlier).toBe(earlier !== undefined && id !== rewritten);
			}
		}),
	);
});

test('a new record among many earlier ones does not keep the bytes of the whole listing', async () => {
	const reused = await reuseRecords(listed(one, two), listed(one, two, three));
	const last = reused.at(-1);
	expect(last?.kind === 'notification' && last.source?.bytes.length).toBe(three.length);
});
