import type {KeyCommandWait} from '../config/key-command.ts';
import {truncate} from '../terminal/width.ts';

/** The terminal of standard error. */
export type ErrorTerminal = {
	readonly columns: number;
	readonly write: (text: string) => void;
};

/** Shows the status of a key command on one line of a terminal, and erases the line at the end. */
export function showKeyCommand({columns, write}: ErrorTerminal): (wait: KeyCommandWait | undefined) => void {
	let isShown = false;
	return wait => {
		if (wait !== undefined) {
			const said = wait.said === '' ? '' : ` · ${wait.said}`;
			const line = `Waiting for the API key from ${wait.command}: ${wait.seconds} s of at most ${wait.limit} s${said}`;
			write(`\r\u{1B}[K${truncate(line, Math.max(1, columns - 1))}`);
			isShown = true;
		} else if (isShown) {
			write('\r\u{1B}[K');
			isShown = false;
		}
	};
}
