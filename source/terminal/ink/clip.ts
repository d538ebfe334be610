/** The part of a frame that may be written to. A missing bound means no limit; the ends are exclusive. */
export type Clip = {
	readonly x1?: number | undefined;
	readonly x2?: number | undefined;
	readonly y1?: number | undefined;
	readonly y2?: number | undefined;
};

/** Returns the part that two clips, one within the other, leave. */
export function intersectClips(outer: Clip | undefined, inner: Clip): Clip {
	if (outer === undefined) {
		return inner;
	}

	return {
		x1: tighter(Math.max, outer.x1, inner.x1),
		x2: tighter(Math.min, outer.x2, inner.x2),
		y1: tighter(Math.max, outer.y1, inner.y1),
		y2: tighter(Math.min, outer.y2, inner.y2),
	};
}

function tighter(
	choose: (a: number, b: number) => number,
	a: number | undefined,
	b: number | undefined,
): number | undefined {
	return a === undefined || b === undefined ? (a ?? b) : choose(a, b);
}
