import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import SelectInput from 'ink-select-input';
import {channels} from '../../notification/channels.ts';
import {isRequired, type DraftIssue} from '../../notification/check.ts';
import {fieldsOf, filterOf, filterParts, typedText} from '../../notification/fields.ts';
import {type FieldId, partSpec} from '../../notification/spec.ts';
import {typedFilterText, filtersText} from '../../notification/filter-line.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit, truncate, truncateMiddle, wrap} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {useNavigation} from '../shared/navigation.ts';
import {TextField} from '../shared/text-field.tsx';
import {theme, channelStyle} from '../theme.ts';
import {draftIssueText, namedIssue, shownIssues} from './form-issues.ts';
import {
	isUnlisted,
	unknownText,
	checksummedAddress,
	splitAddresses,
	type FormState,
	suggestionsOf,
	labelOf,
	placeholderOf,
	type PickedChannel,
} from './form.ts';

export type FormViewProps = {
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
		const {label, text, tone} = line;
		return (
			<Text wrap="truncate-end">
				<Text {...theme.label}>{fit(`  ${label}`, formMargin)}</Text>
				<Text {...(tone === undefined ? {} : theme[tone])}>{truncate(sanitise(text), room)}</Text>
			</Text>
		);
	}

	const {label, isFocused, cells} = line;
	const shares = cells.reduce((sum, {share}) => sum + share, 0);
	const cellWidth = (share: number) => Math.max(3, Math.floor(((room - cells.length + 1) * share) / shares));
	return (
		<Box height={1} columnGap={1}>
			<Box width={formMargin} marginRight={-1} flexShrink={0}>
				<Text {...(isFocused ? theme.focus : theme.label)}>
					{cursorSign(isFocused)} {label}
					{line.isRequired ? ' *' : ''}
				</Text>
			</Box>
			{cells.map(({text, placeholder, cursor, isSelected = false, share}, index) => (
				<Box key={index} width={cellWidth(share)} flexShrink={0}>
					<TextField
						text={text}
						placeholder={placeholder}
						width={cellWidth(share)}
						cursor={hasCursor ? cursor : undefined}
						isSelected={isSelected}
					/>
				</Box>
			))}
		</Box>
	);
}

/** A cell of the form: a field that has a line of its own or is beside others. */
export type FormCell = {
	readonly text: string;
	readonly placeholder: string;
	/** Its share of the line, relative to the other cells. */
	readonly share: number;
	/** The position of the cursor; undefined if the field is not focused. */
	readonly cursor?: number | undefined;
	/** Whether typing replaces the text. */
	readonly isSelected?: boolean;
};

/** A line of the form: fields, or what is said about one. */
export type FormLine =
	| {
			readonly kind: 'fields';
			readonly label: string;
			readonly isRequired: boolean;
			readonly isFocused: boolean;
			readonly cells: readonly FormCell[];
	  }
	/** `tone`: `bad` and `warning` for issues, `focus` for the highlighted suggestion. */
	| {
			readonly kind: 'text';
			readonly label: string;
			readonly text: string;
			readonly tone?: 'bad' | 'warning' | 'focus' | 'faint' | undefined;
	  };

/** The number of suggestions, or lines of a template, shown at once. */
const shownAtOnce = 5;

/**
Lays out the form as lines: each field with its issues, suggestions and hints below it.

@param state - The form with its draft, cursor and issues.
@param room - Terminal columns without the margin. Longer issues and hints are wrapped.
@param isToldBeside - Whether the sentence of all filters stands beside the form.
*/
export function formLines(state: FormState, room: number, isToldBeside = false): FormLine[] {
	const {draft} = state;
	const issues = shownIssues(state);

	return fieldsOf(draft, state.focus).flatMap((field): FormLine[] => {
		const filter = filterOf(field);
		if (filter !== undefined) {
			return filter.part === filterParts[0] ? filterLines(state, filter.index, issues, room, isToldBeside) : [];
		}

		return [
			...(field === 'template' ? templateLines(state) : [fieldLine(state, field)]),
			...issueLines(field, issues, room),
			...suggestionLines(state, [field], room),
			...hintLines(state, field, room),
		];
	});
}

