import type {KeyStdin} from '../../terminal/key-stdin.ts';
import {match} from '../keys/match.ts';
import {moveNames, moveWindow, type ListWindow, type Move} from '../ui/list-window.ts';
import type {FirstPage} from './first-page.ts';

/** The names of the keys that move and are sent as a sequence, in the forms of ECMA-48, VT220 and application mode (as in `toKeyPress`). */
const sequences: ReadonlyMap<string, string> = new Map([
	['A', 'up'],
	['B', 'down'],
	['H', 'home'],
	['F', 'end'],
	['5~', 'pgup'],
	['6~', 'pgdn'],
	['1~', 'home'],
	['4~', 'end'],
]);

/**
Moves the cursor on the first page by the keys that move in the list, also if config.yaml gives them other keys, until the screens are loaded. Any other key ends that: it waits for the screens, with those after it.

@param stdin - The keys.
@param page - The page on the terminal.
@param draw - Draws the page with the cursor elsewhere.
@returns A function that ends it, and returns the window of the list.
*/
export function moveOnFirstPage(
	stdin: Pick<KeyStdin, 'on' | 'off' | 'peek' | 'read'>,
	page: FirstPage,
	draw: (window: ListWindow) => void,
): () => ListWindow {
	const {records, isWhole, height} = page;
	let window: ListWindow = {selected: 0, top: 0};
	const end = () => {
		stdin.off('readable', receive);
		return window;
	};

	const receive = () => {
		const move = moveOf(stdin.peek());
		// A move to a record that was not read yet waits, too.
		if (move === undefined || (!isWhole && isBeyond(move, window, records.length, height))) {
			end();
			return;
		}

		stdin.read();
		const moved = moveWindow(window, move, records.length, height);
		if (moved.selected !== window.selected) {
			window = moved;
			draw(window);
		}
	};

	stdin.on('readable', receive);
	return end;
}

/** The move that a key makes in the list, if it makes one. `key`: as the terminal sent it. */
export function moveOf(key: string | undefined): Move | undefined {
	const name = key === undefined ? undefined : nameOfKey(key);
	const found = name === undefined ? undefined : match('list', {name, text: undefined}, {});
	return found?.kind === 'action' ? moveNames.find(move => move === found.action) : undefined;
}

/** The name of a key in the bindings; undefined for keys that are left to Ink. */
export function nameOfKey(key: string): string | undefined {
	if (/^[\u{21}-\u{7E}]$/v.test(key)) {
		return key;
	}

	// Tab, line feed and return have names of their own.
	if (/^[\u{1}-\u{7}\u{B}\u{C}\u{E}-\u{1A}]$/v.test(key)) {
		return `ctrl+${String.fromCodePoint(key.codePointAt(0)! + 0x60)}`;
	}

	return sequences.get(/^\u{1B}[O\[](?<rest>.*)$/v.exec(key)?.groups?.rest ?? '');
}

const isBeyond = (move: Move, {selected}: ListWindow, count: number, height: number): boolean =>
	move === 'last' || (move === 'page-down' && selected + height >= count) || (move === 'down' && selected + 1 >= count);
