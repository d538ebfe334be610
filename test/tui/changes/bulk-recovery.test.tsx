import {expect, test} from 'vitest';
import {createPauseControl} from '../../../source/changes/pool.ts';
import type {Sandbox} from '../../../source/sandbox/server.ts';
import {createPlace, list, type Place} from '../../changes/harness.ts';
import {startApp, stillClock, temporaryFolder, temporarySandbox, type AppOptions} from '../../helpers/app.tsx';
import {moment} from '../../ledger/ledgers.ts';

const ids = ['2', '3', '4', '5', '6'] as const;

/** What an earlier run has done in the account. */
async function begin(
	sandbox: Sandbox,
	home: string,
	act: (place: Place, profile: string) => Promise<unknown>,
): Promise<void> {
	const place = createPlace(sandbox, `${home}/ledger.sqlite`);
	await act(place, `${sandbox.baseUrl} ${new URL(sandbox.baseUrl).host}`);
	place.changes.release(1);
	place.ledger.close();
}

/** Five of twelve were to be deleted: the service confirmed three, the fourth is unclear, the fifth was not begun, and no listing came, as a kill would leave it. */
const interrupted = async (sandbox: Sandbox, home: string) =>
	begin(sandbox, home, async (place, profile) => {
		const asks = await place.deletions(...ids);
		const given = await place.look();
		sandbox.faults.add({name: 'delete-200', count: 3});
		sandbox.faults.add({name: 'delete-drop-after', count: 1});
		sandbox.faults.add({name: 'list-503', count: 4});
		const pauseControl = createPauseControl();
		let sent = 0;
		const ended = await place.run(asks, {
			profile,
			given,
			limit: 1,
			pauseControl,
			onStep(step) {
				sent += Number(step === 'deleting');
				if (sent === 4) {
					pauseControl.stop();
				}
			},
		});
		expect(ended).toMatchObject({set: {counts: {unknown: 4, planned: 1}}});
	});

/** The program after that, at the time of that run. */
const startAgain = async (options: AppOptions) => startApp({clock: {...stillClock, now: () => moment}, ...options});

test('b takes everything back: it skips the rest, and recreates what was deleted', async () => {
	await using sandbox = await temporarySandbox();
	await using home = await temporaryFolder();
	await interrupted(sandbox, home.path);
	await using app = await startAgain({service: sandbox, home: home.path, size: '120x40'});
	await app.waitFor('deleted 4 of 5 (1 not started)');
	await app.press('b');
	await app.waitFor('Roll back everything: recreate 4 notifications on');
	// What was not sent is not among the rows.
	expect((await app.waitFor('Type 4, then enter')).match(/^ [+·] .+/gmv)).toHaveLength(4);
	expect(await list(sandbox)).toHaveLength(8);
	await app.press('4', 'Enter');
	await app.waitFor('✓ Undone. Recreated 4 notifications on');
	await app.waitFor('12 notifications');
	expect(await list(sandbox)).toHaveLength(12);
});
