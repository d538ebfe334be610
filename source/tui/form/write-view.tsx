import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import type {Dispatch} from 'react';
import {filterOf} from '../../domain/fields.ts';
import type {NotificationInput} from '../../domain/notification.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import type {KeyPress} from '../keys/key.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {fitWindow, scrollStatus} from '../shared/list-window.ts';
import {useScroll} from '../shared/use-list-window.ts';
import {linesOf, warning} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {errorCount, errorFields, shownIssues} from './form-issues.ts';
import type {FormAction} from './form-reducer.ts';
import {suggestionsOf} from './form-suggestions.ts';
import {FormView, formMargin} from './form-view.tsx';
import {isAtEnd, isReplaced, isResumedEdit, type FormState} from './form.ts';
import {introSaid} from './intro-lines.ts';
import {focusedLine, formLines, lastFocusedLine} from './lines.ts';
import {formTitle, resumedText, type FormOrigin} from './origin.ts';
import {ChannelPicker} from './picker.tsx';
import {PreviewPane} from './preview-pane.tsx';
import {readerLines} from './reader-lines.ts';
import type {SampleEvent} from './try-view.tsx';
import {useTemplateEditor} from './use-template-editor.ts';

export type WriteViewProps = {
	readonly form: FormState;
	readonly dispatch: Dispatch<FormAction>;
	readonly origin: FormOrigin;
	/** The request fields of the draft. */
	readonly input: NotificationInput;
	/** The event on which the preview tries the filters. */
	readonly sample: SampleEvent;
	/** The time when the resumed draft was saved, in milliseconds since the epoch. */
	readonly savedAt?: number | undefined;
	/** The outcome of the last attempt to send. */
	readonly outcome: CreateOutcome | undefined;
	readonly onReview: () => void;
	readonly onLeave: () => void;
};

/** The number of lines kept visible below the focused line, for suggestions or the channel picker. */
const linesBelow = 6;

/** The terminal width in columns from which the form has a preview beside it. */
const previewFrom = 110;

/** The height of the preview below the fields in lines, with the rule above it: the sentence has two lines, each verdict one. */
const belowRows = 5;

/** The share of the columns for the fields, beside the preview. */
const fieldsShare = 0.55;

