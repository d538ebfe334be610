import {Buffer} from 'node:buffer';
import {rmSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {readdir, readFile, truncate, utimes, writeFile} from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readRecord} from '../../source/api/listing/read-record.ts';
import type {ListedRecord} from '../../source/domain/notification.ts';
import {encodeDelta} from '../../source/storage/append-delta.ts';
import {maxDeltas, type StoredDelta} from '../../source/storage/listing-deltas.ts';
import {findBase, openListing} from '../../source/storage/listing-file.ts';
import type {KnownListing} from '../../source/storage/known-listing.ts';
import {saveListing, savePartialListing} from '../../source/storage/save-listing.ts';
import {range} from '../../source/platform/text.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const never = new AbortController().signal;
const then = 1_700_000_000_000;

const recordOf = (id: number, name = 'n'): ListedRecord => readRecord({id, notification_name: name}, 0);
const records = (count: number) => range(count).map(index => recordOf(index + 1));
const unreadable = (text: string, index: number) => readRecord(text, index);

/** What is cached: each record as JSON, and the index of the unreadable ones. */
function contentOf(list: readonly ListedRecord[]) {
	return list.map(record => (record.kind === 'notification' ? record.json : `${record.index} ${record.json}`));
}

async function read(file: string) {
	const found = openListing(file)!;
	const all = [...found.firstRecords];
	for await (const piece of found.remainingRecords()) {
		all.push(...piece);
	}

	expect(all).toHaveLength(found.count);
	return {at: found.at, first: contentOf(found.firstRecords), content: contentOf(all), version: found.version};
}

/** A folder for a listing, saved by one process or several. */
async function setUp() {
	const folder = await temporaryFolder();
	const file = path.join(folder.path, 'p.json');
	const deltas = path.join(folder.path, 'p.deltas');
	return {
		file,
		deltas,
		folder: folder.path,
		/** Creates a process, which knows what it saved last. */
		writer() {
			let known: KnownListing | undefined;
			return async (list: readonly ListedRecord[], {at = then, signal = never, clock = Date.now()} = {}) => {
				const saved = await saveListing(file, {records: list, at}, {known, signal, now: clock});
				known = saved ?? known;
				return saved?.version;
			};
		},
		/** The ID of the base. */
		base: () => findBase(file)!.id,
		/** The size of the deltas in bytes. */
		size: () => statSync(deltas, {throwIfNoEntry: false})?.size ?? 0,
		[Symbol.asyncDispose]: folder[Symbol.asyncDispose],
	};
}

/** A change of a list: a place in it, from 0 to 1, and what happens there. */
const edits = fc.array(
	fc.tuple(
		fc.double({min: 0, max: 1, noNaN: true}),
		fc.constantFrom('insert', 'remove', 'replace', 'move', 'insert unreadable'),
	),
	{minLength: 1, maxLength: 4},
);

function edited(
	list: readonly ListedRecord[],
	changes: ReadonlyArray<readonly [number, string]>,
	tag: string,
): readonly ListedRecord[] {
	let [after, next] = [[...list], list.length + 100];
	for (const [place, what] of changes) {
		const at = Math.floor(place * after.length);
		const inserted = what === 'insert unreadable' ? unreadable(`${tag} ${next++}`, 0) : recordOf(next++, `${tag} 入金`);
		if (what === 'move' && at < after.length) {
			after = [...after.toSpliced(at, 1), after[at]!];
		} else {
			after.splice(
				at,
				what === 'remove' || what === 'replace' ? 1 : 0,
				...(what === 'remove' || what === 'move' ? [] : [inserted]),
			);
		}
	}

	return after.map((record, index) => (record.kind === 'unreadable' ? {...record, index} : record));
}

