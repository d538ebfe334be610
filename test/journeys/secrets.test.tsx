import {Buffer} from 'node:buffer';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../helpers/app.tsx';
import {runCommand} from '../helpers/command.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const canary = 'canary+key/7f3a=91c2';

const base64 = Buffer.from(canary).toString('base64');

const forms = [
	canary,
	encodeURIComponent(canary),
	base64,
	base64.replaceAll('=', ''),
	Buffer.from(canary).toString('base64url'),
];

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
	await using server = await createHttpServer(({method}, response) => {
		status = method === 'DELETE' ? 500 : status;
		answer(
			response,
			status,
			status === 200 ? [record] : {error: echoed, message: echoed, errors: {channel: [echoed]}},
			{'x-request-id': canary},
		);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: canary}, size: '120x40'});
	await app.waitFor('1 notification ');
	await app.press('Enter');
	await app.waitFor('[API key]');
	await app.press('J');
	await app.waitFor('raw');
	await app.press('Escape', 'd');
	await app.waitFor('y delete');
	await app.press('y');
	await app.waitFor('Not known whether 1 was deleted');
	await app.press('Escape', 'r');
	await app.waitFor('The service says');
	status = 401;
	await app.press('r');
	await app.waitFor(/Enter\s+another/v);
	await app.press(canary);
	await app.waitFor('••••');
	expectHidden(app.frames.join('\n'));
});

const noRunOf = (key: string, shown: string) => {
	for (let at = 0; at + 8 <= key.length; at++) {
		expect(shown).not.toContain(key.slice(at, at + 8));
	}
};

/** An error page that names the key where the message is cut, in HTML entities, and in two parts of a path. */
const echoingBodies = [
	`<html><title>401 Unauthorized</title><p>${'x '.repeat(127)}The key ${canary} is not known.</p></html>`,
	`<html><title>401</title><p>The key ${[...canary].map(character => `&#${character.codePointAt(0)};`).join('')} is not known.</p></html>`,
	JSON.stringify({errors: [{source: {pointer: `/data/${canary.replace('/', '~1')}`}, detail: 'is not known'}]}),
	JSON.stringify({detail: [{loc: ['body', ...canary.split('/')], message: 'is not known'}]}),
];

test.each(echoingBodies)('no part of the key is shown on the error screen or printed: %s', async body => {
	await using server = await createHttpServer((_request, response) => {
		response.writeHead(401, {
			'www-authenticate': `Bearer error_description="${canary.toUpperCase()}"`,
			'x-request-id': canary.slice(3),
		});
		response.end(body);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: canary}, size: '120x40'});
	await app.waitFor(/rejected the API key/v);
	noRunOf(canary, app.frames.join('\n'));

	await using home = await temporaryFolder();
	for (const format of [[], ['-o', 'json']]) {
		const {stderr, stdout, exitCode} = await runCommand(['list', ...format, '--base-url', server.baseUrl], {
			home: home.path,
			env: {CHAINBELL_API_KEY: canary},
		});
		expect(exitCode).toBe(4);
		expect(stderr).toContain('[API key]');
		noRunOf(canary, stdout + stderr);
	}
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
