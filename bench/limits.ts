/**
`node bench/limits.ts`: how much memory and time a process takes to list what a hostile service sends, with the limits of chainbell and with hardly any. docs/decisions/limits.md says what for.
*/
import {execFile} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {hostileListings} from '../test/helpers/hostile-listings.ts';
import {answer, createHttpServer, type Handler} from '../test/helpers/http-server.ts';

const script = path.resolve(import.meta.dirname, '../test/fixtures/run-listing.ts');
const megabyte = 1_000_000;

/** Bytes of a listing, records, bytes of a record. */
const limited = [100 * megabyte, 100_000, megabyte];
const unlimited = [400 * megabyte, 10_000_000, 400 * megabyte];

/** Megabytes and seconds of a process that lists once; undefined if it does not survive. */
async function measure(handler: Handler, limits: readonly number[]) {
	await using server = await createHttpServer(handler);
	const start = performance.now();
	try {
		const {stdout} = await promisify(execFile)(process.execPath, [script, server.baseUrl, ...limits.map(String)], {
			timeout: 120_000,
		});
		return {
			megabytes: (JSON.parse(stdout) as {peak: number}).peak / megabyte,
			seconds: (performance.now() - start) / 1000,
		};
	} catch {
		return undefined;
	}
}

const empty = await measure((_request, response) => {
	answer(response, 200, []);
}, limited);

const text = (measured: typeof empty): string =>
	measured === undefined
		? 'does not end'
		: `${Math.round(measured.megabytes - empty!.megabytes)} MB, ${(measured.seconds - empty!.seconds).toFixed(1)} s`;

console.log(`Beyond an empty listing (${Math.round(empty!.megabytes)} MB):\n`);
console.log(
	'| listing | limits of 100 MB, 100,000 records, 1 MB a record | 400 MB, 10,000,000 records, 400 MB a record |\n|---|---|---|',
);
for (const [mode, handler] of Object.entries(hostileListings)) {
	console.log(`| ${mode} | ${text(await measure(handler, limited))} | ${text(await measure(handler, unlimited))} |`);
}
