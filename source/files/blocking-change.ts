import {upperFirst, numberText} from '../platform/text.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';

/** A pending change, as a plan names it. */
export type BlockingChange = {
	/** Its number in commands: `12`, `b3`. */
	readonly number: string;
	/** The name of its kind: `bulk edit`. */
	readonly noun: string;
	/** How it is being made, to follow `is`: `running in another chainbell (process 7)`; undefined if nobody works on it. Safe to show. */
	readonly running: string | undefined;
	/** Whether it has created the notification, and is not to replace or delete it. */
	readonly isNew: boolean;
};

/** A pending change, with the IDs and the lines of files that a plan does not touch because of it. */
export type BlockedByChange = BlockingChange & {readonly ids: readonly string[]; readonly places: readonly string[]};

/** A listed notification, an entry of a file at a line, or both, which a plan does not touch because of a pending change. */
export type Blocked = {
	readonly change: BlockingChange;
	readonly id: string | undefined;
	readonly place: string | undefined;
};

/** Groups what is not touched by its pending change. A listed notification is named by its ID, anything else by its line. */
export const groupByChange = (blocked: readonly Blocked[]): BlockedByChange[] =>
	Map.groupBy(blocked, ({change}) => change.number)
		.values()
		.toArray()
		.map(same => ({
			...same[0]!.change,
			ids: same.flatMap(({id}) => id ?? []),
			places: same.flatMap(({id, place}) => (id === undefined && place !== undefined ? [place] : [])),
		}));

/** The most IDs and lines in a sentence. */
const maxNamed = 10;

/** The sentence about a pending change, and what is not touched because of it; safe to show. `advice`: how to go on. */
export function blockedText(
	{number, noun, running, ids, places}: BlockedByChange,
	advice = `run chainbell recover ${number}`,
): string {
	const all = [...ids, ...places];
	const others = all.length - maxNamed;
	const [last = '', ...before] = [
		...all.slice(0, maxNamed).map(text => sanitiseCell(text)),
		...(others > 0 ? [`${numberText(others)} more`] : []),
	].toReversed();
	const named = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
	return `${upperFirst(noun)} ${number} is ${running ?? 'pending'}, so ${named} ${all.length === 1 ? 'is' : 'are'} not touched: ${running === undefined ? advice : 'run this again when it has ended'}.`;
}
