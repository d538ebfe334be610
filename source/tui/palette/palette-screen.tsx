import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {useEffect, useMemo, useState} from 'react';
import {hasUnsentDrafts} from '../../session/unsent-drafts.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {keyOf, type Guards} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useClick} from '../keys/use-mouse.ts';
import type {Scope} from '../keys/bindings.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {PlainHeader} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {ReaderRow} from '../shared/reader-row.tsx';
import {useMaybeSession} from '../shared/session-context.ts';
import {useSettings} from '../shared/use-settings.ts';
import {editAtEnd, editText, insertText, onOneLine} from '../shared/text-edit.ts';
import {TextField} from '../shared/text-field.tsx';
import {textMoves, useRowSelection} from '../shared/use-list-window.ts';
import {theme, type ThemeName} from '../theme.ts';
import {CommandRow, commandColumns, readerCommand, showsReason} from './command-row.tsx';
import {narrow, paletteCommands} from './commands.ts';

export type PaletteScreenProps = {
	/** The scope of the screen below. */
	readonly scope: Scope;
	readonly guards: Guards;
};

/** The palette: all commands of the screen below. Typing filters them. */
export function PaletteScreen({scope, guards}: PaletteScreenProps) {
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const {choose, announce} = useNavigation();
	const saveTheme = useSaveTheme();
	const session = useMaybeSession();
	const hasSettings = session !== undefined;
	const [hasDrafts] = useState(() => session !== undefined && hasUnsentDrafts(session.ledger, session.profileKey));
	const {views = []} = useSettings();
	const profiles = useProfileNames(scope === 'list');
	const [typed, setTyped] = useState(editAtEnd(''));
	const all = useMemo(
		() => paletteCommands({scope, guards, views, profiles, hasDrafts, hasSettings}),
		[scope, guards, views, profiles, hasDrafts, hasSettings],
	);
	const commands = useMemo(() => narrow(all, typed.text), [all, typed.text]);
	const height = Math.max(1, rows - 1);
	// Another text has other keys, so that the cursor is on the first command again.
	const keyed = useMemo(() => {
		const ids = commands.map(({id}) => `${typed.text} ${id}`);
		return {length: ids.length, keyAt: (index: number) => ids[index], indexOf: (key: string) => ids.indexOf(key)};
	}, [commands, typed.text]);
	const {selected, top, moves, selectAt} = useRowSelection(keyed, height, {arrangement: '', search: typed.text});
	const box = useClick(row => {
		selectAt(top + row);
	});
	const command = commands[selected];
	const [isNaming, setIsNaming] = useState(false);

	const keys = useKeys('palette', {
		actions: {
			...textMoves(moves),
			accept() {
				const name = typed.text.trim();
				if (isNaming) {
					if (name === '') {
						announce({tone: 'plain', text: 'Type a name for the view.'});
					} else {
						choose({kind: 'save-view', name});
					}
				} else if (command === undefined) {
					announce({tone: 'plain', text: `Nothing matches. Change the text, or press ${keyOf('palette', 'back')}.`});
				} else if (command.reason !== undefined) {
					announce({tone: 'plain', text: command.reason});
				} else if (command.chosen === 'save-view') {
					setIsNaming(true);
					setTyped(editAtEnd(''));
				} else if (command.chosen.kind === 'theme') {
					void saveTheme(command.chosen.name);
				} else {
					choose(command.chosen);
				}
			},
		},
		onKey(key) {
			setTyped(current => editText(current, key) ?? current);
		},
		onPaste(text) {
			setTyped(current => insertText(current, onOneLine(text)));
		},
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
			<Box ref={box} flexDirection="column" flexShrink={0}>
				{!isNaming && isReader && (
					<ReaderRow line={command && readerCommand(command)} index={selected} count={commands.length} />
				)}
				{!isNaming &&
					!isReader &&
					commands
						.slice(top, top + height)
						.map((one, index) => (
							<CommandRow
								key={one.id}
								command={one}
								isSelected={top + index === selected}
								columns={layout}
								width={columns}
							/>
						))}
			</Box>
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
				text: `✗ The theme was not changed: ${sanitise(error instanceof Error ? error.message : String(error))}`,
			});
		}
	};
}

const noNames: readonly string[] = [];

/** The names of the profiles of config.yaml, once they are loaded. */
function useProfileNames(isNeeded: boolean): readonly string[] {
	const services = useMaybeSession()?.services;
	const [names, setNames] = useState(noNames);
	useEffect(() => {
		if (!isNeeded || services === undefined) {
			return;
		}

		let isCurrent = true;
		void (async () => {
			const profiles = await services.profiles();
			const read = await profiles.list();
			if (isCurrent && read.ok) {
				setNames(read.profiles.map(({name}) => name));
			}
		})();

		return () => {
			isCurrent = false;
		};
	}, [isNeeded, services]);

	return names;
}
