import type {LoadedSettings} from '../../account/settings.ts';
import {nearest} from '../../platform/text.ts';
import {editText} from './text-edit.ts';
import {bindings, isTextScope, scopes, type Binding} from './bindings.ts';

/** Matches the name of a key: see `toKeyPress`. */
const keyName =
	/^(?:(?:ctrl\+)?(?:alt\+)?(?:shift\+)?(?:up|down|left|right|pgup|pgdn|home|end|enter|esc|tab|backspace|delete|space)|(?:ctrl|alt)\+[a-z]|ctrl\+[\/_]|[^\s\p{Control}])$/v;

/** The keys that are pressed without thinking. They must never delete, discard or confirm. */
const neverConfirming = new Set(['enter', 'space', 'esc']);

type ConfiguredKeys = {
	/** The table with the keys from config.yaml; the default table if there is any problem. */
	readonly bindings: readonly Binding[];
	/** The problems, each a sentence with its line number. */
	readonly problems: readonly string[];
};

/** Puts the keys from config.yaml into the table. They replace all keys of their action in its scope. */
export function configureKeys({
	settings: {keys = {}},
	lineOf,
}: Pick<LoadedSettings, 'settings' | 'lineOf'>): ConfiguredKeys {
	const problems: string[] = [];
	const report = (path: readonly string[], problem: string) => {
		const line = lineOf(['keys', ...path]);
		const place = line === undefined ? 'config.yaml' : `config.yaml line ${line}`;
		problems.push(`${place}: ${problem}`);
	};

	const changed = new Map<Binding, Binding>();
	const configure = (scope: string, action: string, names: readonly string[]) => {
		const own = bindings.filter(binding => binding.scope === scope);
		const before = own.find(binding => binding.action === action);
		if (before === undefined) {
			const known = own.map(binding => binding.action);
			report([scope, action], `keys.${scope} has no action ${notAmong(action, known)}`);
			return;
		}

		const binding = {...before, keys: names};
		const problem = problemOfKeys(binding);
		if (problem !== undefined) {
			report([scope, action], `keys.${scope}.${action} ${problem}`);
		}

		changed.set(before, binding);
	};

	for (const [scope, actions] of Object.entries(keys)) {
		if (!Object.hasOwn(scopes, scope)) {
			report([scope], `keys has no scope ${notAmong(scope, Object.keys(scopes))}`);
			continue;
		}

		for (const [action, names] of Object.entries(actions)) {
			configure(scope, action, names);
		}
	}

	const table = bindings.map(row => changed.get(row) ?? row);
	for (const binding of changed.values()) {
		const other = conflictOf(binding, table);
		if (other !== undefined) {
			const path = [binding.scope, binding.action];
			report(path, `keys.${path.join('.')} has a key that ${other.scope}.${other.action} has, too`);
		}
	}

	return {bindings: problems.length === 0 ? table : bindings, problems};
}

function problemOfKeys({scope, keys, isDangerous, confirms}: Binding): string | undefined {
	const unknown = keys.find(key => !keyName.test(key));
	if (keys.length === 0 || unknown !== undefined) {
		return 'must be a list of keys such as x, X, ctrl+x, alt+x, f or delete';
	}

	if ((isDangerous ?? confirms) && keys.some(key => neverConfirming.has(key))) {
		return 'deletes, discards or confirms: it cannot be on enter, space or esc';
	}

	const isTyped = (key: string) =>
		key.length === 1 ||
		key === 'space' ||
		editText({text: 'a b c', cursor: 2}, {name: key, text: undefined}) !== undefined;
	return isTextScope(scope) && keys.some(key => isTyped(key)) ? 'has a key that types or edits text here' : undefined;
}

/** The other binding that has one of this binding's keys at the same time, if there is one. A scope may reuse keys of the common bindings. */
function conflictOf(binding: Binding, table: readonly Binding[]): Binding | undefined {
	const isShared = (other: Binding) => other.keys.some(key => binding.keys.includes(key));
	const isLiveWith = (other: Binding) =>
		other.scope === binding.scope || other.scope === 'everywhere' || binding.scope === 'everywhere';
	return table.find(
		other => other !== binding && other.action !== binding.action && isLiveWith(other) && isShared(other),
	);
}

/** A name that is none of `names`, and which of them may be meant. Other text than plain names is not repeated. */
function notAmong(typed: string, names: readonly string[]): string {
	const near = nearest(typed, names);
	const name = /^[\w\-]{1,30}$/v.test(typed) ? typed : '…';
	return `${name}${near === undefined ? '' : `. Did you mean ${near}?`}`;
}
