import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import SelectInput from 'ink-select-input';
import type {ReactNode} from 'react';
import {channels} from '../../notification/channels.ts';
import {isRequired, type DraftIssue} from '../../notification/check.ts';
import {partAt, placeOfPart, readField, rowFieldOf, rowsOf} from '../../notification/fields.ts';
import type {Place} from '../../notification/filter-line.ts';
import {type FieldId} from '../../notification/spec.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit, truncate, truncateMiddle, widthOf, wrap} from '../../terminal/width.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {useBodySize} from '../shared/frame.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {TextField} from '../shared/text-field.tsx';
import {theme, channelStyle} from '../theme.ts';
import {rowIssueText, shownIssues} from './form-issues.ts';
import {checksummedAddress, splitAddresses, type FormState, suggestionsOf, labelOf, placeholderOf} from './form.ts';

type FormViewProps = {
	readonly lines: readonly FormLine[];
	/** The width in terminal columns. */
	readonly width: number;
	/** Whether the focused field shows the cursor. */
	readonly hasCursor: boolean;
};

/** The width of the margin in columns: the focus mark, the label and the mark of a required field. */
export const formMargin = 14;

/** Draws lines of the form. */
export function FormView({lines, width, hasCursor}: FormViewProps) {
	return (
		<Box flexDirection="column" flexShrink={0}>
			{lines.map((line, index) => (
				<Line key={index} line={line} width={width} hasCursor={hasCursor} />
			))}
		</Box>
	);
}

type LineProps = Omit<FormViewProps, 'lines'> & {readonly line: FormLine};

/** One line of the form. */
function Line({line, width, hasCursor}: LineProps) {
	const room = Math.max(3, width - formMargin - 1);
	if (line.kind === 'text') {
		const {text, tone} = line;
		return (
			<Text wrap="truncate-end">
				{' '.repeat(formMargin)}
				<Text {...(tone === undefined ? {} : theme[tone])}>{truncate(sanitise(text), room)}</Text>
			</Text>
		);
	}

	const {label, isRequired: hasMark, isFocused, text, placeholder, cursor, isSelected} = line;
	return (
		<Box height={1}>
			<Box width={formMargin} flexShrink={0}>
				<Text {...(isFocused ? theme.focus : theme.label)}>
					{cursorSign(isFocused)} {label}
					{hasMark ? ' *' : ''}
				</Text>
			</Box>
			<TextField
				text={text}
				placeholder={placeholder}
				width={room}
				cursor={hasCursor ? cursor : undefined}
				isSelected={isSelected}
			/>
		</Box>
	);
}

/** A line of the form: one of the text of a field, or what is said about it. */
type FormLine =
	| {
			readonly kind: 'field';
			/** Empty below the first line. */
			readonly label: string;
			readonly isRequired: boolean;
			readonly isFocused: boolean;
			readonly text: string;
			readonly placeholder: string;
			/** The position of the cursor; undefined in other lines. */
			readonly cursor: number | undefined;
			/** Whether typing replaces the text. */
			readonly isSelected: boolean;
	  }
	/** `tone`: `bad` and `warning` for issues. */
	| {
			readonly kind: 'text';
			readonly text: string;
			readonly tone?: 'bad' | 'warning' | 'faint' | undefined;
	  };

/** The number of suggestions, or lines of a text, shown at once. */
const shownAtOnce = 5;

/** Lays out the form as lines: each field with its issues and hints below it. `room`: terminal columns without the margin. Longer issues and hints are wrapped. */
export function formLines(state: FormState, room: number): FormLine[] {
	const issues = shownIssues(state);
	return rowsOf(state.draft, state.focus).flatMap((field): FormLine[] => {
		const own = issues.filter(issue => rowFieldOf(issue.field) === field);
		return [
			...fieldLines(state, field, own, room),
			...own.flatMap(issue => issueLine(issue.severity, rowIssueText(issue), room)),
			...hintLines(state, field, room),
		];
	});
}

/** Returns the index of the line that has the cursor. */
export function focusedLine(lines: readonly FormLine[]): number {
	return Math.max(
		0,
		lines.findIndex(line => line.kind === 'field' && line.cursor !== undefined),
	);
}

