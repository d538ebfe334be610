import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {account, address, body} from '../helpers/command-account.ts';
import type {CommandRun} from '../helpers/command.ts';

/*
What a sign typed for an operator of a filter means, and what a service's own operators look like.
*/

let place: Awaited<ReturnType<typeof account>>;

beforeAll(async () => {
	place = await account();
	return async () => {
		await place[Symbol.asyncDispose]();
	};
});

const one = (user = 'u') => [
	'create',
	'--user',
	user,
	'--channel',
	'email',
	'--to',
	'u@example.com',
	'--address',
	address,
	'--template',
	't',
];

type Body = {
	readonly event_details: {
		readonly filters: ReadonlyArray<{readonly operator: string; readonly value: string; readonly value_type: string}>;
	};
};

const filtersOf = (record: Body) =>
	record.event_details.filters.map(({operator, value, value_type: type}) => [operator, value, type]);

const sent = async (filter: string) => {
	const {exitCode, stdout, stderr} = await place.run([...one(), '--filter', filter, '--dry-run', '--json']);
	return {exitCode, filters: filtersOf(JSON.parse(stdout) as Body), stderr};
};

/** The filters of a notification as they are listed. */
const listed = async (id: string) => {
	const {stdout} = await place.run(['list', '-o', 'jsonl', `id:${id}`]);
	return filtersOf(JSON.parse(stdout) as Body);
};

const shown = async (id: string) => {
	const {lines} = await place.run(['list', '--columns', 'filter', `id:${id}`]);
	return lines;
};

const created = ({lines: [id]}: CommandRun) => id!;

/** Creates a notification with a filter, and returns its ID. */
const create = async (user: string, filter: string) => created(await place.run([...one(user), '--filter', filter]));

test.each(['>', '!=', 'not in', '>=', 'is one of', 'a"b'])(
	'the operator %j in quotes is sent as it is, and shown in quotes',
	async operator => {
		const id = await create('quoted', `value ${JSON.stringify(operator)} 10 int`);
		expect(await listed(id)).toEqual([[operator, '10', 'int']]);
		expect(await shown(id)).toEqual([`value ${JSON.stringify(operator)} 10 (int)`]);
		// An edit of something else, and one of another part of the filter, leave it as it is.
		const {
			lines: [ids],
		} = await place.run(['edit', id, '--set', 'name=other', '--set', 'filter.0.value=11', '--yes']);
		expect(await listed(ids!.split('\t')[1]!)).toEqual([[operator, '11', 'int']]);
	},
);

test('a sign in a file is sent as it is, with a warning that has the name', async () => {
	const file = path.join(place.home, 'signs.json');
	await writeFile(
		file,
		JSON.stringify(
			body('file', {
				event_details: {
					network: 'ETH_MAINNET',
					event_type: 'ADDRESS_ACTIVITY',
					addresses: [address],
					filters: [{field_name: 'value', operator: '>', value: '10', value_type: 'int'}],
				},
			}),
		),
	);
	const warning = expect.stringContaining('operator ">" is sent as it is; the name of the operator is gt') as unknown;
	expect(await place.run(['validate', file])).toMatchObject({exitCode: 0, stderr: warning});
	const run = await place.run(['create', '-f', file]);
	expect(run).toMatchObject({exitCode: 0, stderr: warning});
	expect(await listed(created(run))).toEqual([['>', '10', 'int']]);

	const csv = path.join(place.home, 'signs.csv');
	await writeFile(
		csv,
		`user,channel,to,network,event,address,filter\ncsv,EMAIL,c@example.com,N,E,${address},value > 10 int\n`,
	);
	const imported = await place.run(['import', csv, '--yes', '--json']);
	expect(imported).toMatchObject({exitCode: 0});
	expect(await place.run(['list', 'user:=csv', '--columns', 'filter'])).toMatchObject({lines: ['value > 10 (int)']});
	await writeFile(
		csv,
		`user,channel,to,network,event,address,filter.0.field,filter.0.operator,filter.0.value,filter.0.type\nparts,EMAIL,c@example.com,N,E,${address},value,<,10,int\n`,
	);
	expect(await place.run(['import', csv, '--yes'])).toMatchObject({exitCode: 0});
	expect(await place.run(['list', 'user:=parts', '--columns', 'filter'])).toMatchObject({
		lines: ['value "<" 10 (int)'],
	});
});

test('an operator of the service that looks like a sign stays when something else is edited in the form', async () => {
	const id = await create('kept', 'value ">" 7');
	await using app = await startApp({service: place.sandbox, size: '100x40', home: place.home});
	await app.waitFor('notifications');
	await app.press('/', 'user:=kept', 'Enter');
	await app.waitFor('value ">" 7');
	await app.press('e');
	await app.waitFor(`edit notification ${id}`);
	// Past all fields once, and then to the value.
	for (let fields = 0; fields < 20 && !/▌ Filter/v.test(app.frame()); fields++) {
		await app.press('Tab');
	}

	expect(app.frame()).toMatch(/▌ Filters +value ">" 7/v);
	await app.press('Backspace', '8', 'C-s', 'C-s');
	await app.waitFor(/Replaced \d+/v);
	const {stdout} = await place.run(['list', '-o', 'jsonl', 'user:=kept']);
	expect(filtersOf(JSON.parse(stdout) as Body)).toEqual([['>', '8', 'int']]);
});
