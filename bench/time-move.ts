import {selectedId} from './screen.ts';
import {patience, type TimedTerminal} from './timed-terminal.ts';

/** Presses a key, waits until another row is selected, and returns how long that took, in milliseconds. By the ID: columns may be laid out anew meanwhile. */
export async function timeMove(terminal: TimedTerminal, key: string): Promise<number> {
	const before = selectedId(terminal.lines);
	const pressed = terminal.press(key);
	const {at} = await terminal.until(
		'The selection to move',
		lines => ![before, undefined].includes(selectedId(lines)),
		patience.key,
	);
	return at - pressed;
}
