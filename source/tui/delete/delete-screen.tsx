import {useMemo} from 'react';
import {lossesOf} from '../../notification/losses.ts';
import {rawOf, type Notification} from '../../notification/notification.ts';
import {numberText} from '../../platform/text.ts';
import {deleteArguments} from '../../query/commands.ts';
import {breakdownOf, usersIn} from '../../query/group.ts';
import {type Query, findPartialMatch, partialMatchText} from '../../query/match.ts';
import {usableQuery} from '../../query/parse.ts';
import {toShell} from '../../service/curl.ts';
import {commandSnapshot, commandToChange, sessionWords} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {isStoredRedacted} from '../../ledger/stored-json.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useBulkRun} from '../bulk/bulk-run.tsx';
import {listedJson} from '../copy/copy-items.ts';
import {detailLines} from '../detail/detail-lines.ts';
import {keyOf} from '../keys/match.ts';
import {ProtectedGate, useRules, useUnprotect, withoutProtectedOnes} from '../protected/protected-screen.tsx';
import {doneNotice} from '../shared/change-notices.ts';
import {useNavigation} from '../shared/navigation.ts';
import {deletionText} from '../shared/phase-text.ts';
import {useTextSize} from '../shared/reader.ts';
import {refusalSaid} from '../shared/reason-text.ts';
import {useSession} from '../shared/session-context.ts';
import {targetText, targetWidths} from '../shared/target-lines.ts';
import {useOneChange} from '../shared/use-one-change.ts';
import {checkingText, useRecreationSurvey} from '../shared/use-recreation-survey.ts';
import {linesOf, warning} from '../ui/line.ts';
import {Ask, asks, breakdownSaid, commandSaid, deletionUndoSaid} from '../ui/question.tsx';

type DeleteScreenProps = {
	readonly targets: readonly Notification[];
	/** The IDs of the targets that the search hides. */
	readonly hiddenIds?: ReadonlySet<string>;
	/** The IDs of the duplicates to keep. Nothing is deleted unless they are still listed. */
	readonly keeps?: ReadonlySet<string> | undefined;
	/** The search of the list. */
	readonly query?: Query;
	/** The search, as typed, if it finds exactly the targets. */
	readonly exactQuery?: string | undefined;
};

const none: ReadonlySet<string> = new Set();

const noQuery: Query = [];

/** Asks before notifications are deleted. A single visible one needs only a key; a hidden one, a duplicate, or several need their number to be typed. */
export function DeleteScreen({targets, hiddenIds = none, keeps = none, ...props}: DeleteScreenProps) {
	const {id} = useSession();
	const [target] = targets;
	// A result obtained with the previous API key is not valid for the new one.
	return target !== undefined && targets.length === 1 && hiddenIds.size + keeps.size === 0 ? (
		<ProtectedGate target={target}>
			{isUnprotected => <DeleteOne key={id} target={target} isUnprotected={isUnprotected} />}
		</ProtectedGate>
	) : (
		<DeleteSeveral {...props} chosen={targets} hiddenIds={hiddenIds} keeps={keeps} />
	);
}

function DeleteOne({target, isUnprotected}: {readonly target: Notification; readonly isUnprotected: boolean}) {
	const session = useSession();
	const {operations, ledger, profileKey} = session;
	const sent = useMemo(() => ledger?.sent.get(profileKey, target.id), [ledger, profileKey, target.id]);
	const losses = useMemo(() => {
		const content = {input: target, raw: rawOf(target), template: sent?.template, topics: sent?.topics};
		return lossesOf(content, isStoredRedacted(content));
	}, [target, sent]);
	const {columns} = useTextSize();
	const undo = keyOf('list', 'undo');
	const {isRunning, phases, now, outcome, run, back} = useOneChange({
		closes: ['detail'],
		doneText: operation => `${doneNotice(operation, placeOf(session))} ${undo}: undo`,
		acceptedText: `Once it is gone, press ${undo} to undo.`,
	});
	const phase = phases.at(-1);
	const change = {kind: 'delete', input: undefined, snapshot: commandSnapshot(target, sent)} as const;
	const command = commandToChange(change, session, isUnprotected);
	return (
		<Ask
			scope="delete"
			title={`delete ${sanitise(target.id)}`}
			id={`${outcome?.kind} ${isRunning}`}
			asked={asks(`Delete ${sanitise(target.id)} from ${placeOf(session)}?`)}
			object={target}
			// What the attempt before came to says nothing of this one.
			status={phase === undefined ? refusalSaid(outcome) : deletionText(phase, now)}
			consequences={deletionUndoSaid(losses, 1, session.profile.storage?.history)}
			details={[...detailLines(target, columns - 2, sent), ...linesOf(commandSaid(command), columns)]}
			command={command}
			json={listedJson(target)}
			guards={{isIdle: !isRunning}}
			actions={{
				confirm() {
					run(async ({signal, onPhase}) => operations.delete(target, signal, {isUnprotected, onPhase}));
				},
				back,
			}}
		/>
	);
}

