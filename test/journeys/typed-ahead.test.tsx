import {expect, test} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {startApp} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';

/** As many as no slice of time is enough for. */
const many = Array.from({length: 60_000}, (_, index) => ({
	id: index + 1,
	notification_name: index === 50_000 ? 'needle' : `n${index}`,
	channel: 'EMAIL',
}));

const large = async () =>
	createHttpServer((_request, response) => {
		answer(response, 200, many);
	});

test('keys typed ahead act on what the search finds', async () => {
	await using server = await large();
	await using app = await startApp({
		service: {baseUrl: server.baseUrl, apiKey: 'test-key'},
		clock: systemClock,
		size: '120x40',
	});
	await app.waitFor('60,000 notifications');
	await app.send('/needle\ra');
	await app.waitFor('1 of 60,000');
	expect(await app.waitFor('1 marked')).toContain('●50001');
	await app.press('A', 'Escape');
	await app.waitUntilGone('of 60,000');
	await app.send('/name:n4321\rd');
	expect(await app.waitFor('y delete')).toMatch(/Name +n4321\b/v);
});
