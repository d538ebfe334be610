import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';

test('R lists the last requests, and enter opens one with its headers and bodies, without the API key', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using app = await startApp({service: sandbox, size: '120x60'});
	await app.waitFor('2 notifications');
	sandbox.faults.add({name: 'list-503', count: 1});
	await app.press('r');
	await app.waitFor('listed just now');
	await app.press('d', 'y');
	await app.waitFor('✓ Deleted 1');
	await app.waitFor('1 notification ');
	await app.press('R');
	const frame = await app.waitFor('requests of this run');
	expect(frame).toMatch(/DELETE \/api\/v1\/service\/notifications\/1\/ {2}204 /v);
	expect(frame).toMatch(/GET \/api\/v1\/service\/notifications\/ {2}503 /v);
	expect(frame).toContain('retry 1');
	await app.press('G', 'Enter');
	const opened = await app.waitFor('authorization: Bearer [API key]');
	expect(opened).toContain('"external_user_id": "ops-1"');
	expect(opened).not.toContain(sandbox.apiKey);
	await app.press('G');
	const end = await app.waitFor('As a curl command');
	expect(end).toContain(`curl '${sandbox.baseUrl}api/v1/service/notifications/'`);
	expect(end).not.toContain(sandbox.apiKey);
	await app.press('Escape', 'Escape');
	await app.waitFor('1 notification ');
});
