import {readFileSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {checkedSince, rememberCheck, stateOf} from '../../../source/storage/database/checked-mark.ts';
import {fill, moment, sql, temporaryFile} from '../ledgers.ts';

const day = 86_400_000;

async function checkedFile(): Promise<string> {
	const file = temporaryFile();
	fill(file);
	await rememberCheck(file, {checkedAt: moment, state: stateOf(file)});
	return file;
}

test('a check counts for a day, and not before it was made', async () => {
	const file = await checkedFile();
	expect(checkedSince(file, moment)).toBe(moment);
	expect(checkedSince(file, moment + day - 1)).toBe(moment);
	expect(checkedSince(file, moment + day)).toBeUndefined();
	expect(checkedSince(file, moment - 1)).toBeUndefined();
});

test('after a write it does not count, also one whose time was set back', async () => {
	const written = await checkedFile();
	sql(written, 'CREATE TABLE more (text TEXT) STRICT');
	expect(checkedSince(written, moment)).toBeUndefined();
	const overwritten = await checkedFile();
	const {atimeMs, mtimeMs} = statSync(overwritten);
	writeFileSync(overwritten, readFileSync(overwritten));
	utimesSync(overwritten, atimeMs / 1000, mtimeMs / 1000);
	expect(checkedSince(overwritten, moment)).toBeUndefined();
});

test('a log beside the file counts as a change', async () => {
	const file = await checkedFile();
	writeFileSync(`${file}-wal`, '');
	expect(checkedSince(file, moment)).toBeUndefined();
});

test('what is not a mark is no check', async () => {
	const file = await checkedFile();
	for (const text of ['', '{', 'null', '[]', '{"checkedAt": "soon"}']) {
		writeFileSync(`${file}-checked.json`, text);
		expect(checkedSince(file, moment)).toBeUndefined();
	}
});
