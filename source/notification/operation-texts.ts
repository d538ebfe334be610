import {counted, joined, numberText, nonEmpty} from '../platform/text.ts';

/** A problem with one field, with its path as text: `event_details.filters.0.value`; empty for the body as a whole. */
export type NamedIssue = {readonly field: string; readonly message: string};

/** A problem with a field, in one phrase: `channel: is required`. */
export const namedIssueText = ({field, message}: NamedIssue): string => joined([field, message], ': ');

/** The description of each state of an operation. */
export const stateTexts = {
	planned: 'nothing was sent yet',
	creating: 'the new notification is not listed yet',
	created: 'both the new and the old notification exist',
	deleting: 'the old notification may have been deleted',
	undoing: 'the new notification may have been deleted again',
	done: 'done',
	failed: 'failed',
	/** The operator stopped following it: its outcome is unknown. */
	unfollowed: 'not followed',
	'rolled-back': 'rolled back',
} as const;

/** The sign of each state in which an operation has ended. */
const signs: Partial<Record<keyof typeof stateTexts, string>> = {done: '✓', failed: '✗', 'rolled-back': '–'};

/** The description of an item's progress, in the order in which counts are told. */
const countWords = {
	done: 'done',
	failed: 'failed',
	/** A replacement. */
	created: 'half done',
	/** A request may have been sent. */
	unknown: 'outcome unknown',
	unfollowed: 'not followed',
	planned: 'not started',
	/** What had been created, and was taken back. */
	rolledBack: 'rolled back',
	/** What was never created, replaced or deleted, and will not be. */
	skipped: 'skipped',
} as const;

/** The number of items by progress. */
export type Counts = Readonly<Record<keyof typeof countWords, number>>;

type Named = {readonly name: string; readonly userId: string};

/** The part of an item that its texts are made from. */
type Told = {
	readonly kind: OperationKind;
	/** Whether it parks, or resumes what is parked. */
	readonly park?: true | undefined;
	readonly phase: keyof typeof stateTexts;
	readonly snapshot?: {readonly id: string; readonly input?: Named} | undefined;
	readonly input?: Named | undefined;
	readonly newId?: string | undefined;
	/** What is to be said of it (`say`). */
	readonly detail?: string | undefined;
	/** The fields that the service refused: they say more than `detail`. */
	readonly issues?: readonly NamedIssue[] | undefined;
};

/** The notifications that an operation changes. */
type Changed = Pick<Told, 'kind' | 'park' | 'snapshot' | 'newId'>;

/** The number of items of a batch by progress, without what none has: `2 failed`, `11 not started`. */
export function countTexts(counts: Partial<Counts>): string[] {
	const names = Object.keys(countWords) as Array<keyof typeof countWords>;
	return names.filter(name => (counts[name] ?? 0) > 0).map(name => `${numberText(counts[name]!)} ${countWords[name]}`);
}

/** The result of a batch: `Deleted 5 of 12 (1 failed, 6 not started)`. `done`: the word for what took effect. */
export function partText(done: string, counts: Partial<Counts>, total: number): string {
	const open = countTexts({...counts, done: 0});
	return `${done} ${numberText(counts.done ?? 0)} of ${numberText(total)}${open.length === 0 ? '' : ` (${open.join(', ')})`}`;
}

/** The result of a batch in a sentence. */
export const resultText = (...result: Parameters<typeof partText>): string => `${partText(...result)}.`;

/** The effect of an operation, and its detail: `Replaced 7 with 9 on production. It was already gone.`; not yet safe to show. `place`: the account. */
export function doneText(operation: Changed & Pick<Told, 'detail'>, place?: string): string {
	const {done, preposition} = kindWords[toldKind(operation)];
	const effect = joined([done, idsText(operation), place !== undefined && `${preposition} ${place}`], ' ');
	return `${effect}. ${operation.detail ?? ''}`.trimEnd();
}

/** The contradiction of a change that had ended: `Change 5 (delete 7): It counted as deleted, but is listed again.`; not yet safe to show. */
export const revisedText = (change: Changed & Pick<Told, 'detail'> & {readonly number: string}): string =>
	`Change ${change.number} (${joined([kindWords[toldKind(change)].noun, idsText(change)], ' ')}): ${change.detail ?? ''}`.trimEnd();

/** The IDs of an operation in a sentence: `7 with 9`; not yet safe to show. */
export const idsText = ({kind, snapshot, newId}: Changed): string =>
	joined([snapshot?.id, newId], kind === 'replace' ? ' with ' : ' as ');

/**
An item of a batch on one line: `✗ line 3: 7  Treasury · user-1: It is still listed.`; not yet safe to show.

@param item - The item. `place`: the position in the input, told until the item is done.
@param join - Joins the name and the user, and shortens them so that a long name does not hide the other or the reason.
*/
export function itemText(
	{phase, snapshot, input, newId, place = '', detail = '', issues = []}: Told & {readonly place?: string | undefined},
	join = (fields: readonly string[]): string => fields.join(' · '),
): string {
	const {name = '', userId = ''} = snapshot?.input ?? input ?? {};
	const isEnded = phase === 'done' || phase === 'rolled-back';
	const ids = joined([snapshot?.id, newId], ' → ');
	const about = join(nonEmpty([name, userId]));
	const reason = itemReason({phase, detail, issues});
	const named = joined([ids, about], '  ');
	return `${signs[phase] ?? '?'} ${joined([!isEnded && place, named, reason], ': ')}`.trimEnd();
}

