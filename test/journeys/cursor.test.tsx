import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {startRawService, type RawRecord} from '../changes/raw-service.ts';

const record = (id: number): RawRecord => ({
	id,
	external_user_id: `user-${id}`,
	channel: 'EMAIL',
	notification_name: `n${id}`,
	delivery_location: 'a@example.com',
	template: '',
	event_details: {
		network: 'N',
		event_type: 'E',
		addresses: ['0x00000000219ab540356cbb839cbe05303d7705fa'],
		filters: [],
	},
});

/** The row under the cursor. */
const cursor = (frame: string) => /^▌.(?<id>\S+)/mv.exec(frame)?.groups!.id;

async function startWith(count: number) {
	const service = await startRawService(Array.from({length: count}, (_, index) => record(index + 1)));
	const app = await startApp({service, size: '120x40'});
	await app.waitFor(`${count.toLocaleString('en')} notifications`);
	return app;
}

type App = Awaited<ReturnType<typeof startWith>>;

/** Clones the notification under the cursor with another address. */
async function clone(app: App): Promise<void> {
	await app.press('c');
	await app.waitFor(/^ clone notification \d/mv);
	await app.press('End', 'Backspace', '0', 'C-s');
	await app.waitFor('Create on');
	await app.press('C-s');
	await app.waitFor('✓ Created');
}

test('the cursor follows what is created, edited, deleted, undone and redone', async () => {
	await using app = await startWith(300);
	await clone(app);
	await app.waitFor(/^▌.301 /mv);

	// Its undo leaves the cursor where the row was.
	await app.press('u');
	await app.waitFor('Undo: delete 301');
	await app.press('y');
	await app.waitFor('✓ Undone. Deleted 301');
	await app.waitFor(/^▌.300 /mv);

	// Its redo brings the cursor back to the new row, also from the top.
	await app.press('g', 'U');
	await app.waitFor('Redo: recreate 301');
	await app.press('y');
	await app.waitFor('✓ Redone. Recreated 301 as 302');
	await app.waitFor(/^▌.302 /mv);

	// A search that hides what is created says so.
	await app.press('/', 'n77', 'Enter');
	await app.waitFor('n77');
	expect(cursor(app.frame())).toBe('77');
	await app.press('e');
	await app.waitFor('edit notification 77');
	await app.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'C-u', 'renamed', 'C-s');
	await app.waitFor('Replace 77');
	await app.press('C-s');
	await app.waitFor('✓ Replaced 77 with 303');
	await app.waitFor('303 is hidden by the search. esc: clear the search');
	await app.press('Escape');
	await app.waitFor(/^▌.303 /mv);
	expect(app.frame()).not.toContain('hidden by the search');

	await app.press('k', 'k', 'd');
	await app.waitFor('Delete 300 from');
	await app.press('y');
	await app.waitFor('✓ Deleted 300');
	await app.waitFor(/^▌.302 /mv);
});
