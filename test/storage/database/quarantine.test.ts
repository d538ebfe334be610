import {existsSync, mkdirSync, readFileSync, statSync, truncateSync, unlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {openDatabase} from '../../../source/system/sqlite.ts';
import {creation, fill, namesBeside, open, profile, sql, temporaryFile} from '../ledgers.ts';

/** Overwrites part of a file. */
function overwrite(file: string, at: number, bytes: Uint8Array): void {
	const content = readFileSync(file);
	content.set(bytes, at);
	writeFileSync(file, content);
}

describe('an unreadable file is renamed and replaced', () => {
	test.each<[string, (file: string) => void, string]>([
		['not a database', file => {
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
		['a missing table', file => {
			sql(file, 'DROP TABLE sent');
		}, 'is damaged'],
		['a missing column', file => {
			sql(file, 'ALTER TABLE drafts DROP COLUMN origin');
		}, 'is damaged'],
		['a database of another program', file => {
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
		}, 'is empty, but its log is not'],
	])('%s', (_name, damage, reason) => {
		const file = temporaryFile();
		fill(file);
		damage(file);
		const isFile = statSync(file).isFile();
		const before = isFile ? readFileSync(file) : undefined;

		const {ledger, notice} = open(file);
		const aside = 'ledger.sqlite.unreadable-2026-11-20T23-49-00';
		expect(notice).toBe(`ledger.sqlite ${reason}. It was renamed to ${aside} and a new one was created: drafts, history and undo start empty.`);
		expect(ledger.isWritable).toBe(true);
		expect(ledger.journal.unfinished(profile)).toStrictEqual([]);
		expect(ledger.journal.begin(creation).id).toBe(1);

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
		expect([aside, `${aside}-wal`, `${aside}-shm`, `${aside}-2`].map(name => readFileSync(name, 'utf8')))
			.toStrictEqual(['first', 'its log', 'its index', 'second']);
	});
});

test('a ledger of a newer version is not renamed while another process has it open', () => {
	const file = temporaryFile();
	sql(file, 'PRAGMA user_version = 99; CREATE TABLE future (x)');
	const newer = openDatabase(file);
	newer.prepare('SELECT * FROM future').all();
	const {ledger, notice} = open(file);
	expect(notice).toBe(`Drafts, history, templates and undo will be lost when chainbell exits: ${file} is in use by a newer chainbell.`);
	expect(ledger.isWritable).toBe(false);
	newer.exec('INSERT INTO future VALUES (1)');
	newer.close();
	expect(existsSync(file)).toBe(true);
	expect(namesBeside(file).filter(name => name.includes('unreadable'))).toStrictEqual([]);
});
