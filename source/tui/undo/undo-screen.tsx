import {useCallback, useMemo, useState} from 'react';
import {findDuplicates} from '../../notification/equivalence.ts';
import type {ListedRecord, Notification} from '../../notification/notification.ts';
import {undoKinds} from '../../notification/operation-texts.ts';
import {type MemberPath, withoutMembers, withoutText} from '../../notification/undocumented.ts';
import type {UndoScope} from '../../changes/undo.ts';
import {onlyOf, type Ended, type Outcome} from '../../account/account-changes.ts';
import {commandToUndo} from '../../account/change-command.ts';
import {recordsOf} from '../../account/listing-state.ts';
import {placeOf} from '../../account/session.ts';
import {numberOf} from '../../ledger/item.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useBulkRun} from '../bulk/bulk-run.tsx';
import {changeRows} from '../changes/rows.tsx';
import {detailLines} from '../detail/detail-lines.ts';
import {keyOf} from '../keys/match.ts';
import {ProtectedGate, useUnprotect} from '../protected/protected-screen.tsx';
import {nothingToUndo} from '../shared/change-notices.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useTextSize} from '../shared/reader.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {deletionText, stepTexts, type StepStart} from '../shared/step-text.ts';
import {useSurvey} from '../shared/use-recreation-survey.ts';
import {linesOf, warning, type Said} from '../ui/line.ts';
import {Ask, asks, commandSaid} from '../ui/question.tsx';
import {
	duplicatesSaid,
	possibleIn,
	subjectOfUndo,
	undoConsequences,
	undoCopies,
	undoJson,
	undoOutcomeSaid,
	undoQuestion,
	undoRow,
	undoneRecord,
	whyNotUndone,
	type PossibleUndo,
} from './undo-lines.ts';

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
