import {withLabel} from '../../notification/labels.ts';
import type {NotificationFields, Readable} from '../../notification/notification.ts';
import {
	countTexts,
	idsText,
	itemReason,
	kindWords,
	namedText,
	type BatchKind,
	nothingLeftText,
	nounOfChange,
	partText,
	pendingText,
	resultText,
	stateTexts,
	toldKind,
	undoKinds,
	undoText,
} from '../../notification/operation-texts.ts';
import {deliveryText, notificationSentence} from '../../notification/sentence.ts';
import {differences, heldFields} from '../../notification/spec.ts';
import {withoutText} from '../../notification/undocumented.ts';
import {counted, numberText, joined, nonEmpty, upperFirst} from '../../platform/text.ts';
import type {Sliced} from '../../platform/time-slices.ts';
import {sayLeft} from '../../changes/say.ts';
import type {Ended} from '../../account/account-changes.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import type {ListedChange} from '../../ledger/history.ts';
import {
	awaitedPhases,
	canSendAgain,
	isOpen,
	numberOf,
	pagedItems,
	totalOf,
	type ChangeSet,
	type Item,
	type Phase,
	type Request,
} from '../../ledger/item.ts';
import {maskedFields} from '../../ledger/mask.ts';
import {colleagueText} from '../../ledger/owner.ts';
import {sanitise, sanitiseCell, noValue} from '../../terminal/sanitise.ts';
import {formatTime, timeAgo} from '../../terminal/time.ts';
import {share, truncateValue, widthOf} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {pendingReason, sayItem, timeOfDay} from '../ui/notices.ts';
import {fieldGap, sum} from '../ui/layout.ts';
import {bad, failureSaid, faint, good, warning, type Line, type Said} from '../ui/line.tsx';

const outcomes = {
	sent: '? no response recorded',
	ok: '✓',
	'not-sent': '✗ not sent',
	rejected: '✗ rejected',
	unknown: '? outcome unknown',
} as const;

/** A request of an item, on one line. */
export function requestText({at, method, target, outcome, status, summary}: Request): string {
	const result = [outcomes[outcome], status, summary].filter(part => part !== undefined && part !== '').join(' ');
	return `${formatTime(at)}  ${method}${target === undefined ? '' : ` ${sanitiseCell(target)}`}  ${sanitiseCell(result)}`;
}

/** Who made a change on another machine: `by anna on ci-7`; empty for one of this machine. Safe to show. */
const byText = ({by}: Pick<Item, 'by'>): string => (by === undefined ? '' : `by ${colleagueText(by)}`);

/** The time after which the ages are read again, in milliseconds. */
export const ageInterval = 10_000;

/** A change, or one of its items: that of a change of one, or the one that is told alone. */
export type Told = {readonly set: ChangeSet; readonly item: Item | undefined};

/** The number of a change or of an item: `12`, `12.3`. */
export const numberOfTold = ({set, item}: Told): string => (item === undefined ? String(set.id) : numberOf(item));

/** What a change did, or else what it was to do: `replaced 7 with 8`, `create`, `deleted 3 notifications`. Not yet safe to show. */
function effectText({set: {kind, counts, size}, item}: Told): string {
	if (item !== undefined) {
		const {done, verb} = kindWords[toldKind(item)];
		return `${item.phase === 'done' ? done.toLowerCase() : verb} ${idsText(item)}`.trimEnd();
	}

	const done = kindWords[kind].done.toLowerCase();
	return counts.done === size ? `${done} ${counted(size, 'notification')}` : partText(done, counts, totalOf(counts));
}

/** The notification that an item made, or else the one that it was about, with the recipient masked. */
export function toldFields({input, snapshot}: Pick<Item, 'input' | 'snapshot'>): NotificationFields {
	return maskedFields((input ?? snapshot?.input)!);
}

/** What a row tells of a notification: its channel and its recipient, its name and its user; without a name its whole sentence. */
type RowTold = {
	readonly about: string;
	readonly name?: string;
	readonly userId?: string;
	/** The reason of its state. */
	readonly reason?: string;
};

function toldOf(item: Item): RowTold {
	const fields = toldFields(item);
	const {name, userId} = fields;
	return {about: name === '' ? notificationSentence(fields, 'short') : deliveryText(fields), name, userId};
}

