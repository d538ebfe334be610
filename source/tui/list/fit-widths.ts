/** The widths that a column needs, in terminal columns, each at least as wide as the one before. */
export type WidthNeed = {
	/** The width in which it is worth showing. */
	readonly least: number;
	/** The width in which values that differ look different, although they are cut. */
	readonly distinct: number;
	/** The width of all values but a few. */
	readonly common: number;
	/** The width of the widest value. */
	readonly whole: number;
	/** Whether a width between `distinct` and `common` says no more than `distinct` does. */
	readonly isWholeOrDistinct?: boolean;
};

const stages = ['distinct', 'common', 'whole'] as const;

/**
Shares the width of a line among columns. All get their least widths first, then what tells their values apart, then the width of most values, then that of all. Each step is max-min fair: the narrowest columns grow first and together, so that short ones become whole before long ones get more than they have. A column that is whole or distinct leaves what lies between to the others.

@param needs - What each column needs.
@param room - Terminal columns for all of them, without the gaps. If it is less than the least widths need, the last columns get less.
*/
export function fitWidths(needs: readonly WidthNeed[], room: number): number[] {
	const widths = shareRoom(needs, room);
	const isUseless = (need: WidthNeed, index: number) => need.isWholeOrDistinct === true && widths[index]! < need.common;
	return needs.some((need, index) => isUseless(need, index))
		? shareRoom(
				needs.map((need, index) =>
					isUseless(need, index) ? {...need, common: need.distinct, whole: need.distinct} : need,
				),
				room,
			)
		: widths;
}

function shareRoom(needs: readonly WidthNeed[], room: number): number[] {
	let left = Math.max(0, room);
	let widths = needs.map(({least}) => {
		const width = Math.min(least, left);
		left -= width;
		return width;
	});
	for (const stage of stages) {
		widths = raise(
			widths,
			needs.map(need => need[stage]),
			room,
		);
	}

	return widths;
}

/** Raises the lowest widths together, each at most to its limit, until the room is used. */
function raise(from: readonly number[], to: readonly number[], room: number): number[] {
	const at = (each: number) => from.map((width, index) => Math.max(width, Math.min(each, to[index]!)));
	let level = 0;
	let above = Math.max(0, ...to) + 1;
	// The highest level that fits is between the two.
	while (above - level > 1) {
		const middle = Math.floor((level + above) / 2);
		if (sum(at(middle)) <= room) {
			level = middle;
		} else {
			above = middle;
		}
	}

	const widths = at(level);
	let rest = Math.max(0, room - sum(widths));
	return widths.map((width, index) => {
		const more = rest > 0 && width === level && width < to[index]! ? 1 : 0;
		rest -= more;
		return width + more;
	});
}

function sum(numbers: readonly number[]): number {
	let total = 0;
	for (const each of numbers) {
		total += each;
	}

	return total;
}
