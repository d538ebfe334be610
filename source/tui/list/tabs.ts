import {showsSame, type ArrangedSearch} from '../../query/sort.ts';
import type {SavedView} from '../../account/settings.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {countFitting, fittingAround} from '../ui/fit.ts';

/** The tab of a saved view above the list. */
export type Tab = {
	/** Its number and its name, and the number of notifications it finds once they are counted. */
	readonly text: string;
	/** Whether the list shows this view. */
	readonly isCurrent: boolean;
	/** The index of the view, from 0. */
	readonly index: number;
};

/** The width of a name at most, in columns. */
const longestName = 24;

/**
The tabs of the views.

@param views - As in config.yaml.
@param counts - The number of notifications that each view finds; undefined if it is not known.
@param current - The index of the view that the list shows, or -1.
*/
export function tabsOf(views: readonly SavedView[], counts: ReadonlyArray<number | undefined>, current: number): Tab[] {
	return views.map(({name}, index) => ({
		text: [
			index < 9 ? `${index + 1}` : '',
			truncate(sanitise(name), longestName),
			counts[index] === undefined ? '' : `(${counts[index]})`,
		]
			.filter(part => part !== '')
			.join(' '),
		isCurrent: index === current,
		index,
	}));
}

/** The tabs that fit side by side, including the current one, with `▌` before it and a space on both sides of each. */
export function fittingTabs(tabs: readonly Tab[], columns: number): Tab[] {
	const drawn = tabs.map(tab => ({...tab, text: `${cursorSign(tab.isCurrent)}${tab.text} `}));
	const current = drawn.findIndex(({isCurrent}) => isCurrent);
	return drawn.slice(
		...fittingAround(
			drawn.map(({text}) => text),
			current,
			columns,
		),
	);
}

/** The tab at a column, from 0, of those returned by `fittingTabs`. */
export const tabAt = (tabs: readonly Tab[], column: number): Tab | undefined =>
	tabs[
		countFitting(
			tabs.map(({text}) => text),
			column,
		)
	];

/** The index of the view with this search and arrangement; -1 if there is none. */
export function currentView(views: readonly SavedView[], {query, ...arrangement}: ArrangedSearch): number {
	return views.findIndex(view => view.query === query && showsSame(view, arrangement));
}
