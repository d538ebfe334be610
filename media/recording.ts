import type {Terminal} from '../test/helpers/terminal.ts';
import {fillIn} from './pictures.ts';

/** The size of README's recording. */
export const recordingSize = {columns: 100, rows: 24} as const;

/** Seconds for which each screen of the recording is shown. */
export const secondsPerScreen = 2;

/** The screens of README's recording, each from the one before: a search, a new notification from the form to the list, and its undo. */
export const recordedSteps: ReadonlyArray<(terminal: Terminal) => Promise<void>> = [
	async () => undefined,
	async terminal => {
		terminal.press('/');
		await terminal.waitFor(/> *$|search/mv);
		terminal.press('channel:webhook');
		await terminal.waitFor('channel:webhook');
		await terminal.waitFor('3 of 12');
	},
	async terminal => {
		terminal.press('Enter', 'Escape');
		await terminal.waitFor('12 notifications');
		await fillIn(terminal);
	},
	async terminal => {
		terminal.press('C-s');
		await terminal.waitFor('ctrl+s send');
	},
	async terminal => {
		await terminal.confirm('C-s');
		await terminal.waitFor('✓ Created');
	},
	async terminal => {
		terminal.press('u');
		await terminal.waitFor('y undo');
	},
];
