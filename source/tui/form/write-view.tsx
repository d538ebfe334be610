import type {PlainAction} from './form-reducer.ts';
import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import SelectInput from 'ink-select-input';
import {useMemo} from 'react';
import {channels, recipientHint} from '../../notification/channels.ts';
import {isRequired, type DraftIssue} from '../../notification/check.ts';
import {rowFieldOf, placeOfPart, readField, rowsOf, topicIndex} from '../../notification/fields.ts';
import {filterWords, parseFilters, type Place, partAt} from '../../notification/filter-line.ts';
import {tryFilters} from '../../notification/try-filters.ts';
import {readTopics} from '../../notification/events.ts';
import {labelOfAddress} from '../../notification/labels.ts';
import type {Topics} from '../../notification/notification.ts';
import type {FieldId} from '../../notification/spec.ts';
import {counted, joined} from '../../platform/text.ts';
import {withoutText} from '../../notification/undocumented.ts';
import {formatTime} from '../../terminal/time.ts';
import type {Outcome} from '../../account/account-changes.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit, graphemes, truncateMiddle, widthOf} from '../../terminal/width.ts';
import {type KeyPress, keyOf, type LiveKeys} from '../keys/match.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {cursorSign, fitWindow, scrollStatus} from '../ui/layout.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useHandOver} from '../ui/hand-over.ts';
import {
	linesOf,
	faint,
	labelWidth,
	ruleLine,
	warning,
	bad,
	failureSaid,
	type Line,
	type Said,
	Lines,
} from '../ui/line.tsx';
import {type Moves, useScroll} from '../ui/list.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {failureOf, sayItem} from '../ui/notices.ts';
import {useSession} from '../ui/session.ts';
import {PromptLine} from '../ui/text-field.tsx';
import {theme, channelStyle} from '../ui/theme.ts';
import {
	highlightedIndex,
	namedIssue,
	rowIssueText,
	shownErrors,
	shownIssues,
	suggestionsOf,
	isAtEnd,
	isReplaced,
	isTyped,
	type FormState,
	labelOf,
	checksummedAddress,
	splitAddresses,
	placeholderOf,
} from './form.ts';
import type {FormHandle, Submission} from './use-form.ts';
import {duplicatesSaid, previewLines, previewRows, sampleSaid, type SampleEvent} from './preview-pane.tsx';

type WriteViewProps = {
	readonly handle: FormHandle;
	/** The event on which the preview tries the filters. */
	readonly sample: SampleEvent;
	readonly submission: Submission;
	/** The number of unsent drafts that can be continued in place of the form. */
	readonly draftCount: number;
	readonly onDrafts: () => void;
	readonly onReview: () => void;
	readonly onLeave: () => void;
};

