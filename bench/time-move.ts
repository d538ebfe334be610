import {selectedRow} from './screen.ts';
import {patience, type TimedTerminal} from './timed-terminal.ts';

/** Presses a key, waits until another row is selected, and returns how long that took, in milliseconds. */
export async function timeMove(terminal: TimedTerminal, key: string): Promise<number> {
	const before = selectedRow(terminal.lines);
	const pressed = terminal.press(key);
	const {at} = await terminal.until('The selection to move', lines => ![before, undefined].includes(selectedRow(lines)), patience.key);
	return at - pressed;
}
