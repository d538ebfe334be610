import {widthOf} from '../../terminal/width.ts';
import type {LabelPart} from '../shared/account-label.ts';

/** A part of the status in the header. */
export type StatusPart = {
	/** Its wordings, the longest first; an empty one leaves it out. */
	readonly texts: readonly [string, ...string[]];
	/** The order in which parts are shortened where there is no room: the highest first. */
	readonly rank: number;
};

/** The ranks of the parts. The number of notifications loses its word before the marks do; the number itself is never left out. */
export const statusRank = {marks: 0, count: 1, changes: 2, task: 3, watch: 4, age: 5} as const;

/** The status in at most `room` columns, if its shortest wording fits. */
export function fitStatus(parts: readonly StatusPart[], room: number): string {
	const chosen = parts.map(({texts}) => ({texts, index: 0}));
	const textNow = () => joinStatus(chosen.map(({texts, index}) => texts[index]!));
	const order = parts.map((_, index) => index).toSorted((a, b) => parts[b]!.rank - parts[a]!.rank);
	for (const index of order) {
		const part = chosen[index]!;
		while (widthOf(textNow()) > room && part.index < part.texts.length - 1) {
			part.index++;
		}
	}

	return textNow();
}

/** The whole status. */
export const wholeStatus = (parts: readonly StatusPart[]): string => joinStatus(parts.map(({texts}) => texts[0]));

const joinStatus = (texts: readonly string[]): string => texts.filter(text => text !== '').join(' · ');

/** The room for the status of the list in the header, in columns. `label`: the account, and what else stands after the title. */
export const statusRoom = (label: readonly LabelPart[], columns: number): number => columns - widthOf(` chainbell · ${label.map(({text}) => text).join('')}   `);
