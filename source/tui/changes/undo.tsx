import {useCallback, useMemo, useState} from 'react';
import {findDuplicates} from '../../notification/equivalence.ts';
import type {ListedRecord, Notification, NotificationFields} from '../../notification/notification.ts';
import {undoKinds, kindWords, nothingLeftText, undoText} from '../../notification/operation-texts.ts';
import {type MemberPath, withoutMembers, withoutText, pathsNotSent} from '../../notification/undocumented.ts';
import type {UndoScope, ItemUndo, Undo} from '../../changes/undo.ts';
import {onlyOf, type Ended, type Outcome} from '../../account/account-changes.ts';
import {commandToUndo} from '../../account/change-command.ts';
import {recordsOf} from '../../account/listing-state.ts';
import {placeOf} from '../../account/session.ts';
import {numberOf, type Item} from '../../ledger/item.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useBulkRun} from './run.tsx';
import {changeRows, changesBetween, signs, type Row} from './rows.tsx';
import {detailLines} from '../list/detail-lines.ts';
import {keyOf} from '../keys/match.ts';
import {ProtectedGate, useUnprotect} from './delete.tsx';
import {nothingToUndo, reasonText, refusalSaid} from '../ui/notices.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useTextSize} from '../ui/list.tsx';
import {useListing, useSession} from '../ui/session.ts';
import {deletionText, stepTexts, type StepStart, useSurvey} from '../ui/use-task.ts';
import {linesOf, warning, type Said, faint} from '../ui/line.tsx';
import {Ask, asks, commandSaid, notesSaid} from '../ui/question.tsx';
import {toSentBody} from '../../service/body.ts';
import {batchUndoNotes, lossNotes, lossesOf} from '../../notification/losses.ts';
import {asListed, unlistedFields} from '../../notification/spec.ts';
import {colleagueText} from '../../ledger/owner.ts';
import {formatTime} from '../../terminal/time.ts';
import {listedJson} from '../tools/copy.tsx';
import {numberOfTold, indentedChanges} from './change-lines.ts';
import {notificationName} from '../ui/sentence.ts';

type UndoScreenProps = {
	/** The change to undo, or one of its items. By default, the last change that can be undone. */
	readonly scope?: UndoScope | undefined;
	/** Redo the last undo, not undo the last change. */
	readonly isRedo?: boolean;
};

const checking = 'Checking what can be undone …';

/** Asks for confirmation before a change is undone, and undoes it. Where it deletes or replaces a protected notification alone, its name is asked for first. */
export function UndoScreen({scope: given, isRedo = false}: UndoScreenProps) {
	const {changes, pending} = useSession();
	// Found once, so that a listing that arrives later, or the undo itself, does not change the subject of the question.
	const [find] = useState(() => async () => {
		const scope = given ?? (await changes.findUndo(isRedo));
		const only = scope && (await changes.surveyUndo(scope, {isUnprotected: true})).only;
		return {scope, target: only !== undefined && 'target' in only ? only.target : undefined};
	});
	const found = useSurvey(find);
	if (found?.scope === undefined) {
		const nothing = warning(nothingToUndo(pending.get().count, isRedo));
		return <Ask title={isRedo ? 'redo' : 'undo'} asked={found === undefined ? checking : nothing} />;
	}

	const {scope, target} = found;
	return (
		<ProtectedGate target={target}>
			{isUnprotected => <UndoQuestion scope={scope} isUnprotected={isUnprotected} />}
		</ProtectedGate>
	);
}

type QuestionProps = {readonly scope: UndoScope; readonly isUnprotected: boolean};

