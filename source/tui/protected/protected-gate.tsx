import {Text} from 'ink';
import {useState, type ReactElement} from 'react';
import type {Notification} from '../../domain/notification.ts';
import type {AccountRules} from '../../domain/policies/account-rules.ts';
import {createProtection} from '../../domain/policies/protection.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {textMoves, useScroll} from '../shared/use-list-window.ts';
import {NameQuestion} from './name-question.tsx';
import {useRules} from './use-rules.ts';

export type ProtectedGateProps = {
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
		<ReadingView />
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
	const {pop} = useNavigation();
	const [rule] = useState(() => createProtection(rules)(target));
	const [isConfirmed, setIsConfirmed] = useState(false);
	const back = () => {
		pop();
	};

	const confirm = () => {
		setIsConfirmed(true);
	};

	return rule === undefined || isConfirmed ? (
		children(rule !== undefined)
	) : (
		<NameQuestion subject={{target, rule}} onConfirm={confirm} onBack={back} />
	);
}

/** The screen for the moment in which config.yaml is read. */
function ReadingView() {
	const {pop} = useNavigation();
	const back = () => {
		pop();
	};

	const {moves} = useScroll(0, 1);
	const keys = useKeys('protected', {actions: {...textMoves(moves), accept: () => undefined, back}});
	return (
		<Frame keys={keys} header={<Header />}>
			<Text> Reading config.yaml …</Text>
		</Frame>
	);
}
