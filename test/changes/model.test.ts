import {mkdtempSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startModelServer} from '../helpers/model-service/server.ts';
import {checkLives} from '../model/check.ts';
import {invariants} from '../model/record.ts';

// The same lives every time, so that a change is what makes them fail. `npm run model` lives others.
test('in random lives on a service that answers, lists and acts as it likes, every invariant holds', async () => {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'chainbell-model-'));
	onTestFinished(() => {
		rmSync(folder, {recursive: true});
	});
	await using server = await startModelServer();
	const {seed, failure} = await checkLives({server, folder}, {runs: 100, seed: 7, invariants});
	expect(failure && `${failure.report}\n\nnpm run model -- --seed ${seed}`).toBeUndefined();
});
