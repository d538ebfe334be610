import {hasFound} from './screen.ts';
import {patience, type TimedTerminal} from './timed-terminal.ts';

/**
Types a query letter by letter, each when the one before has settled. `counts` are the rows that each beginning of it finds among `all`.

@yields How long each letter took, in milliseconds.
*/
export async function* typeLetters(
	terminal: TimedTerminal,
	query: string,
	counts: readonly number[],
	all: number,
): AsyncGenerator<number, void, void> {
	for (const [index, letter] of [...query].entries()) {
		const prefix = query.slice(0, index + 1);
		const pressed = terminal.press(letter);
		const {at} = await terminal.until(
			`${counts[index]} of ${all} for ${prefix}`,
			lines => hasFound(lines, counts[index]!, all) && isMarked(terminal, prefix),
			patience.key,
		);
		yield at - pressed;
	}
}

/** Whether the rows mark exactly this text: two prefixes may be found equally often. */
const isMarked = (terminal: TimedTerminal, text: string): boolean =>
	terminal.cells.slice(2).some(row => row.some(run => run.text.toLowerCase() === text));