test('any changes of a listing are read as they were saved, and without the last one if its write was killed at any byte', async () => {
	await fc.assert(
		fc.asyncProperty(fc.nat(12), fc.array(edits, {minLength: 1, maxLength: 5}), async (count, steps) => {
			await using rig = await setUp();
			const save = rig.writer();
			let before: readonly ListedRecord[] = [];
			let list: readonly ListedRecord[] = records(count);
			await save(list);
			let length = 0;
			for (const [index, changes] of steps.entries()) {
				length = rig.size();
				[before, list] = [list, edited(list, changes, `step ${index}`)];
				expect(await save(list, {at: then + index + 1})).toBeDefined();
				expect(await read(rig.file)).toMatchObject({at: then + index + 1, content: contentOf(list)});
			}

			const seen = new Set<string>();
			// Where the last step changed nothing, nothing was written.
			for (const left of range(rig.size() - length).toReversed()) {
				truncateSync(rig.deltas, length + left);
				const found = openListing(rig.file)!;
				seen.add(JSON.stringify([found.count, found.at, contentOf(found.firstRecords)]));
			}

			expect([...seen]).toEqual(
				seen.size === 0 ? [] : [JSON.stringify([before.length, then + steps.length - 1, contentOf(before)])],
			);
		}),
		{numRuns: 5},
	);
});

test('what a killed write left is written over', async () => {
	await using rig = await setUp();
	const save = rig.writer();
	await save(records(3));
	await save(records(4));
	await save(records(5), {at: then + 10});
	const size = rig.size();
	await truncate(rig.deltas, size - 1);
	expect(await read(rig.file)).toMatchObject({at: then, content: contentOf(records(4))});
	// As a process does that knows of the lost one, and lists the same again.
	await save(records(5), {at: then + 20});
	expect(await read(rig.file)).toMatchObject({at: then + 20, content: contentOf(records(5))});
	expect(rig.size()).toBe(size);
	await writeFile(rig.deltas, 'half', {flag: 'a'});
	await save(records(5), {at: then + 30});
	await save(records(6), {at: then + 40});
	expect(await read(rig.file)).toMatchObject({at: then + 40, content: contentOf(records(6))});
});

