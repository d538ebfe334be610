import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {setImmediate as turn} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {createHandClock} from '../../helpers/hand-clock.ts';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

test('the age of the listing is drawn when its words change, and nothing in between', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [{id: 1, channel: 'EMAIL'}]);
	});
	const clock = createHandClock();
	// The preview would be drawn a moment later.
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), 'preview: off\n', {mode: 0o600});
	await using app = await startApp({
		clock,
		home: home.path,
		service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'},
		size: '80x24',
	});
	await app.waitFor('1 notification · listed just now');
	const framesAfter = async (milliseconds: number): Promise<number> => {
		const before = app.frames.length;
		clock.pass(milliseconds);
		await turn();
		await turn();
		return app.frames.length - before;
	};

	expect(await framesAfter(9000)).toBe(0);
	clock.pass(1200);
	await app.waitFor('listed 10 s ago');
	expect(await framesAfter(9000)).toBe(0);
	clock.pass(1000);
	await app.waitFor('listed 20 s ago');
	clock.pass(60_000);
	await app.waitFor('listed 1 min ago');
	clock.pass(7_200_000);
	await app.waitFor('listed 2 h ago');
});
