import {groupLetters, sortLetters, type GroupField, type SortField} from '../../notification/spec.ts';
import {arrangementOf} from '../../query/sort.ts';
import type {SavedView} from '../../account/settings.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {nameOfAction} from '../keys/action-names.ts';
import type {Action, Scope} from '../keys/bindings.ts';
import {bindingsOf, keyOf, refusalOf, type Guards} from '../keys/match.ts';
import {movements} from '../keys/use-keys.ts';
import type {Chosen} from '../shared/route.ts';
import type {ThemeName} from '../theme.ts';

/** A command of the palette. */
export type PaletteCommand = {
	/** The unique ID of the command. */
	readonly id: string;
	/** Its name, as verb and object, safe to show. */
	readonly label: string;
	/** Other words by which it is found. */
	readonly words?: string | undefined;
	/** The keys of the same action, or those to press one after the other; empty if there are none. */
	readonly keys: readonly string[];
	/** The reason why the command is not available now. */
	readonly reason?: string | undefined;
	readonly chosen: Chosen | 'save-view' | {readonly kind: 'theme'; readonly name: ThemeName};
};

type PaletteOptions = {
	/** The scope of the screen below the palette. */
	readonly scope: Scope;
	/** The guards of that scope that hold. */
	readonly guards: Guards;
	/** The saved views. */
	readonly views?: readonly SavedView[];
	/** The names of the profiles of config.yaml, once they are loaded. */
	readonly profiles?: readonly string[] | undefined;
	/** Whether the account has unsent drafts. */
	readonly hasDrafts?: boolean;
	/** Whether settings can be saved. */
	readonly hasSettings?: boolean;
};

/** The commands available on a screen. */
export function paletteCommands({
	scope,
	guards,
	views = [],
	profiles = [],
	hasDrafts = false,
	hasSettings = false,
}: PaletteOptions): PaletteCommand[] {
	const rows = [
		...bindingsOf(scope),
		...bindingsOf('everywhere').filter(({action}) => bindingsOf(scope).every(own => own.action !== action)),
	].filter(({action}) => action !== 'palette');
	const commands = rows.map((binding): PaletteCommand => {
		const {action, keys, label} = binding;
		const [name, words = ''] = nameOfAction(binding);
		return {
			id: `action ${action}`,
			label: name,
			words: `${words} ${label}`,
			keys,
			reason: refusalOf(scope, action, guards),
			chosen: {kind: 'action', action},
		};
	});
	// They come last.
	const isMovement = ({id}: PaletteCommand) => movements.has(id.replace('action ', ''));
	return [
		...commands.filter(command => !isMovement(command)),
		...(scope === 'list'
			? [
					// While there are drafts, the key that begins a notification shows them first.
					{
						id: 'drafts',
						label: 'Open drafts',
						words: 'draft unsent resume continue saved form',
						keys: [keyOf('list', 'new')],
						reason: hasDrafts ? refusalOf('list', 'new', guards) : 'There are no unsent drafts.',
						chosen: {kind: 'action', action: 'new'},
					} as const,
					{
						id: 'copy-to',
						label: 'Copy to account …',
						words: 'plan compare difference profile staging production marked',
						keys: [`${keyOf('list', 'profiles')} ${keyOf('profiles', 'copy-to')}`],
						chosen: {kind: 'action', action: 'profiles'},
					} as const,
					...arrangements(views),
					...profiles.map((name): PaletteCommand => ({
						id: `profile ${name}`,
						label: `Switch to profile ${sanitise(name)}`,
						words: 'account env environment open',
						keys: [],
						chosen: {kind: 'open-profile', name},
					})),
				]
			: []),
		...(hasSettings ? themeCommands : []),
		...commands.filter(command => isMovement(command)),
	];
}

/** The commands that change the view, the order or the grouping of the list. */
function arrangements(views: readonly SavedView[]): PaletteCommand[] {
	const arrange = (
		id: string,
		label: string,
		view: Extract<Chosen, {kind: 'arrange'}>['view'],
		keys: readonly string[] = [],
	): PaletteCommand => ({id, label, keys, chosen: {kind: 'arrange', view}});
	const sequence = (mode: 'sort' | 'group', action: Action) => [`${keyOf('list', mode)} ${keyOf(mode, action)}`];
	return [
		...views.map((view, index) =>
			arrange(
				`view ${index}`,
				`Show view ${sanitise(view.name)}`,
				{query: view.query, ...arrangementOf(view)},
				index < 9 ? [String(index + 1)] : [],
			),
		),
		{id: 'save-view', label: 'Save search as a view', words: 'bookmark tab store', keys: [], chosen: 'save-view'},
		...(Object.keys(sortLetters()) as SortField[]).map(field =>
			arrange(
				`sort ${field}`,
				`Sort by ${field}`,
				{sort: {field, isDescending: false}},
				sequence('sort', `by-${field}`),
			),
		),
		arrange('sort', 'Sort in the order of the service', {sort: undefined}, sequence('sort', 'by-none')),
		...(Object.keys(groupLetters()) as GroupField[]).map(field =>
			arrange(`group ${field}`, `Group by ${field}`, {group: field}, sequence('group', `by-${field}`)),
		),
		arrange('group', 'Remove groups', {group: undefined}, sequence('group', 'by-none')),
	];
}

const themeNames: Readonly<Record<ThemeName, string>> = {
	auto: 'Use the theme of the terminal',
	dark: 'Use the dark theme',
	light: 'Use the light theme',
	mono: 'Use no colours',
};

const themeCommands = (Object.entries(themeNames) as Array<[ThemeName, string]>).map(
	([name, label]): PaletteCommand => ({
		id: `theme ${name}`,
		label,
		words: 'theme colour color background mode',
		keys: [],
		chosen: {kind: 'theme', name},
	}),
);

/**
Filters the commands by the words of a text; all of them must occur, in any case. Names that begin with the text come first, then those with a word that begins with it, then those that other words find.
*/
export function narrow(commands: readonly PaletteCommand[], text: string): PaletteCommand[] {
	const typed = text.trim().toLowerCase();
	const sought = typed.split(/\s+/v);
	const rankOf = ({label, words = ''}: PaletteCommand) => {
		const lower = label.toLowerCase();
		const starts = [lower.startsWith(typed), lower.includes(` ${typed}`), ` ${words}`.includes(` ${typed}`)];
		return [...starts, lower.includes(typed), true].indexOf(true);
	};

	return commands
		.filter(({label, words = '', keys}) =>
			sought.every(word => `${label} ${words} ${keys.join(' ')}`.toLowerCase().includes(word)),
		)
		.toSorted((a, b) => rankOf(a) - rankOf(b));
}
