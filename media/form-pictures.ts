import type {Terminal} from '../test/helpers/terminal.ts';
import type {ScreenPicture} from './screen-picture.ts';

/** Fills in a form, from the list. */
async function fillIn(terminal: Terminal): Promise<void> {
	terminal.press('n');
	await terminal.waitFor(' new · ');
	terminal.press('ops-3', 'Enter');
	await terminal.waitFor('▌ Channel');
	terminal.press('e');
	await terminal.waitFor('▌ Recipient');
	terminal.press('deposits@example.com', 'Enter');
	await terminal.waitFor('▌ Address');
	terminal.press('0x00000000219ab540356cBB839Cbe05303d7705Fa');
	terminal.press('C-n');
	await terminal.waitFor('▌ Filter 1');
	terminal.press('asset', 'Enter');
	await terminal.waitFor(/Filter 1 +asset +eq/v);
	terminal.press('ETH');
	await terminal.waitFor('asset = ETH');
}

/** The pictures of the form, and of what it leads to. */
export const formPictures: readonly ScreenPicture[] = [
	{
		name: 'form', title: 'The form', columns: 120, rows: 34,
		text: 'The fields, with suggestions below the one that has the cursor. From 110 columns on, what will be sent is shown beside them: a sentence, duplicates, whether a sample event matches, and the body.',
		async open(terminal) {
			await fillIn(terminal);
			await terminal.waitFor('No duplicate in the listing');
		},
	},
	{
		name: 'try-filters', title: 'Trying filters', columns: 100, rows: 34,
		text: '`ctrl+t` in the form: each filter against an event, the built-in sample or one that is pasted or opened.',
		async open(terminal) {
			await fillIn(terminal);
			terminal.press('C-t');
			await terminal.waitFor('matches all filters');
		},
	},
	{
		name: 'review', title: 'The review', columns: 100, rows: 37,
		text: 'Nothing is sent before it: the notification as a sentence, duplicates, the body, and the same as a curl command. The review of an edit also says what changes.',
		async open(terminal) {
			await fillIn(terminal);
			terminal.press('C-s');
			await terminal.waitFor('ctrl+s send');
		},
	},
	{
		name: 'drafts', title: 'Drafts', columns: 100, rows: 14,
		text: 'A form that is left keeps what was typed. `n` shows the drafts before it begins another notification.',
		async open(terminal) {
			await fillIn(terminal);
			terminal.press('Escape');
			await terminal.waitFor('12 notifications');
			terminal.press('n');
			await terminal.waitFor('Unsent drafts');
		},
	},
];
