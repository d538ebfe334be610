import {bindings, isTextScope, type Action, type Binding, type Guard, type Scope} from './bindings.ts';
import {countFitting} from '../ui/layout.ts';
import {joined} from '../../platform/text.ts';
import type {Key} from 'ink';
import {sanitise} from '../../terminal/sanitise.ts';

/** The guards: whether each holds, or the reason why it does not, in place of the one in the table. A missing guard does not hold. */
export type Guards = Partial<Readonly<Record<Guard, boolean | string>>>;

export type Match =
	/** The action of a bound key. `confirms`: only a key pressed on its own performs it. */
	| {readonly kind: 'action'; readonly action: Action; readonly confirms?: true}
	/** The reason why a bound key does nothing: a guard does not hold. */
	| {readonly kind: 'refused'; readonly reason: string}
	| {readonly kind: 'none'};

let byScope = Map.groupBy(bindings, ({scope}) => scope);

/** Replaces the table of bindings with the one from config.yaml; undefined restores the default. */
export function setBindings(table = bindings): void {
	byScope = Map.groupBy(table, ({scope}) => scope);
}

/** The key of an action, for a sentence. */
export const keyOf = (scope: Scope, action: Action): string => keyToShow(bindingOf(scope, action)!, scope);

const bindingOf = (scope: Scope, action: Action): Binding | undefined =>
	bindingsOf(scope).find(binding => binding.action === action);

/** The action of a key in a scope. The scope's own bindings take precedence over the common ones. */
export function match(scope: Scope, {name, text}: KeyPress, guards: Guards): Match {
	if (text !== undefined && isTextScope(scope)) {
		return {kind: 'none'};
	}

	const binding = [...bindingsOf(scope), ...bindingsOf('everywhere')].find(({keys}) => keys.includes(name));
	if (binding === undefined) {
		return {kind: 'none'};
	}

	const reason = guardNotice(binding, guards);
	return reason === undefined
		? {kind: 'action', action: binding.action, ...(binding.confirms && {confirms: true})}
		: {kind: 'refused', reason};
}

/** Whether a scope has a question that a key can answer. */
export function hasConfirmation(scope: Scope, guards: Guards): boolean {
	return bindingsOf(scope).some(binding => binding.confirms === true && guardNotice(binding, guards) === undefined);
}

/** The bindings for a scope's footer: enabled and with a hint. Common ones come first; in a question only the help does, so that the answers fit. If two have the same hint, only the first is shown: the key that answers a question, not the one that asks it. */
export function hintsOf(scope: Scope, guards: Guards): Binding[] {
	const isAsking = bindingsOf(scope).find(binding => guardNotice(binding, guards) === undefined)?.confirms === true;
	const isLast = (binding: Binding) => isAsking && binding.scope === 'everywhere' && binding.action !== 'help';
	const isAsked = hasConfirmation(scope, guards);
	const hintOf = ({hint, busyHint, askedHint, groupHint, markedHint}: Binding) => {
		const others = [
			[guards.isIdle === false, busyHint],
			[guards.hasRecord === false, groupHint],
			[isAsked, askedHint],
			[guards.hasMarks === true, markedHint],
		] as const;
		return others.find(([isSo, text]) => isSo && text !== undefined)?.[1] ?? hint;
	};

	return [...bindingsOf('everywhere'), ...bindingsOf(scope)]
		.filter(binding => guardNotice(binding, guards) === undefined)
		.map(binding => ({...binding, hint: hintOf(binding)}))
		.filter(({hint}, index, rows) => hint !== undefined && rows.findIndex(row => row.hint === hint) === index)
		.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
}

/** The keys that send or confirm on some screen. */
const confirming: readonly string[] = ['enter', 'y', 'ctrl+s'];

/** The binding of a scope that does what a key without a binding is meant to do: what it does on other screens, or the answer to a question. */
export function meantBy(scope: Scope, {name}: KeyPress, guards: Guards): Binding | undefined {
	const all = byScope.values().toArray().flat();
	const actions = all.filter(({keys}) => keys.includes(name)).map(({action}) => action);
	const shown = hintsOf(scope, guards);
	return (
		shown.find(({action}) => actions.includes(action)) ??
		shown.find(({confirms}) => confirms === true && confirming.includes(name))
	);
}

/** All bindings of a scope in the order of the table. */
export const bindingsOf = (scope: Scope): readonly Binding[] => byScope.get(scope) ?? [];

/** The key that opens the help in a scope. */
export const helpKey = (scope: Scope): string => keyToShow(bindingOf('everywhere', 'help')!, scope);

/** The reason why an action chosen in the palette cannot be performed; undefined if it can. */
export function refusalOf(scope: Scope, action: Action, guards: Guards): string | undefined {
	const binding = bindingOf(scope, action) ?? bindingOf('everywhere', action)!;
	if (binding.confirms) {
		return `Only the key ${keyToShow(binding, scope)} itself confirms.`;
	}

	return guardNotice(binding, guards);
}

/** The key to show for a binding. In a text scope, the first one that types no text. */
export function keyToShow(binding: Binding, scope: Scope): string {
	const isSilent = (key: string) => key.length > 1 && key !== 'space';
	return (isTextScope(scope) ? binding.keys.find(key => isSilent(key)) : binding.keys[0]) ?? binding.keys[0]!;
}

