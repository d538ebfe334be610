import {mkdtempSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {startModelServer} from '../helpers/model-service/server.ts';
import {everyLife, lifeFaults, livesWith} from './life.ts';
import {live} from './live.ts';

test.each([
	['', everyLife()],
	[', with every fault', livesWith(lifeFaults)],
])('a life goes the same way every time%s', async (_name, lives) => {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'chainbell-lives-'));
	onTestFinished(() => {
		rmSync(folder, {recursive: true});
	});
	await using server = await startModelServer();
	await fc.assert(
		fc.asyncProperty(lives, async life => {
			const first = await live({server, folder}, life);
			expect(await live({server, folder}, life)).toStrictEqual(first);
		}),
		{numRuns: 4},
	);
});
