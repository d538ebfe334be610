import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {account, address, body} from '../helpers/command-account.ts';
import type {CommandRun} from '../helpers/command.ts';
import {pasted} from '../helpers/screen.tsx';

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

test.each([
	['value > 10 int', ['gt', '10', 'int']],
	['value < 10 int', ['lt', '10', 'int']],
	['value >= 10 int', ['gte', '10', 'int']],
	['value <= 10 int', ['lte', '10', 'int']],
	['asset = USDC', ['eq', 'USDC', 'str']],
	['asset != USDC', ['neq', 'USDC', 'str']],
	['asset in USDC, DAI list', ['in', 'USDC, DAI', 'list']],
	['asset not in USDC list', ['nin', 'USDC', 'list']],
	['asset not  in USDC, DAI list', ['nin', 'USDC, DAI', 'list']],
	['asset contains US', ['contains', 'US', 'str']],
	['asset not contains US', ['ncontains', 'US', 'str']],
	['value gt 10', ['gt', '10', 'int']],
])('--filter "%s" sends the name of the operator, and is shown with its sign', async (filter, expected) => {
	expect(await sent(filter)).toMatchObject({exitCode: 0, filters: [expected]});
});

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

test('a sign is shown only for the operator that it stands for', async () => {
	const ids = [
		await create('sign', 'value > 10'),
		await create('sign', 'value ">" 10'),
		await create('sign', 'value above 10'),
	];
	expect(await Promise.all(ids.map(async id => shown(id)))).toEqual([
		['value > 10 (int)'],
		['value ">" 10 (int)'],
		['value above 10 (int)'],
	]);
});

test('--set and --replace read a sign, too', async () => {
	const id = await create('set', 'value > 10');
	const operators = async (...change: string[]) => {
		const {stdout} = await place.run(['edit', id, ...change, '--dry-run', '--json']);
		return (JSON.parse(stdout) as [{changes: Array<{new: string}>}])[0].changes.map(each => each.new);
	};

	expect(await operators('--set', 'filter.0.operator=<')).toEqual(['lt']);
	expect(await operators('--set', 'filter.0.operator=">"')).toEqual(['>']);
	expect(await operators('--replace', 'filter.0.operator=/gt/</')).toEqual(['lt']);
	expect(await operators('--set', 'filter=', '--set', 'filter=value < 10')).toEqual(['lt']);
});

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

test('the commands that the history prints say the same operators', async () => {
	const {stdout} = await place.run(['history', '-o', 'sh', '--limit', '1000']);
	expect(stdout).toContain('--filter \'value ">" 10\'');
	expect(stdout).toContain("--filter 'value > 10'");
});

test('the form reads a sign that is typed, and shows an operator that looks like one in quotes', async () => {
	await using app = await startApp({service: place.sandbox, size: '100x40'});
	await app.waitFor('notifications');
	await app.press('n', 'form', 'Enter', 'e', 'Enter', 'f@example.com', 'Enter', pasted(address));
	await app.press('C-n', 'value < 10 int and asset not in USDC (list) and value ">" 5', 'Tab');
	expect(app.frame()).toContain('value < 10 and asset not in USDC and value ">" 5');
	await app.press('C-s', 'C-s');
	const [, id] = /Created (\d+)/v.exec(await app.waitFor(/✓ Created \d+/v))!;
	expect(await listed(id!)).toEqual([
		['lt', '10', 'int'],
		['nin', 'USDC', 'list'],
		['>', '5', 'int'],
	]);
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

test('create --help and docs have the names with their signs', async () => {
	const {stdout} = await place.run(['create', '--help']);
	expect(stdout.replaceAll('\n', ' ')).toContain(
		'eq (=), neq (!=), gt (>), gte (>=), lt (<), lte (<=), in, nin (not in), contains, ncontains (not contains)',
	);
});