/** The width of an age: `59 min ago`. */
const ageWidth = 10;

/** The columns in which a field of a row says something, and those in which a reason does. */
const leastField = 12;
const leastReason = 24;

/** A row of at most `columns`: an age, what was done, and in what is left the notification and the reason of its state. Where they do not fit, the user is left out, and then what the name stands for. `now`: in milliseconds since the epoch. */
export function agedRow(
	startedAt: number,
	now: number,
	done: ReadonlyArray<string | false>,
	{about, name = '', userId = '', reason = ''}: RowTold,
	columns: number,
): string {
	const age = timeAgo(now - startedAt).padEnd(ageWidth);
	const start = sanitiseCell(joined([age, ...done], '  '));
	const room = columns - widthOf(start) - 2;
	const wordings = [[about, name, userId], [about, name], [name === '' ? about : name]].map(texts => {
		const shown = nonEmpty([...texts, reason]).map(text => sanitiseCell(text));
		const wholes = shown.map(text => widthOf(text));
		const leasts = wholes.map((width, index) =>
			Math.min(width, reason !== '' && index === shown.length - 1 ? leastReason : leastField),
		);
		return {shown, wholes, leasts, left: room - fieldGap.length * (shown.length - 1)};
	});
	const {shown, wholes, leasts, left} = wordings.find(each => sum(each.leasts) <= each.left) ?? wordings.at(-1)!;
	const widths = share(left, leasts, wholes);
	const told = shown.map((text, index) => truncateValue(text, widths[index]!));
	return joined([start, joined(told, fieldGap)], '  ');
}

/** A change of the history, on one line of at most `columns`: `5 min ago   #12  deleted 3 notifications  undone  by anna on ci-7`. What is pending says so, and its reason stands below the rows. */
export function changeText(
	{set, first, isUndo, isUndone}: Pick<ListedChange, 'set' | 'first' | 'isUndo' | 'isUndone'>,
	now: number,
	columns: number,
): string {
	const item = set.size === 1 ? first : undefined;
	const isPending = isOpen(set);
	const done = [
		`#${set.id}`,
		// Here it is never cut.
		isPending && 'pending',
		`${isUndo && set.kind !== 'resume' ? 'undo: ' : ''}${effectText({set, item})}`,
		item !== undefined && item.phase !== 'done' && !isPending && endedText(item),
		isUndone && 'undone',
		byText(set),
	];
	const told = item === undefined ? {about: ''} : {...toldOf(item), reason: isPending ? '' : sayItem(item)};
	return agedRow(set.startedAt, now, done, told, columns);
}

/** How far an item is. */
function stateText(item: Item): string {
	const {phase, probable, candidates, reason} = item;
	if (phase === 'created' && reason.some(({why}) => why === 'old-gone')) {
		return 'pending';
	}

	const isFound = probable !== undefined || candidates !== undefined;
	return phase === 'creating' && isFound ? 'outcome unknown' : stateTexts[phase];
}

function endedText(item: Item): string {
	const signs: Partial<Record<Phase, string>> = {failed: '✗ ', unfollowed: '? '};
	return `${signs[item.phase] ?? ''}${stateText(item)}`;
}

/** The head of what is told of a change: `Undo of #1: recreated 1 as 13 · 5 min ago · done`. `undone`: the number of the change that it undoes. */
export function changeHead(told: Told, undone: string | undefined, now: number): string {
	const {set, item} = told;
	const undo = item?.isUndo === true ? `Undo${undone === undefined ? '' : ` of #${undone}`}: ` : '';
	const parts = [`${undo}${effectText(told)}`, timeAgo(now - set.startedAt), item && stateText(item), byText(set)];
	return sanitise(joined(parts, ' · '));
}

/** How what is pending is ended: finished; stopped where it is, so that what is done stays; taken back as a whole; or followed no longer. */
export type Ending = 'finish' | 'stop' | 'take-back' | 'drop';

/** What is open of a change: its new notifications go when it is stopped or taken back. `upTo`: said where some of them may not exist. */
function openOf({kind, counts: {created, unknown}}: ChangeSet) {
	// What is looked for first may turn out to be created.
	const deletes = kind === 'replace' || kind === 'mixed' ? created + unknown : created;
	return {open: created + unknown, deletes, upTo: deletes > created ? 'up to ' : ''};
}

