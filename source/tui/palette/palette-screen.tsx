import {Box, Text} from 'ink';
import {useMemo, useState, useCallback} from 'react';
import {hasUnsentDrafts} from '../../session/unsent-drafts.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit, truncate, widthOf} from '../../terminal/width.ts';
import type {Scope} from '../keys/bindings.ts';
import {fittingKeys} from '../keys/fitting-keys.ts';
import {keyOf, type Guards} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {PlainHeader} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useMaybeSession} from '../shared/session-context.ts';
import {TextField} from '../shared/text-field.tsx';
import {useSettings} from '../shared/use-settings.ts';
import {useTextInput} from '../shared/use-text-input.ts';
import {theme, type ThemeName} from '../theme.ts';
import {List, useList} from '../ui/list.tsx';
import {useAsync} from '../ui/use-async.ts';
import {narrow, paletteCommands, type PaletteCommand} from './commands.ts';

/** The palette: all commands of the screen below. Typing filters them. */
export function PaletteScreen({scope, guards}: {readonly scope: Scope; readonly guards: Guards}) {
	const {columns, rows} = useBodySize();
	const {choose, announce} = useNavigation();
	const saveTheme = useSaveTheme();
	const session = useMaybeSession();
	const hasSettings = session !== undefined;
	const [hasDrafts] = useState(() => session !== undefined && hasUnsentDrafts(session.ledger, session.profileKey));
	const {views = []} = useSettings();
	const profiles = useProfileNames(scope === 'list');
	const {edit: typed, setText, keys: typing} = useTextInput();
	const all = useMemo(
		() => paletteCommands({scope, guards, views, profiles, hasDrafts, hasSettings}),
		[scope, guards, views, profiles, hasDrafts, hasSettings],
	);
	const commands = useMemo(() => narrow(all, typed.text), [all, typed.text]);
	const height = Math.max(1, rows - 1);
	// Another text has other keys, so that the cursor is on the first command again.
	const ids = commands.map(({id}) => `${typed.text} ${id}`);
	const list = useList(ids, height, {arrangement: '', search: typed.text});
	const command = commands[list.selected];
	const [isNaming, setIsNaming] = useState(false);

	const keys = useKeys('palette', {
		actions: {
			...list.moves,
			accept() {
				const name = typed.text.trim();
				if (isNaming) {
					if (name === '') {
						announce({text: 'Type a name for the view.'});
					} else {
						choose({kind: 'save-view', name});
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
					choose(command.chosen);
				}
			},
		},
		...typing,
	});

	const layout = useMemo(() => commandColumns(all, columns), [all, columns]);
	const reason = command === undefined || isNaming || showsReason(command, layout) ? '' : (command.reason ?? '');
	const prompt = isNaming ? ' Name of the view: ' : ' : ';
	return (
		<Frame
			keys={keys}
			idle={reason}
			header={<PlainHeader status={isNaming ? '' : `${commands.length} of ${all.length}`} />}
		>
			<Box height={1} flexShrink={0}>
				<Text {...theme.label}>{prompt}</Text>
				<TextField text={typed.text} cursor={typed.cursor} width={Math.max(3, columns - widthOf(prompt) - 1)} />
			</Box>
			{!isNaming && (
				<List
					of={list}
					textAt={index => readerCommand(commands[index]!)}
					drawAt={(index, isSelected) => (
						<CommandRow
							key={index}
							command={commands[index]!}
							isSelected={isSelected}
							columns={layout}
							width={columns}
						/>
					)}
				/>
			)}
		</Frame>
	);
}

/** Returns a function that leaves the palette, uses a theme and saves it in config.yaml. */
function useSaveTheme(): (name: ThemeName) => Promise<void> {
	const {pop, announce} = useNavigation();
	const settings = useMaybeSession()?.services.settings;
	return async name => {
		pop();
		try {
			await settings?.save(['theme'], name);
			announce({tone: 'good', text: `✓ The theme is ${name}, saved in config.yaml.`});
		} catch (error) {
			announce({
				tone: 'bad',
				text: `✗ The theme was not changed: ${sanitise((error as Error).message)}`,
			});
		}
	};
}

/** The names of the profiles of config.yaml, once they are loaded. */
function useProfileNames(isNeeded: boolean): readonly string[] {
	const services = useMaybeSession()?.services;
	const names = useAsync(
		useCallback(async () => {
			const profiles = isNeeded ? await services?.profiles() : undefined;
			const read = await profiles?.list();
			return read?.ok === true ? read.profiles.map(({name}) => name) : [];
		}, [isNeeded, services]),
	);
	return names ?? noNames;
}

const noNames: readonly string[] = [];

/** The widths of the columns of the palette. The last one is 0 if there is no room for reasons. */
type CommandColumns = {readonly label: number; readonly key: number; readonly reason: number};

/** The width of the cursor's sign and of a gap between two columns. */
const gap = 2;

/** The share of the width that the names take at most, where there is room for reasons. */
const labelShare = 0.45;

/** The least width of a reason that can be understood. */
const leastReason = 20;

/** Lays out the columns of the palette for its commands. */
function commandColumns(commands: readonly PaletteCommand[], width: number): CommandColumns {
	const widest = (texts: readonly string[]) => Math.max(1, ...texts.map(text => widthOf(text)));
	const key = widest(commands.map(command => keyText(command)));
	const label = Math.min(widest(commands.map(command => command.label)), Math.floor(width * labelShare));
	const reason = width - label - key - 3 * gap;
	return reason < leastReason ? {label: Math.max(1, width - key - 2 * gap), key, reason: 0} : {label, key, reason};
}

/** The width of the keys at most. */
const keysWidth = 12;

const keyText = ({keys}: PaletteCommand): string => fittingKeys(keys, keysWidth);

/** Whether the row of a command shows its whole reason. */
const showsReason = ({reason = ''}: PaletteCommand, columns: CommandColumns): boolean =>
	widthOf(reason) <= columns.reason;

/** A command as a screen reader reads it, its parts two spaces apart. */
const readerCommand = ({label, keys, reason = ''}: PaletteCommand): string =>
	[label, keys.join(' '), reason].filter(text => text !== '').join('  ');

type CommandRowProps = {
	readonly command: PaletteCommand;
	readonly isSelected: boolean;
	readonly columns: CommandColumns;
	/** The width of the row in terminal columns. */
	readonly width: number;
};

/** A command: its name, its key and, if it is not available, the reason. */
function CommandRow({command, isSelected, columns, width}: CommandRowProps) {
	const {label, reason = ''} = command;
	const name = `${cursorSign(isSelected)} ${fit(label, columns.label)}`;
	const key = `${' '.repeat(gap)}${fit(keyText(command), columns.key)}`;
	const why = columns.reason === 0 ? '' : `${' '.repeat(gap)}${truncate(reason, columns.reason)}`;
	const style = reason === '' ? {} : theme.faint;
	return isSelected ? (
		<Text {...theme.selected} wrap="truncate-end">
			{fit(`${name}${key}${why}`, width)}
		</Text>
	) : (
		<Text wrap="truncate-end">
			<Text {...style}>{name}</Text>
			<Text {...(reason === '' ? theme.key : theme.faint)}>{key}</Text>
			<Text {...theme.faint}>{why}</Text>
		</Text>
	);
}
