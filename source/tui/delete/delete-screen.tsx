import {useMemo} from 'react';
import {lossesOf} from '../../notification/losses.ts';
import {rawOf, type Notification} from '../../notification/notification.ts';
import {numberText} from '../../platform/text.ts';
import {deleteArguments} from '../../query/commands.ts';
import {breakdownOf} from '../../query/group.ts';
import {type Query, findPartialMatch, partialMatchText} from '../../query/match.ts';
import {usableQuery} from '../../query/parse.ts';
import {toShell} from '../../service/curl.ts';
import type {AccountAsk} from '../../account/account-changes.ts';
import {sessionWords} from '../../account/change-command.ts';
import {placeOf} from '../../account/session.ts';
import {isStoredRedacted} from '../../ledger/stored-json.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useBulkRun} from '../bulk/bulk-run.tsx';
import {changeRows} from '../changes/rows.tsx';
import {listedJson} from '../copy/copy-items.ts';
import {detailLines} from '../detail/detail-lines.ts';
import {ProtectedGate, useRules, useUnprotect, withoutProtectedOnes} from '../protected/protected-screen.tsx';
import {deletionText} from '../shared/step-text.ts';
import {useTextSize} from '../shared/reader.ts';
import {refusalSaid} from '../shared/reason-text.ts';
import {useSession, type SessionValue} from '../shared/session-context.ts';
import {checkingText, useRecreationSurvey} from '../shared/use-recreation-survey.ts';
import {linesOf, warning} from '../ui/line.ts';
import {Ask, asks, commandSaid, deletionUndoSaid} from '../ui/question.tsx';

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

const asksFor = (targets: readonly Notification[]): Iterable<AccountAsk> =>
	targets.values().map(of => ({kind: 'delete', of}));

/** The command that deletes the same. */
const commandToDelete = (
	targets: Parameters<typeof deleteArguments>[0],
	session: SessionValue,
	isUnprotected: boolean,
): string => toShell({words: [...sessionWords(session), ...deleteArguments(targets, isUnprotected)]});

/** Asks before notifications are deleted: one with a key, several with their number. */
export function DeleteScreen({targets, hiddenIds = none, keeps = none, ...props}: DeleteScreenProps) {
	const only = targets.length === 1 && hiddenIds.size + keeps.size === 0 ? targets[0] : undefined;
	return only === undefined ? (
		<DeleteSeveral {...props} chosen={targets} hiddenIds={hiddenIds} keeps={keeps} />
	) : (
		<ProtectedGate target={only}>
			{isUnprotected => <DeleteOne target={only} isUnprotected={isUnprotected} />}
		</ProtectedGate>
	);
}

function DeleteOne({target, isUnprotected}: {readonly target: Notification; readonly isUnprotected: boolean}) {
	const session = useSession();
	const {changes, ledger, profileKey} = session;
	const sent = useMemo(() => ledger?.sent.get(profileKey, target.id), [ledger, profileKey, target.id]);
	const losses = useMemo(() => {
		const content = {input: target, raw: rawOf(target), template: sent?.template, topics: sent?.topics};
		return lossesOf(content, isStoredRedacted(content));
	}, [target, sent]);
	const {columns} = useTextSize();
	const {isRunning, steps, now, outcome, run, back} = useBulkRun('delete', {isOne: true});
	const step = steps.at(-1);
	const command = commandToDelete({ids: [target.id]}, session, isUnprotected);
	return (
		<Ask
			title={`delete ${sanitise(target.id)}`}
			id={`${outcome?.kind} ${isRunning}`}
			asked={asks(`Delete ${sanitise(target.id)} from ${placeOf(session)}?`)}
			object={target}
			// What the attempt before came to says nothing of this one.
			status={step === undefined ? refusalSaid(outcome) : deletionText(step, now)}
			consequences={deletionUndoSaid(losses, 1, session.profile.storage?.history)}
			details={[...detailLines(target, columns - 2, sent), ...linesOf(commandSaid(command), columns)]}
			command={command}
			json={listedJson(target)}
			copies={{record: target}}
			hint="delete"
			guards={{isIdle: !isRunning}}
			answer={{
				onConfirm() {
					run(async options => changes.run(asksFor([target]), {...options, isUnprotected}));
				},
			}}
			actions={{back}}
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
	const {changes, profile} = session;
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
	const {run, view, outcome, back} = useBulkRun('delete');
	const count = targets.length;
	const counts = useMemo(() => breakdownOf(targets), [targets]);
	const partial = useMemo(() => findPartialMatch(query, targets), [query, targets]);
	const rows = useMemo(() => {
		const rowAt = (index: number) => ({id: targets[index]!.id, fields: targets[index]!});
		return changeRows({count: targets.length, rowAt}, columns - 2);
	}, [targets, columns]);
	if (view !== undefined) {
		return view;
	}

	const ids = targets.map(({id}) => id);
	const hidden = ids.filter(id => hiddenIds.has(id)).length;
	const total = `${numberText(count)} ${count === 1 ? 'notification' : 'notifications'}`;
	const hiddenText = `! ${numberText(hidden)} of these ${numberText(count)} ${hidden === 1 ? 'is' : 'are'} hidden by the search.`;
	const keptText = `The ${keeps.size === 1 ? 'one duplicate' : `${numberText(keeps.size)} duplicates`} to keep must still be listed: this is checked first.`;
	const exact = usableQuery(exactQuery);
	const command = () => commandToDelete(exact === undefined ? {ids} : {query: exact}, session, isUnprotected);

	return (
		<Ask
			hint="delete"
			title="bulk delete"
			id={survey === undefined ? 'checking' : 'ready'}
			asked={[
				asks(count === 0 ? 'Nothing to delete.' : `Delete ${total} from ${placeOf(session)}?`),
				hidden > 0 && warning(hiddenText),
				notes.map(note => warning(`! ${note}`)),
				partial !== undefined && warning(`! ${sanitise(partialMatchText(partial))}`),
			]}
			status={refusalSaid(outcome)}
			summary={counts}
			consequences={[
				survey !== undefined && count > 0 && deletionUndoSaid(survey, count, profile.storage?.history),
				keeps.size > 0 && count > 0 && keptText,
			]}
			rows={rows}
			// No command checks first that duplicates are still listed.
			command={count > 0 && keeps.size === 0 ? command : undefined}
			guards={{hasProtected: notes.length > 0}}
			{...(count > 0 && {
				answer: {
					count,
					wait: survey === undefined ? checkingText : undefined,
					nothing: 'deleted' as const,
					onConfirm() {
						run(async options => changes.run(asksFor(targets), {...options, keeps, isUnprotected}));
					},
				},
			})}
			actions={{
				unprotect() {
					ask(chosen.length - count, notes[0]);
				},
				back,
			}}
		/>
	);
}