/** Returns the index of the last line of the focused field, and of what is said about it. */
export function lastFocusedLine(lines: readonly FormLine[]): number {
	const focused = focusedLine(lines);
	const next = lines.findIndex((line, index) => index > focused && line.kind === 'field' && line.label !== '');
	return (next === -1 ? lines.length : next) - 1;
}

/** Shows the text of a field: the lines of a template, or as many as the filters need, around the cursor. The places of mistakes are marked below them. */
function fieldLines(state: FormState, field: FieldId, issues: readonly DraftIssue[], room: number): FormLine[] {
	const {draft, focus, edit} = state;
	const isFocused = field === focus;
	const text = isFocused ? edit.text : readField(draft, field);
	const lines = textLines(field, text, room);
	const at = isFocused ? lines.findLastIndex(({start}) => start <= edit.cursor) : 0;
	const first = Math.max(0, Math.min(at - shownAtOnce + 1, lines.length - shownAtOnce));
	const placeholder = placeholderOf(draft, field);
	const places = issues
		.filter(({severity}) => severity === 'error')
		.flatMap(issue => issue.place ?? placeOfPart(text, issue.field) ?? []);
	const shown = lines.slice(first, first + shownAtOnce).flatMap((line, index): FormLine[] => [
		{
			kind: 'field',
			label: index === 0 ? labelOf(field) : '',
			isRequired: index === 0 && isRequired(field),
			isFocused: isFocused && index === 0,
			text: line.text,
			placeholder: text === '' ? placeholder : ' ',
			cursor: isFocused && first + index === at ? edit.cursor - line.start : undefined,
			isSelected: isFocused && state.isSelected,
		},
		...markLines(line, places),
	]);
	return lines.length > shownAtOnce ? [...shown, hint(`${lines.length} lines in total`)] : shown;
}

/** A line of a text, and where it begins in it. */
type TextLine = {readonly text: string; readonly start: number};

/** The lines of a text: of a template its own, of filters as many as its words need. */
function textLines(field: FieldId, text: string, room: number): TextLine[] {
	const own = field === 'template' ? text.split('\n') : [text];
	const texts = field === 'filters' ? wordLines(text, room) : own;
	let next = 0;
	return texts.map(line => {
		const start = next;
		next += line.length + (field === 'template' ? 1 : 0);
		return {text: line, start};
	});
}

/** Breaks a text between words. A line keeps the space at its end. */
function wordLines(text: string, room: number): string[] {
	const lines = [''];
	for (const word of text.split(/(?<=\s)(?=\S)/v)) {
		const line = lines.at(-1)!;
		if (line !== '' && widthOf(line + word.trimEnd()) >= room) {
			lines.push(word);
		} else {
			lines[lines.length - 1] = line + word;
		}
	}

	return lines;
}

/** Marks the places of mistakes below a line. */
function markLines({text, start}: TextLine, places: readonly Place[]): FormLine[] {
	const end = start + text.length;
	const marks = places
		.map(place => ({from: Math.max(place.start, start), to: Math.min(place.end, end), isHere: place.start <= end}))
		.filter(({from, to, isHere}) => isHere && from <= to)
		.toSorted((a, b) => a.from - b.from);
	let line = '';
	for (const {from, to} of marks) {
		line = `${fit(line, widthOf(text.slice(0, from - start)))}${'^'.repeat(Math.max(1, widthOf(text.slice(from - start, to - start))))}`;
	}

	return line === '' ? [] : [{kind: 'text', text: line, tone: 'bad'}];
}

function issueLine(severity: DraftIssue['severity'], text: string, room: number): FormLine[] {
	const [sign, tone] = severity === 'error' ? (['✗', 'bad'] as const) : (['!', 'warning'] as const);
	return wrap(sanitise(text), room - 2).map((part, index) => ({
		kind: 'text',
		text: `${index === 0 ? sign : ' '} ${part}`,
		tone,
	}));
}

/** The suggestions over the lines below the focused field: `left` is the column at which they begin, where what they complete does. */
export type Suggestions = {
	readonly left: number;
	readonly lines: ReadonlyArray<{readonly text: string; readonly role: 'focus' | 'faint' | undefined}>;
};