type SeveralProps = Required<Pick<DeleteScreenProps, 'hiddenIds'>> &
	Pick<DeleteScreenProps, 'query' | 'exactQuery'> & {
		readonly chosen: readonly Notification[];
		readonly keeps: ReadonlySet<string>;
	};

function DeleteSeveral({chosen, hiddenIds, keeps, query = noQuery, exactQuery}: SeveralProps) {
	const session = useSession();
	const {operations, profile} = session;
	const {announce} = useNavigation();
	const {columns} = useTextSize();
	const rules = useRules();
	const {isUnprotected, ask} = useUnprotect();
	const {left: targets, notes} = useMemo(
		() => (rules === undefined ? {left: chosen, notes: []} : withoutProtectedOnes(chosen, rules, isUnprotected)),
		[chosen, rules, isUnprotected],
	);
	const surveyed = useRecreationSurvey(targets);
	// Deleting is possible only once the operator has seen what is protected, and what an undo could recreate.
	const survey = rules && surveyed;
	const {run, view} = useBulkRun('delete');
	const count = targets.length;
	const ids = useMemo(() => targets.map(({id}) => id), [targets]);
	const counts = useMemo(() => breakdownOf(targets), [targets]);
	const partial = useMemo(() => findPartialMatch(query, targets), [query, targets]);
	const widths = useMemo(() => targetWidths(ids, usersIn(counts), columns), [ids, counts, columns]);
	if (view !== undefined) {
		return view;
	}

	const hidden = ids.filter(id => hiddenIds.has(id)).length;
	const total = `${numberText(count)} ${count === 1 ? 'notification' : 'notifications'}`;
	const hiddenText = `! ${numberText(hidden)} of these ${numberText(count)} ${hidden === 1 ? 'is' : 'are'} hidden by the search.`;
	const keptText = `The ${keeps.size === 1 ? 'one duplicate' : `${numberText(keeps.size)} duplicates`} to keep must still be listed: this is checked first.`;
	const exact = usableQuery(exactQuery);
	const command = () => {
		const words = deleteArguments(exact === undefined ? {ids} : {query: exact}, isUnprotected);
		return toShell({words: [...sessionWords(session), ...words]});
	};

	return (
		<Ask
			scope="bulk"
			title="bulk delete"
			id={survey === undefined ? 'checking' : 'ready'}
			asked={[
				asks(count === 0 ? 'Nothing to delete.' : `Delete ${total} from ${placeOf(session)}?`),
				hidden > 0 && warning(hiddenText),
				notes.map(note => warning(`! ${note}`)),
				partial !== undefined && warning(`! ${sanitise(partialMatchText(partial))}`),
			]}
			summary={count > 0 && breakdownSaid(counts, columns)}
			consequences={[
				survey !== undefined && count > 0 && deletionUndoSaid(survey, count, profile.storage?.history),
				keeps.size > 0 && count > 0 && keptText,
			]}
			targets={{
				count,
				textAt: index => targetText({id: ids[index]!, fields: targets[index]!}, widths, columns - 2),
			}}
			// No command checks first that duplicates are still listed.
			command={count > 0 && keeps.size === 0 ? command : undefined}
			guards={{hasProtected: notes.length > 0}}
			{...(count > 0 && {
				answer: {
					text: String(count),
					wait: survey === undefined ? checkingText : undefined,
					nothing: 'deleted' as const,
					onConfirm() {
						run(async options => operations.bulkDelete(targets, {...options, keeps, isUnprotected}));
					},
				},
			})}
			actions={{
				...(count === 0 && {
					accept() {
						announce({text: 'Nothing was deleted: all of these are protected.'});
					},
				}),
				unprotect() {
					ask(chosen.length - count, notes[0]);
				},
			}}
		/>
	);
}
