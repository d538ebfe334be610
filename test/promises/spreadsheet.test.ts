import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {address, clock} from '../helpers/command-account.ts';
import {startSmallService} from '../helpers/small-service.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const service = await startSmallService();
const files = await temporaryFolder();
const csv = path.join(files.path, 'customers.csv');

afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await files[Symbol.asyncDispose]();
});

let homes = 0;

beforeEach(() => {
	homes++;
	mkdirSync(path.join(files.path, String(homes)));
	service.records.length = 0;
});

const run = async (...argv: readonly string[]) =>
	runCommand(argv, {
		home: path.join(files.path, String(homes)),
		env: environmentOf(service),
		settlingTime: 5000,
		clock,
	});

const header = ['user', 'channel', 'to', 'network', 'event', 'address'];
const row = ['u', 'EMAIL', 'u@example.com', 'ETH_MAINNET', 'ADDRESS_ACTIVITY', address];

/** A file as Excel writes it. */
const write = (rows: ReadonlyArray<readonly string[]>, {separator = ';', before = ''} = {}) => {
	writeFileSync(csv, `${before}${rows.map(cells => `${cells.join(separator)}\r\n`).join('')}`);
};

const created = expect.stringMatching(
	/^\+ create {2}u {2}EMAIL {2}u@example\.com {2}\(.*, line \d\)\n1 to create; 0 unchanged\.\n$/v,
) as string;

test('empty columns at the end of the header, and cells without text in them or beyond them, say nothing', async () => {
	for (const [head, cells] of [
		[
			['', ''],
			['', ' '],
		],
		[['', ''], []],
		[[], ['', '']],
		[[' '], ['', '', '']],
	] as const) {
		write([[...header, ...head], [...row, ...cells], Array.from({length: 8}, () => '')]);
		expect(await run('import', csv, '--dry-run')).toMatchObject({exitCode: 0, stdout: created});
	}

	write([
		['user', '', ...header.slice(1)],
		['u', '', ...row.slice(1)],
	]);
	expect(await run('import', csv, '--dry-run')).toMatchObject({exitCode: 0, stdout: created});
});

test('a text in a column without a name, or beyond the columns, is a mistake at its place', async () => {
	write([
		[...header, ''],
		[...row, 'x'],
	]);
	expect(await run('import', csv, '--dry-run')).toMatchObject({
		exitCode: 5,
		errors: expect.arrayContaining([
			`${csv}:2:7: the cell has a text, and its column has no name. Name the column in the first row, or empty the cell`,
		]) as string[],
	});
	write([header, [...row, '', 'x']]);
	expect(await run('import', csv, '--dry-run')).toMatchObject({
		exitCode: 5,
		errors: expect.arrayContaining([`${csv}:2:6: the row has 8 cells, and the first row has 6`]) as string[],
	});
	write([header, row.slice(0, -1)]);
	expect(await run('import', csv, '--dry-run')).toMatchObject({
		exitCode: 5,
		errors: expect.arrayContaining([`${csv}:2:5: the row has 5 cells, and the first row has 6`]) as string[],
	});
});

test.each([
	['sep=;\r\n', ';'],
	['\u{FEFF}sep=;\r\n', ';'],
	['"sep=;"\r\n', ';'],
	['SEP=|\n', '|'],
	['sep=\t\n', '\t'],
	['sep=,;;;;;\r\n', ','],
])('a first line %j says what separates cells, and lines keep their numbers', async (before, separator) => {
	write([header, row], {separator, before});
	expect(await run('import', csv, '--dry-run')).toMatchObject({exitCode: 0, stdout: created});
	write([header, row.with(2, 'nobody')], {separator, before});
	expect(await run('import', csv, '--dry-run')).toMatchObject({
		exitCode: 5,
		errors: expect.arrayContaining([
			expect.stringContaining(`${csv}:3:3: delivery_location is not an e-mail address`),
		]) as string[],
	});
});
