import {range} from '../../platform/text.ts';
import {fit, truncate} from '../../terminal/width.ts';
import {nameOfAction} from '../keys/action-names.ts';
import type {Action, Scope} from '../keys/bindings.ts';
import {fittingKeys} from '../keys/fitting-keys.ts';
import {bindingsOf, keyToShow} from '../keys/match.ts';

/** Actions that have one entry together. */
const together: ReadonlyArray<{readonly actions: readonly Action[]; readonly name: string}> = [
	{actions: ['up', 'down', 'page-up', 'page-down', 'first', 'last'], name: 'Move'},
	{actions: ['left', 'right'], name: 'Previous, next'},
	{actions: ['mark-all', 'unmark-all'], name: 'Mark, unmark all'},
	{actions: ['fold', 'unfold'], name: 'Fold, unfold group'},
	{actions: ['undo', 'redo'], name: 'Undo, redo'},
	{actions: ['edit', 'edit-text'], name: 'Edit, in $EDITOR'},
	{actions: ['quit', 'exit'], name: 'Quit'},
];

/** The width of an entry at least, so that its name can be read, and of the keys in it. */
const entryWidth = 38;
const keysWidth = 12;

/** The margin before an entry. */
const margin = 2;

/** The keys of a screen and the common ones, with short names, in as many columns as fit: one page in most terminals. */
export function helpPage(scope: Scope, columns: number): string[] {
	const entries = entriesOf(scope);
	const count = Math.max(1, Math.floor(columns / entryWidth));
	const width = Math.floor(columns / count);
	const height = Math.ceil(entries.length / count);
	const shown = entries.map(({keys, name}) =>
		fit(`${' '.repeat(margin)}${fit(keys, keysWidth)} ${truncate(name, width - margin - keysWidth - 2)}`, width),
	);
	return range(height).map(line =>
		range(count)
			.map(column => shown[column * height + line] ?? '')
			.join('')
			.trimEnd(),
	);
}

/** The common actions that are left out: the warning has its own hint while there is one, and a screen rarely needs to be redrawn. */
const leftOut: ReadonlySet<Action> = new Set(['acknowledge', 'redraw']);

type Entry = {readonly keys: string; readonly name: string};

function entriesOf(scope: Scope): Entry[] {
	const own = bindingsOf(scope);
	const rows = [
		...own,
		...bindingsOf('everywhere').filter(({action}) => !leftOut.has(action) && own.every(row => row.action !== action)),
	];
	const entries = new Map<string, Entry>();
	for (const row of rows) {
		const group = together.find(({actions}) => actions.includes(row.action));
		const members = rows.filter(({action}) => group?.actions.includes(action));
		if (group === undefined || members.length < 2) {
			entries.set(row.action, {
				keys: fittingKeys([keyToShow(row, scope), ...row.keys.filter(key => key !== keyToShow(row, scope))], keysWidth),
				name: nameOfAction(row)[0],
			});
		} else {
			const ordered = group.actions.flatMap(action => members.filter(member => member.action === action));
			entries.set(group.name, {
				keys: fittingKeys(ordered.map(member => keyToShow(member, scope)).slice(0, 2), keysWidth),
				name: group.name,
			});
		}
	}

	return entries.values().toArray();
}
