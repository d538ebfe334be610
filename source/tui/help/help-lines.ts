import {channels} from '../../notification/channels.ts';
import {range, upperFirst} from '../../platform/text.ts';
import {fit, truncate, widthOf} from '../../terminal/width.ts';
import {nameOfAction} from '../keys/action-names.ts';
import {type Action, type Binding, type Scope, scopes} from '../keys/bindings.ts';
import {fittingKeys} from '../keys/hints.ts';
import {bindingsOf, keyToShow} from '../keys/match.ts';
import {type Line, faint, gap} from '../ui/line.ts';

/**
The keys of a scope on one page, with short names; then all keys in full, first those of the scope, then the common ones. Lines of at most `columns`.

@param scope - The scope whose keys come first.
@param columns - Terminal columns.
@param search - Without the page, only keys are shown whose line contains all of these words, in any case, or whose section does.
@param isReader - Whether a screen reader reads them. Otherwise the page has several columns.
*/
export function helpLines(scope: Scope, columns: number, search = '', isReader = false): Line[] {
	const words = search
		.toLowerCase()
		.split(/\s+/v)
		.filter(word => word !== '');
	const order = [scope, 'everywhere', ...Object.keys(scopes)] as Scope[];
	const page = words.length > 0 ? [] : [...helpPage(scope, isReader ? 1 : columns), ''].map(text => ({text}));
	return [
		...page,
		...[...new Set(order)].flatMap(section => [
			...sectionLines(scopes[section].title, bindingsOf(section), columns, words),
			...(section === 'form' ? sectionLines('text', textKeys, columns, words) : []),
		]),
	];
}

type Row = Pick<Binding, 'keys' | 'label'>;

function sectionLines(title: string, rows: readonly Row[], columns: number, words: readonly string[]): Line[] {
	const found = rows.filter(({keys, label}) =>
		words.every(word => `${title} ${keys.join(' ')} ${label}`.toLowerCase().includes(word)),
	);
	return found.length === 0
		? []
		: [faint(upperFirst(title)), ...found.map(row => ({text: rowText(row, columns)})), gap];
}

/** The width of the keys if there is room, in columns. */
const keyColumns = 26;

/** Keys and label on one line. If it is too long, the label is cut at its end. */
function rowText({keys, label}: Row, columns: number): string {
	const names = `  ${keys.join(' ')}  `;
	const column = Math.min(keyColumns, Math.floor(columns / 3));
	return truncate(`${names}${' '.repeat(Math.max(0, column - widthOf(names)))}${label}`, columns);
}

/** The keys of a text field (shared/text-edit.ts), in addition to those of its scope. */
export const textKeys: readonly Row[] = [
	{keys: ['left', 'right', 'ctrl+b', 'ctrl+f'], label: 'previous, next character'},
	{keys: ['alt+b', 'alt+f', 'ctrl+left', 'ctrl+right'], label: 'previous, next word'},
	{keys: ['home', 'end', 'ctrl+a', 'ctrl+e'], label: 'start, end of the line'},
	{keys: ['backspace', 'delete', 'ctrl+d'], label: 'delete the previous, next character'},
	{keys: ['ctrl+w', 'alt+backspace', 'alt+d'], label: 'delete the previous, next word'},
	{keys: ['ctrl+u', 'ctrl+k'], label: 'delete to the start, end of the line'},
	{keys: ['ctrl+y'], label: 'insert the text that was deleted last'},
	{keys: ['ctrl+j', 'alt+enter'], label: 'new line, in the template'},
	{keys: [...channels.map(({letter}) => letter), 'space'], label: 'choose the channel, in its field; space lists them'},
];

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
	const count = Math.max(1, Math.floor(columns / entryWidth));
	const nameWidth = Math.floor(columns / count) - margin - keysWidth - 2;
	const entries = entriesOf(scope).map(
		({keys, name}) => `${' '.repeat(margin)}${fit(keys, keysWidth)} ${truncate(name, nameWidth)}`,
	);
	const height = Math.ceil(entries.length / count);
	return range(height).map(row =>
		range(count)
			.map(column => fit(entries[column * height + row] ?? '', Math.floor(columns / count)))
			.join('')
			.trimEnd(),
	);
}

/** The common actions that are left out: the warning has its own hint while there is one, and a screen rarely needs to be redrawn. */
const leftOut: ReadonlySet<Action> = new Set(['acknowledge', 'redraw']);

function entriesOf(scope: Scope) {
	const own = bindingsOf(scope);
	const rows = [
		...own,
		...bindingsOf('everywhere').filter(({action}) => !leftOut.has(action) && own.every(row => row.action !== action)),
	];
	const entries = new Map<string, {readonly keys: string; readonly name: string}>();
	for (const row of rows) {
		const group = together.find(({actions}) => actions.includes(row.action));
		const members = group?.actions.flatMap(action => rows.filter(member => member.action === action)) ?? [];
		const isAlone = members.length < 2;
		const name = isAlone ? nameOfAction(row)[0] : group!.name;
		const keys = isAlone
			? [keyToShow(row, scope), ...row.keys.filter(key => key !== keyToShow(row, scope))]
			: members.map(member => keyToShow(member, scope)).slice(0, 2);
		entries.set(isAlone ? row.action : name, {keys: fittingKeys(keys, keysWidth), name});
	}

	return entries.values().toArray();
}
