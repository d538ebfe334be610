import {Buffer} from 'node:buffer';
import childProcess from 'node:child_process';
import {readdir, readFile, rm, stat, truncate, utimes, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {parseJson} from '../../source/platform/json.ts';
import {ListingParser} from '../../source/api/listing/listing-parser.ts';
import {readRecord, skippedRecord} from '../../source/api/listing/read-record.ts';
import {createListingCache, type ListingCache} from '../../source/storage/listing-cache.ts';
import type {ListedRecord} from '../../source/domain/notification.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {deepRecord, ordinary} from '../helpers/hostile-listings.ts';

const execFile = promisify(childProcess.execFile);

const records = (count: number): ListedRecord[] =>
	Array.from({length: count}, (_, index) => readRecord({id: index + 1, notification_name: `n${index} 入金`}, index));

const never = new AbortController().signal;

/** Saves a listing without knowing what is cached. Returns whether it was saved. */
const save = async (
	listings: ListingCache,
	list: readonly ListedRecord[],
	{signal = never, at = Date.now()} = {},
): Promise<boolean> => (await listings.save('p', {records: list, at}, undefined, signal)) !== undefined;

async function readAll(
	listings: ListingCache,
	profile = 'p',
): Promise<{first: ListedRecord[]; all: ListedRecord[]; count: number; at: number} | undefined> {
	const found = listings.open(profile);
	if (found === undefined) {
		return undefined;
	}

	const all = [...found.firstRecords];
	for await (const piece of found.remainingRecords()) {
		all.push(...piece);
	}

	return {...found, first: [...found.firstRecords], all};
}

const idsOf = (list: readonly ListedRecord[]) =>
	list.map(record => (record.kind === 'notification' ? record.id : record.raw));

const nameOf = (record: ListedRecord | undefined) => (record?.kind === 'notification' ? record.name : undefined);

test('a listing is read as it was received: the first records at once, the others in pieces', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(path.join(folder.path, 'state', 'listings'), Date.now);
	const odd = [
		...records(5000),
		readRecord(null, 5000),
		readRecord(parseJson('{"id":12345678901234567890,"x":[1.5]}'), 5001),
	];
	expect(listings.open('p')).toBeUndefined();
	expect(await save(listings, odd)).toBe(true);
	const found = await readAll(listings);
	expect(found?.count).toBe(5002);
	expect(found?.first.length).toBeGreaterThan(100);
	expect(found?.first.length).toBeLessThan(3000);
	expect(idsOf(found!.all)).toEqual(idsOf(odd));
	expect(found?.all.at(-1)?.json).toBe('{"id":12345678901234567890,"x":[1.5]}');
	expect(await readAll(listings, 'other')).toBeUndefined();
});

test('only the user can read the file, and no temporary file stays', async () => {
	await using folder = await temporaryFolder();
	const directory = path.join(folder.path, 'listings');
	await save(createListingCache(directory, Date.now), records(10));
	const names = await readdir(directory);
	expect(names).toEqual([expect.stringMatching(/^[\da-f]{32}\.json$/v)]);
	const [folderStat, fileStat] = await Promise.all([stat(directory), stat(path.join(directory, names[0]!))]);
	expect([folderStat.mode % 0o1000, fileStat.mode % 0o1000]).toEqual([0o700, 0o600]);
});

test('a listing that is cached already is not written again, only its time', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(2), {at: 1_600_000_000_000});
	expect(listings.open('p')?.at).toBe(1_600_000_000_000);
	await save(listings, records(2), {at: 1_700_000_000_000});
	expect(listings.open('p')?.at).toBe(1_700_000_000_000);
	expect(await readdir(folder.path)).toHaveLength(1);

	await save(listings, records(3), {at: 1_700_000_060_000});
	expect(listings.open('p')?.at).toBe(1_700_000_060_000);
	await save(listings, records(3), {at: 1_700_000_090_000});
	expect(listings.open('p')).toMatchObject({at: 1_700_000_090_000, count: 3});
});

test('a listing goes with all its files, also the notes of earlier versions', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(2));
	await save(listings, records(3));
	const [base] = (await readdir(folder.path)).filter(name => name.endsWith('.json'));
	await writeFile(path.join(folder.path, base!.replace('.json', '.notes')), 'id\n[]');
	listings.remove('p');
	expect(await readdir(folder.path)).toEqual([]);
});

test('a listing that contains the API key is not saved, and the previous one stays', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(2));
	keepSecret('canary-of-listings');
	expect(
		await save(listings, [...records(2000), readRecord({id: 9, notification_name: 'say canary-of-listings'}, 0)]),
	).toBe(false);
	expect(listings.open('p')?.count).toBe(2);
	const escaped = Buffer.from(String.raw`{"id":9,"notification_name":"say \u0063anary-of-listings"}`);
	expect(await save(listings, [readRecord({id: 9}, 0, {bytes: escaped, from: 0, to: escaped.length})])).toBe(false);
	const names = await readdir(folder.path);
	expect(names).toHaveLength(1);
	expect(await readFile(path.join(folder.path, names[0]!), 'utf8')).not.toContain('canary');
});

test('an aborted write keeps the previous listing, and the file of a killed process is removed', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(2));
	expect(await save(listings, records(9), {signal: AbortSignal.abort()})).toBe(false);
	expect(listings.open('p')?.count).toBe(2);

	const [name] = await readdir(folder.path);
	const unfinished = path.join(folder.path, `${name}.new`);
	await writeFile(unfinished, 'half');
	expect(await save(listings, records(9))).toBe(false);
	await utimes(unfinished, 1, 1);
	expect(await save(listings, records(9))).toBe(true);
	expect(await readdir(folder.path)).toEqual([name!.replace('.json', '.deltas'), name]);
});

