import {useMemo, useEffect, useState, useSyncExternalStore, type ReactElement} from 'react';
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
import {useBulkRun} from './run.tsx';
import {changeRows} from './rows.tsx';
import {listedJson} from '../tools/copy.tsx';
import {detailLines} from '../list/detail-lines.ts';
import {deletionText, checkingText, useRecreationSurvey} from '../ui/use-task.ts';
import {useTextSize} from '../ui/list.tsx';
import {refusalSaid} from '../ui/notices.ts';
import {useSession, type SessionValue} from '../ui/session.ts';
import {linesOf, warning} from '../ui/line.tsx';
import {Ask, asks, commandSaid, deletionUndoSaid} from '../ui/question.tsx';
import {
	type AccountRules,
	type ProtectRule,
	createProtection,
	leftOutText,
	separateProtected,
} from '../../query/rules.ts';
import {useNavigation} from '../ui/navigation.ts';

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

type ProtectedScreenProps = Pick<NameQuestionProps, 'subject'> & {readonly onResult?: (isConfirmed: true) => void};

/** Asks for the name of a protected notification, or the number of several, for the screen below, which then changes them. */
export const ProtectedScreen = ({subject, onResult}: ProtectedScreenProps) => (
	<NameQuestion
		subject={subject}
		onConfirm={() => {
			onResult?.(true);
		}}
	/>
);

/** A protected notification with its rule, or the number of several. `why`: why these are protected, safe to show. */
type ProtectedSubject =
	| {readonly target: Notification; readonly rule: Pick<ProtectRule, 'text' | 'place'>}
	| {readonly count: number; readonly why?: string | undefined};

type NameQuestionProps = {
	readonly subject: ProtectedSubject;
	readonly onConfirm: () => void;
};

/** The name that must be typed: the ID of a notification that has none, or one with characters that are not typed. */
function nameToType({id, name}: Pick<Notification, 'id' | 'name'>): string {
	const trimmed = name.trim();
	return trimmed === '' || sanitise(trimmed) !== trimmed ? sanitise(id) : trimmed;
}

/** Asks for the name of a protected notification, or for the number of several, before they are deleted or replaced. */
function NameQuestion({subject, onConfirm}: NameQuestionProps) {
	const place = placeOf(useSession());
	if ('target' in subject) {
		const {target, rule} = subject;
		return (
			<Ask
				asked={asks(`${sanitise(target.id)} on ${place} is protected. Delete or replace it?`)}
				object={target}
				consequences={warning(`! ${sanitise(rule.place)} protects it: ${sanitise(rule.text)}`)}
				answer={{onConfirm, text: nameToType(target)}}
			/>
		);
	}

	const {count, why} = subject;
	const these = count === 1 ? '1 of these is' : `${numberText(count)} of these are`;
	return (
		<Ask
			asked={asks(`${these} protected on ${place}. Include ${count === 1 ? 'it' : 'them'}?`)}
			consequences={why !== undefined && warning(`! ${why}`)}
			answer={{onConfirm, text: `unprotect ${count}`}}
		/>
	);
}

type ProtectedGateProps = {
	/** The notification that the screen deletes or replaces; undefined if it does neither. */
	readonly target: Notification | undefined;
	/** Returns the screen. `isUnprotected`: whether the operator has typed the name of a protected notification. */
	readonly children: (isUnprotected: boolean) => ReactElement;
};

/** Shows a screen that deletes or replaces a notification and, if that is protected, asks for its name before. */
export function ProtectedGate({target, children}: ProtectedGateProps) {
	const rules = useRules();
	if (target === undefined) {
		return children(false);
	}

	return rules === undefined ? (
		<Ask asked="Reading config.yaml …" />
	) : (
		<DecidedGate target={target} rules={rules}>
			{children}
		</DecidedGate>
	);
}

/** Decides by the rules at the start, so that a rule that is added later does not close a screen that is in use. The change itself is checked again. */
function DecidedGate({
	target,
	rules,
	children,
}: ProtectedGateProps & {readonly target: Notification; readonly rules: AccountRules}) {
	const [rule] = useState(() => createProtection(rules)(target));
	const [isConfirmed, setIsConfirmed] = useState(false);
	const confirm = () => {
		setIsConfirmed(true);
	};

	return rule === undefined || isConfirmed ? (
		children(rule !== undefined)
	) : (
		<NameQuestion subject={{target, rule}} onConfirm={confirm} />
	);
}

/** The rules of config.yaml for the account, which are read again when a screen opens; undefined until they are read for the first time. */
export function useRules(): AccountRules | undefined {
	const {rules} = useSession();
	useEffect(() => {
		void rules.load();
	}, [rules]);
	return useSyncExternalStore(rules.subscribe, rules.get);
}

export type UnprotectHandle = ReturnType<typeof useUnprotect>;

/** Lets the operator include what is protected in a change of many. */
export function useUnprotect() {
	const {push} = useNavigation();
	const [isUnprotected, setIsUnprotected] = useState(false);
	return {
		/** Whether the operator has typed what includes the protected ones. */
		isUnprotected,
		/** Asks whether to include them. `count`: their number; `why`: why they are protected, safe to show. */
		ask(count: number, why?: string) {
			push({name: 'protected', subject: {count, why}}, setIsUnprotected);
		},
	};
}

/** Leaves out what is protected of the notifications that a change of many is about, and says so in sentences that are safe to show. */
export function withoutProtectedOnes(
	targets: readonly Notification[],
	rules: Pick<AccountRules, 'protect'>,
	isUnprotected: boolean,
): {readonly left: readonly Notification[]; readonly notes: readonly string[]} {
	const {left, kept} = separateProtected(targets, createProtection(rules, isUnprotected));
	const [first] = kept;
	return first === undefined
		? {left: targets, notes: []}
		: {left, notes: [sanitise(leftOutText(kept.length, first.why))]};
}
