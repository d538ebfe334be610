import {Buffer} from 'node:buffer';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import type {CommandContext} from '../../source/cli/command.ts';
import {writeRecords, type OutputKind} from '../../source/cli/output/write-records.ts';
import {createHttpServer} from '../helpers/http-server.ts';
import {environmentOf} from '../helpers/command.ts';
import {makeHome} from '../helpers/terminal-home.ts';

type Row = {readonly id: number};

const kind: OutputKind<Row> = {
	columns: [{title: 'id', read: ({id}) => String(id), priority: 1, cut: 'end'}],
	json: ({id}) => JSON.stringify({id, text: 'words '.repeat(20)}),
};

test('a piece that was written stays as it is while the next one is made', async () => {
	const kept: Array<string | Uint8Array> = [];
	const context = {
		host: {outputColumns: () => undefined},
		async write(piece: string | Uint8Array) {
			kept.push(piece);
			return true;
		},
	} as unknown as CommandContext;
	const rows = Array.from({length: 3000}, (_, id): Row => ({id}));
	await writeRecords(rows, kind, 'jsonl', {...context, options: {noColor: true}});
	expect(kept.length).toBeGreaterThan(2);
	const printed = Buffer.concat(kept.map(piece => Buffer.from(piece))).toString();
	expect(
		printed
			.trim()
			.split('\n')
			.map(line => JSON.parse(line) as unknown),
	).toMatchObject(rows);
});

test.each(['json', 'jsonl', 'yaml', 'csv', 'tsv'] as const)(
	'%s: an endless listing is printed in pieces of limited size, until nobody reads it',
	async format => {
		let read = 0;
		function* endless(): Generator<Row> {
			for (;;) {
				yield {id: read++};
			}
		}

		const lengths: number[] = [];
		const context = {
			host: {outputColumns: () => undefined},
			async write(piece: string | Uint8Array) {
				lengths.push(Buffer.from(piece).length);
				return lengths.length < 3;
			},
		} as unknown as CommandContext;
		await writeRecords(endless(), kind, format, {...context, options: {noColor: true}});
		expect(lengths).toHaveLength(3);
		// A piece ends with the record that fills it.
		expect(Math.max(...lengths)).toBeLessThanOrEqual(131_072 + 1000);
		// No record is read long before it is printed: the shortest line has two bytes.
		expect(read).toBeLessThan(lengths.reduce((sum, length) => sum + length, 0) / 2 + 2);
	},
);

test('100,000 notifications are printed as CSV in a process with little memory', async () => {
	const count = 100_000;
	const body = Buffer.from(
		`[${Array.from({length: count}, (_, id) =>
			JSON.stringify({
				id,
				external_user_id: `user-${id}`,
				channel: 'EMAIL',
				delivery_location: `user-${id}@example.com`,
				event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0x1']},
			}),
		).join(',')}]`,
	);
	await using server = await createHttpServer((_request, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(body);
	});
	await using home = makeHome();
	const child = spawn(
		process.execPath,
		['--max-old-space-size=64', fileURLToPath(new URL('../fixtures/run-list.ts', import.meta.url)), '-o', 'csv'],
		{
			env: {...home.environment, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environmentOf(server)},
			stdio: ['ignore', 'pipe', 'inherit'],
		},
	);
	const closed = once(child, 'close');
	let lines = 0;
	for await (const piece of child.stdout as AsyncIterable<Buffer>) {
		lines += piece.toString('latin1').split('\n').length - 1;
	}

	expect(await closed).toEqual([0, null]);
	expect(lines).toBe(count + 1);
});
