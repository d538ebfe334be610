import {groupLetters, sortLetters, type GroupField, type SortField} from '../../domain/fields.ts';
import {arrangementOf} from '../../domain/query/arrangement.ts';
import type {SavedView} from '../../session/settings-store.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {Binding, Scope} from '../keys/bindings.ts';
import {bindingsOf, refusalOf, type Guards} from '../keys/match.ts';
import type {Chosen} from '../shared/route.ts';

/** A command of the palette. */
export type PaletteCommand = {
	/** The unique ID of the command. */
	readonly id: string;
	/** The label, safe to show. */
	readonly label: string;
	/** The keys of the same action; empty if there are none. */
	readonly keys: readonly string[];
	/** The reason why the command is not available now. */
	readonly reason?: string | undefined;
	readonly chosen: Chosen | 'save-view';
};

/** The actions that only move the cursor. They come last. */
const movements: ReadonlySet<string> = new Set(['up', 'down', 'page-up', 'page-down', 'first', 'last', 'left', 'right']);

/**
The commands available on a screen.

@param scope - The scope of the screen below the palette.
@param guards - The guards of that scope that hold.
@param views - The saved views.
@param profiles - The names of the profiles of config.yaml, once they are loaded.
*/
export function paletteCommands(scope: Scope, guards: Guards, views: readonly SavedView[], profiles: readonly string[] = []): PaletteCommand[] {
	const rows = [...bindingsOf(scope), ...bindingsOf('everywhere').filter(({action}) => bindingsOf(scope).every(own => own.action !== action))]
		.filter(({action}) => action !== 'palette');
	const commands = rows.map(row => toCommand(row, scope, guards));
	const isMovement = ({chosen}: PaletteCommand) => chosen !== 'save-view' && chosen.kind === 'action' && movements.has(chosen.action);
	return [
		...commands.filter(command => !isMovement(command)),
		...scope === 'list' ? [...arrangements(views), ...profiles.map(name => profileCommand(name))] : [],
		...commands.filter(command => isMovement(command)),
	];
}

function toCommand({action, keys, label}: Binding, scope: Scope, guards: Guards): PaletteCommand {
	return {id: `action ${action}`, label, keys, reason: refusalOf(scope, action, guards), chosen: {kind: 'action', action}};
}

/** The commands that change the view, the order or the grouping of the list. */
function arrangements(views: readonly SavedView[]): PaletteCommand[] {
	const arrange = (id: string, label: string, view: Extract<Chosen, {kind: 'arrange'}>['view']): PaletteCommand => ({id, label, keys: [], chosen: {kind: 'arrange', view}});
	return [
		...views.map((view, index) => arrange(`view ${index}`, `view: ${sanitise(view.name)}`, {query: view.query, ...arrangementOf(view)})),
		{id: 'save-view', label: 'save this search as a view', keys: [], chosen: 'save-view'},
		...(Object.keys(sortLetters()) as SortField[]).flatMap(field => [
			arrange(`sort ${field}`, `sort by ${field}`, {sort: {field, isDescending: false}}),
			arrange(`sort -${field}`, `sort by ${field}, descending`, {sort: {field, isDescending: true}}),
		]),
		arrange('sort', 'sort: in the order of the service', {sort: undefined}),
		...(Object.keys(groupLetters()) as GroupField[]).map(field => arrange(`group ${field}`, `group by ${field}`, {group: field})),
		arrange('group', 'group: no groups', {group: undefined}),
	];
}

const profileCommand = (name: string): PaletteCommand => ({id: `profile ${name}`, label: `switch to profile ${sanitise(name)}`, keys: [], chosen: {kind: 'open-profile', name}});

/**
Filters the commands by the words of a text; all words must occur, in any case. Labels that begin with the text come first, then those with a word that begins with it.
*/
export function narrow(commands: readonly PaletteCommand[], text: string): PaletteCommand[] {
	const typed = text.trim().toLowerCase();
	const words = typed.split(/\s+/v);
	const rankOf = ({label}: PaletteCommand) => {
		const lower = label.toLowerCase();
		return lower.startsWith(typed) ? 0 : (lower.includes(` ${typed}`) ? 1 : 2);
	};

	return commands
		.filter(({label, keys}) => words.every(word => `${label} ${keys.join(' ')}`.toLowerCase().includes(word)))
		.toSorted((a, b) => rankOf(a) - rankOf(b));
}
