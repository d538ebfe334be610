import {groupLetters, sortLetters, type GroupField, type SortField} from '../../domain/fields.ts';
import {arrangementOf} from '../../domain/query/arrangement.ts';
import type {SavedView} from '../../session/settings-store.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {Binding} from '../keys/bindings.ts';
import {bindingsOf, refusalOf, type Guards} from '../keys/match.ts';
import type {Scope} from '../keys/scopes.ts';
import type {Chosen} from '../shared/route.ts';

/** Something that can be chosen in the palette. */
export type PaletteCommand = {
	/** Differs from those of all others. */
	readonly id: string;
	/** Safe to show. */
	readonly label: string;
	/** The keys that do the same; empty if none does. */
	readonly keys: readonly string[];
	/** Why it cannot be done at present. */
	readonly reason?: string | undefined;
	readonly chosen: Chosen | 'save-view';
};

/** Actions that only move the cursor; they come last. */
const movements: ReadonlySet<string> = new Set(['up', 'down', 'page-up', 'page-down', 'first', 'last', 'left', 'right']);

/**
Everything that can be done on a screen.

@param scope - The scope of the screen below the palette.
@param guards - Which of its guards hold.
@param views - The saved views.
@param profiles - The names of the profiles of config.yaml, as far as they are known.
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

/** What the list can show otherwise: its views, orders and groupings. */
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

/** Opens the account of a profile. */
const profileCommand = (name: string): PaletteCommand => ({id: `profile ${name}`, label: `switch to profile ${sanitise(name)}`, keys: [], chosen: {kind: 'open-profile', name}});

/**
Narrows the commands to those that contain all words of a text, in any case. Those whose label begins with the text come first, then those in which a word begins with it.
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
