import {joined} from '../../platform/text.ts';
import {Box, Text} from 'ink';
import {useCallback, useState} from 'react';
import {hasUnsentDrafts} from '../../account/drafts.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit, truncate, widthOf} from '../../terminal/width.ts';
import type {Scope, Action} from '../keys/bindings.ts';
import {fittingKeys, keyOf, type Guards, bindingsOf, refusalOf} from '../keys/match.ts';
import {useKeys, movements} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation, type Chosen} from '../ui/navigation.ts';
import {useMaybeSession, useSettings} from '../ui/session.ts';
import {TextField} from '../ui/text-field.tsx';
import {useTextInput} from '../keys/text-edit.ts';
import {theme, type ThemeName} from '../ui/theme.ts';
import type {Line, Span} from '../ui/line.tsx';
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
			announce({tone: 'good', text: `✓ The theme is ${name}, saved in config.yaml.`});
		} catch (error) {
			announce({tone: 'bad', text: `✗ The theme was not changed: ${sanitise((error as Error).message)}`});
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

	const widths = commandColumns(all, columns);
	const why = isNaming ? '' : (command?.reason ?? '');
	const prompt = isNaming ? ' Name of the view: ' : ' : ';
	return (
		<Frame
			keys={keys}
			idle={widthOf(why) <= widths.reason ? '' : why}
			isPlain
			status={isNaming ? '' : `${commands.length} of ${all.length}`}
		>
			<Box height={1} flexShrink={0}>
				<Text {...theme.label}>{prompt}</Text>
				<TextField text={typed.text} cursor={typed.cursor} width={Math.max(3, columns - widthOf(prompt) - 1)} />
			</Box>
			{!isNaming && <List of={list} textAt={index => commandLine(commands[index]!, widths)} />}
		</Frame>
	);
}

/** The space between two columns, as wide as the sign of the cursor. */
const gap = '  ';

/** The width of the keys at most. */
const keysWidth = 12;

/** The share of the width that the names take at most, where there is room for reasons. */
const labelShare = 0.45;

/** The least width of a reason that can be understood. */
const leastReason = 20;

/** The widths of the columns: names, keys and reasons; the last one is 0 if there is no room for them. */
function commandColumns(commands: readonly PaletteCommand[], width: number) {
	const widest = (texts: readonly string[]) => Math.max(1, ...texts.map(text => widthOf(text)));
	const key = widest(commands.map(({keys}) => fittingKeys(keys, keysWidth)));
	const label = Math.min(widest(commands.map(command => command.label)), Math.floor(width * labelShare));
	const reason = width - label - key - 3 * gap.length;
	return reason < leastReason
		? {label: Math.max(1, width - key - 2 * gap.length), key, reason: 0}
		: {label, key, reason};
}

/** A command in the columns; a screen reader reads its parts two spaces apart. */
function commandLine({label, keys, reason = ''}: PaletteCommand, widths: ReturnType<typeof commandColumns>): Line {
	const role = reason === '' ? undefined : 'faint';
	const spans: readonly Span[] = [
		{text: fit(label, widths.label), role},
		{text: `${gap}${fit(fittingKeys(keys, keysWidth), widths.key)}`, role: role ?? 'key'},
		{text: widths.reason === 0 ? '' : `${gap}${truncate(reason, widths.reason)}`, role: 'faint'},
	];
	return {text: spans.map(({text}) => text).join(''), spans, spoken: joined([label, keys.join(' '), reason], gap)};
}

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
