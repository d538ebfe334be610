import {useCallback, useMemo, useState} from 'react';
import {findDuplicates} from '../../notification/equivalence.ts';
import type {ListedRecord, Notification} from '../../notification/notification.ts';
import {upperFirst} from '../../platform/text.ts';
import {
	undoKinds,
	kindWords,
	namedText,
	nothingLeftText,
	pendingText,
	undoText,
} from '../../notification/operation-texts.ts';
import {type MemberPath, withoutMembers, withoutText, pathsNotSent} from '../../notification/undocumented.ts';
import type {UndoScope, ItemUndo, Undo} from '../../changes/undo.ts';
import type {Ended, Outcome} from '../../account/account-changes.ts';
import {commandToResume, commandToUndo} from '../../account/change-command.ts';
import {recordsOf} from '../../account/listing-state.ts';
import {placeOf} from '../../account/session.ts';
import {numberOf} from '../../ledger/item.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useBulkRun} from './run.tsx';
import {changeRows, undoRow} from './rows.tsx';
import {detailLines} from '../list/detail-lines.ts';
import {keyOf} from '../keys/match.ts';
import {ProtectedGate, useUnprotect} from './delete.tsx';
import {nothingToUndo, reasonText} from '../ui/notices.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useTextSize} from '../ui/list.tsx';
import {useListing, useSession} from '../ui/session.ts';
import {useSurvey} from '../ui/use-task.ts';
import {linesOf, warning, type Said, faint} from '../ui/line.tsx';
import {Question, asks, commandSaid, notesSaid} from '../ui/question.tsx';
import {toSentBody} from '../../service/body.ts';
import {batchUndoNotes, lossNotes, lossesOf, restoringText} from '../../notification/losses.ts';
import {asListed, unlistedFields} from '../../notification/spec.ts';
import {colleagueText} from '../../ledger/owner.ts';
import {formatTime} from '../../terminal/time.ts';
import {listedJson} from '../tools/copy.tsx';
import {numberOfTold, changesSaid} from './change-lines.ts';
import {duplicatesSaid} from '../form/preview-pane.tsx';

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
		return <Question title={isRedo ? 'redo' : 'undo'} of={{asked: found === undefined ? checking : nothing}} />;
	}

	const {scope, target} = found;
	return (
		<ProtectedGate title={isRedo ? 'redo' : 'undo'} target={target}>
			{isNamed => <UndoQuestion scope={scope} isNamed={isNamed} />}
		</ProtectedGate>
	);
}

