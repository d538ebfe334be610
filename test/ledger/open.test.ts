import {chmodSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {emptyDraft} from '../../source/notification/fields.ts';
import {noValues} from '../../source/notification/suggest.ts';
import {inspectLedger} from '../../source/ledger/inspect-ledger.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {
	account,
	creation,
	fill,
	namesBeside,
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
	ledger.changes.begin(account, [creation]);
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

/** The tables of chainbell 0.2.0 that matter here. */
const earlierTables = `
	CREATE TABLE operations (id INTEGER PRIMARY KEY AUTOINCREMENT, profile TEXT NOT NULL, ended_at INTEGER, batch INTEGER) STRICT;
	CREATE TABLE sent (
		profile TEXT NOT NULL,
		id TEXT NOT NULL,
		content TEXT NOT NULL,
		at INTEGER NOT NULL,
		PRIMARY KEY (profile, id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE drafts (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		profile TEXT NOT NULL,
		purpose TEXT NOT NULL,
		origin TEXT,
		draft TEXT NOT NULL,
		at INTEGER NOT NULL
	) STRICT;
	CREATE TABLE learned (
		profile TEXT NOT NULL,
		kind TEXT NOT NULL,
		value TEXT NOT NULL,
		PRIMARY KEY (profile, kind, value)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE views (profile TEXT PRIMARY KEY, view TEXT NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE program (id INTEGER PRIMARY KEY CHECK (id = 1), version TEXT NOT NULL) STRICT;
	INSERT INTO program VALUES (1, '0.2.0');
`;

const view = {query: 'user:42', sort: undefined, group: 'user'} as const;

/** A ledger of chainbell 0.2.0 with one change that has ended, and others. */
function earlierLedger(version: number, pending = '') {
	const file = temporaryFile();
	const row = (...values: readonly string[]) => values.map(value => `'${value}'`).join(', ');
	sql(
		file,
		`
		${earlierTables}
		INSERT INTO sent VALUES (${row(profile, '"9"', '{"template":"kept","topics":["","","",""]}')}, 5);
		INSERT INTO drafts VALUES (3, ${row(profile, 'create', '"7"', JSON.stringify(emptyDraft))}, 6);
		INSERT INTO learned VALUES (${row(profile, 'network', 'BASE_MAINNET')});
		INSERT INTO views VALUES (${row(profile, JSON.stringify(view))});
		INSERT INTO operations (profile, ended_at, batch) VALUES ('p', 2, NULL)${pending};
		PRAGMA user_version = ${version};
	`,
	);
	return file;
}

const aside = 'ledger.sqlite.of-0.2.0-2026-11-20T23-49-00';

test.each([10, 11, 14])(
	'of a ledger of chainbell 0.2.0 (schema %i) whose changes have ended, what else it has is taken over',
	version => {
		const file = earlierLedger(version);
		const before = readFileSync(file);
		expect(inspectLedger(file)).toMatchObject({state: 'usable', isOld: true, unfinished: 0});
		const {ledger, notice} = open(file);
		expect(notice).toBe(
			`${file} is of chainbell 0.2.0. It was renamed to ${aside} and a new one was created: templates, drafts and views were taken over; history and undo start empty.`,
		);
		const {changes, drafts, learned, sent, views, problem} = ledger;
		expect(problem).toBeUndefined();
		expect(sent.get(profile, '9')).toStrictEqual({template: 'kept', topics: ['', '', '', ''], at: 5});
		expect(drafts.list(profile)).toMatchObject([{id: 3, origin: '7', purpose: 'create', at: 6}]);
		expect(learned.read(profile)).toStrictEqual({...noValues, network: ['BASE_MAINNET']});
		expect(views.read(profile)).toEqual(view);
		expect(changes.begin(account, [creation]).id).toBe(1);
		expect(readFileSync(path.join(path.dirname(file), aside)).equals(before)).toBe(true);
		ledger.close();
		const again = open(file);
		expect([again.notice, again.ledger.drafts.list(profile).length]).toEqual([undefined, 1]);
	},
);

test.each([
	[10, ", ('p', NULL, NULL)", 'a pending change'],
	[14, ", ('p', NULL, 4), ('p', NULL, 4), ('p', NULL, NULL)", '2 pending changes'],
])('a ledger of chainbell 0.2.0 (schema %i) with pending changes is left byte for byte', (version, pending, what) => {
	const file = earlierLedger(version, pending);
	// A killed process has left its log.
	const database = openDatabase(file);
	database.exec("INSERT INTO learned VALUES ('p', 'network', 'IN_THE_LOG')");
	const kept = ['', '-wal'].map(suffix => readFileSync(file + suffix));
	database.close();
	for (const [index, suffix] of ['', '-wal'].entries()) {
		writeFileSync(file + suffix, kept[index]!);
	}

	const names = namesBeside(file);
	const {ledger, notice} = open(file);
	expect(notice).toBe(
		`Nothing can be changed: ${file} has ${what} that chainbell 0.2.0 began. It was left as it is. Run recover of that version first: this one cannot read what is pending.`,
	);
	expect(ledger.problem).toMatchObject({cause: 'earlier'});
	expect(() => ledger.changes.begin(account, [creation])).toThrow(what);
	ledger.close();
	expect(namesBeside(file)).toEqual(names);
	expect(['', '-wal'].map((suffix, index) => readFileSync(file + suffix).equals(kept[index]!))).toEqual([true, true]);
	expect(inspectLedger(file)).toMatchObject({state: 'unusable', problem: {cause: 'earlier'}});
});

test('a damaged ledger of chainbell 0.2.0 is renamed, and nothing is taken over', () => {
	const file = earlierLedger(10);
	const bytes = readFileSync(file);
	// The pages after those of the schema and the changes.
	writeFileSync(file, bytes.fill(255, 4096 * 4));
	const {ledger, notice} = open(file);
	expect(notice).toContain('a new one was created: drafts, history and undo start empty.');
	expect(ledger.problem).toBeUndefined();
	expect(ledger.changes.begin(account, [creation]).id).toBe(1);
});

test('opening a ledger of the present version writes nothing', () => {
	const file = temporaryFile();
	fill(file);
	const before = statSync(file, {bigint: true}).mtimeNs;
	const {ledger} = open(file);
	expect(ledger.changes.pending(profile)).toHaveLength(20);
	ledger.close();
	expect(statSync(file, {bigint: true}).mtimeNs).toBe(before);
});