/** Why an item is not done, or what is to be said of one that is; not yet safe to show. */
export function itemReason({phase, detail = '', issues = []}: Pick<Told, 'phase' | 'detail' | 'issues'>): string {
	const said = issues.length === 0 ? detail : issues.map(issue => namedIssueText(issue)).join('; ');
	return said === '' && phase !== 'done' && phase !== 'rolled-back' ? stateTexts[phase] : said;
}

/** The kind of change that the operator requested. `recreate` creates a deleted notification again. */
export type OperationKind = 'create' | 'replace' | 'delete' | 'recreate';

/** A kind of change as people read it: what is parked is deleted, and what is resumed is created again. */
export type ToldKind = OperationKind | 'park' | 'resume';

/** The kind of a bulk operation: that of all its items, or `mixed`. */
export type BatchKind = ToldKind | 'mixed';

/** The kind of a change as people read it. */
export function toldKind({kind, park}: Pick<Told, 'kind' | 'park'>): ToldKind {
	if (park === undefined) {
		return kind;
	}

	return kind === 'delete' ? 'park' : 'resume';
}

/** The words for each kind of change, for screens and commands: its name; as an order; in progress and that it took effect, at the beginning of a sentence; and the word before the place. */
export const kindWords = {
	create: {noun: 'create', verb: 'create', doing: 'Creating', done: 'Created', preposition: 'on'},
	replace: {noun: 'edit', verb: 'replace', doing: 'Replacing', done: 'Replaced', preposition: 'on'},
	delete: {noun: 'delete', verb: 'delete', doing: 'Deleting', done: 'Deleted', preposition: 'from'},
	recreate: {noun: 'recreate', verb: 'recreate', doing: 'Recreating', done: 'Recreated', preposition: 'on'},
	park: {noun: 'park', verb: 'park', doing: 'Parking', done: 'Parked', preposition: 'on'},
	resume: {noun: 'resume', verb: 'resume', doing: 'Resuming', done: 'Resumed', preposition: 'on'},
	mixed: {noun: 'change', verb: 'change', doing: 'Changing', done: 'Changed', preposition: 'on'},
} as const satisfies Readonly<Record<BatchKind, unknown>>;

/** The kind of change that undoes each kind. */
export const undoKinds = {
	create: 'delete',
	replace: 'replace',
	delete: 'recreate',
	recreate: 'delete',
	park: 'resume',
	resume: 'park',
	mixed: 'mixed',
} as const satisfies Readonly<Record<BatchKind, BatchKind>>;

/** The name of a kind of change, as lists of pending changes have it: `edit`, `bulk edit`. */
export const nounOfChange = (kind: BatchKind, isBulk: boolean): string =>
	`${isBulk ? 'bulk ' : ''}${kindWords[kind].noun}`;

/** The longest name in a question: the rest says no more of what it is about. */
const namedLength = 60;

/** A notification in a question: `"Treasury" (ID 17)`, or what of it there is; not yet safe to show. */
export function namedText({name, id}: {readonly name: string; readonly id?: string | undefined}): string {
	const shown = `"${name.length > namedLength ? `${name.slice(0, namedLength)}…` : name}"`;
	if (name.trim() === '') {
		return id === undefined ? 'a notification' : `ID ${id}`;
	}

	return id === undefined ? shown : `${shown} (ID ${id})`;
}

type UndoSubject = {
	/** The number of notifications or, for a mixed batch, of changes. */
	readonly count: number;
	/** The name of the notification, if there is one; otherwise the number is told. */
	readonly name?: string;
	readonly place: string;
};

/** Why what is pending cannot be undone. */
export const pendingText = 'It is pending: finish it or roll it back first.';

/** The reason why nothing of a change can be undone where no item is left to undo. */
export const nothingLeftText = ({unfollowed}: Pick<Counts, 'unfollowed'>): string =>
	unfollowed === 0
		? 'All of it is undone already, or had no effect.'
		: `${numberText(unfollowed)} ${unfollowed === 1 ? 'is' : 'are'} not followed: look in the list what became of ${unfollowed === 1 ? 'it' : 'them'}.`;

/** Says of failed items that they are not sent again. `retry`: how a retry is named. */
export const lostText = (count: number, kind: BatchKind, retry: string): string =>
	`${numberText(count)} ${count === 1 ? 'was' : 'were'} sent, so ${retry} only looks for ${count === 1 ? 'it' : 'them'}. ${kind === 'replace' ? 'Edit again what is still as it was' : 'Create anew what is missing'}.`;

/** Describes an undo in a sentence: `recreate "Treasury" (ID 17) on production, with a new ID`; not yet safe to show. `kind`: the kind of the undo itself. */
export function undoText(kind: BatchKind, {count, place, name = counted(count, 'notification')}: UndoSubject): string {
	if (kind === 'mixed') {
		return `reverse ${counted(count, 'change')} on ${place} (what is recreated gets a new ID)`;
	}

	const {verb, preposition} = kindWords[kind];
	const before = kind === 'replace' ? ` with what ${count === 1 ? 'it was' : 'they were'} before` : '';
	const ids = kind === 'delete' || kind === 'park' ? '' : `, with ${count === 1 ? 'a new ID' : 'new IDs'}`;
	return `${verb} ${name} ${preposition} ${place}${before}${ids}`;
}
