import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';

type Row = {
	readonly id: number;
	readonly user?: string;
	readonly recipient?: string;
	readonly network?: string;
	readonly value?: string;
};

/** What the service lists for a row. */
const record = ({
	id,
	user = `user-${id}`,
	recipient = `ops-${id}@example.com`,
	network = 'ETH_MAINNET',
	value,
}: Row) => ({
	id,
	external_user_id: user,
	channel: 'EMAIL',
	notification_name: '',
	delivery_location: recipient,
	event_details: {
		network,
		event_type: 'ADDRESS_ACTIVITY',
		addresses: [`0x${String(id).padStart(40, '0')}`],
		filters:
			value === undefined
				? []
				: [
						{field_name: 'asset', operator: 'eq', value: 'USDC', value_type: 'string'},
						{field_name: 'value', operator: 'gt', value, value_type: 'int'},
					],
	},
});

/** A service that lists rows, which a test can change. */
async function serve(rows: Row[]) {
	return createHttpServer((_request, response) => {
		answer(
			response,
			200,
			rows.map(row => record(row)),
		);
	});
}

const account = ({baseUrl}: {readonly baseUrl: string}) => ({service: {baseUrl, apiKey: 'key-for-the-test'}});

/** The lines of the rows, by ID. */
const rowsOf = (frame: string): Map<string, string> =>
	new Map(
		frame.split('\n').flatMap(line => {
			const id = /^[ ▌].(?<id>\d+) /v.exec(line)?.groups!.id;
			return id === undefined ? [] : [[id, line.slice(2)] as const];
		}),
	);

test.each(['80x24', '120x40', '40x10'])(
	'a recipient is shown from its start and cut at its end, although all rows share it, at %s',
	async size => {
		await using server = await serve(
			Array.from({length: 9}, (_, index): Row => ({
				id: index + 1,
				user: `u-${index}`,
				recipient: `beta${index + 2981}@alerts.of.a.host.with.a.long.name.example.com`,
				value: `${index}`,
			})),
		);
		await using app = await startApp({...account(server), size});
		const frame = await app.waitFor(/ID .*RECIPIENT(?: |$)/mv);
		expect(frame).not.toContain('RECIPIENT beta');
		const cell = / (?<recipient>beta\S*)/v.exec(rowsOf(frame).get('3') ?? '')?.groups!.recipient ?? '';
		expect(cell.length).toBeGreaterThan(8);
		expect('beta2983@alerts.of.a.host.with.a.long.name.example.com'.startsWith(cell.replace(/…$/v, ''))).toBe(true);
	},
);

test('a network is shown whole, and its title says nothing but its name', async () => {
	await using server = await serve([{id: 1}, {id: 2, network: 'BASE_MAINNET'}, {id: 3, network: 'ETH_SEPOLIA'}]);
	await using app = await startApp({...account(server), size: '120x40'});
	const frame = await app.waitFor('ETH_SEPOLIA');
	expect(frame).toMatch(/ NETWORK +/v);
	expect(frame).not.toContain('·MAINNET');
	expect([...rowsOf(frame).values()].map(row => / (?<network>[A-Z]+_[A-Z]+) /v.exec(row)?.groups!.network)).toEqual([
		'ETH_MAINNET',
		'BASE_MAINNET',
		'ETH_SEPOLIA',
	]);
});

test('a value that all rows have stands in each row', async () => {
	await using server = await serve([
		{id: 1, user: 'same'},
		{id: 2, user: 'same'},
	]);
	await using app = await startApp({...account(server), size: '120x40'});
	const frame = await app.waitFor('2 notifications');
	expect(frame).not.toContain('every row');
	expect([...rowsOf(frame).values()].map(row => row.includes(' same ') && row.includes('ETH_MAINNET'))).toEqual([
		true,
		true,
	]);
});

test('one more row changes no other row', async () => {
	const rows: Row[] = Array.from({length: 6}, (_, index) => ({id: index + 1, value: `${1000 + index}`}));
	await using server = await serve(rows);
	await using app = await startApp({...account(server), size: '80x24'});
	await app.waitFor('6 notifications');
	const before = rowsOf(app.frame());
	expect(before.get('1')).toMatch(/ asset = USDC /v);
	rows.push({id: 7, value: '99000000000000000000000000000000000000000000000000'});
	await app.press('r');
	await app.waitFor('7 notifications');
	const after = rowsOf(app.frame());
	expect(after.get('7')).toMatch(/ asset = USDC /v);
	expect([...before.keys()].map(id => after.get(id))).toEqual([...before.values()]);
});