/** Returns the index of the line that has the cursor. */
export function focusedLine(lines: readonly FormLine[]): number {
	return Math.max(
		0,
		lines.findIndex(line => line.kind === 'fields' && line.cells.some(({cursor}) => cursor !== undefined)),
	);
}

/** Returns the index of the last line of the focused field and of its issues. */
export function lastFocusedLine(lines: readonly FormLine[]): number {
	const focused = focusedLine(lines);
	const next = lines.findIndex(
		(line, index) => index > focused && !isIssue(line) && !(line.kind === 'fields' && line.label === ''),
	);
	return (next === -1 ? lines.length : next) - 1;
}

const isIssue = (line: FormLine): boolean => line.kind === 'text' && (line.tone === 'bad' || line.tone === 'warning');

function fieldLine(state: FormState, field: FieldId): FormLine {
	return {
		kind: 'fields',
		label: labelOf(field),
		isRequired: isRequired(field),
		isFocused: field === state.focus,
		cells: [{...cellOf(state, field), share: 1}],
	};
}

function cellOf({draft, focus, edit, isSelected, existingContent}: FormState, field: FieldId): Omit<FormCell, 'share'> {
	const isUnknown = isUnlisted(field) && existingContent !== 'known';
	return {
		text: field === focus ? edit.text : typedText(draft, field),
		placeholder: isUnknown ? unknownText : placeholderOf(draft, field),
		cursor: field === focus ? edit.cursor : undefined,
		isSelected: field === focus && isSelected,
	};
}

/** Shows the focused filter as cells, and the others as sentences. */
function filterLines(
	state: FormState,
	index: number,
	issues: readonly DraftIssue[],
	room: number,
	isToldBeside: boolean,
): FormLine[] {
	const {draft, focus} = state;
	const filter = draft.filters[index]!;
	const fields = filterParts.map((part): FieldId => `filter.${index}.${part}`);
	const isFocused = fields.includes(focus);
	const label = `Filter ${index + 1}`;
	const line: FormLine = isFocused
		? {
				kind: 'fields',
				label,
				isRequired: false,
				isFocused,
				cells: filterParts.map((part, at) => ({...cellOf(state, fields[at]!), share: partSpec(part).share})),
			}
		: {kind: 'text', label, text: typedFilterText(filter)};
	const partIssues = filterParts.flatMap((part, at) => issueLines(fields[at]!, issues, room, partSpec(part).name));
	const isLast = index === draft.filters.length - 1;

	return [
		line,
		...partIssues,
		...suggestionLines(state, fields, room),
		...(isFocused && filter.fieldName !== ''
			? wrap(shortened(typedFilterText(filter)), room).map(text => hint(text))
			: []),
		...(isLast && index > 0 && !isToldBeside
			? wrap(`when ${shortened(filtersText(draft.filters))}`, room).map(text => hint(text))
			: []),
	];
}

/** The length of a sentence in characters that fits on any screen. */
const sentenceLength = 1000;

const shortened = (sentence: string): string =>
	sentence.length > sentenceLength ? `${sentence.slice(0, sentenceLength)}…` : sentence;

/** Shows the lines of a template around the cursor. */
function templateLines(state: FormState): FormLine[] {
	const line = fieldLine(state, 'template');
	const texts = state.draft.template.split('\n');
	if (line.kind !== 'fields' || texts.length === 1) {
		return [line];
	}

	const before = state.edit.text.slice(0, state.edit.cursor).split('\n');
	const at = line.isFocused ? before.length - 1 : 0;
	const first = Math.max(0, Math.min(at - shownAtOnce + 1, texts.length - shownAtOnce));
	const shown = texts.slice(first, first + shownAtOnce).map((text, index): FormLine => ({
		...line,
		label: index === 0 ? line.label : '',
		isFocused: line.isFocused && index === 0,
		cells: [
			{
				text,
				placeholder: ' ',
				share: 1,
				cursor: line.isFocused && first + index === at ? before.at(-1)!.length : undefined,
			},
		],
	}));
	return texts.length > shownAtOnce ? [...shown, hint(`${texts.length} lines in total`)] : shown;
}

