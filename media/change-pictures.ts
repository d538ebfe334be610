import type {Terminal} from '../test/helpers/terminal.ts';
import type {ScreenPicture} from './screen-picture.ts';

/** Deletes the notification under the cursor. */
async function deleteOne(terminal: Terminal): Promise<void> {
	terminal.press('d');
	await terminal.waitFor('y delete');
	await terminal.confirm('y');
	await terminal.waitFor('✓ Deleted');
	await terminal.waitFor('11 notifications · listed just now');
}

/** Edits all webhooks, up to the review. */
async function reviewWebhooks(terminal: Terminal): Promise<void> {
	terminal.press('/');
	terminal.press('channel:webhook');
	await terminal.waitFor('3 of 12');
	terminal.press('Enter', 'a');
	await terminal.waitFor('3 marked');
	terminal.press('e');
	await terminal.waitFor('3 different');
	terminal.press('/example/acme/');
	await terminal.waitFor('acme].com/hooks/compliance');
	terminal.press('C-s');
	await terminal.waitFor('Type 3');
}

/** The pictures of changes of one or many notifications, and of their history. */
export const changePictures: readonly ScreenPicture[] = [
	{
		name: 'delete',
		title: 'Deleting one',
		columns: 100,
		rows: 24,
		async open(terminal) {
			terminal.press('d');
			await terminal.waitFor('y delete');
		},
	},
	{
		name: 'bulk-delete',
		title: 'Deleting several',
		columns: 100,
		rows: 24,
		async open(terminal) {
			for (const _mark of [1, 2, 3]) {
				terminal.press('Space');
			}

			await terminal.waitFor('3 marked');
			terminal.press('d');
			await terminal.waitFor('Type 3, then enter');
			await terminal.confirm('3');
			await terminal.waitFor('Type 3, then enter: 3');
		},
	},
	{
		name: 'bulk-edit',
		title: 'Editing several',
		columns: 100,
		rows: 30,
		async open(terminal) {
			terminal.press('a');
			await terminal.waitFor('12 marked');
			terminal.press('e');
			await terminal.waitFor('different');
			terminal.press('/(treasury@)?example/acme/');
			await terminal.waitFor('qa@[example→acme].com');
		},
	},
	{
		name: 'bulk-edit-review',
		title: 'The review of a bulk edit',
		columns: 100,
		rows: 24,
		open: reviewWebhooks,
	},
	{
		name: 'undo',
		title: 'Undoing',
		columns: 100,
		rows: 24,
		async open(terminal) {
			await deleteOne(terminal);
			terminal.press('u');
			await terminal.waitFor('y undo');
		},
	},
	{
		name: 'history',
		title: 'Activity',
		columns: 100,
		rows: 14,
		async open(terminal) {
			await deleteOne(terminal);
			terminal.press('u');
			await terminal.waitFor('y undo');
			await terminal.confirm('y');
			await terminal.waitFor('✓ Undone');
			await terminal.waitFor('12 notifications · listed just now');
			terminal.press('H');
			await terminal.waitFor(' activity · ');
		},
	},
	{
		name: 'change',
		title: 'A change',
		columns: 100,
		rows: 26,
		async open(terminal) {
			await deleteOne(terminal);
			terminal.press('H');
			await terminal.waitFor(' activity · ');
			terminal.press('Enter');
			await terminal.waitFor('Requests');
		},
	},
	{
		name: 'duplicates',
		title: 'Duplicates',
		columns: 100,
		rows: 14,
		async open(terminal) {
			terminal.press('c');
			await terminal.waitFor('treasury@example.com');
			terminal.press('C-s');
			await terminal.waitFor('y create');
			await terminal.confirm('y');
			await terminal.waitFor('✓ Created');
			await terminal.waitFor('13 notifications · listed just now');
			terminal.press('D');
			await terminal.waitFor('2 identical');
			terminal.press('a');
			await terminal.waitFor('1 marked');
		},
	},
	{
		name: 'request',
		title: 'A request',
		columns: 100,
		rows: 24,
		async open(terminal) {
			terminal.press('R');
			await terminal.waitFor('requests');
			terminal.press('Enter');
			await terminal.waitFor('Response');
		},
	},
];