/** A pending change of several: what it is, and how far it got. `first`: one of its items; `now`: in milliseconds since the epoch. */
export function interruptedSaid(set: ChangeSet, first: Item, now: number): Said {
	const {kind, counts, startedAt} = set;
	const fields =
		first.kind === 'replace' && first.input !== undefined && first.snapshot !== undefined
			? differences(heldFields(first.snapshot), first.input).map(({field}) => field.label.toLowerCase())
			: [];
	const title = [
		`${upperFirst(nounOfChange(kind, true))} interrupted`,
		timeAgo(now - startedAt),
		fields.join(', '),
		byText(set),
	];
	const told = countTexts(counts).map(text => text.replace('half done', 'half done (old and new exist)'));
	return [warning(joined(title, ' · ')), `  ${told.join('   ')}`];
}

/** Whether stopping a change here keeps some of it, and leaves out the rest. */
export const canStopHere = (set: ChangeSet): boolean =>
	set.counts.done > 0 && set.counts.planned + openOf(set).deletes > 0;

/** What each key does that ends a pending change of several. */
export function endingsSaid(set: ChangeSet, scope: 'activity' | 'change'): Said {
	const {
		counts: {planned, done},
	} = set;
	const {open, deletes, upTo} = openOf(set);
	const kept = `stop here: keep ${numberText(done)}, ${deletes === 0 ? 'skip the rest' : `roll back ${upTo}${numberText(deletes)}`}`;
	const options: ReadonlyArray<readonly [Ending, string | false]> = [
		['finish', `finish the remaining ${numberText(planned + open)}`],
		['stop', canStopHere(set) && kept],
		['take-back', done + open === 0 ? 'skip all of it' : 'roll back everything'],
	];
	return options.map(([ending, text]): Said => text !== false && `  ${keyOf(scope, ending).padEnd(3)}${text}`);
}

/** Whether a change deletes, and creates nothing. */
const isDeletion = (kind: BatchKind): boolean => kind === 'delete' || kind === 'park';

/** The number of notifications that finishing a change can delete, or a retry of what failed: what was sent of a replacement may still have to be found. */
export function deletesOf(how: 'finish' | 'retry', {set, item}: Told): number {
	const kind = item?.kind ?? set.kind;
	if (kind === 'create' || kind === 'recreate' || kind === 'resume') {
		return 0;
	}

	const {planned, created, unknown, failed} = set.counts;
	const remaining = planned + created + (isDeletion(kind) ? 0 : unknown);
	if (how === 'retry') {
		return failed + remaining;
	}

	return item === undefined ? remaining : 1;
}