function UndoQuestion({scope, isUnprotected: isNamed}: QuestionProps) {
	const session = useSession();
	const {changes, ledger, profileKey} = session;
	const {push} = useNavigation();
	const {columns} = useTextSize();
	const {listing} = useListing();
	const {isUnprotected: isIncluded, ask} = useUnprotect();
	const isUnprotected = isNamed || isIncluded;
	const [set] = useState(() => ledger!.changes.set(scope.set));
	const isOne = scope.item !== undefined || set.size === 1;
	const {run, view, isRunning, steps, now, outcome, forget, back} = useBulkRun(undoKinds[set.kind], {isOne});
	/** The attempt of which the service refused members, which are left out of the next one. */
	const [refusedIn, setRefusedIn] = useState<Ended>();
	const look = useCallback(async () => changes.surveyUndo(scope, {isUnprotected}), [changes, scope, isUnprotected]);
	// While it is being undone, the ledger already says so.
	const undo = useSurvey(isRunning || view !== undefined ? undefined : look, listing);
	const plan = undo && possibleIn(undo);
	const possible = useMemo(() => plan && withoutRefused(plan, refusedIn), [plan, refusedIn]);
	const refused = refusedOf(outcome);
	const duplicates = useMemo(() => duplicatesOf(possible, recordsOf(listing), outcome), [possible, listing, outcome]);
	const isRecreation = possible?.kind === 'recreate';
	const isRedacted = isRecreation && possible.isRedacted;
	const {announced = [], breakdown = [], count = 0, protected: protectedCount = 0, only, mustName} = undo ?? {};
	const item = only?.item ?? (announced.length === 0 ? undefined : ledger!.changes.item(announced[0]!.item));
	const isRedo = item?.isUndo === true;
	const number = scope.item === undefined || item === undefined ? String(set.id) : numberOf(item);
	const command = commandToUndo(number, session, isUnprotected);
	const rows = useMemo(() => {
		const rowAt = (index: number) => undoRow(ledger!.changes.item(undo!.announced[index]!.item)!);
		return changeRows({count: isOne ? 0 : (undo?.announced.length ?? 0), rowAt}, columns - 2);
	}, [undo, isOne, columns, ledger]);
	const details = useMemo(() => {
		if (possible === undefined) {
			return [];
		}

		const {record, notSent} = undoneRecord(possible);
		return [
			...linesOf(notSent, columns),
			...detailLines(record, columns - 2, ledger?.sent.get(profileKey, record.id)),
			...linesOf(commandSaid(command), columns),
		];
	}, [possible, command, ledger, profileKey, columns]);
	if (view !== undefined) {
		return view;
	}

	const whyNot = undo && whyNotUndone(undo);
	const question =
		whyNot === undefined
			? asks(undo === undefined ? '' : undoQuestion(undo, placeOf(session), isRedo))
			: warning(whyNot);
	const subject = possible && subjectOfUndo(possible);
	const verb = isRedo ? 'redo' : 'undo';
	const asked = {
		title: verb,
		hint: verb,
		// Another undo, or the result of an attempt, makes another question.
		id: [possible?.kind, subject?.id, count, outcome?.kind, duplicates.length, refused.join(','), isRunning].join(' '),
		asked: undo === undefined ? checking : question,
		object: subject?.fields,
		status: isRunning ? runningText(possible?.kind, steps, now) : undoOutcomeSaid(outcome),
		summary: isOne ? [] : breakdown,
		consequences: undo && [
			isRedacted &&
				warning(
					`! It contains the API key, which is never stored: press ${keyOf('question', 'edit')} to enter it again.`,
				),
			refused.length > 0 && warning(`${keyOf('question', 'omit')}: send it ${sanitise(withoutText(refused))}`),
			duplicatesSaid(duplicates, columns),
			undoConsequences(undo, columns),
		],
		...(isOne ? {details} : {rows}),
		isHarmless: undo?.kind === 'recreate',
		command: undo && command,
		json: possible && undoJson(possible),
		copies: possible && undoCopies(possible),
	};
	const confirm = () => {
		run(async options =>
			refusedIn === undefined
				? changes.undo(undo!, {
						...options,
						isUnprotected,
						accepted: duplicates.map(({id}) => id),
						chosen: mustName,
						// If the last attempt could not check for duplicates, it sends without the check.
						isUnchecked: outcome?.kind === 'unchecked',
					})
				: changes.retry({set: refusedIn.set.id}, {...options, isUnprotected, without: refusedIn.refused}),
		);
	};

	const isAgain = isRunning || refused.length > 0 || refusedIn !== undefined;
	const canConfirm = undo !== undefined && whyNot === undefined && !isRedacted;
	const typed = mustName === undefined || isAgain ? {count: isOne ? 1 : count} : {text: sanitise(mustName)};
	return (
		<Ask
			{...asked}
			answer={canConfirm ? {...typed, onConfirm: confirm} : undefined}
			guards={{
				isIdle: !isRunning,
				hasRefused: refused.length > 0,
				canEditFirst: isRecreation,
				hasProtected: protectedCount > 0,
			}}
			actions={{
				omit() {
					setRefusedIn(outcome as Ended);
					forget();
				},
				edit() {
					if (isRecreation) {
						const deletion = {...possible.item, snapshot: possible.deleted};
						push({name: 'form', origin: {kind: 'recreate', deletion}});
					}
				},
				unprotect() {
					ask(protectedCount);
				},
				back,
			}}
		/>
	);
}