/** Shows the issues of a field in full, wrapped if they are too long. */
function issueLines(field: FieldId, issues: readonly DraftIssue[], room: number, label?: string): FormLine[] {
	return issues
		.filter(issue => issue.field === field)
		.flatMap(issue =>
			issueLine(issue.severity, label === undefined ? draftIssueText(issue) : namedIssue(label, issue), room),
		);
}

function issueLine(severity: DraftIssue['severity'], text: string, room: number): FormLine[] {
	const [sign, tone] = severity === 'error' ? (['✗', 'bad'] as const) : (['!', 'warning'] as const);
	return wrap(sanitise(text), room - 2).map((part, index) => ({
		kind: 'text',
		label: '',
		text: `${index === 0 ? sign : ' '} ${part}`,
		tone,
	}));
}

function suggestionLines(state: FormState, fields: readonly FieldId[], room: number): FormLine[] {
	const {highlighted, focus} = state;
	if (highlighted === undefined || !fields.includes(focus)) {
		return [];
	}

	const suggestions = suggestionsOf(state);
	const hidden = suggestions.length - shownAtOnce;
	const first = Math.max(0, Math.min(highlighted.index - shownAtOnce + 2, hidden));
	const shown = suggestions.slice(first, first + shownAtOnce).map(({value, isTyped}, index): FormLine => {
		const isHere = first + index === highlighted.index;
		const text = truncateMiddle(sanitise(isTyped ? `${value}  (as typed)` : value), room - 2);
		return {kind: 'text', label: '', text: `${cursorSign(isHere)} ${text}`, tone: isHere ? 'focus' : undefined};
	});
	return hidden > 0 ? [...shown, hint(`  ${hidden} more: ↑ ↓ or type to narrow`)] : shown;
}

function hintLines(state: FormState, field: FieldId, room: number): FormLine[] {
	if (field === 'eventType') {
		const text = `none (all events match); ${keyOf('form', 'add-filter')} adds one`;
		return state.draft.filters.length === 0 ? [hint(text, 'Filters')] : [];
	}

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

const hint = (text: string, label = ''): FormLine => ({kind: 'text', label, text, tone: 'faint'});

export type ChannelPickerProps = {
	readonly picked: PickedChannel;
	/** Called when the list moves to a channel. */
	readonly onHighlight: (channel: string) => void;
	readonly onChoose: (channel: string) => void;
};

const items = channels.map(({name}) => ({label: name, value: name}));

/** The list of channels to choose from. It handles up, down, enter and the number of a row. The form handles letters. */
export function ChannelPicker({picked: {channel, version}, onHighlight, onChoose}: ChannelPickerProps) {
	const {isTop} = useNavigation();
	const current = items.findIndex(({value}) => value === channel);

	return (
		<Box marginLeft={formMargin} flexShrink={0}>
			<SelectInput
				key={version}
				items={items}
				initialIndex={Math.max(0, current)}
				isFocused={isTop}
				indicatorComponent={Indicator}
				itemComponent={Item}
				onHighlight={({value}) => {
					onHighlight(value);
				}}
				onSelect={({value}) => {
					onChoose(value);
				}}
			/>
		</Box>
	);
}

function Indicator({isSelected = false}: Pick<ItemProps, 'isSelected'>) {
	return <Text {...theme.focus}>{cursorSign(isSelected)} </Text>;
}

type ItemProps = {
	readonly label: string;
	readonly isSelected?: boolean;
};

function Item({label, isSelected = false}: ItemProps) {
	const isReader = useIsScreenReaderEnabled();
	return (
		<Text {...(isSelected ? theme.focus : channelStyle(label))}>
			{label}
			{isReader && isSelected ? ', selected' : ''}
		</Text>
	);
}
