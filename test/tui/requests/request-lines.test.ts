import {expect, test} from 'vitest';
import type {LoggedRequest} from '../../../source/api/request-log.ts';
import {requestRow} from '../../../source/tui/requests/request-lines.ts';

const request: LoggedRequest = {number: 1, at: new Date(2026, 0, 2, 3, 4).getTime(), method: 'DELETE', url: 'http://localhost/notifications/17', body: undefined, headers: {}, start: '', bytes: 45, retries: 0, status: 204, duration: 51, problem: undefined};

test('a row begins with time and status where the terminal is narrow', () => {
	expect(requestRow(request, 80)).toBe('2026-01-02 03:04  DELETE /notifications/17  204  51 ms  45 B');
	expect(requestRow(request, 40)).toBe('03:04  204  DELETE /notifications/17');
	expect(requestRow({...request, url: 'http://localhost/api/v1/service/notifications/', bytes: 18_519_473}, 70)).toBe('2026-01-02 03:04  DELETE /api/v1/…cations/  204  51 ms  18,519,473 B');
	expect(requestRow({...request, status: undefined}, 40)).toContain('  –  DELETE');
	expect(requestRow({...request, status: undefined, duration: undefined}, 40)).toContain('  …  DELETE');
});
