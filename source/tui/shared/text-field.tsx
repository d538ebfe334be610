import {Box, Text} from 'ink';
import {graphemes, truncate, widthOf} from '../../terminal/width.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {theme} from '../theme.ts';
import {useCursorPlace} from './terminal-cursor.tsx';
import {sanitiseField, textWindow} from './text-window.ts';

type TextFieldProps = {
	readonly text: string;
	/** The cursor's position; undefined if the field is not focused. */
	readonly cursor?: number | undefined;
	/** The width in terminal columns. */
	readonly width: number;
	/** The text shown while the field is empty. */
	readonly placeholder?: string;
	/** Whether dots are shown in place of the text. */
	readonly isSecret?: boolean;
	/** Whether the whole text is shown as selected: typing replaces it. */
	readonly isSelected?: boolean;
};

/** The number of characters drawn of a text that is not being edited: no field is wider. */
const unfocusedLength = 1500;

function unfocused(text: string): string {
	const shown = text.length > unfocusedLength ? hideSecrets(text) : text;
	return sanitiseField(shown.length > unfocusedLength ? `${shown.slice(0, unfocusedLength)}…` : shown);
}

/** A line of text being edited. It only draws the text; text-edit.ts edits it. The terminal's own cursor shows where the next character is inserted. */
export function TextField({
	text,
	cursor,
	width,
	placeholder = '',
	isSecret = false,
	isSelected = false,
}: TextFieldProps) {
	const mask = isSecret ? '•' : undefined;
	const visible = cursor === undefined ? undefined : textWindow(text, cursor, width, mask);
	const box = useCursorPlace(visible && widthOf(visible.before));
	const shown =
		visible === undefined
			? truncate(mask?.repeat(graphemes(text).length) ?? unfocused(text), width)
			: `${visible.before}${visible.under}${visible.after}`;

	return (
		<Box ref={box}>
			{text === '' ? (
				<Text {...theme.faint} wrap="truncate-end">
					{truncate(placeholder, width).padEnd(1)}
				</Text>
			) : (
				<Text wrap="truncate-end" inverse={isSelected && cursor !== undefined}>
					{shown}
				</Text>
			)}
		</Box>
	);
}
