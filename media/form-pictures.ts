import {setTimeout as delay} from 'node:timers/promises';
import type {Terminal} from '../test/helpers/terminal.ts';
import type {ScreenPicture} from './screen-picture.ts';

/** Fills in a form up to its address, from the list. */
async function fillInRecipient(terminal: Terminal): Promise<void> {
	terminal.press('n');
	await terminal.waitFor(' new notification · ');
	terminal.press('ops-3', 'Enter');
	await terminal.waitFor('▌ Channel');
	terminal.press('e', 'Enter');
	await terminal.waitFor('▌ Recipient');
	terminal.press('deposits@example.com', 'Enter');
	await terminal.waitFor('▌ Address');
}

/** Fills in a form, from the list. */
async function fillIn(terminal: Terminal): Promise<void> {
	await fillInRecipient(terminal);
	terminal.press('0x00000000219ab540356cBB839Cbe05303d7705Fa');
	terminal.press('C-n');
	await terminal.waitFor('▌ Filters');
	terminal.press('asset', 'Enter');
	await terminal.waitFor(/▌ Filters +asset =/v);
	terminal.press('ETH');
	await terminal.waitFor('asset = ETH');
}

/** The pictures of the form, and of what it leads to. */
export const formPictures: readonly ScreenPicture[] = [
	{
		name: 'form',
		title: 'The form',
		columns: 120,
		rows: 34,
		async open(terminal) {
			await fillIn(terminal);
			await terminal.waitFor('No duplicate in the listing');
		},
	},
	{
		name: 'try-filters',
		title: 'Trying filters',
		columns: 100,
		rows: 34,
		async open(terminal) {
			await fillIn(terminal);
			terminal.press('C-t');
			await terminal.waitFor('matches all filters');
		},
	},
	{
		name: 'review',
		title: 'The review',
		columns: 100,
		rows: 37,
		async open(terminal) {
			await fillIn(terminal);
			terminal.press('C-s');
			await terminal.waitFor('y create');
		},
	},
	{
		name: 'several',
		title: 'Several addresses',
		columns: 100,
		rows: 18,
		async open(terminal) {
			await fillInRecipient(terminal);
			terminal.paste('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
			await terminal.waitFor('creates 2 notifications');
			// Keys that arrive with a paste are ignored.
			await delay(500);
			terminal.press('C-s');
			await terminal.waitFor('Create 2 notifications');
		},
	},
	{
		name: 'drafts',
		title: 'Drafts',
		columns: 100,
		rows: 14,
		async open(terminal) {
			await fillIn(terminal);
			terminal.press('Escape');
			await terminal.waitFor('12 notifications');
			terminal.press('n');
			await terminal.waitFor('1 draft: alt+d');
		},
	},
];
