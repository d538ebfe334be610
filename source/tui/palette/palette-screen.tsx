import {joined} from '../../platform/text.ts';
import {Box, Text} from 'ink';
import {useCallback, useState} from 'react';
import {hasUnsentDrafts} from '../../account/drafts.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit, truncate, widthOf} from '../../terminal/width.ts';
import type {Scope} from '../keys/bindings.ts';
import {fittingKeys} from '../keys/hints.ts';
import {keyOf, type Guards} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {PlainHeader} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import type {Chosen} from '../shared/route.ts';
import {useMaybeSession} from '../shared/session-context.ts';
import {TextField} from '../shared/text-field.tsx';
import {useSettings} from '../shared/use-settings.ts';
import {useTextInput} from '../shared/use-text-input.ts';
import {theme, type ThemeName} from '../theme.ts';
import type {Line, Span} from '../ui/line.ts';
import {List, useList} from '../ui/list.tsx';
import {useAsync} from '../ui/use-async.ts';
import {narrow, paletteCommands, type PaletteCommand} from './commands.ts';

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
			header={<PlainHeader status={isNaming ? '' : `${commands.length} of ${all.length}`} />}
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