/** The question before a pending change is ended, or what failed of one is tried again, and the effect of the answer; safe to show. `count`: the number of notifications that it deletes or replaces, besides those that finishing was to. `unnamed`: the number of new ones that no response named; `undoable`: of what is done, how many can be undone; `lost`: of what failed, how many are only looked for. */
export function pendingQuestion(
	how: Ending | 'retry',
	{set, item}: Told,
	place: string,
	{
		unnamed = 0,
		undoable = set.counts.done,
		lost = 0,
	}: {readonly unnamed?: number; readonly undoable?: number | undefined; readonly lost?: number} = {},
) {
	const {
		kind,
		counts: {planned, unknown, done},
	} = set;
	const noun = nounOfChange(item === undefined ? kind : toldKind(item), item === undefined);
	const old = item?.snapshot && maskedFields(item.snapshot.input);
	const named = item && sanitise(namedText({id: item.snapshot?.id, name: (old ?? toldFields(item)).name}));
	const whole = joined([`the ${noun}`, named], ' of ');
	const {open, deletes} = openOf(set);
	const upTo = unnamed > 0 ? 'up to ' : openOf(set).upTo;
	const question = (asked: string, follows: ReadonlyArray<string | false>, count = 0) => ({
		asked,
		// Finishing deletes the old one.
		object: item && (how === 'finish' ? (old ?? toldFields(item)) : toldFields(item)),
		consequences: joined(follows, ' '),
		count,
	});
	const {verb, preposition} = kindWords[kind];
	const [was, is] = planned === 1 ? ['was', 'is'] : ['were', 'are'];
	if (how === 'retry') {
		const all = deletesOf(how, {set, item});
		const remaining = all - (all === 0 ? 0 : set.counts.failed);
		const failed = set.counts.failed - lost;
		const retried = joined(
			[
				failed > 0 && `${verb} ${counted(failed, 'notification')}`,
				remaining > 0 && `${failed > 0 ? 'and ' : ''}finish the remaining ${numberText(remaining)}`,
			],
			', ',
		);
		return retried === ''
			? question(`Retry: look for ${numberText(lost)} again?`, [])
			: question(`Retry: ${retried} ${preposition} ${place}?`, [], all === 0 ? 0 : all - lost);
	}

	if (how === 'drop') {
		if (item !== undefined) {
			return question(`Stop following ${whole}?`, [
				'What was sent may still take effect, and its outcome will not be shown.',
			]);
		}

		const items = open === 0 ? whole : `the ${counted(open, 'open item')} of ${whole}`;
		return question(`Stop following ${items}?`, [
			open > 0 && 'What was sent may still take effect.',
			planned > 0 && `The ${numberText(planned)} that ${was} not sent ${is} skipped.`,
		]);
	}

	if (item !== undefined) {
		const {phase, newId, probable} = item;
		const why = [pendingReason(item)];
		if (how === 'finish') {
			return question(`Finish the ${noun}: delete ${named} from ${place}?`, why, 1);
		}

		const madeId = newId ?? probable;
		const made = madeId === undefined ? 'what it may have created' : `ID ${sanitise(madeId)}`;
		return item.kind === 'delete' || phase === 'planned'
			? question(`Roll back ${whole}? Nothing is deleted.`, why)
			: question(`Roll back ${whole}: delete ${made} from ${place}?`, why, 1);
	}

	if (how === 'finish') {
		const remaining = deletesOf('finish', {set, item});
		const follows = [
			kind === 'replace' && 'Each old one is deleted once its new one is listed.',
			kind === 'mixed' && 'This can delete notifications.',
		];
		return question(
			`${upperFirst(verb)} the remaining ${numberText(remaining)} ${preposition} ${place}?`,
			follows,
			remaining,
		);
	}

	const news = `delete ${upTo}${counted(deletes, 'new one')}`;
	const follows = [
		planned > 0 && `The ${numberText(planned)} that ${was} not sent ${is} skipped.`,
		unknown > 0 &&
			`${unknown === 1 ? 'The one' : `Each of the ${numberText(unknown)}`} with an unknown outcome is looked for first.`,
		unnamed > 0 &&
			`No response named ${numberText(unnamed)} of the new ones: each is deleted only if you name it (enter, then ${keyOf('change', 'take-back')}).`,
	];
	// What was created or deleted without a known outcome is undone as well, once that is known.
	const late = kind === 'replace' || kind === 'mixed' ? 0 : unknown;
	const undone = undoable + late;
	if (how === 'take-back' && undone > 0) {
		const name = `${late > 0 ? 'up to ' : ''}${counted(undone, 'notification')}`;
		const undo = undoText(undoKinds[kind], {count: undone, place, name});
		const first = deletes > 0 && `First this will ${news}.`;
		const waits = unknown + unnamed > 0 && 'What is done is rolled back once nothing of the rest is open.';
		return question(`Roll back everything: ${undo}?`, [first, ...follows, waits], deletes + undone);
	}

	const skips = `${how === 'stop' ? 'skip' : 'Skip'} the rest`;
	const rest = deletes === 0 ? skips : `${news} from ${place}`;
	const back = deletes === 0 ? `${skips} of the ${noun}` : `Roll back the ${noun}: ${rest}`;
	const asked = how === 'stop' ? `Stop here: keep ${numberText(done)} and ${rest}` : back;
	return question(`${asked}?${deletes === 0 ? ' Nothing is deleted.' : ''}`, follows, deletes);
}

/** The number of items that are looked at for one that can be undone. */
const looked = 50;

