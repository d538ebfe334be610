import {Buffer} from 'node:buffer';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const canary = 'canary+key/7f3a=91c2';

const base64 = Buffer.from(canary).toString('base64');

const forms = [canary, encodeURIComponent(canary), base64, base64.replaceAll('=', ''), Buffer.from(canary).toString('base64url')];

const echoed = forms.map(form => `key is ${form}.`).join(' ');

const record = {
	id: 1,
	external_user_id: canary,
	channel: 'EMAIL',
	notification_name: echoed,
	delivery_location: `https://example.com/?key=${encodeURIComponent(canary)}`,
	event_details: {network: canary, event_type: base64, addresses: [canary], filters: []},
	echo: echoed,
};

const expectHidden = (written: string) => {
	for (const form of forms) {
		expect(written).not.toContain(form);
	}
};

test('the key is in no frame, even when the service echoes it in records and errors', async () => {
	let status = 200;
	await using server = await createHttpServer((_request, response) => {
		answer(response, status, status === 200 ? [record] : {error: echoed, message: echoed, errors: {channel: [echoed]}}, {'x-request-id': canary});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: canary}, size: '120x40'});
	await app.waitFor('1 notification ');
	await app.press('Enter');
	await app.waitFor('[API key]');
	await app.press('J');
	await app.waitFor('raw');
	await app.press('Escape', 'd');
	await app.waitFor('Press y to delete');
	status = 500;
	await app.press('y');
	await app.waitFor('Outcome unknown');
	await app.press('Escape', 'r');
	await app.waitFor('The service says');
	status = 401;
	await app.press('r');
	await app.waitFor(/Enter\s+another/v);
	await app.press(canary);
	await app.waitFor('••••');
	expectHidden(app.frames.join('\n'));
});

test('the key is in no file but the profile it was saved to', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [record]);
	});
	await using home = await temporaryFolder();
	const app = await startApp({isNew: true, home: home.path});
	await app.waitFor('Base URL');
	await app.send(`\u{1B}[200~${server.baseUrl}\u{1B}[201~`);
	await app.press('Tab');
	await app.send(`\u{1B}[200~${canary}\n\u{1B}[201~`);
	await app.press('Tab', 'production', 'Enter', 'Enter');
	await app.waitFor('1 notification ');
	expect(app.frame()).toContain('production');
	expectHidden(app.frames.join('\n'));

	await app[Symbol.asyncDispose]();
	const files = await readdir(home.path, {recursive: true, withFileTypes: true});
	for (const file of files) {
		if (!file.isFile()) {
			continue;
		}

		const text = await readFile(path.join(file.parentPath, file.name), 'latin1');
		if (file.name === 'config.yaml') {
			expect(text).toContain(canary);
		} else {
			expectHidden(text);
		}
	}
});
