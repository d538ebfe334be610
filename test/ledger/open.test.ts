import {chmodSync, mkdirSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {noValues} from '../../source/notification/suggest.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {earlierTables, earlierVersion} from '../../source/ledger/database/schema.ts';
import {
	creation,
	fill,
	lastDeleted,
	namesBeside,
	oldOne,
	open,
	profile,
	sql,
	temporaryDirectory,
	temporaryFile,
} from './ledgers.ts';

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

test('a ledger of chainbell 0.2.0 is taken over, with what is pending in it', () => {
	const file = temporaryFile();
	const about = JSON.stringify({profileName: 'production', label: 'Treasury', channel: 'EMAIL', recipient: 'o@e.com'});
	const row = (id: string, state: string, end: string) =>
		`('${profile}', 'delete', '${state}', 1, ${end}, '"${id}"', '${about}', '${JSON.stringify({old: oldOne(id)})}', '{"knownIds":[]}', 0)`;
	sql(
		file,
		`
		${earlierTables}
		INSERT INTO program VALUES (1, '0.2.0');
		INSERT INTO learned VALUES ('${profile}', 'network', 'BASE_MAINNET');
		INSERT INTO sent VALUES ('${profile}', '"9"', '{"template":"kept","topics":["","","",""]}', 5);
		INSERT INTO operations (profile, kind, state, started_at, ended_at, old_id, about, body, progress, is_incomplete)
		VALUES ${row('7', 'done', '2')}, ${row('8', 'deleting', 'NULL')};
		INSERT INTO requests (operation, at, method, target, outcome, era, moment) VALUES (1, 1, 'DELETE', '"7"', 'ok', 'era', 1);
		PRAGMA user_version = ${earlierVersion};
	`,
	);
	const {
		ledger: {journal, learned, sent, problem},
		notice,
	} = open(file);
	expect([notice, problem]).toStrictEqual([undefined, undefined]);
	expect(learned.read(profile)).toStrictEqual({...noValues, network: ['BASE_MAINNET']});
	expect(sent.get(profile, '9')).toStrictEqual({template: 'kept', topics: ['', '', '', ''], at: 5});
	expect(journal.unfinished(profile)).toMatchObject([{id: 2, state: 'deleting', snapshot: {id: '8'}}]);
	expect(lastDeleted(journal, profile)?.id).toBe(1);
	expect(journal.history({profile})).toMatchObject([{operation: 1, target: '7'}]);
	expect(journal.begin(creation).id).toBe(3);
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