/** Whether anything of a change, or an item of it, can be undone; why not, if it is pending or undone. */
export function canUndo(
	{set, item}: Told,
	changes: Pick<AwaitedLedger['changes'], 'undoable' | 'undoableItems'>,
): boolean | string {
	if (item === undefined ? isOpen(set) : item.endedAt === undefined) {
		return pendingText;
	}

	const isDone = item === undefined ? set.counts.done > 0 : item.phase === 'done';
	const some = item === undefined ? changes.undoableItems(set.id, {limit: looked}) : [changes.undoable(item.id)];
	// What was not deleted needs no undo, although its DELETE could still take effect.
	const isLeft = some.some(
		each => each !== undefined && (isDone || each.reason.every(({why}) => why !== 'still-listed')),
	);
	return isLeft || ((isDone || set.counts.unfollowed > 0) && nothingLeftText(set.counts));
}

/** Items that are told together, below one line that says how far they are and why. */
export type ItemGroup = {
	readonly line: Line;
	readonly count: number;
	/** Of these that failed, how many a retry only looks for. */
	readonly lost?: number;
	readonly itemAt: (index: number) => Item | undefined;
};

type ItemSource = Pick<AwaitedLedger['changes'], 'item' | 'items' | 'itemAt'>;

/** The phases of items that are told with why they are not done. */
const unresolved = ['failed', 'unfollowed', 'created', ...awaitedPhases] as const;

const rankOf = ({phase}: Item): number => unresolved.indexOf(phase as (typeof unresolved)[number]);

/** The number of items that are grouped at once. */
const groupedAtOnce = 200;

/** Groups the items of a change: those that are not done by the reason, then those that were not sent, are done, or were taken back. */
export function* groupItems({id, size, counts}: ChangeSet, changes: ItemSource): Sliced<readonly ItemGroup[]> {
	const {planned, done, rolledBack, skipped} = counts;
	if (done === size) {
		return [{line: good(`✓ ${numberText(size)} done`), count: size, itemAt: index => changes.itemAt(id, index + 1)}];
	}

	const groups = new Map<
		string,
		{readonly item: Item; readonly reason: string; readonly ids: number[]; others: number; lost: number}
	>();
	const open = size - planned - done - rolledBack - skipped;
	if (open > 0) {
		for (const item of pagedItems(page => changes.items(id, {...page, phases: unresolved}))) {
			const {exact, alike} = groupKeys(item);
			const text = sanitiseCell(itemReason({...item, detail: sayItem(item)}));
			const group = groups.get(exact) ?? groups.get(alike) ?? {item, reason: text, ids: [], others: 0, lost: 0};
			groups.set(exact, group).set(alike, group);
			group.ids.push(item.id);
			group.others += Number(text !== group.reason);
			group.lost += Number(item.phase === 'failed' && !canSendAgain(item));
			if (group.ids.length % groupedAtOnce === 0) {
				yield;
			}
		}
	}

	const rest = (count: number, line: Line, phase: Phase): ItemGroup[] =>
		count === 0 ? [] : [{line, count, itemAt: itemReader(id, [phase], changes)}];
	return [
		...[...new Set(groups.values())]
			.toSorted((a, b) => b.ids.length - a.ids.length)
			.toSorted((a, b) => rankOf(a.item) - rankOf(b.item))
			.map(({item, reason, ids, others, lost}) => ({
				line: groupLine(item, others === 0 ? reason : `${reason} … and ${numberText(others)} more`, ids.length),
				count: ids.length,
				lost,
				itemAt: (index: number) => (index < ids.length ? changes.item(ids[index]!) : undefined),
			})),
		...rest(planned, faint(`· ${numberText(planned)} not started`), 'planned'),
		...rest(done, good(`✓ ${numberText(done)} done`), 'done'),
		...rest(rolledBack + skipped, faint(`– ${countTexts({rolledBack, skipped}).join(', ')}`), 'rolled-back'),
	];
}

function groupLine(item: Item, reason: string, count: number): Line {
	const {phase, requests} = item;
	const many = numberText(count);
	if (phase === 'unfollowed') {
		return warning(`? ${many} not followed: ${reason}`);
	}

	if (phase === 'failed') {
		return bad(`✗ ${many} ${requests.at(-1)?.outcome === 'rejected' ? 'refused' : 'failed'}: ${reason}`);
	}

	return warning(`? ${many} ${phase === 'created' ? 'half done' : 'outcome unknown'}: ${reason}`);
}