/** The members that the service refused of one that failed. */
const refusedOf = (outcome: Outcome | undefined): readonly MemberPath[] => {
	const item = outcome && onlyOf(outcome);
	return item === undefined ? [] : ((outcome as Ended).refused.get(item.id) ?? []);
};

/** What an undo sends after an attempt of which members were refused. */
const withoutRefused = (undo: PossibleUndo, attempt: Ended | undefined): PossibleUndo =>
	attempt === undefined || undo.kind === 'delete'
		? undo
		: {...undo, input: withoutMembers(undo.input, [...(attempt.only!.without ?? []), ...refusedOf(attempt)])};

/** The text while the undo is running. */
function runningText(kind: string | undefined, steps: readonly StepStart[], now: number): Said {
	const last = steps.at(-1);
	return kind === 'delete' && last !== undefined
		? deletionText(last, now)
		: (stepTexts(steps, kind === 'replace', now).at(-1) ?? 'Checking …');
}

/** The listed notifications that recreating would duplicate. Undoing accepts them. */
function duplicatesOf(
	undo: PossibleUndo | undefined,
	records: readonly ListedRecord[],
	outcome: Outcome | undefined,
): readonly Notification[] {
	if (undo?.kind !== 'recreate') {
		return [];
	}

	const reported = outcome?.kind === 'duplicates' ? outcome.duplicates.flatMap(({same}) => same) : [];
	const found = [...findDuplicates(undo.input, records), ...reported];
	return new Map(found.map(notification => [notification.id, notification])).values().toArray();
}

/** What undoing an item does, if it can be undone. */
export type PossibleUndo = Exclude<ItemUndo, {readonly kind: 'impossible'}>;

/** What undoing a change of one does; undefined for several, and if it cannot be undone. */
export const possibleIn = ({only}: Pick<Undo, 'only'>): PossibleUndo | undefined =>
	only === undefined || only.kind === 'impossible' ? undefined : only;

/** The name of the change to undo: `change 12, the edit of 2026-11-22 12:40`. */
function changeName({set, only}: Pick<Undo, 'set' | 'only'>): string {
	const {noun} = kindWords[set.kind];
	const number = numberOfTold({set, item: only?.item});
	return `change ${number}, the ${only?.item.isUndo === true ? `undo (${noun})` : noun} of ${formatTime(set.startedAt)}`;
}

/** The content that an undo brings back; undefined for one that only deletes. */
function restoredBy(undo: PossibleUndo) {
	if (undo.kind === 'replace') {
		return undo.before;
	}

	return undo.kind === 'recreate' ? undo.deleted : undefined;
}

/** The notification that an undo acts on. */
export const subjectOfUndo = (undo: PossibleUndo): {readonly id: string; readonly fields: NotificationFields} =>
	undo.kind === 'recreate'
		? {id: undo.deleted.id, fields: undo.deleted.input}
		: {id: undo.target.id, fields: undo.target};

/** Why a change cannot be undone, safe to show; undefined if it can. */
export function whyNotUndone(undo: Undo): string | undefined {
	const {only, isPending, count, impossible} = undo;
	if (only?.kind === 'impossible') {
		return `Cannot undo ${changeName(undo)}. ${reasonText(only)}`;
	}

	if (isPending === true) {
		return `Cannot undo ${changeName(undo)}. ${reasonText({reason: 'It is pending: finish it, or skip the rest.', isPending})}`;
	}

	return only === undefined && count === 0
		? `Nothing can be undone.${impossible === 0 ? ` ${nothingLeftText}` : ''}`
		: undefined;
}

