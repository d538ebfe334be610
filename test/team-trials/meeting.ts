import assert from 'node:assert/strict';
import {editAll, faultsIn, openStage} from './stage.ts';
import type {Trial} from './trial.ts';

const count = 60;

export const meeting: Trial = {
	name: 'meeting',
	what: `two edit the same ${count} at once`,
	async run(server) {
		await using stage = await openStage(server, count);
		const results = await Promise.all([
			stage.machine('anna').run(...editAll('Annas')),
			stage.machine('carl').run(...editAll('Carls')),
		]);
		const refused = results.filter(({exitCode}) => exitCode !== 0);
		assert.equal(refused.length, 1, JSON.stringify(results));
		assert.match(refused[0]!.stderr, /Nothing was sent\. (?:anna|carl) on \S+ has (?:been changing|just changed)/v);
		const listed = await stage.listed();
		assert.deepEqual(faultsIn(listed, count), []);
		assert.equal(listed.length, count);
		assert.equal(new Set(listed.map(({name}) => name)).size, 1);
		return `one was refused with ${refused[0]!.exitCode}: ${refused[0]!.stderr.trim().split('\n', 1)[0]}`;
	},
};
