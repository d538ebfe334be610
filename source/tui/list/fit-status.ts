import {widthOf} from '../../terminal/width.ts';

/** A part of the status in the header. */
export type StatusPart = {
	/** Its wordings, the longest first; an empty one leaves it out. */
	readonly texts: readonly [string, ...string[]];
	/** The order in which parts are shortened where there is no room: the highest first. A list has one for each shorter wording. */
	readonly rank: number | readonly number[];
};

/** The ranks of the parts. The number of notifications loses its word before the marks do; the number itself is never left out, but that of all before the one that a search finds. */
export const statusRank = {found: -1, marks: 0, count: 1, changes: 2, task: 3, watch: 4, age: 5, interval: 6} as const;

/** The status in at most `room` columns, if its shortest wording fits. */
export function fitStatus(parts: readonly StatusPart[], room: number): string {
	const chosen = parts.map(({texts}) => texts[0]);
	const steps = parts.flatMap(({texts, rank}, part) =>
		texts.slice(1).map((text, index) => ({part, text, rank: typeof rank === 'number' ? rank : rank[index]!})),
	);
	for (const {part, text} of steps.toSorted((a, b) => b.rank - a.rank)) {
		if (widthOf(joinStatus(chosen)) <= room) {
			break;
		}

		chosen[part] = text;
	}

	return joinStatus(chosen);
}

const joinStatus = (texts: readonly string[]): string => texts.filter(text => text !== '').join(' · ');