function UndoQuestion({scope, isNamed}: {readonly scope: UndoScope; readonly isNamed: boolean}) {
	const session = useSession();
	const {changes, ledger, profileKey} = session;
	const {push} = useNavigation();
	const {columns} = useTextSize();
	const {listing} = useListing();
	const {isUnprotected, ask} = useUnprotect(isNamed);
	const [set] = useState(() => ledger!.changes.set(scope.set));
	const {parked} = scope;
	const isOne = (parked?.length ?? (scope.item === undefined ? set.size : 1)) === 1;
	const runner = useBulkRun(parked === undefined ? undoKinds[set.kind] : 'resume');
	const {view, run, forget, isRunning, outcome} = runner;
	/** The attempt of which the service refused members, which are left out of the next one. */
	const [refusedIn, setRefusedIn] = useState<Ended>();
	const look = useCallback(async () => changes.surveyUndo(scope, {isUnprotected}), [changes, scope, isUnprotected]);
	// While it is being undone, the ledger already says so.
	const undo = useSurvey(isRunning || view !== undefined ? undefined : look, listing);
	const plan = undo && possibleIn(undo);
	const one = plan && withoutRefused(plan, refusedIn);
	const refused = refusedOf(outcome);
	const duplicates = useMemo(() => duplicatesOf(one, recordsOf(listing), outcome), [one, listing, outcome]);
	const {announced = [], breakdown = [], count = 0, protected: protectedCount = 0, only, mustName} = undo ?? {};
	const item = only?.item ?? (announced.length === 0 ? undefined : ledger!.changes.item(announced[0]!.item));
	const isRedo = item?.isUndo === true;
	const number = scope.item === undefined || item === undefined ? String(set.id) : numberOf(item);
	const parkedIds = parked?.map(id => ledger!.changes.item(id)!.snapshot!.id);
	const command =
		parkedIds === undefined ? commandToUndo(number, session, isUnprotected) : commandToResume(parkedIds, session);
	if (view !== undefined) {
		return view;
	}

	const whyNot = undo && whyNotUndone(undo);
	const undoes = isRedo ? 'redo' : 'undo';
	const verb = parked === undefined ? undoes : 'resume';
	const question = undo && asks(undoQuestion(undo, placeOf(session), isRedo));
	const isRecreation = one?.kind === 'recreate';
	const isRedacted = isRecreation && one.isRedacted;
	const edit = keyOf('question', 'edit');
	const onConfirm = () => {
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

	const rowAt = (index: number) => undoRow(ledger!.changes.item(announced[index]!.item)!);
	const typed = mustName === undefined ? {count: isOne ? 1 : count} : {text: sanitise(mustName)};
	const {record, notSent, ...about} = one === undefined ? {} : aboutUndo(one);
	const told = record === undefined ? [] : detailLines(record, columns - 2, ledger?.sent.get(profileKey, record.id));
	const details = [...linesOf(notSent, columns), ...told, ...linesOf(commandSaid(command), columns)];
	return (
		<Question
			title={verb}
			hint={verb}
			of={{
				// Another undo makes another question.
				id: [question?.text, duplicates.length, refused].join(' '),
				asked: whyNot === undefined ? (question ?? checking) : warning(whyNot),
				...(isRunning && {doing: `${isRedo ? 'Redoing' : 'Undoing'} …`}),
				consequences: undo && [
					isRedacted && warning(`! It contains the API key, which is never stored: press ${edit} to enter it again.`),
					refused.length > 0 && warning(`${keyOf('question', 'omit')}: send it ${sanitise(withoutText(refused))}`),
					isRecreation &&
						duplicates.length > 0 &&
						duplicatesSaid({found: duplicates, isComplete: true}, {name: one.input.name, columns, isAsked: true}),
					undoConsequences(undo),
				],
				isHarmless: undo?.kind === 'recreate' || undo?.kind === 'resume',
				...(whyNot === undefined && {
					command: undo && command,
					...(isOne
						? {...about, details}
						: {summary: breakdown, rows: changeRows({count: announced.length, rowAt}, columns - 2)}),
				}),
			}}
			answer={question === undefined || whyNot !== undefined || isRedacted ? undefined : {...typed, onConfirm}}
			runner={runner}
			guards={{hasRefused: refused.length > 0, canEditFirst: isRecreation, hasProtected: protectedCount > 0}}
			actions={{
				omit() {
					setRefusedIn(outcome as Ended);
					forget();
				},
				edit() {
					if (isRecreation) {
						push({name: 'form', origin: {kind: 'recreate', deletion: {...one.item, snapshot: one.deleted}}});
					}
				},
				unprotect() {
					ask(protectedCount);
				},
			}}
		/>
	);
}

/** The members that the service refused of what failed. */
const refusedOf = (outcome: Outcome | undefined): readonly MemberPath[] =>
	outcome?.kind === 'ended' ? outcome.refused.values().toArray().flat() : [];

/** What an undo sends after an attempt of which members were refused. */
const withoutRefused = (undo: PossibleUndo, attempt: Ended | undefined): PossibleUndo =>
	attempt === undefined || undo.kind === 'delete'
		? undo
		: {...undo, input: withoutMembers(undo.input, [...(attempt.only!.without ?? []), ...refusedOf(attempt)])};

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

/** What the question about an undo shows: the notification that it acts on; the one that results, or that it deletes, and what of it is not sent; and the body that it sends, or else the notification. */
export function aboutUndo(undo: PossibleUndo) {
	if (undo.kind === 'delete') {
		const {target} = undo;
		return {object: target, record: target, notSent: undefined, copies: {record: target}, json: listedJson(target)};
	}

	const {input, id, raw} = restoredBy(undo)!;
	const record = asListed(input, id, raw);
	const body = toSentBody(undo.input, raw);
	// Undocumented members that are sent are listed with the effect of the undo.
	const paths = pathsNotSent(raw, body);
	return {
		object: undo.kind === 'replace' ? undo.target : record,
		record,
		notSent: paths.length > 0 && ({label: 'Not sent', text: sanitise(paths.join(', ')), tone: 'faint'} satisfies Said),
		copies: {bodies: [body]},
		json: JSON.stringify(body, undefined, 2),
	};
}

/** Why a change cannot be undone, safe to show; undefined if it can. */
export function whyNotUndone(undo: Undo): string | undefined {
	const {only, isPending, count, impossible, set} = undo;
	const pending = isPending && {reason: pendingText, isPending};
	const why = only?.kind === 'impossible' ? only : pending;
	if (why !== undefined) {
		return `Cannot undo ${changeName(undo)}. ${reasonText(why)}`;
	}

	return only === undefined && count === 0
		? `Nothing can be undone.${impossible === 0 ? ` ${nothingLeftText(set.counts)}` : ''}`
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
	const subject = one === undefined ? {count} : {count: 1, name: sanitise(namedText(aboutUndo(one).object))};
	const word = `${isRedo ? 'Redo' : 'Undo'}${whose}`;
	const told = undoText(kind, {...subject, place});
	return undo.scope.parked === undefined ? `${word}: ${told}?` : `${upperFirst(told)}?`;
}

/** The consequences of an undo: of one the values that change, the change that it undoes, and what it cannot restore. */
export function undoConsequences(undo: Undo): Said {
	const one = possibleIn(undo);
	if (one === undefined) {
		return undo.only === undefined && notesSaid(batchUndoNotes(undo));
	}

	const restored = restoredBy(one);
	const losses = restored === undefined ? [] : lossNotes(lossesOf(restored, false), 1, restoringText(undo.kind));
	const changes = one.kind === 'replace' ? changesOf(one) : undefined;
	return [
		changes?.length === 0 ? faint('No change that is known here.') : changes,
		one.kind !== 'recreate' && `It undoes ${changeName(undo)}. ${one.note ?? ''}`.trimEnd(),
		notesSaid(losses),
	];
}

/** The values that an undo of an edit changes back: `old → new`. */
const changesOf = ({target, before, item}: Extract<PossibleUndo, {readonly kind: 'replace'}>) =>
	changesSaid({...asListed(target), ...unlistedFields(item.input!)}, {...before.input, ...unlistedFields(before)});
