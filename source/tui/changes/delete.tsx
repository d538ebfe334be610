import {useMemo, useEffect, useState, useSyncExternalStore, type ReactElement} from 'react';
import {lossesOf} from '../../notification/losses.ts';
import {kindWords, namedText} from '../../notification/operation-texts.ts';
import {rawOf, type Notification} from '../../notification/notification.ts';
import {counted, numberText, upperFirst} from '../../platform/text.ts';
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
import {checkingText, useRecreationSurvey} from '../ui/use-task.ts';
import {useTextSize} from '../ui/list.tsx';
import {useSession} from '../ui/session.ts';
import {linesOf, warning} from '../ui/line.tsx';
import {Question, asks, commandSaid, deletionUndoSaid, parkingSaid} from '../ui/question.tsx';
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
	/** Whether they are parked. */
	readonly pause?: 'park' | undefined;
};

const none: ReadonlySet<string> = new Set();

const noQuery: Query = [];

/** Asks before notifications are deleted: one with a key, several with their number. */
export function DeleteScreen(props: DeleteScreenProps) {
	const {targets, keeps = none} = props;
	const only = targets.length === 1 && keeps.size === 0 ? targets[0] : undefined;
	return (
		<ProtectedGate title={props.pause ?? 'delete'} target={only}>
			{isNamed => <DeleteQuestion {...props} only={only} isNamed={isNamed} />}
		</ProtectedGate>
	);
}

type DeleteQuestionProps = DeleteScreenProps & {
	/** The notification, if nothing else is deleted. */
	readonly only: Notification | undefined;
	/** Whether its name was typed, because it is protected. */
	readonly isNamed: boolean;
};

function DeleteQuestion(props: DeleteQuestionProps) {
	const {targets: chosen, only, isNamed, hiddenIds = none, keeps = none, query = noQuery, exactQuery, pause} = props;
	const verb = pause ?? 'delete';
	const session = useSession();
	const {changes, ledger, profile, profileKey, team} = session;
	const {columns} = useTextSize();
	const rules = useRules();
	const {isUnprotected, ask} = useUnprotect(isNamed);
	const {left: targets, notes} = useMemo(
		() =>
			rules === undefined || only !== undefined
				? {left: chosen, notes: []}
				: withoutProtectedOnes(chosen, rules, isUnprotected),
		[chosen, only, rules, isUnprotected],
	);
	const sent = only && ledger?.sent.get(profileKey, only.id);
	const content = only && {input: only, raw: rawOf(only), template: sent?.template, topics: sent?.topics};
	const known = content && lossesOf(content, isStoredRedacted(content));
	const surveyed = useRecreationSurvey(only === undefined ? targets : undefined);
	// Deleting is possible only once the operator has seen what is protected, and what an undo could recreate.
	const losses = known ?? (rules && surveyed);
	const {view, ...runner} = useBulkRun(verb);
	const count = targets.length;
	const counts = useMemo(() => breakdownOf(targets), [targets]);
	const partial = useMemo(() => findPartialMatch(query, targets), [query, targets]);
	if (view !== undefined) {
		return view;
	}

	const ids = targets.map(({id}) => id);
	const rowAt = (index: number) => ({id: ids[index]!, fields: targets[index]!});
	const hidden = ids.filter(id => hiddenIds.has(id)).length;
	const several = counted(count, 'notification');
	const total = only === undefined ? several : sanitise(namedText(only));
	const place = placeOf(session);
	const hiddenText = `! ${numberText(hidden)} of these ${numberText(count)} ${hidden === 1 ? 'is' : 'are'} hidden by the search.`;
	const asked = `${upperFirst(verb)} ${total} ${kindWords[verb].preposition} ${place}?`;
	const keptText = `The ${keeps.size === 1 ? 'one duplicate' : `${numberText(keeps.size)} duplicates`} to keep must still be listed: this is checked first.`;
	const command = () => {
		const exact = usableQuery(exactQuery);
		const words = deleteArguments(exact === undefined ? {ids} : {query: exact}, isUnprotected).with(0, verb);
		return toShell({words: [...sessionWords(session), ...words]});
	};
	const about = only && {
		object: only,
		details: [...detailLines(only, columns - 2, sent), ...linesOf(commandSaid(command()), columns)],
		command: command(),
		json: listedJson(only),
		copies: {record: only},
	};
	return (
		<Question
			title={verb}
			hint={verb}
			of={{
				doing: pause === 'park' ? `Parking ${total} on ${place} …` : `Deleting ${total} from ${place} …`,
				asked: [
					asks(count === 0 ? `Nothing to ${verb}.` : asked),
					hidden > 0 && warning(hiddenText),
					notes.map(note => warning(`! ${note}`)),
					partial !== undefined && warning(`! ${sanitise(partialMatchText(partial))}`),
				],
				consequences: count > 0 && [
					losses !== undefined &&
						(pause === 'park'
							? parkingSaid(losses, count, team !== undefined)
							: deletionUndoSaid(losses, count, profile.storage?.history)),
					keeps.size > 0 && keptText,
				],
				// No command checks first that duplicates are still listed.
				...(about ?? {
					summary: counts,
					rows: changeRows({count, rowAt}, columns - 2),
					command: count > 0 && keeps.size === 0 ? command : undefined,
				}),
			}}
			answer={
				count === 0
					? undefined
					: {
							count,
							wait: losses === undefined ? checkingText : undefined,
							nothing: 'deleted',
							onConfirm() {
								const deletions = targets.values().map((of): AccountAsk => ({kind: 'delete', of, pause}));
								runner.run(async options => changes.run(deletions, {...options, keeps, isUnprotected}));
							},
						}
			}
			runner={runner}
			guards={{hasProtected: notes.length > 0}}
			actions={{
				unprotect() {
					ask(chosen.length - count, notes[0]);
				},
			}}
		/>
	);
}

