import {numberText} from '../../platform/text.ts';

/** The selected row and the first visible row, as indexes from 0. */
export type ListWindow = {
	readonly selected: number;
	readonly top: number;
};

export type Move = 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last';

/**
Moves the selection. Scrolls the window only as far as needed to show it.

@param window - The current state.
@param move - The direction.
@param count - Rows in total.
@param height - Rows that fit on the screen, at least 1.
*/
export function moveWindow(window: ListWindow, move: Move, count: number, height: number): ListWindow {
	return fitWindow({...window, selected: window.selected + step(move, window.selected, count, height)}, count, height);
}

/** Adapts the window to another count or height, so that the selected row exists and is visible, and no space is left empty that rows could fill. */
export function fitWindow({selected, top}: ListWindow, count: number, height: number): ListWindow {
	const inside = Math.max(0, Math.min(selected, count - 1));
	const scrolled = Math.min(Math.max(top, inside - height + 1), inside);
	return {selected: inside, top: Math.max(0, Math.min(scrolled, count - height))};
}

function step(move: Move, selected: number, count: number, height: number): number {
	switch (move) {
		case 'up': {
			return -1;
		}

		case 'down': {
			return 1;
		}

		case 'page-up': {
			return -height;
		}

		case 'page-down': {
			return height;
		}

		case 'first': {
			return -selected;
		}

		case 'last': {
			return count - selected;
		}
	}
}

/** The range of visible lines of a text that does not fit, in several wordings, the longest first; none if it fits, or if no line of it does. */
export function scrollStatus(top: number, height: number, count: number): string[] {
	const range = `${numberText(top + 1)}–${numberText(Math.min(count, top + height))}`;
	return count <= height || height < 1
		? []
		: [`lines ${range} of ${numberText(count)}`, `${range} of ${numberText(count)}`, `${range}/${numberText(count)}`];
}
