import {Buffer} from 'node:buffer';
import {readdir, readFile, stat, truncate, utimes, writeFile} from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseJson} from '../../source/platform/json.ts';
import {createElementSplitter} from '../../source/service/listing/element-splitter.ts';
import {readRecord, skippedRecord} from '../../source/service/listing/read-record.ts';
import {createListingCache, type ListingCache} from '../../source/ledger/listing-cache.ts';
import {jsonOf, type ListedRecord, rawOf} from '../../source/notification/notification.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {elementTexts} from '../helpers/element-texts.ts';
import {deepRecord} from '../helpers/hostile-listings.ts';
import {temporaryDirectory} from './ledgers.ts';

const records = (count: number): ListedRecord[] =>
	Array.from({length: count}, (_, index) => readRecord({id: index + 1, notification_name: `n${index} 入金`}, index));

/** A cache in a directory that does not exist yet. */
function setUp() {
	const folder = path.join(temporaryDirectory(), 'state', 'listings');
	return {folder, listings: createListingCache(folder, Date.now)};
}

const save = async (listings: ListingCache, list: readonly ListedRecord[], at = Date.now()) =>
	listings.save('p', {records: list, at});

async function readAll(listings: ListingCache, profile = 'p') {
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

test('a listing is read as it was received: the first records at once, the others in pieces', async () => {
	const {listings} = setUp();
	const odd = [
		...records(5000),
		readRecord(null, 5000),
		readRecord(parseJson('{"id":12345678901234567890,"x":[1.5]}'), 5001),
	];
	expect(listings.open('p')).toBeUndefined();
	expect(await save(listings, odd)).toBe(true);
	const found = await readAll(listings);
	expect(found?.count).toBe(5002);
	expect(found?.first.length).toBeGreaterThanOrEqual(50);
	expect(found?.first.length).toBeLessThan(200);
	expect(idsOf(found!.all)).toEqual(idsOf(odd));
	expect(jsonOf(found!.all.at(-1)!)).toBe('{"id":12345678901234567890,"x":[1.5]}');
	expect(await readAll(listings, 'other')).toBeUndefined();
});

test('only the user can read the file, and no temporary file stays', async () => {
	const {folder: directory, listings} = setUp();
	await save(listings, records(10));
	const names = await readdir(directory);
	expect(names).toEqual([expect.stringMatching(/^[\da-f]{32}\.json$/v)]);
	const [folderStat, fileStat] = await Promise.all([stat(directory), stat(path.join(directory, names[0]!))]);
	expect([folderStat.mode % 0o1000, fileStat.mode % 0o1000]).toEqual([0o700, 0o600]);
});

test('whichever records are saved, they are read as they were received', async () => {
	const {listings} = setUp();
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
	const {folder, listings} = setUp();
	await save(listings, records(2));
	const [name] = await readdir(folder);
	const others = ['.notes', '.deltas', '.json.new', '.json.0a1b.new'].map(end => name!.replace('.json', end));
	await Promise.all(others.map(async other => writeFile(path.join(folder, other), 'id\n[]')));
	await listings.save('another', {records: records(1), at: 0});
	expect(listings.remove('p')).toBe(true);
	expect(listings.remove('p')).toBe(false);
	expect(await readdir(folder)).toHaveLength(1);
	expect(listings.open('another')).toBeDefined();
});

test('a listing that contains the API key is not saved, and the previous one stays', async () => {
	const {folder, listings} = setUp();
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

	const names = await readdir(folder);
	expect(names).toHaveLength(1);
	expect(await readFile(path.join(folder, names[0]!), 'utf8')).not.toContain('canary');
});

test('what a killed process, or an earlier version, has left is removed once it is a minute old', async () => {
	const {folder, listings} = setUp();
	await save(listings, records(2));
	const [name] = await readdir(folder);
	const left = [`${name}.0a1b.new`, name!.replace('.json', '.deltas')].map(other => path.join(folder, other));
	await Promise.all(left.map(async file => writeFile(file, 'half')));
	await save(listings, records(9));
	expect(await readdir(folder)).toHaveLength(3);
	await Promise.all(left.map(async file => utimes(file, 1, 1)));
	await save(listings, records(10));
	expect(await readdir(folder)).toEqual([name]);
	expect(listings.open('p')?.count).toBe(10);
});

test('a listing that cannot be written leaves the one before, and no other file', async () => {
	const {folder, listings} = setUp();
	await save(listings, records(2));
	const broken = {
		...readRecord('text', 0),
		get json(): string {
			throw new Error('It cannot be read.');
		},
	};
	expect(await save(listings, [...records(1000), broken])).toBe(false);
	expect(await readdir(folder)).toHaveLength(1);
	expect(listings.open('p')?.count).toBe(2);
});

test.each([
	['empty', ''],
	['of an earlier version', '{"version":3,"count":1,"id":"00000000-0000-4000-8000-000000000000"}\n[{"id":1}]\n'],
	['of a later version', '{"version":5,"count":1,"id":"00000000-0000-4000-8000-000000000000"}\n[{"id":1}]\n'],
	['not a listing', 'not this'],
])('a file that is %s counts as absent', async (_what, text) => {
	const {folder, listings} = setUp();
	await save(listings, records(1));
	const [name] = await readdir(folder);
	await writeFile(path.join(folder, name!), text);
	expect(listings.open('p')).toBeUndefined();
});

test('a truncated file gives fewer records than its count', async () => {
	const {folder, listings} = setUp();
	await save(listings, records(5000));
	const [name] = await readdir(folder);
	await truncate(path.join(folder, name!), 100_000);
	const found = await readAll(listings);
	expect(found?.count).toBe(5000);
	expect(found?.all.length).toBeGreaterThan(found!.first.length);
	expect(found?.all.length).toBeLessThan(5000);
});

test('a listing ends early if its file is replaced, and never goes on with records of the other', async () => {
	const {folder, listings} = setUp();
	await save(listings, records(5000));
	const found = listings.open('p')!;
	await save(listings, records(7000).slice(2500));
	expect(await readdir(folder)).toHaveLength(1);
	expect(await found.remainingRecords().next()).toEqual({done: true, value: undefined});
});

test.each([String.raw`\u002d`, String.raw`\u002D`, '-'])(
	'an API key in a record that is too deep is found, %s',
	async dash => {
		keepSecret('canary-key-deep');
		const {listings} = setUp();
		const text = deepRecord(6000).replace('Deep', () => `canary${dash}key${dash}deep`);
		const record = skippedRecord({why: 'deep', length: text.length, text}, 0, 1_000_000);
		expect(await save(listings, [record])).toBe(false);
	},
);
