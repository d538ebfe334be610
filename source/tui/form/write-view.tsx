import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import type {Dispatch, ReactNode} from 'react';
import {channels, recipientHint} from '../../notification/channels.ts';
import {isRequired, type DraftIssue} from '../../notification/check.ts';
import {partAt, rowFieldOf, placeOfPart, readField, rowsOf} from '../../notification/fields.ts';
import {filterWords, type Place} from '../../notification/filter-line.ts';
import {numberText} from '../../platform/text.ts';
import {withoutText} from '../../notification/undocumented.ts';
import {say} from '../../changes/say.ts';
import type {Outcome} from '../../account/account-changes.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {type KeyPress, keyOf} from '../keys/match.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize, Header} from '../ui/frame.tsx';
import {useHandOver} from '../ui/hand-over.ts';
import {fitWindow, scrollStatus} from '../ui/list-window.ts';
import {useNavigation} from '../ui/navigation.ts';
import {failureOf} from '../ui/notices.ts';
import {useSession} from '../ui/session.ts';
import {useScroll} from '../ui/list.tsx';
import {linesOf, warning, bad, failureSaid, type Said, Lines} from '../ui/line.tsx';
import {
	errorCount,
	errorFields,
	namedIssue,
	rowIssueText,
	shownIssues,
	suggestionsOf,
	isAtEnd,
	isReplaced,
	isResumedDraft,
	type FormState,
	labelOf,
	checksummedAddress,
	type FormAction,
	splitAddresses,
	placeholderOf,
} from './form.ts';
import {formTitle, resumedText, type FormOrigin, formIntro, type FormHandle} from './use-form.ts';
import {PreviewPane, previewRows} from './preview-pane.tsx';
import type {SampleEvent} from './try-view.tsx';
import SelectInput from 'ink-select-input';
import type {FieldId} from '../../notification/spec.ts';
import {fit, truncate, truncateMiddle, widthOf, wrap} from '../../terminal/width.ts';
import {cursorSign} from '../ui/fit.ts';
import {TextField} from '../ui/text-field.tsx';
import {theme, channelStyle} from '../ui/theme.ts';

/** The unsent drafts that can be continued in place of an empty form. */
export type OtherDrafts = {readonly count: number; readonly open: () => void};

type WriteViewProps = {
	readonly handle: FormHandle;
	readonly origin: FormOrigin;
	/** The event on which the preview tries the filters. */
	readonly sample: SampleEvent;
	/** The time when the resumed draft was saved, in milliseconds since the epoch. */
	readonly savedAt?: number | undefined;
	/** The outcome of the last attempt to send. */
	readonly outcome: Outcome | undefined;
	readonly drafts: OtherDrafts;
	readonly onReview: () => void;
	readonly onLeave: () => void;
};

const scopes = {write: 'form', pick: 'picker', several: 'several', review: 'form', try: 'form'} as const;

/** The keys that are an action of the form each. */
const plain = ['use-stored', 'undo', 'next-issue', 'next', 'previous', 'add-filter', 'accept-issue', 'try'] as const;

