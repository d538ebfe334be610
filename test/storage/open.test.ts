import {chmodSync, mkdirSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {noValues} from '../../source/notification/suggest.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {creation, fill, namesBeside, open, profile, sql, temporaryDirectory, temporaryFile} from './ledgers.ts';

const modeOf = (file: string) => (statSync(file).mode % 0o1000).toString(8);

test('a new file and its directory are accessible to the owner only', () => {
	const file = temporaryFile();
	const {ledger, notice} = open(file);
	ledger.journal.begin(creation);
	expect(notice).toBeUndefined();
	expect(ledger.problem).toBeUndefined();
	expect(modeOf(path.dirname(file))).toBe('700');
	expect(['', '-wal', '-shm'].map(end => modeOf(file + end))).toStrictEqual(['600', '600', '600']);

	ledger.close();
	expect(namesBeside(file)).toStrictEqual(['ledger.sqlite']);
});

test('group and others lose their permissions on an existing file and its directory', () => {
	const file = temporaryFile();
	open(file).ledger.close();
	chmodSync(file, 0o644);
	chmodSync(path.dirname(file), 0o755);
	open(file);
	expect(modeOf(file)).toBe('600');
	expect(modeOf(path.dirname(file))).toBe('700');
});

test('a directory with other files keeps its mode', () => {
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

test('a file of version 1 is migrated with its data', () => {
	const file = temporaryFile();
	sql(
		file,
		`
		CREATE TABLE learned (profile TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (profile, kind, value)) STRICT, WITHOUT ROWID;
		INSERT INTO learned VALUES ('${profile}', 'network', 'BASE_MAINNET'), ('${profile}', 'operator', '~=');
		PRAGMA user_version = 1;
	`,
	);
	const {ledger, notice} = open(file);
	expect(notice).toBeUndefined();
	expect(ledger.learned.read(profile)).toStrictEqual({...noValues, network: ['BASE_MAINNET'], operator: ['~=']});
	expect(ledger.journal.begin(creation).id).toBe(1);
});

test('a ledger can be closed twice', () => {
	const {ledger} = open(temporaryFile());
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

test('an empty file becomes a ledger', () => {
	const file = temporaryFile();
	mkdirSync(path.dirname(file));
	writeFileSync(file, '');
	const {ledger, notice} = open(file);
	expect(notice).toBeUndefined();
	expect(ledger.journal.begin(creation).id).toBe(1);
});
