import {bindings, isTextScope, type Action, type Binding, type Guard, type Scope} from './bindings.ts';
import type {KeyPress} from './key.ts';

/** The guards: whether each holds, or the reason why it does not, in place of the one in the table. A missing guard does not hold. */
export type Guards = Partial<Readonly<Record<Guard, boolean | string>>>;

export type Match =
	/** The action of a bound key. `confirms`: only a key pressed on its own performs it. */
	| {readonly kind: 'action'; readonly action: Action; readonly confirms?: true}
	/** The reason why a bound key does nothing: a guard does not hold. */
	| {readonly kind: 'refused'; readonly reason: string}
	| {readonly kind: 'none'};

let all: readonly Binding[] = bindings;

/** Replaces the table of bindings with the one from config.yaml; undefined restores the default. */
export function setBindings(table: readonly Binding[] | undefined): void {
	all = table ?? bindings;
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

	const binding =
		all.find(candidate => candidate.scope === scope && candidate.keys.includes(name)) ??
		all.find(candidate => candidate.scope === 'everywhere' && candidate.keys.includes(name));
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
	const hintOf = (binding: Binding) => {
		const {hint, busyHint, askedHint} = binding;
		const marked = guards.hasMarks === true && 'markedHint' in binding ? binding.markedHint : hint;
		return (guards.isIdle === false ? busyHint : undefined) ?? (isAsked ? askedHint : undefined) ?? marked;
	};

	return all
		.filter(binding => binding.scope === scope || binding.scope === 'everywhere')
		.filter(binding => guardNotice(binding, guards) === undefined)
		.map(binding => ({...binding, hint: hintOf(binding)}))
		.filter(({hint}, index, rows) => hint !== undefined && rows.findIndex(row => row.hint === hint) === index)
		.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
}

/** The keys that send or confirm on some screen. */
const confirming: readonly string[] = ['enter', 'y', 'ctrl+s'];

/** The binding of a scope that does what a key without a binding is meant to do: what it does on other screens, or the answer to a question. */
export function meantBy(scope: Scope, {name}: KeyPress, guards: Guards): Binding | undefined {
	const actions = all.filter(({keys}) => keys.includes(name)).map(({action}) => action);
	const shown = hintsOf(scope, guards);
	return (
		shown.find(({action}) => actions.includes(action)) ??
		shown.find(({confirms}) => confirms === true && confirming.includes(name))
	);
}

/** All bindings of a scope in the order of the table. */
export function bindingsOf(scope: Scope): Binding[] {
	return all.filter(binding => binding.scope === scope);
}

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
