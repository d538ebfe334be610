import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../helpers/app.tsx';
import {hostileListings, type HostileListing} from '../helpers/hostile-listings.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {pasted} from '../helpers/screen.tsx';

/** The whole program on a service, with limits that are reached soon. */
async function startLimited(baseUrl: string) {
	const folder = await temporaryFolder();
	await writeFile(
		path.join(folder.path, 'config.yaml'),
		`profiles: {p: {baseUrl: '${baseUrl}', apiKey: test-key, limits: {listing: 5 MB, records: 5000}}}`,
		{mode: 0o600},
	);
	const app = await startApp({home: folder.path, isNew: true});
	return {
		app,
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

/** What ends the reading of each, in the reason for a partial listing. */
const ends: Record<Exclude<HostileListing, 'endless envelope'>, RegExp> = {
	'deep record': /2 notifications(?! \(incomplete)/v,
	'very deep record': /2 notifications(?! \(incomplete)/v,
	'large record': /2 notifications(?! \(incomplete)/v,
	'huge name': /2 notifications(?! \(incomplete)/v,
	'many tiny records': /Stopped after 5,000 records/v,
	'many values': /Stopped after 5,000 records/v,
	'endless string': /Stopped after 5 MB/v,
	'endless nesting': /Stopped after 5 MB/v,
	'gzip bomb': /Stopped after 5 MB/v,
	'endless pages': /Stopped after 5,000 records/v,
};

test.each(Object.entries(ends))('%s: keys are answered, and the ordinary record can be used', async (mode, end) => {
	await using server = await createHttpServer(hostileListings[mode as HostileListing]);
	await using limited = await startLimited(server.baseUrl);
	const {app} = limited;
	// While it is read.
	await app.press('?');
	await app.waitFor('help');
	await app.press('Escape');
	await app.waitFor(end);
	await app.waitFor('Treasury');
	// The last row, in detail and raw.
	await app.press('G', 'Enter');
	await app.waitFor(/unreadable record ·|^ ID +\d/mv);
	await app.press('J', 'G');
	await app.waitFor('raw');
	await app.press('Escape');
	// Search, sort and group read every record.
	await app.press('/', 'n', 'a', 'm', 'e', ':', 't', 'r', 'e', 'a', 's', 'Enter');
	await app.waitFor('Treasury');
	await app.press('g', 'Enter');
	await app.waitFor(/Recipient +a@example\.com/v);
	await app.press('Escape', 'Escape', 's', 'n');
	await app.waitFor('NAME↑');
	await app.press('b', 'c');
	await app.waitFor('▾ EMAIL');
});

test('too much around the elements is no listing', async () => {
	await using server = await createHttpServer(hostileListings['endless envelope']);
	await using limited = await startLimited(server.baseUrl);
	await limited.app.waitFor('The response is not a listing');
});

test('a record that is nested too deep is read from the cached listing as well', async () => {
	await using server = await createHttpServer(hostileListings['deep record']);
	await using folder = await temporaryFolder();
	await writeFile(
		path.join(folder.path, 'config.yaml'),
		`profiles: {p: {baseUrl: '${server.baseUrl}', apiKey: test-key}}`,
		{mode: 0o600},
	);
	for (let run = 0; run < 2; run++) {
		await using app = await startApp({home: folder.path, isNew: true});
		await app.waitFor('unreadable record: nested deeper than 100 levels');
		await app.waitFor('listed just now');
	}
});

test('of a paste of 600,000 characters the beginning is pasted, and what was cut is said', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, []);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'test-key'}});
	await app.waitFor('No notifications yet.');
	await app.press('n');
	await app.send(pasted(`${'सूचना '.repeat(100_000)}end`));
	await app.waitFor(/The paste was cut after 100,000 of its 600,003\s+characters\./v);
	await app.press('Home', 'x');
	await app.waitFor('xसूचना');
	await app.press('Enter', 'e');
	expect(await app.waitFor('EMAIL')).not.toContain('end');
});
