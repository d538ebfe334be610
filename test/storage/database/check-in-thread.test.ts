import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {openDatabase} from '../../../source/platform/sqlite.ts';
import {isUndamaged} from '../../../source/storage/database/check-in-thread.ts';
import {damage, fill, fillLarge, namesBeside, sql, temporaryFile} from '../ledgers.ts';

test('the thread finds what is damaged, and changes nothing', async () => {
	const file = temporaryFile();
	fillLarge(file);
	expect(await isUndamaged(file)).toBe(true);
	damage(file);
	const [bytes, names] = [readFileSync(file), namesBeside(file)];
	expect(await isUndamaged(file)).toBe(false);
	expect(readFileSync(file).equals(bytes)).toBe(true);
	expect(namesBeside(file)).toEqual(names);
});

test('what has not been written to the file itself yet is checked, too', async () => {
	const file = temporaryFile();
	fill(file);
	const database = openDatabase(file);
	database.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE more (text TEXT) STRICT');
	expect(await isUndamaged(file)).toBe(true);
	database.close();
});

test('what cannot be checked is not called undamaged, and a newer file is left alone', async () => {
	const file = temporaryFile();
	expect(await isUndamaged(file)).toBe(false);
	sql(file, 'PRAGMA user_version = 999; CREATE TABLE newer (id INTEGER) STRICT');
	const names = namesBeside(file);
	expect(await isUndamaged(file)).toBe(false);
	expect(namesBeside(file)).toEqual(names);
	writeFileSync(file, 'no database');
	expect(await isUndamaged(file)).toBe(false);
});
