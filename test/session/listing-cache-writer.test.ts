import {setImmediate as turn} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {readRecord} from '../../source/api/listing/read-record.ts';
import type {ListedRecord} from '../../source/domain/notification.ts';
import {createListingCacheWriter} from '../../source/session/listing-cache-writer.ts';
import {noListingCache} from '../../source/storage/listing-cache.ts';

const listing = (...ids: readonly string[]): ListedRecord[] => ids.map((id, index) => readRecord({id}, index));

/** A writer on a cache that notes what is called. `write` answers a write. */
function setUp(write: (signal: AbortSignal) => Promise<boolean>) {
	const calls: string[] = [];
	const writer = createListingCacheWriter({
		...noListingCache,
		async write(profile, records, signal) {
			calls.push(`write ${profile} ${records.length}`);
			return write(signal);
		},
		async touch(profile, at) {
			calls.push(`touch ${profile} ${at}`);
		},
		async annotate(profile, notes) {
			calls.push(`annotate ${profile} ${notes}`);
		},
	}, 'p');
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
	expect(calls).toEqual(['write p 1']);
	expect(signals[0]!.aborted).toBe(true);

	end.resolve(false);
	expect(await Promise.all([first, second])).toEqual([false, true]);
	expect(calls).toEqual(['write p 1', 'write p 2']);
	expect(signals[1]!.aborted).toBe(false);
});

test('a listing that the cache holds is not written again, only its time', async () => {
	const {calls, writer} = setUp(async () => true);
	writer.setCached(listing('1', '2'));
	expect(await writer.write(listing('1', '2'), 30)).toBe(true);
	expect(calls).toEqual(['touch p 30']);
});

test.each([['one less', ['1']], ['another', ['1', '3']]])('a listing with %s is written, once', async (_name, ids) => {
	const {calls, writer} = setUp(async () => true);
	writer.setCached(listing('1', '2'));
	expect(await writer.write(listing(...ids), 30)).toBe(true);
	expect(await writer.write(listing(...ids), 40)).toBe(true);
	expect(calls).toEqual([`write p ${ids.length}`, 'touch p 40']);
});

test('what could not be written is written again', async () => {
	const {calls, writer} = setUp(async () => false);
	expect(await writer.write(listing('1'), 10)).toBe(false);
	expect(await writer.write(listing('1'), 20)).toBe(false);
	expect(calls).toEqual(['write p 1', 'write p 1']);
});

test('a note is written with the listing that it is about, once, after that', async () => {
	const end = Promise.withResolvers<boolean>();
	const {calls, writer} = setUp(async () => end.promise);
	const [one, two] = [listing('1'), listing('2')];
	const written = writer.write(one, 10);
	writer.annotate(two, 'of another');
	writer.annotate(one, 'of one');
	end.resolve(true);
	await written;
	await writer.close();
	expect(calls).toEqual(['write p 1', 'annotate p of one']);

	writer.annotate(two, 'of two');
	await writer.close();
	expect(calls).toHaveLength(2);
	await writer.write(two, 20);
	expect(calls.slice(2)).toEqual(['write p 1', 'annotate p of two']);
});

test('a note of what could not be written is not written either', async () => {
	const {calls, writer} = setUp(async () => false);
	const one = listing('1');
	writer.annotate(one, 'of one');
	await writer.write(one, 10);
	await writer.close();
	expect(calls).toEqual(['write p 1']);
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
