import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {json} from 'node:stream/consumers';
import {openStage} from './stage.ts';
import type {Trial} from './trial.ts';

const count = 500;

/** Several processes that claim the same things one after the other, each in another order. */
const claimAtOnce = (processes: number): Trial => ({
	name: `claims-${processes}`,
	what: `${processes} processes claim the same ${count} at once`,
	async run(server) {
		await using stage = await openStage(server);
		const operators = ['anna', 'carl', 'eve', 'olga'];
		const wins = await Promise.all(
			Array.from({length: processes}, async (_, index) => {
				const {url} = stage.machine(operators[index % operators.length]!);
				const child = spawn(
					process.execPath,
					[path.join(import.meta.dirname, 'claimer.ts'), String(count), String(index)],
					{env: {...process.env, TEAM_URL: url}, stdio: ['ignore', 'pipe', 'inherit']},
				);
				return (await json(child.stdout)) as readonly string[];
			}),
		);
		const won = wins.flat();
		assert.equal(won.length, count);
		assert.equal(new Set(won).size, count);
		return `each won once (${wins.map(({length}) => length).join(' + ')})`;
	},
});

export const claims: readonly Trial[] = [2, 4, 8].map(processes => claimAtOnce(processes));
