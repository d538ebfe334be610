import {expect, test} from 'vitest';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import {startApp, stillClock} from '../helpers/app.tsx';
import {body} from '../helpers/command-account.ts';
import {pasted} from '../helpers/screen.tsx';
import {startRawService} from '../changes/raw-service.ts';

/** A clock of which every reading is a millisecond later: a listing begins after what was answered before. */
function createTickingClock() {
	let ticks = 0;
	return {...stillClock, elapsed: createMonotonicClock('ticking', () => ++ticks)};
}

test('a change on the screens lists the account no more often than a command does', async () => {
	const service = await startRawService(
		Array.from({length: 11}, (_, index) => ({...body(`u-${index}`), id: index + 1})),
	);
	await using app = await startApp({service, size: '120x40', settlingTime: 60_000, clock: createTickingClock()});
	await app.waitFor('11 notifications');
	const sent: Record<string, string> = {};
	const note = async (name: string, text: RegExp | string, act: () => Promise<unknown>) => {
		const {length} = service.requests;
		await act();
		await app.waitFor(text);
		sent[name] = service.requests
			.slice(length)
			.map(({method}) => method)
			.join(' ');
	};

	await note('create', '✓ Created 12', async () => {
		await app.press(
			'n',
			pasted('new-user'),
			'Tab',
			'e',
			'Tab',
			pasted('new@example.com'),
			'Tab',
			pasted('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'),
			'C-s',
		);
		await app.waitFor('✓ No duplicate in the listing');
		await app.press('C-s');
	});
	await note('delete', '✓ Deleted 12', async () => {
		await app.press('G', 'd');
		await app.waitFor('y delete');
		await app.press('y');
	});
	await note('undo', 'Recreated 12 as 13', async () => {
		await app.press('u');
		await app.waitFor('Undo: recreate');
		await app.press('y');
	});
	await note('edit', /✓ Replaced 13/v, async () => {
		await app.press('G', 'e');
		await app.waitFor('edit notification 13');
		await app.press(pasted('x'), 'C-s');
		await app.waitFor('✓ No duplicate in the listing');
		await app.press('C-s');
	});
	await note('edit of eleven', /✓ Replaced 11/v, async () => {
		await app.press('/', pasted('user:u-'), 'Enter', 'a', 'e');
		await app.waitFor('11 different');
		await app.press(pasted('/example.com/example.org/'));
		await app.waitFor('11 to replace');
		await app.press('Enter');
		await app.waitFor('Type 11, then enter');
		await app.press('1', '1', 'Enter');
	});
	await note('delete of all', /✓ Deleted 12/v, async () => {
		await app.press('Escape', 'Escape', 'Escape', 'a', 'd');
		await app.waitFor('Type 12, then enter');
		await app.press('1', '2', 'Enter');
	});
	const times = (method: string, count: number) => Array.from({length: count}, () => method).join(' ');
	expect(sent).toStrictEqual({
		// The displayed listing serves a create that follows within ten seconds.
		create: 'POST GET',
		delete: 'GET DELETE GET',
		undo: 'GET POST GET',
		edit: 'GET POST GET DELETE GET',
		// At most four exist twice at a time.
		'edit of eleven': `GET ${[4, 4, 3].map(count => `${times('POST', count)} GET ${times('DELETE', count)} GET`).join(' ')}`,
		'delete of all': `GET ${times('DELETE', 12)} GET`,
	});
});
