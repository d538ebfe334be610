import {useEffect, useState, useSyncExternalStore, type ReactElement} from 'react';
import type {Notification} from '../../notification/notification.ts';
import {numberText} from '../../platform/text.ts';
import {
	type AccountRules,
	type ProtectRule,
	createProtection,
	leftOutText,
	separateProtected,
} from '../../query/rules.ts';
import {placeOf} from '../../account/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {warning} from '../ui/line.ts';
import {Ask, asks} from '../ui/question.tsx';

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
