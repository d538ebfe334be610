import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {body} from '../helpers/command-account.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {post} from '../sandbox/client.ts';

test('t sends a sample event to a webhook: it says what and where, asks once more for this machine, and shows the response', async () => {
	await using hook = await createHttpServer((_request, response) => {
		answer(response, 500, 'no such hook\u001B[2J');
	});
	await using sandbox = await temporarySandbox({samples: 0});
	await post(sandbox, body('hook', {channel: 'WEBHOOK', delivery_location: `${hook.baseUrl}alerts`}));
	await post(sandbox, body('mail'));
	await using app = await startApp({service: sandbox, size: '100x30'});
	await app.waitFor('2 notifications');
	await app.press('/', 'm', 'a', 'i', 'l', 'Enter', 't');
	await app.waitFor('Only a webhook, and a webhook URL of Slack, can be tried from here.');
	await app.press('Escape', '/', 'h', 'o', 'o', 'k', 'Enter', 'Enter');
	await app.waitFor('raw JSON');
	await app.press('t');
	await app.waitFor('Send a sample event to 127.0.0.1');
	await app.waitFor('not by the service, and without the API key');
	await app.press('y');
	await app.waitFor('which is not on the internet. Send it there?');
	expect(hook.requests).toStrictEqual([]);
	await app.press('y');
	await app.waitFor('✗ 500 from 127.0.0.1 in');
	await app.waitFor('no such hook␛[2J');
	expect(hook.requests).toMatchObject([{method: 'POST', url: '/alerts'}]);
	expect(JSON.stringify(hook.requests)).not.toContain(sandbox.apiKey);
	await app.press('Escape');
	await app.waitFor('raw JSON');
});
