import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, unlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {readLearned} from '../../source/ledger/learned.ts';
import {openLedger} from '../../source/ledger/ledger.ts';
import {noValues} from '../../source/notifications/suggest.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {creation, input, open, profile, temporaryDirectory, temporaryFile} from './ledgers.ts';

const modeOf = (file: string) => (statSync(file).mode % 0o1000).toString(8);
const namesBeside = (file: string) => readdirSync(path.dirname(file)).toSorted();

/** Runs SQL on a file that is no ledger, or not yet. */
function sql(file: string, text: string): void {
	mkdirSync(path.dirname(file), {recursive: true});
	const database = openDatabase(file);
	database.exec(text);
	database.close();
}

/** A ledger of several pages, closed. */
function fill(file: string): void {
	const {ledger} = open(file);
	for (let count = 0; count < 20; count++) {
		ledger.journal.begin({...creation, input: {...input, template: 'x'.repeat(2000)}});
	}

	ledger.close();
}

test('the file is for its owner alone, in a directory for its owner alone', () => {
	const file = temporaryFile();
	const {ledger, notice} = open(file);
	ledger.journal.begin(creation);
	expect(notice).toBeUndefined();
	expect(ledger.isWritable).toBe(true);
	expect(modeOf(path.dirname(file))).toBe('700');
	expect(['', '-wal', '-shm'].map(end => modeOf(file + end))).toStrictEqual(['600', '600', '600']);

	ledger.close();
	expect(namesBeside(file)).toStrictEqual(['ledger.sqlite']);
});

test('what others may do with an existing file and its directory is taken from them', () => {
	const file = temporaryFile();
	open(file).ledger.close();
	chmodSync(file, 0o644);
	chmodSync(path.dirname(file), 0o755);
	open(file);
	expect(modeOf(file)).toBe('600');
	expect(modeOf(path.dirname(file))).toBe('700');
});

test('a directory that holds other things too keeps its mode', () => {
	const directory = temporaryDirectory();
	chmodSync(directory, 0o755);
	writeFileSync(path.join(directory, 'notes'), '');
	open(path.join(directory, 'ledger.sqlite'));
	expect(modeOf(directory)).toBe('755');
});

test('every commit is synced, in WAL mode', () => {
	const file = temporaryFile();
	open(file);
	const database = openDatabase(file);
	expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({journal_mode: 'wal'});
	expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({synchronous: 2});
	database.close();
});

test('a file of version 1 keeps what it knows', () => {
	const file = temporaryFile();
	sql(file, `
		CREATE TABLE learned (profile TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (profile, kind, value)) STRICT, WITHOUT ROWID;
		INSERT INTO learned VALUES ('${profile}', 'network', 'BASE_MAINNET'), ('${profile}', 'operator', '~=');
		PRAGMA user_version = 1;
	`);
	const {ledger, notice} = open(file);
	expect(notice).toBeUndefined();
	expect(ledger.learned.read(profile)).toStrictEqual({...noValues, network: ['BASE_MAINNET'], operator: ['~=']});
	expect(ledger.journal.begin(creation).id).toBe(1);
});

test('without options there is only the ledger', () => {
	const ledger = openLedger(temporaryFile());
	expect(readLearned(ledger, profile)).toStrictEqual(noValues);
	ledger.close();
	ledger.close();
});

test('opening a ledger of the present version writes nothing', () => {
	const file = temporaryFile();
	fill(file);
	const before = statSync(file, {bigint: true}).mtimeNs;
	const {ledger} = open(file);
	expect(ledger.journal.unfinished(profile)).toHaveLength(20);
	ledger.close();
	expect(statSync(file, {bigint: true}).mtimeNs).toBe(before);
});

/** Overwrites part of a file. */
function overwrite(file: string, at: number, bytes: Uint8Array): void {
	const content = readFileSync(file);
	content.set(bytes, at);
	writeFileSync(file, content);
}

