import assert from 'node:assert/strict';
import {setTimeout as delay} from 'node:timers/promises';
import {claimsEnd, editAll, openStage} from './stage.ts';
import type {Trial} from './trial.ts';

export const stopped: Trial = {
	name: 'stopped',
	what: 'a lease runs out under SIGSTOP, and what was sent arrives after SIGCONT',
	async run(server) {
		await using stage = await openStage(server, 1);
		const [anna, carl] = [stage.machine('anna'), stage.machine('carl')];
		const [arrived, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		stage.setOnRequest(async (when, kind) => {
			if (when === 'before' && kind === 'create') {
				arrived.resolve();
				await woken.promise;
			}
		});
		const editing = anna.start(...editAll('Annas'));
		await arrived.promise;
		editing.signal('SIGSTOP');
		await delay(claimsEnd + 1000);
		const finished = await carl.run('recover', '--all', '--finish', '--yes');
		const before = await stage.listed();
		editing.signal('SIGCONT');
		woken.resolve();
		const woke = await editing.ended;
		assert.equal(before.length, 1, finished.stdout);
		assert.match(woke.stderr, /Your claim on the team's board has ended/v);
		const hers = await anna.run('recover');
		const his = await carl.run('recover', '--all');
		for (const {exitCode, stdout, stderr} of [hers, his]) {
			assert.equal(exitCode, 8, `${stdout}${stderr}`);
		}

		const left = await stage.listed();
		assert.deepEqual(left.map(({name}) => name).toSorted(), ['Annas', 'Before']);
		return `she was told (exit code ${woke.exitCode}), it is pending for both (${his.stdout.trim()}), and nothing was deleted`;
	},
};