/** The form while it is being filled in. What it does is shown below it, where that leaves all lines of the form. */
export function WriteView(props: WriteViewProps) {
	const {
		handle: {origin, source, intro, saved, sentText, isResumed, form, dispatch, inputs},
		sample,
		submission,
		draftCount,
	} = props;
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const isPicking = form.mode === 'pick';
	const suggestions = suggestionsOver(form, columns);
	const {isTop} = useNavigation();
	const input = inputs[0]!;
	const unsent = `This is your unsent draft from ${formatTime(saved?.at ?? 0)}. ${keyOf('form', 'use-stored')} discards it.`;
	const said = [
		isResumed && warning(sentText ?? unsent),
		intro !== undefined && warning(intro),
		attemptSaid(form, submission.outcome),
	];
	const notes = linesOf(said, columns);
	// The focused field has a line in any case, also below a notice in five lines.
	const notesHeight = Math.min(notes.length, Math.ceil(rows / 2), rows - 1);
	const {top: notesTop, moves} = useScroll(notes.length, notesHeight);
	const keys = useWriteKeys(props, suggestions.length > 0, moves);

	const lines = formLines(form, columns);
	const focused = focusedLine(lines);
	const height = Math.max(1, rows - notesHeight);
	const below = lines.findLastIndex(({field}) => field === form.focus) + 1;
	const covered = isPicking ? channels.length : suggestions.length;
	// The labels beside the overlay stay, dimmed: what is beside them is no value of theirs.
	const shown = lines.map((line, index) =>
		index >= below && index < below + covered ? {...line, tone: 'rule' as const} : line,
	);
	const last = Math.max(Math.min(lines.length - 1, focused + 2), below + covered - 1);
	const first = Math.min(focused, fitWindow({selected: last, top: 0}, Math.max(lines.length, last + 1), height).top);
	// One field may have several, and some are shown above the fields.
	const errors = form.generalIssues.length + shownErrors(form).length;
	const legends =
		notes.length > notesHeight
			? [...scrollStatus(notesTop, notesHeight, notes.length).map(range => `pgup pgdn: ${range}`), 'pgup pgdn']
			: [...scrollStatus(first, height, lines.length).map(range => `${range} · * required`), '* required'];
	const status = [...legends, ''].map(legend => joined([errors > 0 && counted(errors, 'error'), legend], ' · '));
	const hasPreview = !isReader && !isPicking && height - lines.length >= previewRows;
	const {filters, filtersText = ''} = form.draft;
	// The draft's filters, because those of the input are new objects after every key press.
	const activities = useMemo(
		() => (filters.length === 0 ? undefined : tryFilters(filters, sample.event)),
		[filters, sample],
	);
	const verdicts = [
		submission.isSearched && duplicatesSaid(submission, {name: input.name, columns}),
		sampleSaid(sample.source, activities, parseFilters(filtersText).mistakes[0]?.message),
	];
	const overlay = isPicking ? (
		// It handles up, down, enter and the number of a row. The form handles letters.
		<SelectInput
			items={items}
			initialIndex={Math.max(
				0,
				channels.findIndex(({name}) => name === form.draft.channel),
			)}
			isFocused={isTop}
			indicatorComponent={Indicator}
			itemComponent={Item}
			onSelect={({value}) => {
				dispatch({type: 'paste', text: value});
				dispatch({type: 'next'});
			}}
		/>
	) : (
		<Lines lines={suggestions} />
	);

	return (
		<Frame
			keys={keys}
			title={`${origin.kind} notification ${sanitise(source?.id ?? '')}`.trim()}
			status={status}
			idle={draftCount === 0 ? '' : `${counted(draftCount, 'draft')}: ${keyOf('form', 'drafts')}`}
		>
			<Lines lines={notes} top={notesTop} height={notesHeight} />
			{isReader ? (
				<>
					<Text>{readerLines(form).join('\n')}</Text>
					{isPicking && overlay}
				</>
			) : (
				<FormView lines={shown.slice(first, first + height)} width={columns} />
			)}
			{hasPreview && (
				<>
					<Box flexGrow={1} />
					<Box flexDirection="column" height={previewRows} flexShrink={0}>
						<Lines
							lines={[
								ruleLine(columns),
								...previewLines({...input, addresses: inputs.flatMap(({addresses}) => addresses)}, verdicts, columns),
							]}
						/>
					</Box>
				</>
			)}
			{!isReader && covered > 0 && (
				<Box position="absolute" top={notesHeight + below - first} left={formMargin}>
					{overlay}
				</Box>
			)}
		</Frame>
	);
}

const nothing = () => undefined;

