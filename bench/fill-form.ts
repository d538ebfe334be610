import {patience, type TimedTerminal} from './timed-terminal.ts';

/** The address of every notification that is created. */
export const sharedAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** Opens the form from the list, fills it in and opens its review. */
export async function reviewCreate(terminal: TimedTerminal, user: string): Promise<void> {
	terminal.press('n');
	await terminal.until('The form', lines => lines.some(line => line.includes('User *')), patience.key);
	terminal.press(`${user}\te\t${user}@example.com\t${sharedAddress}\t\t\tBench ${user}`);
	await terminal.until('The filled form', lines => lines.some(line => line.includes(`Bench ${user}`)), patience.key);
	terminal.press('C-s');
	await terminal.until(
		'The review',
		lines => lines.some(line => line.includes('✓ No duplicate in the listing.')),
		patience.key,
	);
}

/** Sends what is reviewed. Returns when the key was pressed, and when the list said that it was created. */
export async function confirmCreate(
	terminal: TimedTerminal,
): Promise<{readonly pressed: number; readonly created: number}> {
	const pressed = terminal.press('C-s');
	const {at: created} = await terminal.until('The end', lines => lines.some(line => line.includes('✓ Created ')));
	return {pressed, created};
}
