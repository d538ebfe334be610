import {Box, Text, useCursor, type DOMElement} from 'ink';
import {graphemes, truncate, widthOf} from '../../terminal/width.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {placeholderText, theme, type Role} from './theme.ts';
import {codePointName, replaceSpaceLike} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {sum} from './layout.ts';
import {useEffectEvent, useLayoutEffect, useReducer, useRef, type RefObject} from 'react';
import {useNavigation} from './navigation.ts';

type PromptLineProps = {
	/** What stands before the text. */
	readonly prompt: string;
	readonly role?: Role;
	/** The width of the line in terminal columns. */
	readonly columns: number;
	readonly text: string;
	/** The cursor's position; undefined if the field is not focused. */
	readonly cursor?: number | undefined;
	/** The text shown while the field is empty. */
	readonly placeholder?: string | undefined;
	/** Whether dots are shown in place of the text. */
	readonly isSecret?: boolean;
	/** Whether the whole text is shown as selected: typing replaces it. */
	readonly isSelected?: boolean | undefined;
};

/** The number of characters that can be visible, on either side of the cursor: no screen is wider. */
const visibleLength = 1500;

/** A line to type on. It only draws the text; text-edit.ts edits it. The terminal's own cursor shows where the next character is inserted. */
export function PromptLine({
	prompt,
	role = 'label',
	columns,
	text,
	cursor,
	placeholder = '',
	isSecret = false,
	isSelected = false,
}: PromptLineProps) {
	const mask = isSecret ? '•' : undefined;
	const width = Math.max(3, columns - widthOf(prompt) - 1);
	const visible = cursor === undefined ? undefined : textWindow(text, cursor, width, mask);
	const {isTop} = useNavigation();
	const box = useRef<DOMElement>(null);
	const shown =
		visible === undefined
			? truncate(
					mask?.repeat(graphemes(text).length) ?? sanitiseField(hideSecrets(text).slice(0, visibleLength)),
					width,
				)
			: `${visible.before}${visible.under}${visible.after}`;

	return (
		<Box height={1} flexShrink={0}>
			<Text {...theme[role]}>{prompt}</Text>
			<Box ref={box}>
				{text === '' ? (
					<Text {...theme.faint} wrap="truncate-end">
						{truncate(placeholderText(placeholder), width).padEnd(1)}
					</Text>
				) : (
					<Text wrap="truncate-end" inverse={isSelected && cursor !== undefined}>
						{shown}
					</Text>
				)}
			</Box>
			{visible !== undefined && isTop && <FieldCursor box={box} column={widthOf(visible.before)} />}
		</Box>
	);
}

/**
Returns the part of a text that fits into `columns` and contains the cursor. `…` marks a cut on either side. Invisible characters are replaced by visible ones, and line breaks by `⏎`.

@param text - The whole text.
@param cursor - The position of the cursor, as in `TextState`.
@param columns - Terminal columns, at least 3.
@param mask - A character shown in place of every character of a secret.
@returns The visible part, split at the cursor. `under`: the grapheme under it, at least one column wide; a space if it is at the end of the text.
*/
export function textWindow(text: string, cursor: number, columns: number, mask?: string) {
	// Of a long text, the part that can be visible.
	const start = text.length > 3 * visibleLength ? Math.max(0, cursor - visibleLength) : 0;
	const part = text.slice(start, Math.max(3 * visibleLength, cursor + visibleLength));
	const cells = toCells(part, cursor - start, columns, mask);
	const at = cells.findIndex(cell => cell.start >= cursor - start);
	const under = at === -1 ? cells.length : at;
	const shown = [...cells.map(({shown: cell}) => cell), ' '];
	const widths = shown.map(cell => widthOf(cell));
	// One column is kept for each `…`.
	const fits = (from: number, to: number) =>
		Number(from > 0) + sum(widths.slice(from, to)) + Number(to < cells.length) <= columns;

	// The text before the cursor was typed last, so it gets room first.
	let [from, to] = [under, under + 1];
	while (from > 0 && fits(from - 1, to)) {
		from--;
	}

	while (to < cells.length && fits(from, to + 1)) {
		to++;
	}

	return {
		before: (from > 0 ? '…' : '') + shown.slice(from, under).join(''),
		under: shown[under]!,
		after: shown.slice(under + 1, to).join('') + (to < cells.length ? '…' : ''),
	};
}

type Cell = {readonly start: number; readonly shown: string};

function toCells(text: string, cursor: number, columns: number, mask: string | undefined): Cell[] {
	const draw = (grapheme: string) => {
		const shown = mask ?? sanitiseField(grapheme);
		// A combining mark without a letter is shown on a dotted circle. A wide grapheme must leave room for a `…` on either side.
		return widthOf(shown) === 0 ? `◌${shown}` : truncate(shown, Math.max(1, columns - 2));
	};

	const hidden = mask === undefined ? hideSecrets(text) : text;
	if (hidden !== text) {
		// A secret was typed into the wrong field. Its replacement has another length, so the cursor is shown at the end.
		return graphemes(hidden).map(grapheme => ({start: cursor - 1, shown: draw(grapheme)}));
	}

	let start = 0;
	return graphemes(text).map(grapheme => {
		const cell = {start, shown: draw(grapheme)};
		start += grapheme.length;
		return cell;
	});
}

/** Sanitises a text that can be edited. Unlike in `sanitise`, line breaks become `⏎`, and characters that only look like a space are shown as code points. */
function sanitiseField(text: string): string {
	return replaceSpaceLike(sanitise(text.replaceAll('\n', '⏎')), character => `<${codePointName(character)}>`);
}

type FieldCursorProps = {
	readonly box: RefObject<DOMElement | null>;
	/** Columns from the start of the field. */
	readonly column: number;
};

/** Moves the terminal's cursor to the focused text field, so that input methods compose there. It must stand after the field. */
function FieldCursor({box, column}: FieldCursorProps) {
	const {setCursorPosition} = useCursor();
	const [origin, place] = useReducer(
		(before: Place | undefined, now: Place) => (now.x === before?.x && now.y === before.y ? before : now),
		undefined,
	);
	// The layout is known once the frame has been drawn. By then the field that had the cursor before has given it up.
	const follow = useEffectEvent(() => {
		place(placeOfElement(box.current!));
	});
	useLayoutEffect(() => {
		follow();
	});
	setCursorPosition(origin && {x: origin.x + column, y: origin.y});
	return null;
}

/** The position of a cell in the frame, from 0. */
export type Place = {readonly x: number; readonly y: number};

/** The position of a drawn element in the frame. */
export function placeOfElement(element: DOMElement): Place {
	let [x, y] = [0, 0];
	for (let node: DOMElement | undefined = element; node !== undefined; node = node.parentNode) {
		x += node.yogaNode?.getComputedLeft() ?? 0;
		y += node.yogaNode?.getComputedTop() ?? 0;
	}

	return {x, y};
}
