import {useInput, usePaste} from 'ink';
import {useEffect, useEffectEvent, useLayoutEffect, useRef} from 'react';
import {readOnlyReason} from '../../config/profile.ts';
import {numberText} from '../../platform/text.ts';
import {longestPaste} from '../../terminal/split-keys.ts';
import {moveNames} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Chosen, Notice} from '../shared/route.ts';
import {useMaybeSession} from '../shared/session-context.ts';
import {isAltKey, isTextKey} from './alt-keys.ts';
import {isTextScope, type Action, type Scope} from './bindings.ts';
import {useKeySource} from './key-source-context.ts';
import {keyNameOf, toKeyPress, type KeyPress} from './key.ts';
import {helpKey, keyToShow, match, meantBy, refusalOf, type Guards} from './match.ts';
import type {AnyKeys, Keys, LiveKeys} from './scope-keys.ts';
import {useConfirmation} from './use-confirmation.ts';
import {useMouse} from './use-mouse.ts';

const cutPaste = (length: number) =>
	`The paste was cut after ${numberText(longestPaste)} of its ${numberText(length)} characters.`;

/** The number of lines that one step of the mouse wheel moves or scrolls. */
const wheelLines = 3;

/**
Activates a scope while its screen is on top, and handles all key presses. This is the only use of `useInput` in the program.

Each key arrives alone, after React has committed the effects of the previous one (see terminal/key-stdin.ts).
*/
export function useKeys<S extends Scope>(scope: S, keys: Keys<S>): LiveKeys;
export function useKeys(
	scope: Scope,
	{
		actions,
		guards: screenGuards = {},
		onKey,
		onPaste,
		onCommand,
		altKeys,
		question,
		isAnswerTyped = true,
		unfinished,
	}: AnyKeys,
): LiveKeys {
	const {isTop, notice, warning, refusal, push, announce, common} = useNavigation();
	const session = useMaybeSession();
	const guards: Guards = {
		isWritable: (session && readOnlyReason(session.profile)) ?? true,
		...screenGuards,
		hasWarning: warning !== undefined,
		isKeyRefused: refusal !== undefined,
	};
	const source = useKeySource();
	const confirmation = useConfirmation(scope, guards, isTop, question);
	const isBound = useEffectEvent((key: string) => isAltKey(scope, guards, key, altKeys));
	const onDropped = useEffectEvent(() => {
		announce({text: 'Keys that arrived with the paste were ignored.'});
	});
	useEffect(() => {
		if (!isTop) {
			return;
		}

		source.setAltKeys(key => isBound(key));
		source.setTyping(isTextScope(scope));
		return source.onDropped(() => {
			onDropped();
		});
	}, [scope, isTop, source]);

	const refuse = (text: string) => {
		announce({text, isAnswer: true});
	};

	const clearsNotice = useNoticeTime(notice);

	const own: AnyKeys['actions'] = {...common(scope), ...actions};
	const take = (chosen: Chosen) => {
		if (chosen.kind !== 'action') {
			onCommand?.(chosen);
			return;
		}

		const reason = refusalOf(scope, chosen.action, guards);
		if (reason === undefined) {
			own[chosen.action]?.();
		} else {
			refuse(reason);
		}
	};

	// By the time that something is chosen, the screen may show something else.
	const latest = useRef(take);
	useLayoutEffect(() => {
		latest.current = take;
	});
	const palette = () => {
		push({name: 'palette', scope, guards}, chosen => {
			latest.current(chosen);
		});
	};

	const perform = (action: Action, key?: string) => {
		({palette, ...own})[action]?.(key);
	};

	useMouse(event => {
		// In the form, up and down move between fields.
		if (event.kind === 'wheel' && scope !== 'form') {
			for (let line = 0; line < wheelLines; line++) {
				perform(event.by < 0 ? 'up' : 'down');
			}
		}
	});

	const waiting = useRef<KeyPress | undefined>(undefined);
	const handle = (press: KeyPress) => {
		const found = match(scope, press, guards);
		if (found.kind === 'refused' && unfinished !== undefined) {
			waiting.current = press;
			unfinished.finish();
			return;
		}

		const reason =
			(found.kind === 'refused' ? found.reason : undefined) ??
			(found.kind === 'action' && found.confirms ? confirmation.whyNot() : undefined) ??
			(found.kind === 'none' ? confirmation.whyNotTyped() : undefined);
		if (reason !== undefined) {
			refuse(reason);
			return;
		}

		if (found.kind === 'none' && (onKey === undefined || !isTextKey(press, altKeys))) {
			const meant = meantBy(scope, press, guards);
			const hint = (meant?.confirms === true ? question?.hint : undefined) ?? meant?.hint;
			const other = meant === undefined ? `${helpKey(scope)} help` : `${keyToShow(meant, scope)} ${hint}`;
			announce({tone: 'faint', text: `${keyNameOf(press)} does nothing here · ${other}`, isAnswer: true});
			return;
		}

		if (notice !== undefined && clearsNotice(found.kind === 'action' ? found.action : undefined)) {
			announce(undefined);
		}

		if (found.kind === 'action') {
			if (found.confirms) {
				source.ignoreWhileHeld();
			}

			perform(found.action, press.name);
		} else {
			onKey?.(press);
		}
	};

	const handleNow = useEffectEvent(handle);
	const isFinished = unfinished === undefined;
	useEffect(() => {
		// Before the next key arrives.
		const key = waiting.current;
		if (isFinished && key !== undefined) {
			waiting.current = undefined;
			handleNow(key);
		}
	}, [isFinished]);

	useInput(
		(input, key) => {
			handle(toKeyPress(input, key));
		},
		{isActive: isTop},
	);

	usePaste(
		text => {
			const whyNot = confirmation.whyNotTyped();
			if (whyNot !== undefined) {
				refuse(whyNot);
				return;
			}

			onPaste?.(text);
			const {pastedLength} = source.arrival();
			if (onPaste !== undefined && pastedLength !== undefined) {
				refuse(cutPaste(pastedLength));
			}
		},
		{isActive: isTop},
	);

	return {
		scope,
		guards,
		isAnswerMissing: !isAnswerTyped,
		answerHint: question?.hint,
		isHarmless: question?.isHarmless === true,
		cut: confirmation.cut,
	};
}

/** Activates one of several scopes, for a screen with several modes. Each mode is a scope with its own keys. */
export const useModalKeys = <S extends Scope>(mode: S, keys: {readonly [M in S]: Keys<M>}): LiveKeys =>
	useKeys(mode, keys[mode]);

/** The time that a notice stays at least, in milliseconds, unless the operator does something. */
const minimumNoticeTime = 4000;

/** The actions that only move the cursor and so do not clear a notice. */
export const movements: ReadonlySet<string | undefined> = new Set([...moveNames, 'left', 'right', undefined]);

/** Returns whether a key with an action clears the notice: the next one, but one that only moves the cursor only after a while. Undefined stands for editing text. */
function useNoticeTime(notice: Notice | undefined): (action: Action | undefined) => boolean {
	const source = useKeySource();
	const shownAt = useRef(0);
	useLayoutEffect(() => {
		shownAt.current = source.now();
	}, [notice, source]);

	return action =>
		notice?.isAnswer === true || !movements.has(action) || source.now() - shownAt.current >= minimumNoticeTime;
}
