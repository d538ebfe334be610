import {Text} from 'ink';
import {graphemes} from '../../terminal/graphemes.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {theme} from '../theme.ts';
import {textWindow} from './text-window.ts';

export type TextFieldProps = {
	readonly text: string;
	/** The cursor's position; undefined while the field is not focused. */
	readonly cursor?: number | undefined;
	/** Terminal columns. */
	readonly width: number;
	/** Shown while the field is empty. */
	readonly placeholder?: string;
	/** Shows dots in place of the text. */
	readonly isSecret?: boolean;
	/** Shows the whole text as selected: typing replaces it. */
	readonly isSelected?: boolean;
};

/**
A line of text being edited. It only draws: the editing is in state/text-edit.ts.
*/
export function TextField({text, cursor, width, placeholder = '', isSecret = false, isSelected = false}: TextFieldProps) {
	if (cursor === undefined) {
		const shown = isSecret ? '•'.repeat(graphemes(text).length) : sanitise(text.replaceAll('\n', '⏎'));
		return <Text {...(text === '' ? theme.faint : {})} wrap='truncate-end'>{truncate(text === '' ? placeholder : shown, width)}</Text>;
	}

	if (text === '') {
		const shown = truncate(placeholder, width).padEnd(1);
		return <Text wrap='truncate-end'><Text inverse>{shown.slice(0, 1)}</Text><Text {...theme.faint}>{shown.slice(1)}</Text></Text>;
	}

	const {before, under, after} = textWindow(text, cursor, width, isSecret ? '•' : undefined);
	return <Text wrap='truncate-end'><Text inverse={isSelected}>{before}</Text><Text inverse>{under}</Text>{after}</Text>;
}