test.each([
	['empty', ''],
	['of another version', '{"version":4,"count":1,"id":"00000000-0000-4000-8000-000000000000"}\n[{"id":1}]\n'],
	['not a listing', 'not this'],
])('a file that is %s counts as absent', async (_what, text) => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(1));
	const [name] = await readdir(folder.path);
	await writeFile(path.join(folder.path, name!), text);
	expect(listings.open('p')).toBeUndefined();
});

test('a truncated file gives fewer records than its count', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(5000));
	const [name] = await readdir(folder.path);
	await truncate(path.join(folder.path, name!), 100_000);
	const found = await readAll(listings);
	expect(found?.count).toBe(5000);
	expect(found?.all.length).toBeGreaterThan(found!.first.length);
	expect(found?.all.length).toBeLessThan(5000);
});

test('a listing ends early if its file is deleted', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(5000));
	const found = listings.open('p')!;
	await rm(folder.path, {recursive: true});
	for await (const piece of found.remainingRecords()) {
		expect(piece).toEqual([]);
	}
});

test('a listing ends early if its file is replaced, and never goes on with records of the other', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(5000));
	const found = listings.open('p')!;
	await save(listings, records(7000).slice(2500));
	expect(await readdir(folder.path)).toHaveLength(1);
	expect(await found.remainingRecords().next()).toEqual({done: true, value: undefined});
});

test('of two writers at once, one saves its listing and the other saves nothing', async () => {
	await using folder = await temporaryFolder();
	const [first, second] = [createListingCache(folder.path, Date.now), createListingCache(folder.path, Date.now)];
	const saved = await Promise.all([save(first, records(4000)), save(second, records(3000))]);
	expect(saved).toEqual([true, false]);
	const found = await readAll(first);
	expect([found?.count, found?.all.length]).toEqual([4000, 4000]);
	expect(await readdir(folder.path)).toHaveLength(1);
	expect(await save(second, records(3000))).toBe(true);
	expect(first.open('p')?.count).toBe(3000);
});

test('while two processes write, every listing that is read is complete and from one of them', async () => {
	await using folder = await temporaryFolder();
	const cache = createListingCache(folder.path, Date.now);
	const fixture = fileURLToPath(new URL('../fixtures/run-listing-cache.ts', import.meta.url));
	const end = new AbortController();
	const writers = Promise.all(
		[3000, 4000].map(async count => execFile(process.execPath, [fixture, folder.path, 'p', String(count), '40'])),
	);
	const ended = writers.finally(() => {
		end.abort();
	});
	let readCount = 0;
	do {
		const found = cache.open('p');
		if (found === undefined) {
			await setTimeout(5);
			continue;
		}

		const all = [...found.firstRecords];
		let isReplaced = true;
		for await (const piece of found.remainingRecords()) {
			isReplaced = false;
			all.push(...piece);
		}

		expect([3000, 4000]).toContain(found.count);
		// If the base was replaced, reading ends after the first records.
		expect(isReplaced || all.length === found.count).toBe(true);
		expect(isReplaced || nameOf(all.at(0)) === nameOf(all.at(-1))).toBe(true);
		readCount += isReplaced ? 0 : 1;
	} while (!end.signal.aborted);

	const saved = await ended;
	// One that always found the other writing may have saved nothing.
	expect(Math.max(...saved.map(({stdout}) => Number(stdout)))).toBeGreaterThan(0);
	expect(readCount).toBeGreaterThan(0);
	const found = await readAll(cache);
	expect(found?.all.length).toBe(found?.count);
	expect(nameOf(found?.all.at(0))).toBe(nameOf(found?.all.at(-1)));
	expect(await readdir(folder.path)).toEqual([expect.stringMatching(/\.deltas$/v), expect.stringMatching(/\.json$/v)]);
});

test('records that are too deep or too large keep their places, and the others are read', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	const read: ListedRecord[] = [];
	const parser = new ListingParser(
		(element, source) => {
			read.push(readRecord(element, read.length, source));
		},
		{
			onSkipped(element) {
				read.push(skippedRecord(element, read.length, 1_000_000));
			},
		},
	);
	parser.push(
		Buffer.from(
			`[${ordinary},${deepRecord(6000).replace('Deep', String.raw`\u0044eep`)},"${'x'.repeat(1_100_000)}",{"id":9}]`,
		),
	);
	expect(parser.end().ok).toBe(true);

	expect(await save(listings, read)).toBe(true);
	const found = await readAll(listings);
	expect(found?.all).toMatchObject([
		{id: '1'},
		{kind: 'unreadable', index: 1, json: read[1]!.json},
		{kind: 'unreadable', index: 2},
		{id: '9'},
	]);
});

test.each([String.raw`\u002d`, String.raw`\u002D`, '-'])(
	'an API key in a record that is too deep is found, %s',
	async dash => {
		keepSecret('canary-key-deep');
		await using folder = await temporaryFolder();
		const listings = createListingCache(folder.path, Date.now);
		const bytes = Buffer.from(deepRecord(6000).replace('Deep', () => `canary${dash}key${dash}deep`));
		const record = skippedRecord(
			{why: 'deep', length: bytes.length, source: {bytes, from: 0, to: bytes.length}},
			0,
			1_000_000,
		);
		expect(await save(listings, [record])).toBe(false);
	},
);
