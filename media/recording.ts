import type {Terminal} from '../test/helpers/terminal.ts';

/** The size of README's recording. */
export const recordingSize = {columns: 100, rows: 24} as const;

/** Seconds for which each screen of the recording is shown. */
export const secondsPerScreen = 2.5;

/** A step of README's recording. `keys`: those that are pressed, as the picture names them. */
type RecordedStep = {
	readonly keys: string;
	readonly take: (terminal: Terminal) => Promise<void>;
};

/** The steps that answer a question about three. `done`: the notice after it. */
const answered = (done: string): readonly RecordedStep[] => [
	{
		keys: '3',
		async take(terminal) {
			await terminal.confirm('3');
			await terminal.waitFor(/Type 3.*: 3/v);
		},
	},
	{
		keys: 'enter',
		async take(terminal) {
			await terminal.confirm('Enter');
			await terminal.waitFor(done);
			await terminal.waitFor('3 of 12 notifications · listed just now');
		},
	},
];

/** The screens of README's recording, each from the one before: a search, marks, a bulk edit as a diff, its review and result, and its undo. */
export const recordedSteps: readonly RecordedStep[] = [
	{keys: '', take: async () => undefined},
	{
		keys: '/ channel:webhook',
		async take(terminal) {
			terminal.press('/');
			await terminal.waitFor(/> *$|search/mv);
			terminal.press('channel:webhook');
			await terminal.waitFor('channel:webhook');
			await terminal.waitFor('3 of 12');
		},
	},
	{
		keys: 'enter  a',
		async take(terminal) {
			terminal.press('Enter', 'a');
			await terminal.waitFor('3 marked');
		},
	},
	{
		keys: 'e',
		async take(terminal) {
			terminal.press('e');
			await terminal.waitFor('3 different');
		},
	},
	{
		keys: '/example.(com|org)/acme.example/',
		async take(terminal) {
			terminal.press('/example.(com|org)/acme.example/');
			await terminal.waitFor('acme.example]/hooks/compliance');
		},
	},
	{
		keys: 'enter',
		async take(terminal) {
			terminal.press('Enter');
			await terminal.waitFor('Type 3');
		},
	},
	...answered('✓ Replaced 3'),
	{
		keys: 'u',
		async take(terminal) {
			terminal.press('u');
			await terminal.waitFor('Type 3');
		},
	},
	...answered('✓ Undone. Replaced 3'),
];
