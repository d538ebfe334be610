import {expect, test} from 'vitest';
import type {LoggedRequest} from '../../../source/service/request-log.ts';
import {requestLines, requestRow} from '../../../source/tui/tools/requests.tsx';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';

const request: LoggedRequest = {
	number: 1,
	at: new Date(2026, 0, 2, 3, 4).getTime(),
	method: 'DELETE',
	url: 'http://localhost/notifications/17',
	body: undefined,
	headers: {},
	start: '',
	bytes: 45,
	retries: 0,
	status: 204,
	duration: 51,
	problem: undefined,
};

const now = request.at + 5 * 60_000;

test('a row begins with its age, and a long path is cut in its middle', () => {
	expect(requestRow(request, now, 80)).toBe('5 min ago   DELETE /notifications/17  204  51 ms  45 B');
	expect(
		requestRow({...request, url: 'http://localhost/api/v1/service/notifications/', bytes: 18_519_473}, now, 70),
	).toBe('5 min ago   DELETE /api/v1/ser…ifications/  204  51 ms  18,519,473 B');
	expect(requestRow({...request, status: undefined}, now, 80)).toContain('  –  51 ms');
	expect(requestRow({...request, status: undefined, duration: undefined}, now, 40)).toMatch(/ {2}… under way$/v);
});

test('the details have the time itself', () => {
	expect(requestLines(request, 80)[0]!.text).toBe('2026-01-02 03:04  DELETE /notifications/17  204  51 ms  45 B');
});

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
	expect(frame).toMatch(/GET {4}\/api\/v1\/service\/notifications\/ {2}503 /v);
	expect(frame).toContain('retry 1');
	await app.press('G');
	expect(app.frame()).toMatch(/^ requests · /v);
	await app.press('Enter');
	const opened = await app.waitFor('authorization: Bearer [API key]');
	expect(opened).toMatch(/^ request 1 · /v);
	expect(opened).toContain('"external_user_id": "ops-1"');
	expect(opened).not.toContain(sandbox.apiKey);
	await app.press('G');
	const end = await app.waitFor('As a curl command');
	expect(end).toContain(`curl '${sandbox.baseUrl}api/v1/service/notifications/'`);
	expect(end).not.toContain(sandbox.apiKey);
	await app.press('Escape', 'Escape');
	await app.waitFor('1 notification ');
});
