import {keyOf} from '../keys/match.ts';

/** The intervals between two listings in seconds. `w` goes through them in this order and then turns watching off. */
const watchIntervals = [5, 30, 300] as const;

/** The interval after another one, in seconds; undefined for none, which comes after the last one and before the first. */
export const nextWatchInterval = (every: number | undefined): number | undefined =>
	watchIntervals.find(interval => interval > (every ?? 0));

/** The notice of an interval in seconds, with the ones that follow. */
export function watchText(every: number | undefined): string {
	if (every === undefined) {
		return 'Watch off.';
	}

	const later = watchIntervals.filter(interval => interval > every).map(interval => intervalText(interval));
	return `Watching every ${intervalText(every)}. ${keyOf('list', 'watch')}: ${[...later, 'off'].join(', ')}`;
}

const intervalText = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${seconds / 60} min`);
