import {execFile} from 'node:child_process';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {beforeAll, expect, test} from 'vitest';
import {hostileListings, type HostileListing} from '../helpers/hostile-listings.ts';
import {answering, createHttpServer, type Handler} from '../helpers/http-server.ts';

const fixture = fileURLToPath(new URL('../fixtures/run-listing.ts', import.meta.url));
const budget = 100_000_000;

/** Lists in a process of its own. */
async function listOnce(handler: Handler) {
	await using server = await createHttpServer(handler);
	const {stdout} = await promisify(execFile)(process.execPath, [fixture, server.baseUrl, String(budget), '100000']);
	return JSON.parse(stdout) as {peak: number; reason?: string};
}

/** Of a process that lists nothing. */
let least: number;

beforeAll(async () => {
	({peak: least} = await listOnce(answering(200, [])));
});

const modes = Object.keys(hostileListings) as readonly HostileListing[];

test.each(modes)('%s: the memory of the process grows by no more than 1.5 times the limit', async mode => {
	const {peak} = await listOnce(hostileListings[mode]);
	expect((peak - least) / budget).toBeLessThan(1.5);
});