describe('a file that cannot be used is set aside', () => {
	test.each<[string, (file: string) => void, string]>([
		['no database', file => {
			writeFileSync(file, 'Dear diary\n'.repeat(1000));
		}, 'is not a database'],
		['a few bytes', file => {
			writeFileSync(file, 'x');
		}, 'is not a database'],
		['a broken header', file => {
			overwrite(file, 0, new Uint8Array(100).fill(255));
		}, 'is not a database'],
		['a broken page', file => {
			overwrite(file, statSync(file).size - (4096 * 2), new Uint8Array(4096).fill(255));
		}, 'is damaged'],
		['a broken schema', file => {
			overwrite(file, 120, new Uint8Array(3900).fill(255));
		}, 'is damaged'],
		['truncated by pages', file => {
			truncateSync(file, 4096 * 3);
		}, 'is damaged'],
		['truncated within a page', file => {
			truncateSync(file, (4096 * 3) + 1000);
		}, 'is damaged'],
		['truncated within the first page', file => {
			truncateSync(file, 300);
		}, 'is damaged'],
		['a table gone', file => {
			sql(file, 'DROP TABLE sent');
		}, 'is damaged'],
		['a column gone', file => {
			sql(file, 'ALTER TABLE drafts DROP COLUMN origin');
		}, 'is damaged'],
		['somebody else’s database', file => {
			unlinkSync(file);
			sql(file, 'CREATE TABLE recipes (name TEXT)');
		}, 'is not a ledger'],
		['a newer version', file => {
			sql(file, 'PRAGMA user_version = 99');
		}, 'was written by a newer chainbell (version 99)'],
		['a directory', file => {
			unlinkSync(file);
			mkdirSync(path.join(file, 'deeper'), {recursive: true});
		}, 'is a directory'],
		['a log without its file', file => {
			writeFileSync(`${file}-wal`, readFileSync(file));
			truncateSync(file, 0);
		}, 'has lost all but its log'],
	])('%s', (_name, spoil, fault) => {
		const file = temporaryFile();
		fill(file);
		spoil(file);
		const isFile = statSync(file).isFile();
		const before = isFile ? readFileSync(file) : undefined;

		const {ledger, notice} = open(file);
		const aside = 'ledger.sqlite.set-aside-2026-11-20T23-49-00';
		expect(notice).toBe(`ledger.sqlite ${fault}: it was set aside as ${aside}, and a new one begun.`);
		expect(ledger.isWritable).toBe(true);
		expect(ledger.journal.unfinished(profile)).toStrictEqual([]);
		expect(ledger.journal.begin(creation).id).toBe(1);

		const kept = path.join(path.dirname(file), aside);
		expect(statSync(kept).isFile()).toBe(isFile);
		expect(before === undefined || readFileSync(kept).equals(before)).toBe(true);
		ledger.close();
		expect(open(file).notice).toBeUndefined();
	});

	test('with its log, and again in the same second', () => {
		const file = temporaryFile();
		open(file).ledger.close();
		writeFileSync(file, 'first');
		writeFileSync(`${file}-wal`, 'its log');
		writeFileSync(`${file}-shm`, 'its index');
		open(file).ledger.close();
		writeFileSync(file, 'second');
		expect(open(file).notice).toContain('set-aside-2026-11-20T23-49-00-2,');

		const aside = `${file}.set-aside-2026-11-20T23-49-00`;
		expect([aside, `${aside}-wal`, `${aside}-shm`, `${aside}-2`].map(name => readFileSync(name, 'utf8')))
			.toStrictEqual(['first', 'its log', 'its index', 'second']);
	});
});

test('an empty file becomes a ledger', () => {
	const file = temporaryFile();
	mkdirSync(path.dirname(file));
	writeFileSync(file, '');
	const {ledger, notice} = open(file);
	expect(notice).toBeUndefined();
	expect(ledger.journal.begin(creation).id).toBe(1);
});

test('a newer ledger that is in use stays where it is', () => {
	const file = temporaryFile();
	sql(file, 'PRAGMA user_version = 99; CREATE TABLE future (x)');
	const newer = openDatabase(file);
	newer.prepare('SELECT * FROM future').all();
	const {ledger, notice} = open(file);
	expect(notice).toBe(`Drafts, history, sent templates and undo are not remembered: ${file} is in use by a newer chainbell.`);
	expect(ledger.isWritable).toBe(false);
	newer.exec('INSERT INTO future VALUES (1)');
	newer.close();
	expect(existsSync(file)).toBe(true);
	expect(namesBeside(file).filter(name => name.includes('set-aside'))).toStrictEqual([]);
});
