import {setImmediate as turn} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {readRecord} from '../../source/api/listing/read-record.ts';
import type {ListedRecord} from '../../source/domain/notification.ts';
import {createListingCacheWriter} from '../../source/session/listing-cache-writer.ts';
import {noListingCache} from '../../source/storage/listing-cache.ts';

const listing = (...ids: readonly string[]): ListedRecord[] => ids.map((id, index) => readRecord({id}, index));

/** A writer on a cache that notes what is called. `write` answers a save. */
function setUp(write: (signal: AbortSignal) => Promise<boolean>) {
	const calls: string[] = [];
	let versions = 0;
	const writer = createListingCacheWriter(
		{
			...noListingCache,
			async save(profile, {records, at}, known, signal) {
				calls.push(
					`save ${profile} ${records.length} at ${at}${known === undefined ? '' : ` after ${known.version.last}`}`,
				);
				const last = `v${++versions}`;
				return (await write(signal)) ? {records, version: {base: 'v1', last}} : undefined;
			},
		},
		'p',
	);
	return {calls, writer};
}

test('a write cancels the one under way, and begins when that has ended', async () => {
	const signals: AbortSignal[] = [];
	const end = Promise.withResolvers<boolean>();
	const {calls, writer} = setUp(async signal => {
		signals.push(signal);
		return signals.length > 1 || end.promise;
	});
	const first = writer.write(listing('1'), 10);
	await turn();
	const second = writer.write(listing('1', '2'), 20);
	await turn();
	expect(calls).toEqual(['save p 1 at 10']);
	expect(signals[0]!.aborted).toBe(true);

	end.resolve(false);
	expect(await Promise.all([first, second])).toEqual([false, true]);
	expect(calls).toEqual(['save p 1 at 10', 'save p 2 at 20']);
	expect(signals[1]!.aborted).toBe(false);
});

test('each listing is saved after the last one that was', async () => {
	const answers = [true, false, true];
	const {calls, writer} = setUp(async () => answers.shift()!);
	writer.setCached({records: listing('1'), version: {base: 'v0', last: 'v0'}});
	const saved = [];
	for (const at of [10, 20, 30]) {
		saved.push(await writer.write(listing('1', '2'), at));
	}

	expect(saved).toEqual([true, false, true]);
	expect(calls).toEqual(['save p 2 at 10 after v0', 'save p 2 at 20 after v1', 'save p 2 at 30 after v1']);
});

test('closing waits for the write under way', async () => {
	const end = Promise.withResolvers<boolean>();
	const {writer} = setUp(async () => end.promise);
	void writer.write(listing('1'), 10);
	let isClosed = false;
	const closed = (async () => {
		await writer.close();
		isClosed = true;
	})();
	await turn();
	expect(isClosed).toBe(false);
	end.resolve(true);
	await closed;
});