/** The keys of the form and of its channel picker. `moves`: those that scroll the messages, by pages. */
function useWriteKeys(props: WriteViewProps, hasSuggestions: boolean, moves: Moves): LiveKeys {
	const {
		handle: {form, isResumed, dispatch},
		draftCount,
		onDrafts,
		onReview,
		onLeave,
	} = props;
	const {draft, focus} = form;
	const {announce} = useNavigation();
	const {services} = useSession();
	const handOver = useHandOver();
	const act = (type: PlainAction) => () => {
		dispatch({type});
	};

	const text = {
		onKey(key: KeyPress) {
			dispatch({type: 'key', key});
		},
		onPaste(pasted: string) {
			dispatch({type: 'paste', text: pasted});
		},
		altKeys: focus === 'template' ? ['alt+enter'] : [],
	};
	const isOpen = hasSuggestions && form.highlighted?.isAcceptedOnLeave === true;
	const closeOrLeave = isOpen ? act('close-suggestions') : onLeave;
	return useModalKeys(form.mode === 'pick' ? 'picker' : 'form', {
		// The list of channels moves and chooses by itself.
		picker: {actions: {accept: nothing, up: nothing, down: nothing, back: act('write')}, ...text},
		form: {
			guards: {
				isResumed,
				hasHistory: form.past.length > 0,
				hasOtherErrors: shownErrors(form).some(({field}) => rowFieldOf(field) !== focus),
				hasFilters: draft.filters.length > 0 && draft.filtersText === undefined,
				canOverride: form.refused.length > 0 || shownIssues(form).some(({canOverride}) => canOverride),
			},
			actions: {
				accept: isAtEnd(form) ? onReview : act(focus === 'channel' && draft.channel === '' ? 'pick' : 'advance'),
				...moves,
				next: act('next'),
				previous: act('previous'),
				up: act('up'),
				down: act('down'),
				'next-issue': act('next-issue'),
				'add-filter': act('add-filter'),
				'accept-issue': act('accept-issue'),
				undo: act('undo'),
				try: act('try'),
				'use-stored'() {
					dispatch({type: 'use-stored'});
					announce({text: `Draft discarded. ${keyOf('form', 'undo')} brings it back.`});
				},
				// Elsewhere it deletes a word, as in every text.
				drafts: draftCount > 0 ? onDrafts : () => dispatch({type: 'key', key: {name: 'alt+d', text: undefined}}),
				editor() {
					void handOver(async () => {
						const edited = await services.edit(draft.template);
						if (edited.ok) {
							dispatch({type: 'template', text: edited.text});
						} else {
							announce(bad(`✗ ${sanitise(edited.problem)}; template unchanged.`));
						}
					});
				},
				review: onReview,
				back: isReplaced(form) ? act('restore-text') : closeOrLeave,
			},
			...text,
		},
	});
}

/** Why the last attempt to send failed. */
function attemptSaid(
	{serviceIssues, generalIssues, refused, leftOut}: FormState,
	outcome: Outcome | undefined,
): Said[] {
	const failed = failureOf(outcome);
	const hadIssues = (failed?.issues ?? []).length > 0;
	const isFixed = leftOut.length > 0 || (hadIssues && serviceIssues.length + generalIssues.length === 0);
	const only = outcome?.kind === 'ended' && failed === undefined ? outcome.only : undefined;
	return [
		failed !== undefined && !isFixed && failureSaid(failed, false),
		generalIssues.map(text => bad(`✗ ${sanitise(text)}`)),
		refused.length !== 0 && warning(`${keyOf('form', 'accept-issue')}: send it ${sanitise(withoutText(refused))}`),
		leftOut.length !== 0 && `It will be sent ${sanitise(withoutText(leftOut))}.`,
		only !== undefined && bad(`✗ ${sayItem(only)} Nothing is resent until you confirm.`),
	];
}

/** The sign of an issue, its tone, and its name for a screen reader. */
const severities = {error: ['✗', 'bad', 'Error'], warning: ['!', 'warning', 'Warning']} as const;

