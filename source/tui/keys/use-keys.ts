import {useInput, usePaste, type DOMElement} from 'ink';
import {useEffect, useEffectEvent, useLayoutEffect, useRef, createContext, use, type RefObject} from 'react';
import {readOnlyReason} from '../../config/profile.ts';
import {counted, numberText} from '../../platform/text.ts';
import {longestPaste, type MouseEvent} from '../../terminal/split-keys.ts';
import {moveNames} from '../ui/layout.ts';
import {useNavigation, type Chosen, type ListCommand} from '../ui/navigation.ts';
import {useMaybeSession, useSettings} from '../ui/session.ts';
import {isTextScope, type Action, type Scope, type ActionOf, type CommonAction, type GuardOf} from './bindings.ts';
import {
	keyNameOf,
	toKeyPress,
	type KeyPress,
	helpKey,
	keyToShow,
	match,
	meantBy,
	refusalOf,
	type Guards,
	hasConfirmation,
	keyOf,
	bindingsOf,
	guardNotice,
	type CutQuestion,
	type LiveKeys,
} from './match.ts';
import type {KeySource} from '../../terminal/key-stdin.ts';
import {placeOfElement} from '../ui/text-field.tsx';
import {editText} from './text-edit.ts';

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

		const isMovement = found.kind !== 'action' || movements.has(found.action);
		if (notice?.isAnswer === true || (notice !== undefined && !isMovement)) {
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
				refuse(`The paste was cut after ${numberText(longestPaste)} of its ${numberText(pastedLength)} characters.`);
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

/** The actions that only move the cursor and so do not clear a notice. */
export const movements: ReadonlySet<string> = new Set([...moveNames, 'left', 'right']);

/** The question that a screen asks before it deletes or discards something. */
export type Question = {
	/** The identity of the question. Another ID is another question. */
	readonly id?: string | undefined;
	/** Whether the screen is wide and high enough for the question; by default true. */
	readonly isShown?: boolean;
	/** Whether nothing is deleted or replaced, although the same key can do that; by default false. */
	readonly isHarmless?: boolean;
	/** What the key that answers does, in the footer; by default what the table says. */
	readonly hint?: string | undefined;
	/** The number of its lines that were not scrolled to yet; by default 0. */
	readonly unread?: number;
};

/** The time that a question must be on the screen before it can be answered, in milliseconds. */
const readingTime = 300;

/** The messages for keys that do not confirm. */
export const refusals = {
	typedAhead: 'Keys typed before the question appeared were ignored.',
	burst: 'Keys that arrived together were ignored. Press it again.',
	hidden: 'Terminal too small to confirm: the question is cut.',
} as const;

/** Why a question that is not wholly shown cannot be answered; undefined if it can. */
function cutOf(scope: Scope, {isShown = true, unread = 0}: Question): CutQuestion | undefined {
	if (!isShown) {
		return {text: refusals.hidden, hint: {key: '!', hint: 'too small'}};
	}

	const [key, hint] = [keyOf(scope, 'down'), counted(unread, 'more line')];
	return unread > 0 ? {text: `Read on: ${key} shows ${hint}.`, hint: {key, hint}} : undefined;
}

/** Prevents typed-ahead, pasted and repeated keys from confirming anything. This is the only place that enforces `confirms` of a binding. */
function useConfirmation(scope: Scope, guards: Guards, isTop: boolean, question: Question = {}) {
	const {id = ''} = question;
	const source = useKeySource();
	const isAsking = isTop && hasConfirmation(scope, guards);
	const cut = isAsking ? cutOf(scope, question) : undefined;
	// A question that was cut begins once all of it is shown.
	const asked = isAsking && cut === undefined ? `${scope} ${id}` : undefined;
	const askedAt = useRef<number | undefined>(undefined);

	useLayoutEffect(() => {
		askedAt.current = asked === undefined ? undefined : source.now();
		if (asked === undefined) {
			return;
		}

		// Set again after the frame was written, in case writing took long.
		const written = setImmediate(() => {
			askedAt.current = source.now();
		});
		return () => {
			clearImmediate(written);
		};
	}, [asked, source]);

	const isTypedAhead = () => askedAt.current !== undefined && source.arrival().at - askedAt.current < readingTime;

	return {
		/** Why the question cannot be answered by any key: it is not wholly shown. Undefined if it is. */
		cut,
		/** Returns why the last key or paste is not taken as text: it was typed before the question appeared, or before it is wholly shown. */
		whyNotTyped: () => cut?.text ?? (isTypedAhead() ? refusals.typedAhead : undefined),
		/** Returns why the last key does not confirm; undefined if it does. */
		whyNot(): string | undefined {
			if (cut !== undefined) {
				return cut.text;
			}

			// The question is not on the screen until the effect has run.
			if (askedAt.current === undefined || isTypedAhead()) {
				return refusals.typedAhead;
			}

			return source.arrival().isAlone ? undefined : refusals.burst;
		},
	};
}

const KeySourceContext = createContext<KeySource | undefined>(undefined);

/** Provides the source of the keys to the screens below it. */
export const KeySourceProvider = KeySourceContext.Provider;

/** The source of the keys. Throws outside of the app. */
export function useKeySource(): KeySource {
	const source = use(KeySourceContext);
	if (source === undefined) {
		throw new Error('useKeySource outside of the app');
	}

	return source;
}

/** Calls `onEvent` for mouse events while the screen is on top, if the mouse is enabled in config.yaml. */
function useMouse(onEvent: (event: MouseEvent) => void): void {
	const {isTop} = useNavigation();
	const {mouse = false} = useSettings();
	const source = useKeySource();
	const onEventNow = useEffectEvent(onEvent);
	useEffect(
		() =>
			isTop && mouse
				? source.onMouse(event => {
						onEventNow(event);
					})
				: undefined,
		[isTop, mouse, source],
	);
}

/**
Calls `onClick` when a cell of a box is clicked.

@param onClick - Called with the cell, relative to the box and from 0. It may move the cursor or show something, but never confirms.
@returns The reference for the box.
*/
export function useClick(onClick: (row: number, column: number) => void): RefObject<DOMElement | null> {
	const box = useRef<DOMElement>(null);
	useMouse(event => {
		if (event.kind !== 'press' || box.current === null) {
			return;
		}

		const {x, y} = placeOfElement(box.current);
		const [row, column] = [event.row - y, event.column - x];
		const {yogaNode} = box.current;
		if (
			row >= 0 &&
			column >= 0 &&
			row < (yogaNode?.getComputedHeight() ?? 0) &&
			column < (yogaNode?.getComputedWidth() ?? 0)
		) {
			onClick(row, column);
		}
	});

	return box;
}

/** The names of keys that are not one character, by the sequence that a terminal sends after ESC. */
const named: Readonly<Record<string, string>> = {
	'\r': 'enter',
	'\t': 'tab',
	'\u{7F}': 'backspace',
	'\b': 'backspace',
	'\u{1B}[A': 'up',
	'\u{1B}[B': 'down',
	'\u{1B}[C': 'right',
	'\u{1B}[D': 'left',
};

/** Whether a key edits the text of a field, or is one of the other keys that the field handles. */
const isTextKey = (press: KeyPress, others: readonly string[] = []): boolean =>
	press.text !== undefined ||
	press.name === 'ctrl+j' ||
	others.includes(press.name) ||
	editText({text: '', cursor: 0}, press) !== undefined;

/**
Whether a key with alt is bound in a scope. Otherwise, if its parts came in two reads, it is Esc followed by the key.

@param scope - The scope that is live.
@param guards - The guards that hold. A common binding whose guard does not hold binds no key with alt.
@param key - The sequence that the terminal sends after ESC.
@param others - Names of keys that the focused field handles in addition to those of every text field.
*/
export function isAltKey(scope: Scope, guards: Guards, key: string, others: readonly string[] = []): boolean {
	const name = `alt+${named[key] ?? key}`;
	return (
		others.includes(name) ||
		bindingsOf(scope).some(({keys}) => keys.includes(name)) ||
		bindingsOf('everywhere').some(
			binding => binding.keys.includes(name) && guardNotice(binding, guards) === undefined,
		) ||
		(isTextScope(scope) && editText({text: '', cursor: 0}, {name, text: undefined}) !== undefined)
	);
}

/** Performs an action. `key`: the name of the pressed key; undefined if the action was chosen in another way. */
type Handler = (key?: string) => void;

/** The handlers of a scope, one for each binding. The common actions (back, help, quit …) have default handlers, which a screen may override. */
export type Actions<S extends Scope> = Readonly<Record<Exclude<ActionOf<S>, CommonAction>, Handler>> &
	Readonly<Partial<Record<CommonAction, Handler>>>;

/** The guards in the bindings of a scope. The common guards are set for every screen. */
type ScreenGuardOf<S extends Scope> = Exclude<GuardOf<S>, GuardOf<'everywhere'> | 'isWritable'>;

/** The handlers, guards and text input of a screen or of one of its modes. */
export type Keys<S extends Scope> = TextKeys & {readonly actions: Actions<S>} & ([ScreenGuardOf<S>] extends [never]
		? {readonly guards?: Guards}
		: {readonly guards: Readonly<Record<ScreenGuardOf<S>, boolean | string>>});

type TextKeys = {
	/** Called with keys that have no binding here, for the focused text field. */
	readonly onKey?: (key: KeyPress) => void;
	/** Called with a whole paste, including line breaks. Without it pastes are ignored, so that they never trigger keys. */
	readonly onPaste?: (text: string) => void;
	/** The names of keys with alt that `onKey` handles in addition to those of every text field. */
	readonly altKeys?: readonly string[];
	/** The question that the binding with `confirms` answers, needed if it varies or may not fit on the screen. */
	readonly question?: Question;
	/** Whether the typed text answers the question, by default true. Until it does, the key that answers is faint in the footer. */
	readonly isAnswerTyped?: boolean;
	/** Called with a command of the palette that is no action of the scope. */
	readonly onCommand?: (command: ListCommand) => void;
	/** The computation that may make a guard hold; undefined if nothing is. A key that is refused until then waits for it. */
	readonly unfinished?: {readonly finish: () => void} | undefined;
};

/** The keys of any scope. */
export type AnyKeys = TextKeys & {
	readonly actions: Partial<Readonly<Record<Action, Handler>>>;
	readonly guards?: Guards;
};