/** The question before an undo, which says whose change it is; safe to show. `isRedo`: it undoes an undo. */
export function undoQuestion(undo: Undo, place: string, isRedo: boolean): string {
	const {
		kind,
		count,
		set: {by},
	} = undo;
	const one = possibleIn(undo);
	const whose = by === undefined ? '' : ` the change of ${colleagueText(by)}`;
	const subject = one === undefined ? {count} : {count: 1, name: sanitise(subjectOfUndo(one).id)};
	return `${isRedo ? 'Redo' : 'Undo'}${whose}: ${undoText(kind, {...subject, place})}?`;
}

/** The consequences of an undo in a terminal of `columns`: of one the values that change, the change that it undoes, and what it cannot restore. */
export function undoConsequences(undo: Undo, columns: number): Said {
	const one = possibleIn(undo);
	if (one === undefined) {
		return undo.only === undefined && notesSaid(batchUndoNotes(undo));
	}

	const restored = restoredBy(one);
	const losses = restored === undefined ? [] : lossNotes(lossesOf(restored, false), 1, 'This undo');
	const changes = one.kind === 'replace' ? changesOf(one, columns) : undefined;
	return [
		changes?.length === 0 ? faint('No change that is known here.') : changes,
		one.kind !== 'recreate' && `It undoes ${changeName(undo)}. ${one.note ?? ''}`.trimEnd(),
		notesSaid(losses),
	];
}

/** The values that an undo of an edit changes back: `old → new`. */
const changesOf = ({target, before, item}: Extract<PossibleUndo, {readonly kind: 'replace'}>, columns: number) =>
	indentedChanges(
		{...asListed(target), ...unlistedFields(item.input!)},
		{...before.input, ...unlistedFields(before)},
		columns,
	);

/** The body that an undo sends; undefined for one that only deletes. */
const undoBody = (undo: PossibleUndo) =>
	undo.kind === 'delete' ? undefined : toSentBody(undo.input, restoredBy(undo)!.raw);

/** The notification that results from an undo, or that it deletes, field by field, and what of it is not sent. */
export function undoneRecord(undo: PossibleUndo): {readonly record: Notification; readonly notSent: Said} {
	if (undo.kind === 'delete') {
		return {record: undo.target, notSent: undefined};
	}

	const {input, id, raw} = restoredBy(undo)!;
	// Undocumented members that are sent are listed with the effect of the undo.
	const paths = pathsNotSent(raw, undoBody(undo)!);
	return {
		record: asListed(input, id, raw),
		notSent: paths.length > 0 && {label: 'Not sent', text: sanitise(paths.join(', ')), tone: 'faint'},
	};
}

/** What the copy menu has of an undo: the body that it sends, or the notification that it deletes. */
export const undoCopies = (undo: PossibleUndo) =>
	undo.kind === 'delete' ? {record: undo.target} : {bodies: [undoBody(undo)!]};

/** The body that an undo sends, as JSON; for one that only deletes, the notification as listed. */
export const undoJson = (undo: PossibleUndo): string =>
	undo.kind === 'delete' ? listedJson(undo.target) : JSON.stringify(undoBody(undo), undefined, 2);

/** Why the last attempt sent nothing or had no effect. */
export function undoOutcomeSaid(outcome: Outcome | undefined): Said {
	if (outcome?.kind !== 'unchecked') {
		return refusalSaid(outcome);
	}

	const check = outcome.isPending === true ? '' : 'Could not check for duplicates. ';
	return warning(`! Nothing was sent. ${check}${reasonText(outcome)} ${keyOf('question', 'confirm')} sends anyway.`);
}

/** The warning that recreating makes duplicates. */
export const duplicatesSaid = (duplicates: readonly Notification[], columns: number): Said =>
	duplicates.map(({id, name}) =>
		warning(
			`! ${notificationName({id, name, recipient: ''}, columns)} is identical, but for its name at most: there will be two.`,
		),
	);

/** What undoing an item does, as a row: to the notification that it created or, if it only deleted one, to that. */
export function undoRow({kind, snapshot, input, newId}: Item): Row {
	const fields = (newId === undefined ? (snapshot?.input ?? input) : (input ?? snapshot?.input))!;
	const changes = kind === 'replace' && snapshot !== undefined ? changesBetween(fields, snapshot.input) : [];
	return {
		sign: signs[undoKinds[kind]],
		id: newId ?? snapshot?.id ?? '',
		fields,
		what: changes.length === 0 ? undefined : changes,
	};
}
