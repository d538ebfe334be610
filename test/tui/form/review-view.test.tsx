import {expect, test} from 'vitest';
import {createAcceptingServer} from '../../helpers/accepting-server.ts';
import {startApp, stillClock} from '../../helpers/app.tsx';
import {duplicateOfTypical, typicalKeys} from './typical-form.ts';

const apiKey = 'key-for-tests';

test('asks again when another duplicate appears, and sends once both are confirmed', async () => {
	let now = stillClock.now();
	const listed: unknown[] = [];
	await using server = await createAcceptingServer(32, listed);
	await using app = await startApp({
		service: {baseUrl: server.baseUrl, apiKey},
		clock: {...stillClock, now: () => now},
	});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'C-s');
	// The listing is not a recent one any more.
	now += 20_000;
	listed.push(duplicateOfTypical(30));
	await app.press('C-s');
	await app.waitFor('ID 30');
	listed.push(duplicateOfTypical(31));
	now += 20_000;
	await app.press('y');
	const frame = await app.waitFor('and 1 other differ only');
	expect(frame).toContain('Nothing was sent');
	expect(frame).toContain('ID 30');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	await app.press('y');
	await app.waitFor('✓ Created');
	expect(server.requests.filter(({method}) => method === 'POST')).toHaveLength(1);
});
