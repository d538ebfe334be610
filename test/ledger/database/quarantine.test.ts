import {cpSync, mkdirSync, readFileSync, statSync, truncateSync, unlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {openDatabase} from '../../../source/platform/sqlite.ts';
import {schemaVersion} from '../../../source/ledger/schema.ts';
import {LedgerBusyError} from '../../../source/ledger/ledger-error.ts';
import {openLedger} from '../../../source/ledger/ledger.ts';
import {account, creation, fill, moment, namesBeside, open, sql, temporaryFile} from '../ledgers.ts';

describe('an unreadable file is renamed and replaced', () => {
	test.each<[string, (file: string) => void, string]>([
		['not a database', file => writeFileSync(file, 'Dear diary\n'.repeat(1000)), 'is not a database'],
		[
			'a broken page',
			file => writeFileSync(file, readFileSync(file).fill(255, statSync(file).size - 8192, statSync(file).size - 4096)),
			'is damaged',
		],
		['truncated', file => truncateSync(file, 4096 * 3 + 1000), 'is damaged'],
		[
			'a database of another program',
			file => {
				unlinkSync(file);
				sql(file, 'CREATE TABLE recipes (name TEXT)');
			},
			'is not a ledger',
		],
		[
			'a ledger of chainbell 0.1',
			file => cpSync(path.join(import.meta.dirname, '../../fixtures/ledger-0.1.0.sqlite'), file),
			'is of chainbell 0.1, which chainbell 0.2.0 can read',
		],
		[
			'a directory',
			file => {
				unlinkSync(file);
				mkdirSync(path.join(file, 'deeper'), {recursive: true});
			},
			'is a directory',
		],
		[
			'a log without its file',
			file => {
				writeFileSync(`${file}-wal`, readFileSync(file));
				truncateSync(file, 0);
			},
			'is empty, but its log is not',
		],
	])('%s', (_name, damage, reason) => {
		const file = temporaryFile();
		fill(file);
		damage(file);
		const isFile = statSync(file).isFile();
		const before = isFile ? readFileSync(file) : undefined;

		const {ledger, notice} = open(file);
		const aside = 'ledger.sqlite.unreadable-2026-11-20T23-49-00';
		expect(notice).toBe(
			`${file} ${reason}. It was renamed to ${aside} and a new one was created: drafts, history and undo start empty.`,
		);
		expect(ledger.problem).toBeUndefined();
		expect(ledger.changes.begin(account, [creation]).id).toBe(1);

		const kept = path.join(path.dirname(file), aside);
		expect(statSync(kept).isFile()).toBe(isFile);
		expect(before === undefined || readFileSync(kept).equals(before)).toBe(true);
		ledger.close();
		expect(open(file).notice).toBeUndefined();
	});

	test('together with its log, and twice in one second', () => {
		const file = temporaryFile();
		open(file).ledger.close();
		writeFileSync(file, 'first');
		writeFileSync(`${file}-wal`, 'its log');
		writeFileSync(`${file}-shm`, 'its index');
		open(file).ledger.close();
		writeFileSync(file, 'second');
		expect(open(file).notice).toContain('unreadable-2026-11-20T23-49-00-2 ');

		const aside = `${file}.unreadable-2026-11-20T23-49-00`;
		expect([aside, `${aside}-wal`, `${aside}-shm`, `${aside}-2`].map(name => readFileSync(name, 'utf8'))).toStrictEqual(
			['first', 'its log', 'its index', 'second'],
		);
	});
});

test.each([
	['names the program that wrote it', "UPDATE program SET version = '9.1.0'", 'chainbell 9.1.0'],
	['of which the program is not known', 'DROP TABLE program', 'a newer chainbell'],
])('a ledger of a newer version that %s is left as it is, and takes no change', (_name, change, program) => {
	const file = temporaryFile();
	fill(file);
	sql(file, `${change}; PRAGMA user_version = 99`);
	const before = readFileSync(file);
	const names = namesBeside(file);

	const {ledger, notice} = open(file);
	expect(notice).toContain(
		`${file} was written by ${program} (schema 99; this version knows ${schemaVersion}). It was left as it is. Update chainbell`,
	);
	expect(ledger.problem).toMatchObject({cause: 'newer'});
	expect(() => ledger.changes.begin(account, [creation])).toThrow(program);
	ledger.close();
	expect(readFileSync(file).equals(before)).toBe(true);
	expect(namesBeside(file)).toStrictEqual(names);
});

test('a ledger that another process has locked throws, or is read into memory', () => {
	const file = temporaryFile();
	fill(file);
	const other = openDatabase(file);
	other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
	expect(() => openLedger(file, {now: () => moment, busyTimeout: 1, throwsIfLocked: true})).toThrow(LedgerBusyError);
	const {ledger, notice} = openLedger(file, {now: () => moment, busyTimeout: 1});
	expect(notice).toContain('another process has locked');
	expect(ledger.problem).toMatchObject({cause: 'unwritable'});
	ledger.close();
	other.close();
});
