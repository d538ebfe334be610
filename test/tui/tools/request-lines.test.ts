import {expect, test} from 'vitest';
import type {LoggedRequest} from '../../../source/service/request-log.ts';
import {requestLines, requestRow} from '../../../source/tui/tools/requests.tsx';

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

test('a row begins with its age, and in a narrow terminal with its status', () => {
	expect(requestRow(request, now, 80)).toBe('5 min ago   DELETE /notifications/17  204  51 ms  45 B');
	expect(requestRow(request, now, 40)).toBe('5 min ago   204  DELETE /notifications/17');
	expect(
		requestRow({...request, url: 'http://localhost/api/v1/service/notifications/', bytes: 18_519_473}, now, 70),
	).toBe('5 min ago   DELETE /api/v1/ser…ifications/  204  51 ms  18,519,473 B');
	expect(requestRow({...request, status: undefined}, now, 40)).toContain('  –  DELETE');
	expect(requestRow({...request, status: undefined, duration: undefined}, now, 40)).toContain('  …  DELETE');
});

test('the details have the time itself', () => {
	expect(requestLines(request, 80)[0]!.text).toBe('2026-01-02 03:04  DELETE /notifications/17  204  51 ms  45 B');
});
