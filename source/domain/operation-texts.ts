import {numberText} from '../platform/text.ts';
import {namedIssueText, type NamedIssue} from './named-issue.ts';
import {kindWords, type OperationKind} from './operation-kind.ts';

/** The description of each state of an operation. */
export const stateTexts = {
	planned: 'nothing was sent yet',
	creating: 'the new notification may have been created',
	created: 'both the new and the old notification exist',
	deleting: 'the old notification may have been deleted',
	undoing: 'the new notification may have been deleted again',
	done: 'done',
	failed: 'failed',
	'rolled-back': 'rolled back',
} as const;

/** The sign of each state in which an operation has ended. */
const signs: Partial<Record<keyof typeof stateTexts, string>> = {done: '✓', failed: '✗', 'rolled-back': '–'};

/** The description of an item's progress, in the order in which counts are told. */
const countWords = {
	done: 'done',
	failed: 'failed',
	created: 'half done',
	unknown: 'outcome unknown',
	planned: 'not started',
	skipped: 'skipped',
} as const;

type Counts = Readonly<Partial<Record<keyof typeof countWords, number>>>;

type Named = {readonly name: string; readonly userId: string};

/** The part of an operation that its texts are made from. */
type Told = {
	readonly kind: OperationKind;
	readonly state: keyof typeof stateTexts;
	readonly snapshot: {readonly id: string; readonly input: Named} | undefined;
	readonly input: Named | undefined;
	readonly newId: string | undefined;
	readonly detail: string | undefined;
	/** The fields that the service refused: they say more than `detail`. */
	readonly issues?: readonly NamedIssue[] | undefined;
};

/** The notifications that an operation changes. */
type Changed = Pick<Told, 'kind' | 'newId'> & {readonly snapshot: {readonly id: string} | undefined};

/** The number of items of a batch by progress, without what none has: `2 failed`, `11 not started`. */
export function countTexts(counts: Counts): string[] {
	const names = Object.keys(countWords) as Array<keyof typeof countWords>;
	return names.filter(name => (counts[name] ?? 0) > 0).map(name => `${numberText(counts[name]!)} ${countWords[name]}`);
}

/** The result of a batch: `Deleted 5 of 12 (1 failed, 6 not started)`. `done`: the word for what took effect. */
export function partText(done: string, counts: Counts, total: number): string {
	const open = countTexts({...counts, done: 0});
	return `${done} ${numberText(counts.done ?? 0)} of ${numberText(total)}${open.length === 0 ? '' : ` (${open.join(', ')})`}`;
}

/** The result of a batch in a sentence. */
export const resultText = (...result: Parameters<typeof partText>): string => `${partText(...result)}.`;

/** The effect of an operation, and its detail: `Replaced 7 with 9 on production. It was already gone.`; not yet safe to show. `place`: the account. */
export function doneText(operation: Changed & Pick<Told, 'detail'>, place?: string): string {
	const {done, preposition} = kindWords[operation.kind];
	const effect = [done, idsText(operation), place === undefined ? '' : `${preposition} ${place}`]
		.filter(text => text !== '')
		.join(' ');
	return `${effect}. ${operation.detail ?? ''}`.trimEnd();
}

/** The contradiction of an operation that had ended: `Operation 5 (delete 7): It counted as deleted, but is listed again.`; not yet safe to show. */
export const revisedText = (operation: Changed & Pick<Told, 'detail'> & {readonly id: number}): string =>
	`Operation ${operation.id} (${[kindWords[operation.kind].noun, idsText(operation)].filter(text => text !== '').join(' ')}): ${operation.detail ?? ''}`.trimEnd();

/** The IDs of an operation in a sentence: `7 with 9`; not yet safe to show. */
export const idsText = ({kind, snapshot, newId}: Changed): string =>
	[snapshot?.id, newId].filter(id => id !== undefined).join(kind === 'replace' ? ' with ' : ' as ');

/**
An item of a batch on one line: `✗ line 3: 7  Treasury · user-1: It is still listed.`; not yet safe to show.

@param item - The item. `place`: the position in the input, told until the item is done.
@param join - Joins the name and the user, and shortens them so that a long name does not hide the other or the reason.
*/
export function itemText(
	{state, snapshot, input, newId, place = '', detail = '', issues = []}: Told & {readonly place?: string | undefined},
	join = (fields: readonly string[]): string => fields.join(' · '),
): string {
	const {name = '', userId = ''} = snapshot?.input ?? input ?? {};
	const isEnded = state === 'done' || state === 'rolled-back';
	const ids = [snapshot?.id, newId].filter(id => id !== undefined).join(' → ');
	const about = join([name, userId].filter(text => text !== ''));
	const said = issues.length === 0 ? detail : issues.map(issue => namedIssueText(issue)).join('; ');
	const reason = said === '' && !isEnded ? stateTexts[state] : said;
	const named = [ids, about].filter(text => text !== '').join('  ');
	return `${signs[state] ?? '?'} ${[isEnded ? '' : place, named, reason].filter(text => text !== '').join(': ')}`.trimEnd();
}
