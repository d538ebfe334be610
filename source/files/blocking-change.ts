import {upperFirst} from '../terminal/first-letter.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';
import {numberText} from '../system/number-text.ts';

/** A pending change, as a plan names it. */
export type BlockingChange = {
	/** Its number in commands: `12`, `b3`. */
	readonly number: string;
	/** The name of its kind: `bulk edit`. */
	readonly noun: string;
	/** The PID of the other running process that works on it; undefined if there is none. */
	readonly pid: number | undefined;
	/** Whether it has created the notification, and is not to replace or delete it. */
	readonly isNew: boolean;
};

/** A pending change with what a plan leaves alone because of it: IDs, and lines of files. */
export type BlockedByChange = BlockingChange & {readonly ids: readonly string[]; readonly places: readonly string[]};

/** What a pending change keeps a plan from: a listed notification, an entry of a file at a line, or both. */
export type Blocked = {readonly change: BlockingChange; readonly id: string | undefined; readonly place: string | undefined};

/** Collects what each pending change keeps a plan from. A listed notification is named by its ID, anything else by its line. */
export const groupByChange = (blocked: readonly Blocked[]): BlockedByChange[] => Map.groupBy(blocked, ({change}) => change.number).values().toArray().map(same => ({
	...same[0]!.change,
	ids: same.flatMap(({id}) => id ?? []),
	places: same.flatMap(({id, place}) => id === undefined && place !== undefined ? [place] : []),
}));

/** The most IDs and lines in a sentence. */
const maxNamed = 10;

/** Says what a pending change keeps a plan from, in a sentence that is safe to show. `advice`: how to go on. */
export function blockedText({number, noun, pid, ids, places}: BlockedByChange, advice = `run chainbell recover ${number}`): string {
	const all = [...ids, ...places];
	const others = all.length - maxNamed;
	const [last = '', ...before] = [...all.slice(0, maxNamed).map(text => sanitiseCell(text)), ...others > 0 ? [`${numberText(others)} more`] : []].toReversed();
	const named = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
	return `${upperFirst(noun)} ${number} is ${pid === undefined ? 'pending' : `running in another chainbell (process ${pid})`}, so ${named} ${all.length === 1 ? 'is' : 'are'} not touched: ${pid === undefined ? advice : 'run this again when it has ended'}.`;
}
