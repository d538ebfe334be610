/** The number of items that had ended at a time, in milliseconds. */
export type PaceSample = {readonly at: number; readonly ended: number};

/** Milliseconds over which the rate is measured: long enough to be steady, short enough to follow changes. */
const span = 10_000;

/** Adds a sample and drops those that are no longer needed. The last sample before the span is kept as its start. */
export function addSample(samples: readonly PaceSample[], sample: PaceSample): readonly PaceSample[] {
	const begin = samples.findLastIndex(({at}) => at <= sample.at - span);
	return [...samples.slice(Math.max(0, begin)), sample];
}

export type Pace = {
	readonly perSecond: number;
	/** The estimated milliseconds until all have ended. */
	readonly left: number;
};

/** The rate and the time left; undefined if the samples are not sufficient. */
export function paceOf(samples: readonly PaceSample[], total: number): Pace | undefined {
	const [first, last] = [samples[0], samples.at(-1)];
	if (first === undefined || last === undefined || last.at <= first.at || last.ended <= first.ended) {
		return undefined;
	}

	const perSecond = ((last.ended - first.ended) * 1000) / (last.at - first.at);
	return {perSecond, left: (Math.max(0, total - last.ended) * 1000) / perSecond};
}

/** A time span in words, rounded more if it is long. */
export function spanText(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1000);
	if (seconds < 90) {
		return `${seconds} s`;
	}

	const minutes = Math.ceil(seconds / 60);
	return minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