/** Describes the form to a screen reader, in sentences: the focused field in full, then the issues of the other fields. */
export function readerLines(state: FormState): string[] {
	const {draft, focus, edit} = state;
	const issues = shownIssues(state);
	const here = issues.filter(({field}) => rowFieldOf(field) === focus);
	const others = issues.filter(({field}) => rowFieldOf(field) !== focus);
	const filter = focus === 'filters' ? draft.filters[partAt(edit).index] : undefined;
	const checksummed = focus === 'address' ? checksummedAddress(state) : undefined;
	const required = isRequired(focus) ? ', required' : '';
	const selected = edit.isSelected ? ', selected: typing replaces it' : '';
	const letters = channels.map(({letter, name}) => `${letter} for ${name}`).join(', ');
	const said: ReadonlyArray<string | false | undefined> = [
		`${labelOf(focus, draft.topics)}${required}: ${edit.text === '' ? 'empty' : edit.text}${selected}`,
		...here.map(issue => `${severities[issue.severity][2]}: ${rowIssueText(issue)}`),
		focus === 'recipient' && edit.text === '' && `Enter the recipient: ${recipientHint(draft.channel.trim())}.`,
		checksummed !== undefined && `With EIP-55 checksum: ${checksummed}`,
		...suggestionSentences(state),
		filter && `Filter: ${filterWords(filter)}`,
		focus === 'channel' && `Type ${letters}, or press space for a list.`,
		...others.map(issue => {
			const inField = issue.isMissing === true || issue.place !== undefined ? ':' : ' in';
			return `${severities[issue.severity][2]}${inField} ${namedIssue(labelOf(issue.field, draft.topics), issue)}`;
		}),
	];
	return said.flatMap(line => (typeof line === 'string' ? sanitise(line) : []));
}

function suggestionSentences(state: FormState): string[] {
	const {focus} = state;
	const suggestions = suggestionsOf(state);
	const {length} = suggestions;
	if (length === 0) {
		return [];
	}

	const index = highlightedIndex(state, suggestions);
	const suggestion = suggestions[index];
	const [accept, up, down] = (['accept', 'up', 'down'] as const).map(action => keyOf('form', action));
	if (suggestion === undefined) {
		return [`Press ${down} for ${length === 1 ? 'a suggestion' : `one of ${length} suggestions`}.`];
	}

	const typed = isTyped(state, suggestion) ? ', as typed' : '';
	return [
		`Suggestion ${index + 1} of ${length}: ${suggestedText(focus, suggestion)}${typed}. Press ${accept} to accept it, ${up} or ${down} for another.`,
		`All suggestions: ${suggestions.map(value => suggestedText(focus, value)).join(', ')}`,
	];
}

/** The width of the margin in columns: the focus mark, the label and the mark of a required field. */
export const formMargin = labelWidth + 1;

/** A line of a form: one of the text of a field, or what is said about it. */
export type FormLine = Line & {
	readonly field: FieldId;
	/** The text of the line as it is edited; undefined for what is said. */
	readonly input?: {
		readonly isFocused: boolean;
		readonly placeholder: string;
		/** The position of the cursor; undefined in other lines. */
		readonly cursor?: number | undefined;
		/** Whether typing replaces the text. */
		readonly isSelected?: boolean | undefined;
	};
};

type FormViewProps = {
	readonly lines: readonly FormLine[];
	/** The width in terminal columns. */
	readonly width: number;
};

/** Draws lines of a form. */
export const FormView = ({lines, width}: FormViewProps) => (
	<Box flexDirection="column" flexShrink={0}>
		{lines.map((line, index) => {
			const {text, label = '', tone = 'label', input} = line;
			return input === undefined ? (
				<Lines key={index} lines={[line]} />
			) : (
				<PromptLine
					key={index}
					prompt={fit(label, formMargin)}
					role={input.isFocused ? 'focus' : tone}
					columns={width}
					text={text}
					{...input}
				/>
			);
		})}
	</Box>
);

/** The margin of a field: the sign of the focus, and its label. `sign`: the one behind that of the focus. */
export const fieldLabel = (field: FieldId, isFocused: boolean, sign = ' ', topics?: Topics): string =>
	`${cursorSign(isFocused)}${sign}${labelOf(field, topics)}${isRequired(field) ? ' *' : ''}`;

/** The number of suggestions, or lines of a text, shown at once. */
const shownAtOnce = 5;

