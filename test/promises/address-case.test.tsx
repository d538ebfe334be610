import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../helpers/app.tsx';
import {clock} from '../helpers/command-account.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

// Two addresses that differ in the case of one letter: in base58 these are two, in hexadecimal one.
const base58 = [
	'7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
	'7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgasU',
] as const;
const hex = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0xd8da6BF26964aF9D7eEd9e03E53415D37aA96045'] as const;

const details = (address: string) => ({
	network: 'SOLANA_MAINNET',
	event_type: 'ADDRESS_ACTIVITY',
	addresses: [address],
	filters: [],
});
const bodyWith = (address: string) => ({
	external_user_id: 'ops',
	channel: 'EMAIL',
	notification_name: 'n',
	delivery_location: 'ops@example.com',
	event_details: details(address),
});

let listed: readonly string[] = [];
let server: Awaited<ReturnType<typeof createHttpServer>>;
let home: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
	home = await temporaryFolder();
	server = await createHttpServer((_request, response) => {
		answer(
			response,
			200,
			listed.map((address, index) => ({id: index + 1, ...bodyWith(address)})),
		);
	});
});

afterAll(async () => {
	await server[Symbol.asyncDispose]();
	await home[Symbol.asyncDispose]();
});

const run = async (...argv: readonly string[]) =>
	runCommand(argv, {home: home.path, env: environmentOf(server), clock});

/** A file with a record of another account: what is listed is taken as it is. */
function fileOf(address: string): string {
	const file = path.join(home.path, 'records.json');
	writeFileSync(file, JSON.stringify([{id: 9, ...bodyWith(address)}]));
	return file;
}

test('D finds no duplicates among base58 addresses that differ in case, and one among hexadecimal ones', async () => {
	for (const [addresses, found] of [
		[base58, 'No duplicates'],
		[hex, '1 to delete'],
	] as const) {
		listed = addresses;
		await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-the-test'}});
		await app.waitFor(/ 2(?: notifications|\s*$)/mv);
		await app.press('D');
		await app.waitFor(found);
	}
});

test('plan tells base58 addresses apart that differ in case, and hexadecimal ones it does not', async () => {
	for (const [addresses, headline] of [
		[base58, '1 to create; 0 unchanged.'],
		[hex, 'No changes: 1 unchanged.'],
	] as const) {
		listed = [addresses[0]];
		expect(await run('plan', fileOf(addresses[1]))).toMatchObject({
			exitCode: 0,
			stdout: expect.stringContaining(headline) as string,
		});
	}
});

test('what differs from a listed notification in the case of a base58 address is no duplicate', async () => {
	for (const [addresses, exitCode] of [
		[base58, 0],
		[hex, 5],
	] as const) {
		listed = [addresses[0]];
		expect(await run('create', '-f', fileOf(addresses[1]), '--dry-run')).toMatchObject({exitCode});
	}
});

test('base58 addresses that differ in case are two groups', async () => {
	listed = [...base58, ...hex];
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-the-test'}, size: '120x30'});
	await app.waitFor(/ 4(?: notifications|\s*$)/mv);
	await app.press('b', 'a');
	await app.waitFor('osgAsU · 1');
	expect(app.frame()).toContain('osgasU · 1');
	expect(app.frame()).toContain('A96045 · 2');
});