test.each<[string, number, (bytes: Buffer, first: number) => string | Buffer]>([
	['of another base', 3, bytes => bytes.toString().replaceAll(/(?<="base":")[\da-f]{8}/gv, '00000000')],
	['of another version', 3, bytes => bytes.toString().replace('{"version":2', '{"version":3')],
	['with a changed byte', 4, bytes => bytes.toString().replace('"id":5', '"id":6')],
	['out of order', 5, (bytes, first) => Buffer.concat([bytes, bytes.subarray(first)])],
])('deltas %s are ignored from there on', async (_what, expected, change) => {
	await using rig = await setUp();
	const save = rig.writer();
	await save(records(3));
	await save(records(4));
	const first = rig.size();
	await save(records(5));
	const base = rig.base();
	await writeFile(rig.deltas, change(await readFile(rig.deltas), first));
	expect(await read(rig.file)).toMatchObject({content: contentOf(records(expected))});
	await save(records(6));
	expect(await read(rig.file)).toMatchObject({content: contentOf(records(6))});
	expect(rig.base()).toBe(base);
});

/** A listing with names of 100 characters, but for these, by index. */
const named = (count: number, changes: ReadonlyMap<number, string> = new Map()) =>
	range(count).map(index => recordOf(index + 1, changes.get(index) ?? 'x'.repeat(100)));

test('one changed, one new and one removed record of 2,000 write less than half a kilobyte each', async () => {
	await using rig = await setUp();
	const save = rig.writer();
	const many = named(2000);
	await save(many);
	const base = rig.base();
	for (const list of [named(2000, new Map([[1500, 'changed']])), [...many, recordOf(9999)], many.toSpliced(1, 1)]) {
		const before = rig.size();
		await save(list);
		expect(rig.size() - before).toBeLessThan(500);
		expect(await read(rig.file)).toMatchObject({content: contentOf(list)});
	}

	expect(rig.base()).toBe(base);
});

test('a base is written anew when its deltas are a tenth of it, or too many, or most has changed', async () => {
	await using rig = await setUp();
	const save = rig.writer();
	const large = (first: string) => [
		recordOf(1, first),
		...range(99).map(index => recordOf(index + 2, 'x'.repeat(10_000))),
	];
	await save(large(''));
	const bases = [rig.base()];
	for (const letter of 'abcdef') {
		await save(large(letter.repeat(30_000)));
		bases.push(rig.base());
		const {content} = await read(rig.file);
		expect(content[0]).toContain(letter.repeat(30_000));
	}

	// Of about a megabyte, three of 30 kB are less than a tenth, and four are not.
	expect(bases.map(base => bases.indexOf(base))).toEqual([0, 0, 0, 0, 4, 4, 4]);
	const base = findBase(rig.file)!;
	const delta: StoredDelta = {id: 'd', at: 0, count: 100, splices: [], records: Buffer.from('')};
	const encodeAfter = (count: number) =>
		encodeDelta({base, stored: {deltas: range(count).map(() => delta), length: 100}, splices: [], count: 100, at: 0});
	expect([encodeAfter(maxDeltas - 1), encodeAfter(maxDeltas)]).toEqual([
		expect.objectContaining({position: 100}),
		undefined,
	]);

	await save(range(1500).map(index => recordOf(index + 1, 'y')));
	expect(rig.base()).not.toBe(base.id);
});

test('a base whose write is killed at any step leaves what was cached, or what is new', async () => {
	await using rig = await setUp();
	const save = rig.writer();
	const [cached, fresh] = [records(6), records(9).slice(5)];
	await save(records(5));
	await save(cached);
	const kept = await Promise.all([rig.file, rig.deltas].map(async file => [file, await readFile(file)] as const));
	await using other = await setUp();
	await other.writer()(fresh);
	const written = await readFile(other.file);
	for (let end = 0; end <= written.length; end += 7) {
		await Promise.all([
			...kept.map(async ([file, bytes]) => writeFile(file, bytes)),
			writeFile(`${rig.file}.new`, written.subarray(0, end)),
		]);
		expect(await read(rig.file)).toMatchObject({content: contentOf(cached)});
	}

	expect(await rig.writer()(fresh)).toBeUndefined();
	await utimes(`${rig.file}.new`, 1, 1);
	expect(await rig.writer()(fresh)).toBeDefined();
	expect(await read(rig.file)).toMatchObject({content: contentOf(fresh)});
	// It was killed behind the renaming: the deltas are those of the base before.
	await writeFile(rig.file, written);
	await writeFile(rig.deltas, kept[1]![1]);
	expect(await read(rig.file)).toMatchObject({content: contentOf(fresh)});
	await save(records(3));
	expect(await read(rig.file)).toMatchObject({content: contentOf(records(3))});
});

test('two processes share base and deltas: each saves behind the other, and knows what that one saved', async () => {
	await using rig = await setUp();
	const [one, two] = [rig.writer(), rig.writer()];
	const listWith = (...names: readonly string[]) => [
		...named(2000),
		...names.map((name, index) => recordOf(9000 + index, name)),
	];
	await one(listWith());
	const base = rig.base();
	const first = await two(listWith('a'));
	const size = rig.size();
	// Both have listed the same: nothing is written for the second.
	expect(await one(listWith('a'))).toEqual(first);
	expect(rig.size()).toBe(size);
	await one(listWith('a', 'b'));
	await two(listWith('a', 'b', 'c'));
	await one(listWith('a'));
	expect(await read(rig.file)).toMatchObject({content: contentOf(listWith('a'))});
	const saved = await Promise.all([one(listWith('d')), two(listWith('e', 'f'))]);
	expect(saved.map(version => version !== undefined)).toEqual([true, false]);
	expect(await read(rig.file)).toMatchObject({content: contentOf(listWith('d'))});
	expect(rig.base()).toBe(base);

	// The other one wrote a base in the meantime: it is read, not written again.
	const all = new Map(range(2000).map(index => [index, 'new base']));
	await one(named(2000, all));
	const next = rig.base();
	await two(named(2000, new Map([...all, [7, 'changed']])));
	expect(next).not.toBe(base);
	expect(rig.base()).toBe(next);
	const {content} = await read(rig.file);
	expect([content[6], content[7]]).toEqual([expect.stringContaining('new base'), expect.stringContaining('changed')]);
});

test('a process that was stopped for so long that another one took its lock replaces nothing, and leaves that lock', async () => {
	await using rig = await setUp();
	await rig.writer()(records(2));
	const lock = `${rig.file}.new`;
	const stopped = {
		...unreadable('text', 0),
		/** Read when it is written: as if the process had been stopped there. */
		get json() {
			rmSync(lock);
			writeFileSync(lock, 'of another process');
			return '"text"';
		},
	};
	expect(await rig.writer()([...range(1500).map(index => recordOf(index + 10)), stopped])).toBeUndefined();
	expect(await readFile(lock, 'utf8')).toBe('of another process');
	expect(await read(rig.file)).toMatchObject({content: contentOf(records(2))});
});

test('a listing of version 2 is read and then replaced, and a program that reads version 2 ignores the new one', async () => {
	await using rig = await setUp();
	const id = '11111111-1111-4111-8111-111111111111';
	await writeFile(rig.file, `{"version":2,"count":2,"id":"${id}"}\n[{"id":1},\n{"id":2}]\n`);
	await utimes(rig.file, then / 1000, then / 1000);
	expect(await read(rig.file)).toMatchObject({
		at: then,
		version: {base: id, last: id},
		content: ['{"id":1}', '{"id":2}'],
	});
	await rig.writer()(records(2));
	await rig.writer()(records(3));
	expect(await read(rig.file)).toMatchObject({content: contentOf(records(3))});
	// The beginning that such a program asks for.
	expect(await readFile(rig.file, 'utf8')).not.toMatch(/^\{"version":2,/v);
	expect(await readdir(rig.folder)).toEqual(['p.deltas', 'p.json']);
});

test('the first records are those of the listing with its changes, also if most of the first ones are gone', async () => {
	await using rig = await setUp();
	const save = rig.writer();
	const many = named(3000);
	await save(many);
	const changed = [recordOf(9001, 'first'), ...many.slice(1, 50), recordOf(9002, 'in between'), ...many.slice(60)];
	await save(changed);
	const {first} = await read(rig.file);
	expect(first).toHaveLength(100);
	expect(first).toEqual(contentOf(changed).slice(0, first.length));

	await save(changed.slice(950));
	const {first: later} = await read(rig.file);
	expect(later).toHaveLength(100);
	expect(later).toEqual(contentOf(changed).slice(950, 950 + later.length));
});

test('a change that contains the API key is not saved', async () => {
	keepSecret('canary-key-of-deltas');
	await using rig = await setUp();
	const save = rig.writer();
	await save(records(3));
	expect(await save([...records(3), recordOf(4, 'canary-key-of-deltas')])).toBeUndefined();
	expect(await readdir(rig.folder)).toEqual(['p.json']);
	await save(records(4));
	expect(statSync(rig.deltas).mode % 0o1000).toBe(0o600);
});

test('the beginning of a listing is kept where there is no complete one and no longer beginning, and never has deltas', async () => {
	keepSecret('canary-key-of-parts');
	await using rig = await setUp();
	const savePart = async (count: number, name = 'part') =>
		savePartialListing(
			rig.file,
			{records: range(count).map(index => recordOf(index + 1, name)), at: then},
			{signal: never, now: Date.now()},
		);
	const look = () => {
		const {isPartial, count, firstRecords} = openListing(rig.file)!;
		return {isPartial, count, name: firstRecords[0]!.json};
	};

	await savePart(0);
	await savePart(3, 'canary-key-of-parts');
	expect(await readdir(rig.folder)).toEqual([]);
	await savePart(3, 'first');
	await savePart(2, 'shorter');
	expect(look()).toEqual({isPartial: true, count: 3, name: expect.stringContaining('first') as string});
	await savePart(3, 'later');
	expect(look()).toMatchObject({isPartial: true, count: 3, name: expect.stringContaining('later') as string});

	const save = rig.writer();
	await save(records(2));
	expect(look()).toMatchObject({isPartial: false, count: 2});
	await savePart(9);
	await save(records(3));
	expect(look()).toMatchObject({isPartial: false, count: 3});
	expect(await read(rig.file)).toMatchObject({content: contentOf(records(3))});
});
