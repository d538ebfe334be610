import {joined} from '../../platform/text.ts';
import {useCallback, useState} from 'react';
import {hasUnsentDrafts} from '../../account/drafts.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import type {Scope, Action} from '../keys/bindings.ts';
import {fittingKeys, keyOf, type Guards, bindingsOf, refusalOf} from '../keys/match.ts';
import {useKeys, movements} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation, type Chosen} from '../ui/navigation.ts';
import {useMaybeSession, useSettings} from '../ui/session.ts';
import {PromptLine} from '../ui/text-field.tsx';
import {useTextInput} from '../keys/text-edit.ts';
import type {ThemeName} from '../ui/theme.ts';
import {bad, good, lineOfSpans, type Line} from '../ui/line.tsx';
import {List, useList} from '../ui/list.tsx';
import {useAsync} from '../ui/use-task.ts';
import {groupLetters, sortLetters, type GroupField, type SortField} from '../../notification/spec.ts';
import {arrangementOf} from '../../query/sort.ts';
import type {SavedView} from '../../account/settings.ts';
import {nameOfAction} from '../keys/action-names.ts';

type PaletteScreenProps = {
	readonly scope: Scope;
	readonly guards: Guards;
	readonly onResult?: (chosen: Chosen) => void;
};

/** The palette: all commands of the screen below. Typing filters them. */
export function PaletteScreen({scope, guards, onResult}: PaletteScreenProps) {
	const {columns, rows} = useBodySize();
	const {pop, announce} = useNavigation();
	const session = useMaybeSession();
	const services = session?.services;
	const [hasDrafts] = useState(() => session !== undefined && hasUnsentDrafts(session.ledger, session.profileKey));
	const {views = []} = useSettings();
	const profiles = useAsync(
		useCallback(async () => {
			const stored = scope === 'list' ? await services?.profiles() : undefined;
			const read = await stored?.list();
			return read?.ok === true ? read.profiles.map(({name}) => name) : [];
		}, [scope, services]),
	);
	const {edit: typed, setText, keys: typing} = useTextInput();
	const all = paletteCommands({scope, guards, views, profiles, hasDrafts, hasSettings: session !== undefined});
	const commands = narrow(all, typed.text);
	const height = Math.max(1, rows - 1);
	// Another text has other keys, so that the cursor is on the first command again.
	const ids = commands.map(({id}) => `${typed.text} ${id}`);
	const list = useList(ids, height, {arrangement: '', search: typed.text});
	const command = commands[list.selected];
	const [isNaming, setIsNaming] = useState(false);

	const saveTheme = async (name: ThemeName) => {
		pop();
		try {
			await services?.settings.save(['theme'], name);
			announce(good(`✓ The theme is ${name}, saved in config.yaml.`));
		} catch (error) {
			announce(bad(`✗ The theme was not changed: ${sanitise((error as Error).message)}`));
		}
	};

	const keys = useKeys('palette', {
		actions: {
			...list.moves,
			accept() {
				const name = typed.text.trim();
				if (isNaming) {
					if (name === '') {
						announce({text: 'Type a name for the view.'});
					} else {
						onResult?.({kind: 'save-view', name});
					}
				} else if (command === undefined) {
					announce({text: `Nothing matches. Change the text, or press ${keyOf('palette', 'back')}.`});
				} else if (command.reason !== undefined) {
					announce({text: command.reason});
				} else if (command.chosen === 'save-view') {
					setIsNaming(true);
					setText('');
				} else if (command.chosen.kind === 'theme') {
					void saveTheme(command.chosen.name);
				} else {
					onResult?.(command.chosen);
				}
			},
		},
		...typing,
	});

	return (
		<Frame
			keys={keys}
			isPlain
			idle={isNaming ? '' : (command?.reason ?? '')}
			status={isNaming ? '' : `${commands.length} of ${all.length}`}
		>
			<PromptLine prompt={isNaming ? ' Name of the view: ' : ' : '} columns={columns} {...typed} />
			{!isNaming && <List of={list} textAt={index => commandLine(commands[index]!, columns)} />}
		</Frame>
	);
}

/** The space between two columns, as wide as the sign of the cursor. */
const gap = '  ';

/** The width of the keys at most. */
const keysWidth = 12;

/** The width of the names, where there is room for it beside the keys. */
const labelWidth = 50;

/** A command with its keys, faint if it is not available now; a screen reader reads its parts two spaces apart, and why. */
function commandLine({label, keys, reason = ''}: PaletteCommand, columns: number): Line {
	const role = reason === '' ? undefined : 'faint';
	const spans = [
		{text: fit(label, Math.min(labelWidth, columns - keysWidth - 2 * gap.length)), role},
		{text: `${gap}${fittingKeys(keys, keysWidth)}`, role: role ?? 'key'},
	] as const;
	return {...lineOfSpans(spans), spoken: joined([label, keys.join(' '), reason], gap)};
}

/** A command of the palette. */
type PaletteCommand = {
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
	const isMovement = ({id}: PaletteCommand) => movements.has(id.replace('action ', ''));
	const all = [
		...commands,
		...(scope === 'list'
			? [
					{
						id: 'drafts',
						label: 'Continue unsent draft',
						words: 'drafts unsent resume continue open saved form',
						keys: [`${keyOf('list', 'new')} ${keyOf('form', 'drafts')}`],
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
	];
	return all.toSorted((a, b) => Number(isMovement(a)) - Number(isMovement(b)));
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
Filters the commands by the words of a text; all of them must occur, in any case. What is not available comes last. Names that begin with the text come first, then those with a word that begins with it, then those that other words find.
*/
export function narrow(commands: readonly PaletteCommand[], text: string): PaletteCommand[] {
	const typed = text.trim().toLowerCase();
	const sought = typed.split(/\s+/v);
	const rankOf = ({label, words = '', reason}: PaletteCommand) => {
		const lower = label.toLowerCase();
		const starts = [lower.startsWith(typed), lower.includes(` ${typed}`), ` ${words}`.includes(` ${typed}`)];
		const ranks = [...starts, lower.includes(typed), true];
		return ranks.indexOf(true) + (reason === undefined ? 0 : ranks.length);
	};

	return commands
		.filter(({label, words = '', keys}) =>
			sought.every(word => `${label} ${words} ${keys.join(' ')}`.toLowerCase().includes(word)),
		)
		.toSorted((a, b) => rankOf(a) - rankOf(b));
}