test('the columns stay where they are while a search, an order or a refresh changes the rows', async () => {
	const rows: Row[] = Array.from({length: 60}, (_, index) => ({
		id: index + 1,
		user: index % 3 === 0 ? 'desk-of-the-treasury' : `user-${index}`,
		recipient: index % 7 === 0 ? `${index}-alerts@a-host-with-a-long-name.example.com` : `ops-${index}@example.com`,
		value: index % 5 === 0 ? '1000000000000000000' : `${index}`,
	}));
	await using server = await serve(rows);
	await using app = await startApp({...account(server), size: '80x24'});
	await app.waitFor('60 notifications');
	const all = new Map<string, string>();
	/** Compares each row with how it was drawn first, and returns how many there are. */
	const compare = (): number => {
		const shown = [...rowsOf(app.frame())];
		for (const [id, text] of shown) {
			expect(text).toBe(all.get(id) ?? text);
			all.set(id, text);
		}

		return shown.length;
	};

	expect(compare()).toBeGreaterThan(10);
	await app.press('G');
	await app.waitFor('▌ 60 ');
	compare();
	await app.press('g', '/', 'user-1');
	await app.waitFor(/\d+ of 60/v);
	expect(compare()).toBeGreaterThan(5);
	await app.press('7', 'Enter');
	await app.waitFor('1 of 60');
	expect(compare()).toBe(1);
	await app.press('Escape');
	await app.waitFor('60 notifications');
	for (const [key, title] of [
		['u', 'USER↑'],
		['r', 'RECIPIENT↑'],
		['n', 'NAME↑'],
		['i', 'ID↑'],
	] as const) {
		await app.press('s', key);
		await app.waitFor(title);
		expect(compare()).toBeGreaterThan(10);
	}

	await app.press('b', 'u');
	await app.waitFor('▾ user-');
	// The column of the group is its header: the others have its room.
	expect(rowsOf(app.frame()).size).toBeGreaterThan(5);
	await app.press('b', '-');
	await app.waitUntilGone('▾');
	for (const index of [2, 3, 4]) {
		rows[index] = {id: index + 1, user: 'u', recipient: `${'r'.repeat(90)}@example.com`, value: '9'.repeat(60)};
		all.delete(String(index + 1));
	}

	await app.press('g', 'r');
	await app.waitFor('rrrr');
	expect(compare()).toBeGreaterThan(10);
});

test('the columns follow the width of the terminal, and W', async () => {
	await using server = await serve(Array.from({length: 9}, (_, index): Row => ({id: index + 1, value: `${index}`})));
	await using app = await startApp({...account(server), size: '80x24'});
	await app.waitFor('9 notifications');
	const narrow = rowsOf(app.frame()).get('3')!;
	app.resize(120, 24);
	const wide = await app.waitFor('EVENT');
	expect(rowsOf(wide).get('3')).toMatch(/ETH_MAINNET +0x0+…?0*3 +ADDRESS_ACTIVITY/v);
	app.resize(80, 24);
	await app.waitUntilGone('EVENT');
	expect(rowsOf(app.frame()).get('3')).toBe(narrow);
	await app.press('W');
	await app.waitFor('more →');
	expect(rowsOf(app.frame()).get('3')).not.toBe(narrow);
	await app.press('W');
	await app.waitUntilGone('more →');
	expect(rowsOf(app.frame()).get('3')).toBe(narrow);
});

test('an ID and an address that are cut keep both ends', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(
			response,
			200,
			[1, 2].map(id => ({...record({id}), id: `0b5a7c1e-2f4d-4e0a-9c3b-00000000000${id}`})),
		);
	});
	await using app = await startApp({...account(server), size: '120x40'});
	const frame = await app.waitFor('2 notifications');
	expect(frame).toMatch(/^▌ 0b5a\S*1 /mv);
	expect(frame).toMatch(/ 0x0000…0001/v);
});

test('the rows of a question and the values of a bulk edit are shown from their start and cut at their end', async () => {
	const user = (id: number) => `a-department-with-a-really-long-name-and-then-a-number-${id}`;
	await using server = await serve(Array.from({length: 3}, (_, index) => ({id: index + 1, user: user(index + 1)})));
	await using app = await startApp({...account(server), size: '80x24'});
	await app.waitFor('3 notifications');
	await app.press('a', 'd');
	const question = await app.waitFor('Delete');
	const shown = question.match(/a-dep\S*/gv) ?? [];
	expect(shown.length).toBeGreaterThan(0);
	expect(shown.every(text => user(1).startsWith(text.replace(/…$/v, '')))).toBe(true);
	expect(question).not.toMatch(/ …\S*number-\d/v);
	await app.press('Escape');
	await app.waitFor('3 notifications');
	await app.press('e');
	await app.waitFor('▌ Recipient');
	await app.press('BackTab', 'BackTab', 'Enter');
	const values = await app.waitFor('User: 3 values');
	expect(
		values.match(/a-dep\S*/gv)?.every(text => user(1).startsWith(text.replace(/…$/v, '').replace(/\d$/v, ''))),
	).toBe(true);
});
