import type {Terminal} from '../test/helpers/terminal.ts';

/** The size of README's recording. */
export const recordingSize = {columns: 100, rows: 24} as const;

/** Seconds for which each screen of the recording is shown. */
export const secondsPerScreen = 2.5;

/** The screens of README's recording, each from the one before: a search, marks, a bulk edit as a diff, its review and result, and its undo. */
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
		terminal.press('Enter', 'a');
		await terminal.waitFor('3 marked');
	},
	async terminal => {
		terminal.press('e');
		await terminal.waitFor('3 values');
	},
	async terminal => {
		terminal.press('/example.(com|org)/acme.example/');
		await terminal.waitFor('acme.example]/hooks/compliance');
	},
	async terminal => {
		terminal.press('Enter');
		await terminal.waitFor('Type 3');
	},
	async terminal => {
		await terminal.confirm('3');
		await terminal.waitFor(/Type 3.*: 3/v);
	},
	async terminal => {
		await terminal.confirm('Enter');
		await terminal.waitFor('✓ Replaced 3');
		await terminal.waitFor('3 of 12 notifications · listed just now');
	},
	async terminal => {
		terminal.press('u');
		await terminal.waitFor('Type 3');
	},
	async terminal => {
		await terminal.confirm('3');
		await terminal.waitFor(/Type 3.*: 3/v);
	},
	async terminal => {
		await terminal.confirm('Enter');
		await terminal.waitFor('✓ Undone. Replaced 3');
		await terminal.waitFor('3 of 12 notifications · listed just now');
	},
];
