import {Box, Text} from 'ink';
import {useEffect, useMemo, useState} from 'react';
import {fit, truncate, widthOf} from '../../terminal/width.ts';
import {keyOf, type Guards} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useClick} from '../keys/use-mouse.ts';
import type {Scope} from '../keys/bindings.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {PlainHeader} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useMaybeSession} from '../shared/session-context.ts';
import {useSettings} from '../shared/use-settings.ts';
import {editAtEnd, editText, insertText, onOneLine} from '../shared/text-edit.ts';
import {TextField} from '../shared/text-field.tsx';
import {useSelection} from '../shared/use-list-window.ts';
import {theme} from '../theme.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {narrow, paletteCommands, type PaletteCommand} from './commands.ts';

export type PaletteScreenProps = {
	/** The scope of the screen below. */
	readonly scope: Scope;
	readonly guards: Guards;
};

/** The palette: all commands of the screen below. Typing filters them. */
export function PaletteScreen({scope, guards}: PaletteScreenProps) {
	const {columns, rows} = useBodySize();
	const {choose, announce} = useNavigation();
	const {views = []} = useSettings();
	const profiles = useProfileNames(scope === 'list');
	const [typed, setTyped] = useState(editAtEnd(''));
	const all = useMemo(() => paletteCommands(scope, guards, views, profiles), [scope, guards, views, profiles]);
	const commands = useMemo(() => narrow(all, typed.text), [all, typed.text]);
	const height = Math.max(1, rows - 1);
	// Changing the text moves the selection to the first command.
	const {selected, top, moves, selectAt} = useSelection(commands.map(({id}) => `${typed.text} ${id}`), height);
	const box = useClick(row => {
		selectAt(top + row);
	});
	const command = commands[selected];
	const [isNaming, setIsNaming] = useState(false);

	const keys = useKeys('palette', {
		actions: {
			up: moves.up,
			down: moves.down,
			'page-up': moves['page-up'],
			'page-down': moves['page-down'],
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

	const prompt = isNaming ? ' Name of the view: ' : ' : ';
	return (
		<Frame keys={keys} header={<PlainHeader status={isNaming ? '' : `${commands.length} of ${all.length}`}/>}>
			<Box height={1} flexShrink={0}>
				<Text {...theme.label}>{prompt}</Text>
				<TextField text={typed.text} cursor={typed.cursor} width={Math.max(3, columns - widthOf(prompt) - 1)}/>
			</Box>
			<Box ref={box} flexDirection='column' flexShrink={0}>
				{!isNaming && commands.slice(top, top + height).map((one, index) => (
					<CommandRow key={one.id} command={one} isSelected={top + index === selected} width={columns}/>
				))}
			</Box>
		</Frame>
	);
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

type CommandRowProps = {
	readonly command: PaletteCommand;
	readonly isSelected: boolean;
	readonly width: number;
};

/** A command, its keys at the right, and the reason if it is not available. */
function CommandRow({command: {label, keys, reason}, isSelected, width}: CommandRowProps) {
	const keyText = ` ${keys.join(' ')} `;
	const room = Math.max(1, width - 2 - widthOf(keyText));
	const text = `${cursorSign(isSelected)} ${fit(reason === undefined ? label : `${label}: ${reason}`, room)}${truncate(keyText, width)}`;
	return <Text {...(isSelected ? theme.selected : (reason === undefined ? {} : theme.faint))} wrap='truncate-end'>{text}</Text>;
}
