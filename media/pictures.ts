import type {Terminal} from '../test/helpers/terminal.ts';

/** A picture of a screen, taken from a run of the program on the samples of the sandbox. */
export type ScreenPicture = {
	/** Of the file in media/, without `.svg`. */
	readonly name: string;
	readonly title: string;
	/** What to see in it, for docs/screens.md. */
	readonly text: string;
	readonly columns: number;
	readonly rows: number;
	/** Goes from the list, once it is complete, to the screen. Waits until it shows all of it. */
	readonly open: (terminal: Terminal) => Promise<void>;
};

/** Fills in a form, from the list. */
export async function fillIn(terminal: Terminal): Promise<void> {
	terminal.press('n');
	await terminal.waitFor('new notification');
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

/** The screens to show, in the order of docs/screens.md. */
export const pictures: readonly ScreenPicture[] = [
	{
		name: 'list', title: 'The list', columns: 150, rows: 24,
		text: 'Every notification of the account on a row, and how old the listing is. From 140 columns or 34 rows on, the one under the cursor is shown whole beside the others. The footer has the keys that are used most; `?` lists them all.',
		async open(terminal) {
			terminal.press('j');
			await terminal.waitFor('not returned by the service');
			await terminal.waitFor(/Name +USDC in and out/v);
		},
	},
	{
		name: 'form', title: 'The form', columns: 120, rows: 34,
		text: 'The fields, with suggestions below the one that has the cursor. From 110 columns on, what will be sent is shown beside them: a sentence, duplicates, whether a sample event matches, and the body.',
		async open(terminal) {
			await fillIn(terminal);
			await terminal.waitFor('No duplicate in the listing');
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
		name: 'bulk-delete', title: 'Deleting several', columns: 100, rows: 24,
		text: 'The question says how many, where, whose they are, and what an undo cannot restore. They are deleted once their number is typed.',
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
		name: 'bulk-edit', title: 'Editing several', columns: 100, rows: 30,
		text: 'The fields with the value that all share, or the number of their values; below, old → new for every notification, as it is typed. What is invalid says why, and can be left out.',
		async open(terminal) {
			terminal.press('a');
			await terminal.waitFor('12 marked');
			terminal.press('e');
			await terminal.waitFor('values');
			terminal.press('/(treasury@)?example/acme/');
			await terminal.waitFor('qa@[example→acme].com');
		},
	},
	{
		name: 'palette', title: 'The palette', columns: 100, rows: 24,
		text: '`ctrl+p` or `:` lists everything that can be done, with its key; typing narrows it.',
		async open(terminal) {
			terminal.press(':');
			await terminal.waitFor('palette');
			terminal.press('sort');
			await terminal.waitFor(/: sort\n/v);
			await terminal.waitUntilGone('suspend');
		},
	},
];

/** The text of docs/screens.md. */
export function screensPage(): string {
	return [
		'# Screens\n\nThis page and its pictures are written by `npm run docs` (`media/pictures.ts`): each is a run of the program on the samples of the sandbox. How many keys the tasks of an operator take is in [keys of ten tasks](decisions/keys-of-ten-tasks.md).\n',
		...pictures.map(({name, title, text}) => `## ${title}\n\n${text}\n\n![${title}](../media/${name}.svg)\n`),
	].join('\n');
}
