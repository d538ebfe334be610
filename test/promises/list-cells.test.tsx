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