/** Lays out the form as lines of a terminal of `columns`: each field with its issues and hints below it. */
export function formLines(state: FormState, columns: number): FormLine[] {
	const issues = shownIssues(state);
	return rowsOf(state.draft, state.focus).flatMap((field): FormLine[] => {
		const own = issues.filter(issue => rowFieldOf(issue.field) === field);
		const told = own.map(issue => {
			const [sign, tone] = severities[issue.severity];
			return {label: '', tone, text: sanitise(`${sign} ${rowIssueText(issue)}`)};
		});
		const below = linesOf([told, meaningSaid(state, field, columns)], columns);
		return [...fieldLines(state, field, own, columns), ...below.map(line => ({...line, field}))];
	});
}

/** Returns the index of the line that has the cursor. */
export const focusedLine = (lines: readonly FormLine[]): number =>
	lines.findIndex(({input}) => input?.cursor !== undefined);

/** What is said about a field, in its column. */
const aside = (text: string) => ({...faint(text), label: ''});

/** What a field stands for, below it: how many notifications several addresses create, the label and the checksum of one, and in one line what is sent for the event or the argument of a topic, or the event of a hash. */
function meaningSaid(state: FormState, field: FieldId, columns: number): Said {
	const {topics} = state.draft;
	if (field === 'address') {
		const {length} = splitAddresses(state);
		const label = labelOfAddress(readField(state.draft, field).trim());
		const same = joined([label, checksummedAddress(state)], ' = ');
		return length > 0
			? aside(`${length} addresses: creates ${length} notifications, one for each.`)
			: same !== '' && aside(sanitise(`= ${same}`));
	}

	const {event, readings} = readTopics(topics);
	const index = topicIndex(field);
	const sent = readings[index]?.sent;
	const told = sent === topics[index]?.trim() ? index === 0 && event?.signature : sent;
	return typeof told === 'string' && aside(truncateMiddle(`= ${told}`, columns - labelWidth - 2));
}

/** Shows the text of a field: the lines of a template, or as many as the filters need, around the cursor. The places of mistakes are marked below them. */
function fieldLines(state: FormState, field: FieldId, issues: readonly DraftIssue[], columns: number): FormLine[] {
	const {draft, focus, edit} = state;
	const isHere = field === focus;
	const text = isHere ? edit.text : readField(draft, field);
	const lines = textLines(field, text, columns);
	const at = isHere ? lines.findLastIndex(({start}) => start <= edit.cursor) : 0;
	const first = Math.max(0, Math.min(at - shownAtOnce + 1, lines.length - shownAtOnce));
	const places = issues
		.filter(({severity}) => severity === 'error')
		.flatMap(issue => issue.place ?? placeOfPart(text, issue.field) ?? []);
	const shown = lines.slice(first, first + shownAtOnce).flatMap((line, index): FormLine[] => {
		const marks = marksBelow(line, places);
		const input = {
			isFocused: isHere,
			placeholder: text === '' ? placeholderOf(draft, field, state.isContentUnknown) : ' ',
			cursor: isHere && first + index === at ? edit.cursor - line.start : undefined,
			isSelected: isHere && edit.isSelected,
		};
		return [
			{field, label: index === 0 ? fieldLabel(field, isHere, ' ', draft.topics) : '', text: line.text, input},
			...(marks === '' ? [] : [{field, label: '', text: marks, tone: 'bad'} as const]),
		];
	});
	return lines.length > shownAtOnce ? [...shown, {...aside(`${lines.length} lines in total`), field}] : shown;
}

/** A line of a text, and where it begins in it. */
type TextLine = {readonly text: string; readonly start: number};

