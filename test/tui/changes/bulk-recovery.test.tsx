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

/** Five of twelve were deleted. */
const deleted = async (sandbox: Sandbox, home: string) =>
	begin(sandbox, home, async (place, profile) => place.run(await place.deletions(...ids), {profile}));

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

test.each(['80x24', '40x10'])(
	'an interrupted change is shown at the start, and f continues it after asking, at %s',
	async size => {
		await using sandbox = await temporarySandbox();
		await using home = await temporaryFolder();
		await interrupted(sandbox, home.path);
		await using app = await startAgain({service: sandbox, home: home.path, size});
		const frame = await app.waitFor(' activity · ');
		expect(frame).toMatch(/b {2}(?:skip all of it|take everything back)/v);
		await app.waitFor(/deleted \d of 5/v);
		if (size === '80x24') {
			// The first listing has settled what was sent.
			await app.waitFor('deleted 4 of 5 (1 not started)');
		}

		// It asks before it deletes more.
		await app.press('f');
		await app.waitFor(/Delete\s+the\s+remaining\s+1\s+from/v);
		expect(await list(sandbox)).toHaveLength(8);
		const footer = app
			.frame()
			.split('\n')
			.findLast(line => line.includes('help'));
		expect(footer).toMatch(/y finish +esc cancel/v);
		await app.press('y');
		await app.waitFor('✓ Deleted 5 from');
		await app.waitFor(/^ (?:chainbell · )?\S+ .* 7(?: notif|$)/mv);
		const left = await list(sandbox);
		expect(left.filter(({id}) => ids.some(each => each === id))).toStrictEqual([]);
	},
);

test('s keeps what is done and skips the rest, and H then shows the history', async () => {
	await using sandbox = await temporarySandbox();
	await using home = await temporaryFolder();
	await interrupted(sandbox, home.path);
	await using app = await startAgain({service: sandbox, home: home.path, size: '120x40'});
	await app.waitFor('deleted 4 of 5 (1 not started)');
	await app.press('s');
	await app.waitFor('Stop here: keep 4 and skip the rest? Nothing is deleted.');
	await app.press('y');
	await app.waitFor('✓ Deleted 4 from');
	expect(app.frame()).toContain('1 skipped.');
	await app.waitFor('8 notifications');
	await app.press('H');
	await app.waitFor(/ 1 change$/mv);
});

test('b takes everything back: it skips the rest, and recreates what was deleted', async () => {
	await using sandbox = await temporarySandbox();
	await using home = await temporaryFolder();
	await interrupted(sandbox, home.path);
	await using app = await startAgain({service: sandbox, home: home.path, size: '120x40'});
	await app.waitFor('deleted 4 of 5 (1 not started)');
	await app.press('b');
	await app.waitFor('Take everything back: recreate 4 notifications on');
	await app.waitFor('Type 4, then enter');
	expect(await list(sandbox)).toHaveLength(8);
	await app.press('4', 'Enter');
	await app.waitFor('✓ Undone. Recreated 4 on');
	await app.waitFor('12 notifications');
	expect(await list(sandbox)).toHaveLength(12);
});

test('u undoes a whole bulk delete once, and says what is recreated without template', async () => {
	await using sandbox = await temporarySandbox();
	await using home = await temporaryFolder();
	await deleted(sandbox, home.path);
	await using app = await startAgain({service: sandbox, home: home.path, size: '80x24'});
	await app.waitFor(/^ (?:chainbell · )?\S+ .* 7(?: notif|$)/mv);
	await app.press('u');
	const frame = await app.waitFor('Undo: recreate 5');
	expect(frame).toContain('! The templates of all 5 are unknown here.');
	await app.press('5', 'Enter');
	await app.waitFor('✓ Undone. Recreated 5 on');
	await app.waitFor('12 notifications');
	expect(await list(sandbox)).toHaveLength(12);
	await app.press('u');
	await app.waitFor('Nothing to undo.');
});

test('items that were not recreated are listed, and r retries only those', async () => {
	await using sandbox = await temporarySandbox();
	await using home = await temporaryFolder();
	await deleted(sandbox, home.path);
	await using app = await startAgain({service: sandbox, home: home.path, size: '120x40'});
	await app.waitFor(/^ (?:chainbell · )?\S+ .* 7(?: notif|$)/mv);
	sandbox.faults.add({name: 'create-403', count: 2});
	await app.press('u');
	await app.waitFor('Undo: recreate 5');
	await app.press('5', 'Enter');
	const frame = await app.waitFor('Recreated 3 of 5 (2 failed)');
	// The reason stands once, above its rows.
	expect(frame).toMatch(/^▌ ✗ 2 refused: .*\(403\)/mv);
	expect(frame.match(/^ {2}✗ 2\.\d {2}\d /gmv)).toHaveLength(2);
	expect(frame.match(/^ {2}✓ 2\.\d {2}\d /gmv)).toHaveLength(3);
	await app.press('r');
	await app.waitFor('✓ Undone. Recreated 5 on');
	expect(await list(sandbox)).toHaveLength(12);
});

test('a read-only profile does not continue an interrupted change', async () => {
	await using sandbox = await temporarySandbox();
	await using home = await temporaryFolder();
	await interrupted(sandbox, home.path);
	await using app = await startAgain({service: sandbox, home: home.path, isReadOnly: true});
	await app.waitFor(/deleted \d of 5/v);
	await app.press('f');
	await app.waitFor('Read-only: started with --read-only.');
	expect(await list(sandbox)).toHaveLength(8);
});

/** Five are to be renamed: the new ones exist, and the old ones could not be deleted. */
const halfDone = async (sandbox: Sandbox, home: string) =>
	begin(sandbox, home, async (place, profile) => {
		const asks = await Promise.all(
			ids.map(async id => {
				const of = await place.snapshot(id);
				const input = {...of.input, name: 'Renamed', template: '', topics: ['', '', '', ''] as const};
				return {kind: 'replace', of, input} as const;
			}),
		);
		sandbox.faults.add({name: 'delete-403', count: 5});
		expect(await place.run(asks, {profile, limit: 5})).toMatchObject({
			set: {counts: {created: 5}},
			failure: {kind: 'forbidden'},
		});
	});

test.each([
	['f', /Replace\s+the\s+remaining\s+5\s+on/v, '✓ Replaced 5 on', 5],
	['b', /Roll\s+back\s+the\s+bulk\s+edit:\s+delete\s+5\s+new\s+ones/v, '✓ Rolled back 5 on', 0],
] as const)(
	'an edit of many that is half done is shown at the start, and %s ends it',
	async (key, question, notice, renamed) => {
		await using sandbox = await temporarySandbox();
		await using home = await temporaryFolder();
		await halfDone(sandbox, home.path);
		await using app = await startAgain({service: sandbox, home: home.path, size: '120x40'});
		await app.waitFor('replaced 0 of 5 (5 half done)');
		expect(app.frame()).toContain('5 half done (old and new exist)');
		await app.press(key);
		await app.waitFor(question);
		expect(await list(sandbox)).toHaveLength(17);
		await app.press('5', 'Enter');
		await app.waitFor(notice);
		const left = await list(sandbox);
		expect([left.length, left.filter(({name}) => name === 'Renamed').length]).toStrictEqual([12, renamed]);
	},
);