/** The form while it is being filled in. What it does is shown below it, where that leaves all lines of the form. */
export function WriteView({
	handle: {form, dispatch, inputs, startDraft},
	origin,
	sample,
	savedAt,
	outcome,
	drafts,
	onReview,
	onLeave,
}: WriteViewProps) {
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const editTemplate = useTemplateEditor(form.draft.template, dispatch);
	const isPicking = form.mode === 'pick';
	const room = columns - formMargin - 1;
	const suggestions = suggestionsOver(form, room);

	const said = [
		isResumedDraft(form) && savedAt !== undefined && warning(resumedText(savedAt)),
		introSaid(form, origin, outcome, rows),
	];
	const notes = linesOf(said, columns);
	// The focused field has a line in any case, also below a notice in five lines.
	const notesHeight = Math.min(notes.length, Math.ceil(rows / 2), rows - 1);
	const {top: notesTop, moves} = useScroll(notes.length, notesHeight);
	const canContinue = drafts.count > 0 && form.draft === startDraft;
	const errors = errorFields(form);
	const shownErrors = errorCount(form);
	const count = shownErrors > 1 ? [`${shownErrors} errors`] : [];

	const act = (action: FormAction) => () => {
		dispatch(action);
	};

	const plainActions = Object.fromEntries(plain.map(type => [type, act({type})])) as Record<
		(typeof plain)[number],
		() => void
	>;
	const text = {
		onKey(key: KeyPress) {
			dispatch({type: 'key', key});
		},
		onPaste(pasted: string) {
			dispatch({type: 'paste', text: pasted});
		},
		altKeys: form.focus === 'template' ? ['alt+enter'] : [],
	};
	const isOpen = suggestions !== undefined && form.highlighted?.isAcceptedOnLeave === true;
	const closeOrLeave = isOpen ? act({type: 'close-suggestions'}) : onLeave;
	const keys = useModalKeys(scopes[form.mode], {
		several: {actions: {accept: act({type: 'write'}), back: act({type: 'undo-paste'})}},
		picker: {actions: {back: act({type: 'write'})}, ...text},
		form: {
			guards: {
				isResumed: isResumedDraft(form),
				hasHistory: form.history.past.length > 0,
				hasOtherErrors: errors.some(field => field !== form.focus),
				hasFilters: form.draft.filters.length > 0,
				canOverride: form.refused.length > 0 || shownIssues(form).some(({canOverride}) => canOverride),
			},
			actions: {
				accept: isAtEnd(form)
					? onReview
					: act({type: form.focus === 'channel' && form.draft.channel === '' ? 'pick' : 'advance'}),
				...plainActions,
				down: act({type: 'vertical', by: 1}),
				up: act({type: 'vertical', by: -1}),
				'page-up': moves['page-up'],
				'page-down': moves['page-down'],
				// Elsewhere it deletes a word, as in every text.
				drafts: canContinue ? drafts.open : act({type: 'key', key: {name: 'alt+d', text: undefined}}),
				editor: editTemplate,
				review: onReview,
				back: isReplaced(form) ? act({type: 'restore-text'}) : closeOrLeave,
			},
			...text,
		},
	});

	const lines = formLines(form, room);
	const focused = focusedLine(lines);
	const height = Math.max(1, rows - notesHeight);
	const below = lastFocusedLine(lines) + 1;
	const covered = isPicking ? channels.length : (suggestions?.lines.length ?? 0);
	const last = Math.max(Math.min(lines.length - 1, focused + 2), below + covered - 1);
	const first = Math.min(focused, fitWindow({selected: last, top: 0}, Math.max(lines.length, last + 1), height).top);
	const shown = lines.slice(first, first + height);
	const legends =
		notes.length > notesHeight
			? [...scrollStatus(notesTop, notesHeight, notes.length).map(range => `pgup pgdn: ${range}`), 'pgup pgdn']
			: [...scrollStatus(first, height, lines.length).flatMap(range => [`${range} · * required`, range]), '* required'];
	const status = [...legends.map(legend => [...count, legend].join(' · ')), ...count, ''];
	const hasPreview = !isReader && !isPicking && height - lines.length >= previewRows;

	const picker = (
		<ChannelPicker
			channel={form.draft.channel}
			onChoose={channel => {
				dispatch({type: 'channel', channel});
			}}
		/>
	);

	return (
		<Frame
			keys={keys}
			header={<Header title={formTitle(origin)} status={status} />}
			idle={canContinue ? draftsText(drafts.count) : ''}
		>
			<Lines lines={notes} top={notesTop} height={notesHeight} />
			{isReader ? (
				<>
					{readerLines(form).map((line, index) => (
						<Text key={index}>{line}</Text>
					))}
					{isPicking && picker}
				</>
			) : (
				<FormView lines={shown} width={columns} hasCursor={!isPicking} />
			)}
			{hasPreview && (
				<>
					<Box flexGrow={1} />
					<PreviewPane
						draft={form.draft}
						ownId={origin.kind === 'edit' ? origin.of.id : undefined}
						input={inputs[0]!}
						sample={sample}
						width={columns}
					/>
				</>
			)}
			{!isReader && covered > 0 && (
				<Overlay top={notesHeight + below - first}>
					{isPicking ? picker : <SuggestionLines {...suggestions!} />}
				</Overlay>
			)}
		</Frame>
	);
}

/** The hint that drafts can be continued: `1 draft: alt+d`. */
const draftsText = (count: number): string =>
	`${numberText(count)} ${count === 1 ? 'draft' : 'drafts'}: ${keyOf('form', 'drafts')}`;

/** The height in lines below which the introduction is short. */
const shortIntroRows = 12;