/** The suggestions for the focused field; undefined without any. `room`: as for `formLines`. */
export function suggestionsOver(state: FormState, room: number): Suggestions | undefined {
	const {highlighted, focus, edit} = state;
	const suggestions = highlighted === undefined ? [] : suggestionsOf(state);
	if (highlighted === undefined || suggestions.length === 0) {
		return undefined;
	}

	const hidden = suggestions.length - shownAtOnce;
	const first = Math.max(0, Math.min(highlighted.index - shownAtOnce + 2, hidden));
	const shown = suggestions.slice(first, first + shownAtOnce).map(({value, isTyped}, index) => {
		const isHere = first + index === highlighted.index;
		const text = truncateMiddle(sanitise(isTyped ? `${value}  (as typed)` : value), room - margins);
		return {text: `${cursorSign(isHere)} ${text}`, role: isHere ? ('focus' as const) : undefined};
	});
	const all =
		hidden > 0 ? [...shown, {text: `  ${hidden} more: ↑ ↓ or type to narrow`, role: 'faint' as const}] : shown;
	const from = focus === 'filters' ? partAt(edit).start : 0;
	const line = textLines(focus, edit.text, room).findLast(({start}) => start <= from)!;
	const column = widthOf(line.text.slice(0, from - line.start)) - margins;
	const left = Math.max(0, Math.min(column, room - Math.max(...all.map(({text}) => widthOf(text))) - 1));
	return {left, lines: all.map(({text, role}) => ({text: fit(text, room - left - 1), role}))};
}

/** The columns before a suggestion: the edge, and the sign of the highlighted one. */
const margins = 3;

/** What lies over the lines below the focused field, whose labels stay. */
export function Overlay({top, children}: {readonly top: number; readonly children: ReactNode}) {
	return (
		<Box position="absolute" top={top} left={formMargin} flexDirection="column">
			{children}
		</Box>
	);
}

/** Draws suggestions, one line each. */
export const SuggestionLines = ({left, lines}: Suggestions) =>
	lines.map(({text, role}, index) => (
		<Text key={index}>
			<Text {...theme.faint}>{`${' '.repeat(left)}│`}</Text>
			<Text {...(role === undefined ? {} : theme[role])}>{text}</Text>
		</Text>
	));

function hintLines(state: FormState, field: FieldId, room: number): FormLine[] {
	if (field !== 'address') {
		return [];
	}

	const {length} = splitAddresses(state);
	if (length > 0) {
		const told = `${length} addresses: creates ${length} notifications, one for each.`;
		return state.mode === 'several'
			? issueLine('warning', `${length} addresses: create ${length} notifications?`, room)
			: wrap(told, room).map(text => hint(text));
	}

	const checksummed = checksummedAddress(state);
	return checksummed === undefined ? [] : [hint(`= ${checksummed}`)];
}

const hint = (text: string): FormLine => ({kind: 'text', text, tone: 'faint'});

type ChannelPickerProps = {
	/** The channel of the draft. */
	readonly channel: string;
	readonly onChoose: (channel: string) => void;
};

const items = channels.map(({name}) => ({label: name, value: name}));

/** The list of channels to choose from. It handles up, down, enter and the number of a row. The form handles letters. */
export function ChannelPicker({channel, onChoose}: ChannelPickerProps) {
	const {isTop} = useNavigation();

	return (
		<SelectInput
			items={items}
			initialIndex={Math.max(
				0,
				items.findIndex(({value}) => value === channel),
			)}
			isFocused={isTop}
			indicatorComponent={Indicator}
			itemComponent={Item}
			onSelect={({value}) => {
				onChoose(value);
			}}
		/>
	);
}

function Indicator({isSelected = false}: Pick<ItemProps, 'isSelected'>) {
	return (
		<Text {...theme.focus}>
			<Text {...theme.faint}>│</Text>
			{cursorSign(isSelected)}{' '}
		</Text>
	);
}

type ItemProps = {
	readonly label: string;
	readonly isSelected?: boolean;
};

function Item({label, isSelected = false}: ItemProps) {
	const isReader = useIsScreenReaderEnabled();
	const {columns} = useBodySize();
	return (
		<Text {...(isSelected ? theme.focus : channelStyle(label))}>
			{isReader ? `${label}${isSelected ? ', selected' : ''}` : fit(label, columns - formMargin - margins)}
		</Text>
	);
}
