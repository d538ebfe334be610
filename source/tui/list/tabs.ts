import {showsSame, type ArrangedSearch} from '../../domain/query/arrangement.ts';
import type {SavedView} from '../../session/settings-store.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {cursorSign} from '../shared/cursor-sign.ts';

/** A saved view above the list. */
export type Tab = {
	/** Its number, its name, and how many notifications it finds once they are counted. */
	readonly text: string;
	/** The list shows what it says. */
	readonly isCurrent: boolean;
	/** Among the views, from 0. */
	readonly index: number;
};

/** Columns of a name. */
const longestName = 24;

/**
The tabs of the views.

@param views - As in config.yaml.
@param counts - How many notifications each finds; undefined where that is not known.
@param current - The index of the view that the list shows, or -1.
*/
export function tabsOf(views: readonly SavedView[], counts: ReadonlyArray<number | undefined>, current: number): Tab[] {
	return views.map(({name}, index) => ({
		text: [index < 9 ? `${index + 1}` : '', truncate(sanitise(name), longestName), counts[index] === undefined ? '' : `(${counts[index]})`].filter(part => part !== '').join(' '),
		isCurrent: index === current,
		index,
	}));
}

/** Those tabs that fit side by side, the current one among them, with `>` before it and a space on both sides of each. */
export function fittingTabs(tabs: readonly Tab[], columns: number): Tab[] {
	const drawn = tabs.map(tab => ({...tab, text: `${cursorSign(tab.isCurrent)}${tab.text} `}));
	const from = (first: number) => {
		let room = columns;
		return drawn.slice(first).filter(({text}) => {
			room -= widthOf(text);
			return room >= 0;
		});
	};

	const current = drawn.findIndex(({isCurrent}) => isCurrent);
	let first = 0;
	while (first < current && from(first).every(({isCurrent}) => !isCurrent)) {
		first++;
	}

	return from(first);
}

/** The tab at a column, from 0, of those that `fittingTabs` returned. */
export function tabAt(tabs: readonly Tab[], column: number): Tab | undefined {
	let end = 0;
	return tabs.find(({text}) => {
		end += widthOf(text);
		return column < end;
	});
}

/** The index of the view that has this search and arrangement; -1 if none has. */
export function currentView(views: readonly SavedView[], {query, ...arrangement}: ArrangedSearch): number {
	return views.findIndex(view => view.query === query && showsSame(view, arrangement));
}