/** The form while it is being filled in. A wide terminal shows a preview of the request beside it, another one what it does below it, where that leaves all lines of the form. */
export function WriteView({
	form,
	dispatch,
	origin,
	input,
	sample,
	savedAt,
	outcome,
	onReview,
	onLeave,
}: WriteViewProps) {
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const editTemplate = useTemplateEditor(form.draft.template, dispatch);
	const isPicking = form.mode === 'pick';
	const hasSuggestions = form.highlighted !== undefined && suggestionsOf(form).length > 0;

	const said = [
		isResumedEdit(form) && savedAt !== undefined && warning(resumedText(savedAt)),
		introSaid(form, origin, outcome, rows),
	];
	const notes = linesOf(said, columns);
	// The focused field has a line in any case, also below a notice in five lines.
	const notesHeight = Math.min(notes.length, Math.ceil(rows / 2), rows - 1);
	const {top: notesTop, moves} = useScroll(notes.length, notesHeight);
	const errors = errorFields(form);
	const shownErrors = errorCount(form);
	const count = shownErrors > 1 ? [`${shownErrors} errors`] : [];

	const act = (action: FormAction) => () => {
		dispatch(action);
	};

	const text = {
		onKey(key: KeyPress) {
			dispatch({type: 'key', key});
		},
		onPaste(pasted: string) {
			dispatch({type: 'paste', text: pasted});
		},
		altKeys: form.focus === 'template' ? ['alt+enter'] : [],
	};
	const keys = useModalKeys(isPicking ? 'picker' : form.mode === 'several' ? 'several' : 'form', {
		several: {actions: {accept: act({type: 'write'}), back: act({type: 'undo-paste'})}},
		picker: {actions: {back: act({type: 'write'})}, ...text},
		form: {
			guards: {
				isResumed: isResumedEdit(form),
				hasHistory: form.history.past.length > 0,
				hasOtherErrors: errors.some(field => field !== form.focus),
				isOnFilter: filterOf(form.focus) !== undefined,
				hasFilters: form.draft.filters.length > 0,
				canOverride: form.refused.length > 0 || shownIssues(form).some(({canOverride}) => canOverride),
			},
			actions: {
				accept: isAtEnd(form)
					? onReview
					: act({type: form.focus === 'channel' && form.draft.channel === '' ? 'pick' : 'advance'}),
				'use-stored': act({type: 'use-stored'}),
				undo: act({type: 'undo'}),
				'next-issue': act({type: 'next-issue'}),
				next: act({type: 'next'}),
				previous: act({type: 'previous'}),
				down: act({type: 'vertical', by: 1}),
				up: act({type: 'vertical', by: -1}),
				'page-up': moves['page-up'],
				'page-down': moves['page-down'],
				'add-filter': act({type: 'add-filter'}),
				'copy-filter': act({type: 'copy-filter'}),
				'remove-filter': act({type: 'remove-filter'}),
				'filter-up': act({type: 'move-filter', by: -1}),
				'filter-down': act({type: 'move-filter', by: 1}),
				'accept-issue': act({type: 'accept-issue'}),
				try: act({type: 'try'}),
				editor: editTemplate,
				review: onReview,
				back: isReplaced(form)
					? act({type: 'restore-text'})
					: hasSuggestions && form.highlighted.isAcceptedOnLeave
						? act({type: 'close-suggestions'})
						: onLeave,
			},
			...text,
		},
	});

	const hasPreview = columns >= previewFrom && !isReader;
	const width = hasPreview ? Math.ceil(columns * fieldsShare) : columns;
	const lines = formLines(form, width - formMargin - 1, hasPreview);
	const focused = focusedLine(lines);
	const height = Math.max(1, rows - notesHeight);
	const last = Math.min(
		lines.length - 1,
		Math.max(focused + (isPicking || hasSuggestions ? linesBelow : 2), lastFocusedLine(lines)),
	);
	const first = Math.min(focused, fitWindow({selected: last, top: 0}, lines.length, height).top);
	const shown = lines.slice(first, first + height);
	const afterFocused = focused - first + 1;
	const legends =
		notes.length > notesHeight
			? [...scrollStatus(notesTop, notesHeight, notes.length).map(range => `pgup pgdn: ${range}`), 'pgup pgdn']
			: [...scrollStatus(first, height, lines.length).flatMap(range => [`${range} · * required`, range]), '* required'];
	const status = [...legends.map(legend => [...count, legend].join(' · ')), ...count, ''];
	const isPreviewBelow = !hasPreview && !isReader && !isPicking && height - lines.length >= belowRows;
	const preview = (isBeside: boolean, paneWidth: number, paneHeight: number) => (
		<PreviewPane
			draft={form.draft}
			origin={origin}
			input={input}
			sample={sample}
			isBeside={isBeside}
			width={paneWidth}
			height={paneHeight}
		/>
	);

	const picker = form.picked !== undefined && (
		<ChannelPicker
			picked={form.picked}
			onHighlight={channel => {
				dispatch({type: 'highlight-channel', channel});
			}}
			onChoose={channel => {
				dispatch({type: 'channel', channel});
			}}
		/>
	);

	return (
		<Frame keys={keys} header={<Header title={formTitle(origin)} status={status} />}>
			<Lines lines={notes} top={notesTop} height={notesHeight} />
			{isReader ? (
				<>
					{readerLines(form).map((line, index) => (
						<Text key={index}>{line}</Text>
					))}
					{picker}
				</>
			) : (
				<Box flexShrink={0}>
					<Box flexDirection="column" width={width} flexShrink={0}>
						<FormView lines={shown.slice(0, afterFocused)} width={width} hasCursor={!isPicking} />
						{picker}
						<FormView lines={shown.slice(afterFocused)} width={width} hasCursor={!isPicking} />
					</Box>
					{hasPreview && preview(true, columns - width, height)}
				</Box>
			)}
			{isPreviewBelow && (
				<>
					<Box flexGrow={1} />
					{preview(false, columns, belowRows)}
				</>
			)}
		</Frame>
	);
}