/** The lines of a text: of a template its own, of filters as many as its words need. */
function textLines(field: FieldId, text: string, columns: number): TextLine[] {
	const isTemplate = field === 'template';
	const lines = isTemplate ? text.split('\n') : [field === 'filters' ? '' : text];
	for (const word of field === 'filters' ? text.split(/(?<=\s)(?=\S)/v) : []) {
		const line = lines.at(-1)!;
		if (line !== '' && widthOf(line + word.trimEnd()) >= columns - formMargin - 1) {
			lines.push(word);
		} else {
			// A line keeps the space at its end.
			lines[lines.length - 1] = line + word;
		}
	}

	let next = 0;
	return lines.map(line => {
		const start = next;
		next += line.length + (isTemplate ? 1 : 0);
		return {text: line, start};
	});
}

/** The marks of the places of mistakes below a line: one without a width stands below the character that it is before. */
function marksBelow({text, start}: TextLine, places: readonly Place[]): string {
	let at = start;
	let marks = '';
	for (const each of [...graphemes(text), ' ']) {
		const isMarked = places.some(place => place.start <= at && at < Math.max(place.end, place.start + 1));
		marks += (isMarked ? '^' : ' ').repeat(widthOf(each));
		at += each.length;
	}

	return marks.trimEnd();
}

/** The suggestions over the lines below the focused field, in a terminal of `columns`: they begin where what they complete does. */
export function suggestionsOver(state: FormState, columns: number): Line[] {
	const {focus, edit} = state;
	const suggestions = suggestionsOf(state);
	if (suggestions.length === 0) {
		return [];
	}

	const room = columns - formMargin - 1;
	const selected = highlightedIndex(state, suggestions);
	const hidden = suggestions.length - shownAtOnce;
	const first = Math.max(0, Math.min(selected - shownAtOnce + 2, hidden));
	const texts = suggestions.slice(first, first + shownAtOnce).map(value => {
		const shown = isTyped(state, value) ? `${value}  (as typed)` : suggestedText(focus, value);
		return truncateMiddle(sanitise(shown), room - margins);
	});
	const all = hidden > 0 ? [...texts, 'more: ↑ ↓ or type to narrow'] : texts;
	const from = focus === 'filters' ? partAt(edit).start : 0;
	const line = textLines(focus, edit.text, columns).findLast(({start}) => start <= from)!;
	const column = widthOf(line.text.slice(0, from - line.start)) - margins;
	const left = Math.max(0, Math.min(column, room - Math.max(...all.map(text => widthOf(text))) - margins));
	const edge = `${' '.repeat(left)}│`;
	return all.map((text, index): Line => {
		const isHere = first + index === selected;
		const shown = fit(`${cursorSign(isHere)} ${text}`, room - left);
		const role = index < shownAtOnce ? undefined : 'faint';
		const spans = [
			{text: edge, role: 'faint'},
			{text: shown, role: isHere ? 'selected' : role},
		] as const;
		return {text: `${edge}${shown}`, isFlush: true, spans};
	});
}

/** A suggestion as it is shown: addresses with their label. */
function suggestedText(focus: FieldId, value: string): string {
	const [first = '', ...others] = focus === 'address' ? value.split(' ') : [];
	const label = labelOfAddress(first);
	return label === undefined ? value : `${label}  ${others.length === 0 ? value : `${others.length + 1} addresses`}`;
}

/** The columns before a suggestion: the edge, and the sign of the highlighted one. */
const margins = 3;

const items = channels.map(({name}) => ({label: name, value: name}));

/** The rows draw the sign of the cursor behind their margin. */
const Indicator = () => null;

type ItemProps = {
	readonly label: string;
	readonly isSelected?: boolean;
};

function Item({label, isSelected = false}: ItemProps) {
	const isReader = useIsScreenReaderEnabled();
	const {columns} = useBodySize();
	return isReader ? (
		<Text>{`${label}${isSelected ? ', selected' : ''}`}</Text>
	) : (
		<Text>
			<Text {...theme.faint}>│</Text>
			<Text {...(isSelected ? theme.selected : channelStyle(label))}>
				{fit(`${cursorSign(isSelected)} ${label}`, columns - formMargin - 1)}
			</Text>
		</Text>
	);
}
