import assert from 'node:assert/strict';
import type {PostgresServer} from '../helpers/postgres.ts';
import {claimsEnd, editAll, faultsIn, openStage, type MachineOptions} from './stage.ts';
import type {Trial} from './trial.ts';

const count = 5;

/** How often the other one may have to try. */
const attempts = 6;

/** Kills a bulk edit at a stage of one of its requests, and has another machine finish it. Returns how many of the notifications have the new name; undefined if the edit ended before. */
export async function killAndFinish(
	server: PostgresServer,
	moment: number,
	options: {readonly anna?: MachineOptions; readonly carl?: MachineOptions} = {},
): Promise<number | undefined> {
	await using stage = await openStage(server, count);
	const [anna, carl] = [stage.machine('anna', options.anna), stage.machine('carl', options.carl)];
	const editing = anna.start(...editAll('Annas'));
	let posts = 0;
	stage.setOnRequest(async (_stage, _kind, index) => {
		if (index === moment) {
			editing.signal('SIGKILL');
			await editing.ended;
		}
	});
	const {exitCode} = await editing.ended;
	stage.setOnRequest((when, kind) => {
		posts += Number(when === 'before' && kind === 'create');
	});
	await stage.pass(claimsEnd);
	let finished = await carl.run('recover', '--all', '--finish', '--yes');
	for (let attempt = 1; attempt < attempts && finished.exitCode !== 0; attempt++) {
		finished = await carl.run('recover', '--all', '--finish', '--yes');
	}

	const listed = await stage.listed();
	const where = `killed at ${moment}: ${finished.stdout}${finished.stderr}`;
	assert.deepEqual(faultsIn(listed, count), [], where);
	assert.equal(listed.length, count, where);
	assert.equal(posts, 0, `${where}\nThe other one sent a POST.`);
	const left = await carl.run('recover', '--all');
	assert.equal(left.stdout, '', where);
	return exitCode === null ? listed.filter(({name}) => name === 'Annas').length : undefined;
}

export const kills: Trial = {
	name: 'kills',
	what: `kill -9 at a stage of a request of an edit of ${count}, finished by another`,
	async run(server, {kills: moments}) {
		const edited: number[] = [];
		for (let moment = 1; moment <= moments; moment++) {
			const result = await killAndFinish(server, moment);
			edited.push(...(result === undefined ? [] : [result]));
		}

		return `${edited.length} kills, nothing lost or doubled; edited by then: ${edited.join(' ')}`;
	},
};
