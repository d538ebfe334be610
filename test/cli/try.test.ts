import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';
import {answering, createHttpServer, type Handler} from '../helpers/http-server.ts';

/** An account whose notification 1 leads to a server on this machine, and 2 to an e-mail address. */
async function setUp(handler: Handler = answering(200, '\u001B[2Jfine')) {
	const at = await account();
	const hook = await createHttpServer(handler);
	const created = [body('hook', {channel: 'WEBHOOK', delivery_location: `${hook.baseUrl}x`}), body('mail')];
	await at.ends(0, 'create -f - -j 1', {input: lines(...created)});
	return {
		...at,
		hook,
		async [Symbol.asyncDispose]() {
			await hook[Symbol.asyncDispose]();
			await at[Symbol.asyncDispose]();
		},
	};
}

test('try sends one sample event without the API key, and prints the response sanitised', async () => {
	await using at = await setUp();
	await at.says(0, 'try 1 --yes --private', {
		stderr: '',
		lines: [matching(/^200 from 127\.0\.0\.1 in \d+ ms\.$/v), '␛[2Jfine'],
	});
	expect(at.hook.requests).toMatchObject([{method: 'POST', url: '/x'}]);
	expect(JSON.stringify(at.hook.requests)).not.toContain('key-for-the-test');
	expect(JSON.parse((await at.run('try 1 -y --private --json')).stdout)).toStrictEqual({
		id: '1',
		url: `${at.hook.baseUrl}x`,
		status: 200,
		address: '127.0.0.1',
		milliseconds: expect.any(Number) as number,
		text: '\u001B[2Jfine',
		isCut: false,
	});
});

test('it asks, and once more for an address that is not on the internet', async () => {
	await using at = await setUp();
	const input = new PassThrough();
	const asked = await at.run('try 1', {
		isInputTerminal: true,
		columns: {errors: 80},
		input,
		onError(text) {
			input.write(text.includes('Type y') ? 'y\n' : '');
		},
	});
	expect(asked).toMatchObject({exitCode: 0, stdout: containing('200 from 127.0.0.1')});
	expect(asked.errors.filter(line => line.includes('?'))).toStrictEqual([
		matching(/^Send a sample event to 127\.0\.0\.1:\d+\?$/v),
		matching(
			/^(?:Type y to confirm: )?127\.0\.0\.1:\d+ is 127\.0\.0\.1, which is not on the internet. Send it there\?$/v,
		),
	]);
	expect(at.hook.requests).toHaveLength(1);
	await at.says(6, 'try 1', 'It is sent from this machine');
	await at.says(6, 'try 1 --yes', {
		errors: [containing('Nothing was sent. 127.0.0.1'), 'Pass --private to send it there.'],
	});
	await at.says(0, 'try 1 --dry-run', {stdout: containing('POST http')});
	await at.ends(1, 'try 1 --yes --private --read-only');
	await at.ends(5, 'try 2 --yes');
	await at.ends(5, 'try 3 --yes');
	expect(at.hook.requests).toHaveLength(1);
});

test('any status but a 2xx ends with 1, and an endpoint that cannot be reached with 7', async () => {
	await using at = await setUp(answering(302, '', {location: 'https://elsewhere.example/'}));
	await at.says(1, 'try 1 --yes --private', {stdout: containing('The redirect was not followed.')});
	await at.hook[Symbol.asyncDispose]();
	await at.says(7, 'try 1 --yes --private --json', '"outcome":"not-sent"');
});
