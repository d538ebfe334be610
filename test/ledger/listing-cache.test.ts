import {Buffer} from 'node:buffer';
import childProcess from 'node:child_process';
import {readdir, readFile, rm, stat, truncate, utimes, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseJson} from '../../source/platform/json.ts';
import {createElementSplitter} from '../../source/service/listing/element-splitter.ts';
import {readRecord, skippedRecord} from '../../source/service/listing/read-record.ts';
import {createListingCache, type ListingCache} from '../../source/ledger/listing-cache.ts';
import {jsonOf, type ListedRecord, rawOf} from '../../source/notification/notification.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {elementTexts} from '../helpers/element-texts.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {deepRecord, ordinary} from '../helpers/hostile-listings.ts';

const execFile = promisify(childProcess.execFile);

const records = (count: number): ListedRecord[] =>
	Array.from({length: count}, (_, index) => readRecord({id: index + 1, notification_name: `n${index} 入金`}, index));

const save = async (listings: ListingCache, list: readonly ListedRecord[], at = Date.now()): Promise<boolean> =>
	listings.save('p', {records: list, at});

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
	list.map(record => (record.kind === 'notification' ? record.id : rawOf(record)));

const receivedFrom = (bytes: Buffer) => {
	const received: ListedRecord[] = [];
	const splitter = createElementSplitter({
		onElement(element, source) {
			received.push(readRecord(element, received.length, source));
		},
		onSkipped(element) {
			received.push(skippedRecord(element, received.length, 1_000_000));
		},
	});
	splitter.push(bytes);
	return received;
};

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
	expect(jsonOf(found!.all.at(-1)!)).toBe('{"id":12345678901234567890,"x":[1.5]}');
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

test('whichever records are saved, they are read as they were received', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await fc.assert(
		fc.asyncProperty(fc.array(elementTexts, {maxLength: 6}), fc.boolean(), async (texts, isReversed) => {
			const received = receivedFrom(Buffer.from(`[${texts.join(' ,\n')}]`));
			const list = isReversed ? received.toReversed() : received;
			expect(await save(listings, list)).toBe(true);
			const found = await readAll(listings);
			expect(found?.all.map(record => jsonOf(record))).toEqual(list.map(record => jsonOf(record)));
		}),
		{numRuns: 30},
	);
});

test('a listing goes with all its files, also those of earlier versions', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(2));
	const [name] = await readdir(folder.path);
	const others = ['.notes', '.deltas', '.json.new', '.json.0a1b.new'].map(end => name!.replace('.json', end));
	await Promise.all(others.map(async other => writeFile(path.join(folder.path, other), 'id\n[]')));
	await listings.save('another', {records: records(1), at: 0});
	expect(listings.remove('p')).toBe(true);
	expect(listings.remove('p')).toBe(false);
	expect(await readdir(folder.path)).toHaveLength(1);
	expect(listings.open('another')).toBeDefined();
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
	keepSecret('listings/secret');
	for (const key of [
		String.raw`say \u0063anary-of-listings`,
		'listings/secret',
		String.raw`listings\/secret`,
		String.raw`listings\u002fsecret`,
	]) {
		const bytes = Buffer.from(`{"id":9,"notification_name":"${key}"}`);
		expect(await save(listings, [readRecord({id: 9}, 0, {bytes, from: 0, to: bytes.length})])).toBe(false);
	}

	const names = await readdir(folder.path);
	expect(names).toHaveLength(1);
	expect(await readFile(path.join(folder.path, names[0]!), 'utf8')).not.toContain('canary');
});

test('what a killed process, or an earlier version, has left is removed once it is a minute old', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(2));
	const [name] = await readdir(folder.path);
	const left = [`${name}.0a1b.new`, name!.replace('.json', '.deltas')].map(other => path.join(folder.path, other));
	await Promise.all(left.map(async file => writeFile(file, 'half')));
	await save(listings, records(9));
	expect(await readdir(folder.path)).toHaveLength(3);
	await Promise.all(left.map(async file => utimes(file, 1, 1)));
	await save(listings, records(10));
	expect(await readdir(folder.path)).toEqual([name]);
	expect(listings.open('p')?.count).toBe(10);
});

test('a listing that cannot be written leaves the one before, and no other file', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	await save(listings, records(2));
	const broken = {
		...readRecord('text', 0),
		get json(): string {
			throw new Error('It cannot be read.');
		},
	};
	expect(await save(listings, [...records(1000), broken])).toBe(false);
	expect(await readdir(folder.path)).toHaveLength(1);
	expect(listings.open('p')?.count).toBe(2);
});

test.each([
	['empty', ''],
	['of an earlier version', '{"version":3,"count":1,"id":"00000000-0000-4000-8000-000000000000"}\n[{"id":1}]\n'],
	['of a later version', '{"version":5,"count":1,"id":"00000000-0000-4000-8000-000000000000"}\n[{"id":1}]\n'],
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

test('of two writers at once, one of the listings is cached, whole', async () => {
	await using folder = await temporaryFolder();
	const [first, second] = [createListingCache(folder.path, Date.now), createListingCache(folder.path, Date.now)];
	await Promise.all([save(first, records(4000)), save(second, records(3000))]);
	const found = await readAll(first);
	expect([3000, 4000]).toContain(found?.count);
	expect(found?.all).toHaveLength(found!.count);
	expect(await readdir(folder.path)).toHaveLength(1);
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
		// If the file was replaced, reading ends after the first records.
		expect(isReplaced || all.length === found.count).toBe(true);
		expect(isReplaced || nameOf(all.at(0)) === nameOf(all.at(-1))).toBe(true);
		readCount += isReplaced ? 0 : 1;
	} while (!end.signal.aborted);

	const saved = await ended;
	expect(saved.map(({stdout}) => Number(stdout))).toEqual([40, 40]);
	expect(readCount).toBeGreaterThan(0);
	const found = await readAll(cache);
	expect(found?.all.length).toBe(found?.count);
	expect(nameOf(found?.all.at(0))).toBe(nameOf(found?.all.at(-1)));
	expect(await readdir(folder.path)).toEqual([expect.stringMatching(/\.json$/v)]);
});

test('records that are too deep or too large keep their places, and the others are read', async () => {
	await using folder = await temporaryFolder();
	const listings = createListingCache(folder.path, Date.now);
	const read: ListedRecord[] = [];
	const parser = createElementSplitter({
		onElement(element, source) {
			read.push(readRecord(element, read.length, source));
		},
		onSkipped(element) {
			read.push(skippedRecord(element, read.length, 1_000_000));
		},
	});
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
		{kind: 'unreadable', index: 1, json: jsonOf(read[1]!)},
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
		const text = deepRecord(6000).replace('Deep', () => `canary${dash}key${dash}deep`);
		const record = skippedRecord({why: 'deep', length: text.length, text}, 0, 1_000_000);
		expect(await save(listings, [record])).toBe(false);
	},
);