/** The notice of the first guard of a binding that does not hold, with the current keys in place of `{list clone}`. */
export function guardNotice({guards: needed = {}}: Binding, guards: Guards): string | undefined {
	const [guard, notice] = Object.entries(needed).find(([name]) => guards[name as Guard] !== true) ?? [];
	const reason = guards[guard as Guard];
	if (typeof reason === 'string') {
		return reason;
	}

	return notice?.replaceAll(/\{([\-a-z]+) ([\-a-z]+)\}/gv, (_, scope: Scope, action: Action) => keyOf(scope, action));
}

/** The hints of the enabled keys that fit on one line. `isAnswerMissing`: the key that answers the question is faint; `answerHint`: what it does; `isHarmless`: it is not shown as dangerous; `cut`: what stands in its place. Spaces are drawn before the key, between key and hint, and after the hint. */
export function fittingHints(
	scope: Scope,
	guards: Guards,
	columns: number,
	{isAnswerMissing, answerHint, isHarmless, cut}: Partial<Omit<LiveKeys, 'scope' | 'guards'>> = {},
) {
	const shown = hintsOf(scope, guards);
	const answer = shown.find(({confirms}) => confirms);
	const hints = shown
		.filter(binding => cut === undefined || !binding.confirms || binding === answer)
		.map(binding => {
			const {confirms, isDangerous, hint = ''} = binding;
			const key = keyToShow(binding, scope);
			if (!confirms) {
				return {key, hint, role: isDangerous ? 'danger' : 'key'} as const;
			}

			const answers = isDangerous && !isHarmless ? 'danger' : 'key';
			return cut === undefined
				? ({key, hint: answerHint ?? hint, role: isAnswerMissing ? 'faint' : answers} as const)
				: ({...cut.hint, role: 'warning'} as const);
		});

	return hints.slice(
		0,
		countFitting(
			hints.map(({key, hint}) => ` ${key} ${hint} `),
			columns,
		),
	);
}

/** The number of keys of one action from which only the first and the last are named. */
const manyKeys = 4;

/** The keys of an action, as many as fit into `columns`: the first one at least. */
export const fittingKeys = (keys: readonly string[], columns: number): string =>
	keys.length >= manyKeys
		? `${keys[0]!} … ${keys.at(-1)!}`
		: keys.slice(0, Math.max(1, countFitting(keys, columns, 1))).join(' ');

/** A key press: its name as in the bindings, and the text that it types, if any. */
export type KeyPress = {
	/** `j`, `G`, `enter`, `shift+tab`, `ctrl+s`, `alt+b`, `space` … */
	readonly name: string;
	readonly text: string | undefined;
};

const special = [
	['upArrow', 'up'],
	['downArrow', 'down'],
	['leftArrow', 'left'],
	['rightArrow', 'right'],
	['pageUp', 'pgup'],
	['pageDown', 'pgdn'],
	['home', 'home'],
	['end', 'end'],
	['return', 'enter'],
	['escape', 'esc'],
	['tab', 'tab'],
	['backspace', 'backspace'],
	['delete', 'delete'],
] as const;

/** Names the key that Ink's `useInput` reports. */
export function toKeyPress(input: string, key: Key): KeyPress {
	const name = special.find(([flag]) => key[flag])?.[1];
	if (name !== undefined) {
		return {name: withModifiers(name, key), text: undefined};
	}

	if (input === '\n') {
		return {name: withModifiers('j', {...key, ctrl: true}), text: undefined};
	}

	// Ctrl with / or _ is the control character US (ECMA-48, 8.3).
	if (input === '\u{1F}') {
		return {name: 'ctrl+/', text: undefined};
	}

	// The kitty protocol may report the lower-case letter together with shift.
	const typed = key.shift && /^[a-z]$/v.test(input) ? input.toUpperCase() : input;
	const base = typed === ' ' ? 'space' : typed;
	return key.ctrl || key.meta || key.super || key.hyper
		? {name: withModifiers(base, {...key, shift: false}), text: undefined}
		: {name: base, text: typed === '' || /^[\u{0}-\u{1F}\u{7F}-\u{9F}]/v.test(typed) ? undefined : typed};
}

/** The name of a key for a sentence. The codes of a key without a name are not shown. */
export const keyNameOf = ({name}: KeyPress): string =>
	/^(?:(?:super|hyper|ctrl|alt|shift)\+)*(?:[^\s\p{Control}\p{Format}\p{Private_Use}\p{Surrogate}]{1,2}|[a-z]{2,9})$/v.test(
		name,
	)
		? sanitise(name)
		: 'This key';

function withModifiers(name: string, {ctrl, meta, shift, super: isSuper, hyper}: Key): string {
	return joined([isSuper && 'super', hyper && 'hyper', ctrl && 'ctrl', meta && 'alt', shift && 'shift', name], '+');
}

/** Why a question that is not wholly shown cannot be answered. */
export type CutQuestion = {
	/** The sentence about it, for a notice. */
	readonly text: string;
	/** What stands in the footer in place of the key that answers. */
	readonly hint: {readonly key: string; readonly hint: string};
};

/** The active scope and the guards that hold. `Frame` shows its hints. */
export type LiveKeys = {
	readonly scope: Scope;
	readonly guards: Guards;
	/** Whether what answers the question has to be typed first. */
	readonly isAnswerMissing: boolean;
	/** What the key that answers does, if the table does not say it. */
	readonly answerHint: string | undefined;
	/** Whether the key that answers deletes or replaces nothing. */
	readonly isHarmless: boolean;
	/** Why no key answers the question: it is not wholly shown; undefined if it is. */
	readonly cut: CutQuestion | undefined;
};