/** The lines above the fields: the introduction, and why the last attempt to send failed. */
function introSaid(
	{serviceIssues, generalIssues, refused, leftOut}: FormState,
	origin: FormOrigin,
	outcome: Outcome | undefined,
	rows: number,
): Said[] {
	const intro = formIntro(origin, rows < shortIntroRows);
	const failed = failureOf(outcome);
	const hasIssues = (failed?.issues ?? []).length > 0;
	const hasFixes = leftOut.length > 0 || (hasIssues && serviceIssues.length + generalIssues.length === 0);
	const failure = hasFixes ? undefined : failed;
	const only = outcome?.kind === 'ended' && failed === undefined ? outcome.only : undefined;
	return [
		intro !== undefined && warning(intro),
		failure !== undefined && failureSaid(failure, false),
		generalIssues.map(text => bad(`✗ ${sanitise(text)}`)),
		refused.length !== 0 && warning(`${keyOf('form', 'accept-issue')}: send it ${sanitise(withoutText(refused))}`),
		leftOut.length !== 0 && `It will be sent ${sanitise(withoutText(leftOut))}.`,
		only !== undefined && bad(`✗ ${say(only)} Nothing is resent until you confirm.`),
	];
}

const severities = {error: 'Error', warning: 'Warning'} as const;

/** Describes the form to a screen reader, in sentences: the focused field in full, then the issues of the other fields. */
export function readerLines(state: FormState): string[] {
	const {draft, focus, edit, isSelected} = state;
	const issues = shownIssues(state);
	const here = issues.filter(({field}) => rowFieldOf(field) === focus);
	const others = issues.filter(({field}) => rowFieldOf(field) !== focus);
	const filter = focus === 'filters' ? draft.filters[partAt(edit).index] : undefined;
	const checksummed = focus === 'address' ? checksummedAddress(state) : undefined;
	const required = isRequired(focus) ? ', required' : '';
	const selected = isSelected ? ', selected: typing replaces it' : '';
	const letters = channels.map(({letter, name}) => `${letter} for ${name}`).join(', ');
	const said: ReadonlyArray<string | false | undefined> = [
		`${labelOf(focus)}${required}: ${edit.text === '' ? 'empty' : edit.text}${selected}`,
		...here.map(issue => `${severities[issue.severity]}: ${rowIssueText(issue)}`),
		focus === 'recipient' && edit.text === '' && `Enter the recipient: ${recipientHint(draft.channel.trim())}.`,
		checksummed !== undefined && `With EIP-55 checksum: ${checksummed}`,
		...suggestionSentences(state),
		filter && `Filter: ${filterWords(filter)}`,
		focus === 'channel' && `Type ${letters}, or press space for a list.`,
		...others.map(issue => {
			const inField = issue.isMissing === true || issue.place !== undefined ? ':' : ' in';
			return `${severities[issue.severity]}${inField} ${namedIssue(labelOf(issue.field), issue)}`;
		}),
	];
	return said.flatMap(line => (typeof line === 'string' ? sanitise(line) : []));
}

function suggestionSentences(state: FormState): string[] {
	const suggestions = suggestionsOf(state);
	const {length} = suggestions;
	if (length === 0 || state.highlighted === undefined) {
		return [];
	}

	const {index} = state.highlighted;
	const suggestion = suggestions[index];
	const [accept, up, down] = (['accept', 'up', 'down'] as const).map(action => keyOf('form', action));
	if (suggestion === undefined) {
		return [`Press ${down} for ${length === 1 ? 'a suggestion' : `one of ${length} suggestions`}.`];
	}

	const typed = suggestion.isTyped ? ', as typed' : '';
	return [
		`Suggestion ${index + 1} of ${length}: ${suggestion.value}${typed}. Press ${accept} to accept it, ${up} or ${down} for another.`,
		`All suggestions: ${suggestions.map(({value}) => value).join(', ')}`,
	];
}

/** Returns a function that opens the template in the operator's editor. */
function useTemplateEditor(template: string, dispatch: Dispatch<FormAction>): () => void {
	const {services} = useSession();
	const {announce} = useNavigation();
	const handOver = useHandOver();

	return () => {
		void handOver(async () => {
			const edited = await services.edit(template);
			if (edited.ok) {
				dispatch({type: 'template', text: edited.text});
			} else {
				announce({tone: 'bad', text: `✗ ${sanitise(edited.problem)}; template unchanged.`});
			}
		});
	};
}

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