type ProtectedScreenProps = {
	/** A protected notification with its rule, or the number of several. `why`: why these are protected, safe to show. */
	readonly subject:
		| {readonly target: Notification; readonly rule: Pick<ProtectRule, 'text' | 'place'>}
		| {readonly count: number; readonly why?: string | undefined};
	/** What is done then, by default not said. */
	readonly title?: string | undefined;
	readonly onResult?: (isConfirmed: true) => void;
};

/** The name that must be typed: the ID of a notification that has none, or one with characters that are not typed. */
function nameToType({id, name}: Pick<Notification, 'id' | 'name'>): string {
	const trimmed = name.trim();
	return trimmed === '' || sanitise(trimmed) !== trimmed ? sanitise(id) : trimmed;
}

/** Asks for the name of a protected notification, or for the number of several, before the screen below deletes or replaces them. */
export function ProtectedScreen({subject, title = 'protected', onResult}: ProtectedScreenProps) {
	const place = placeOf(useSession());
	const onConfirm = () => {
		onResult?.(true);
	};
	if ('target' in subject) {
		const {target, rule} = subject;
		const asked = asks(`${sanitise(namedText(target))} on ${place} is protected. Continue anyway?`);
		const consequences = warning(`! ${sanitise(rule.place)} protects it: ${sanitise(rule.text)}`);
		return (
			<Question
				title={title}
				of={{asked, object: target, consequences}}
				answer={{onConfirm, text: nameToType(target)}}
			/>
		);
	}

	const {count, why} = subject;
	const these = count === 1 ? '1 of these is' : `${numberText(count)} of these are`;
	const asked = asks(`${these} protected on ${place}. Include ${count === 1 ? 'it' : 'them'}?`);
	const consequences = why !== undefined && warning(`! ${why}`);
	return <Question title={title} of={{asked, consequences}} answer={{onConfirm, text: `unprotect ${count}`}} />;
}

type ProtectedGateProps = Pick<ProtectedScreenProps, 'title'> & {
	/** The notification that the screen deletes or replaces; undefined if it does neither. */
	readonly target: Notification | undefined;
	/** Returns the screen. `isUnprotected`: whether the operator has typed the name of a protected notification. */
	readonly children: (isUnprotected: boolean) => ReactElement;
};

/** Shows a screen that deletes or replaces a notification and, if that is protected, asks for its name before. */
export function ProtectedGate({target, children, ...props}: ProtectedGateProps) {
	const rules = useRules();
	if (target === undefined) {
		return children(false);
	}

	return rules === undefined ? (
		<Question of={{asked: 'Reading config.yaml …'}} />
	) : (
		<DecidedGate {...props} target={target} rules={rules}>
			{children}
		</DecidedGate>
	);
}

type DecidedGateProps = ProtectedGateProps & {readonly target: Notification; readonly rules: AccountRules};

/** Decides by the rules at the start, so that a rule that is added later does not close a screen that is in use. The change itself is checked again. */
function DecidedGate({target, rules, title, children}: DecidedGateProps) {
	const [rule] = useState(() => createProtection(rules)(target));
	const [isConfirmed, setIsConfirmed] = useState(false);
	return rule === undefined || isConfirmed ? (
		children(rule !== undefined)
	) : (
		<ProtectedScreen subject={{target, rule}} title={title} onResult={setIsConfirmed} />
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

/** Lets the operator include what is protected in a change of many. `isNamed`: the name of the only one was typed before. */
export function useUnprotect(isNamed = false) {
	const {push} = useNavigation();
	const [isUnprotected, setIsUnprotected] = useState(isNamed);
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
function withoutProtectedOnes(
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