/** What tells the reason of an item from that of others, with words in place of its IDs. `exact` or `alike` is the same for all that share it: until when each is waited for does not tell them apart, nor, for `alike`, its ID in what a service says. */
function groupKeys({phase, snapshot, newId, probable, candidates = [], issues, reason, notes}: Item) {
	const words = new Map<unknown, string>([
		...[probable, ...candidates].map(id => [id, '…'] as const),
		[newId, 'the new one'],
		[snapshot?.id, 'it'],
	]);
	words.delete(undefined);
	const keyWith = (textOf: (said: string) => string): string =>
		JSON.stringify([phase, issues, reason, notes], (name, value: unknown) => {
			const shown = typeof value === 'string' ? textOf(value) : value;
			return name === 'until' ? undefined : shown;
		});
	const wordOf = (said: string): string => words.get(said) ?? said;
	return {exact: keyWith(wordOf), alike: keyWith(said => said.replaceAll(/[\-\w]+/gv, wordOf))};
}

/** Reads the items of a change in some phases, as far as they are shown. */
export function itemReader(set: number, phases: readonly Phase[], changes: ItemSource) {
	const read: Item[] = [];
	return (index: number): Item | undefined => {
		for (let isMore = true; isMore && read.length <= index;) {
			const page = changes.items(set, {phases, after: read.at(-1)?.position ?? 0, limit: groupedAtOnce});
			read.push(...page);
			isMore = page.length > 0;
		}

		return read[index];
	};
}

/** The row at an index of groups: the line of a group, or an item; undefined behind the last. */
export function groupRow(
	groups: readonly ItemGroup[],
	index: number,
): {readonly group: ItemGroup; readonly item: Item | undefined} | undefined {
	let left = index;
	for (const group of groups) {
		if (left <= group.count) {
			return {group, item: left === 0 ? undefined : group.itemAt(left - 1)};
		}

		left -= group.count + 1;
	}

	return undefined;
}

/** The number of rows of groups. */
export const rowsOfGroups = (groups: readonly ItemGroup[]): number => sum(groups.map(({count}) => count + 1));

/** What is said of a run that did not do all. `beside`: the account that is changed, if it is not the open one. */
export function endSaid(
	{set, failure, refusal, refused, skipped, ...why}: Omit<Ended, 'kind' | 'only' | 'failures'>,
	beside?: string,
): Said[] {
	const {failed} = set.counts;
	const shown = failure ?? refusal;
	const reason = sayLeft(why, timeOfDay);
	const isTold = failure === undefined || (failed > 0 && failure.kind === 'forbidden');
	const paths = [...new Set(refused.values().flatMap(members => members))];
	const these = refused.size === failed ? 'They' : `These ${numberText(refused.size)}`;
	return [
		{
			tone: failed > 0 || failure !== undefined ? 'bad' : 'warning',
			text: resultText(kindWords[set.kind].done, set.counts, totalOf(set.counts)),
		},
		skipped,
		// Of those that were refused the rows say why.
		shown !== undefined && (isTold ? faint(shown.nextStep) : failureSaid(shown)),
		failure?.kind === 'forbidden' && 'Stopped: the service would probably refuse the others, too.',
		reason !== undefined && warning(reason),
		failed > 0 &&
			paths.length > 0 &&
			warning(sanitise(`The service refused ${paths.join(', ')}. ${these} can be sent ${withoutText(paths)}.`)),
		isOpen(set) && [
			endingsSaid(set, 'change'),
			beside !== undefined &&
				`You can also decide later, from ${beside}: open it (${keyOf('list', 'profiles')}), then ${keyOf('list', 'pending')}.`,
		],
	];
}

/** The differences between two notifications, one line for each field: `old → new`; safe to show. */
export const changesSaid = (before: Readable, after: Readable): Line[] =>
	differences(before, after).map(({field: {label}, old, new: now}) => ({
		label,
		text: `${shownText(old)} → ${shownText(now)}`,
	}));

const shownText = (text: string): string => (text === '' ? noValue : sanitise(withLabel(text)));
