import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import type {Dispatch} from 'react';
import {channels, recipientHint} from '../../notification/channels.ts';
import {isRequired} from '../../notification/check.ts';
import {partAt, rowFieldOf} from '../../notification/fields.ts';
import {filterWords} from '../../notification/filter-line.ts';
import {numberText} from '../../platform/text.ts';
import {withoutText} from '../../notification/undocumented.ts';
import {say} from '../../changes/say.ts';
import type {Outcome} from '../../account/account-changes.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {KeyPress} from '../keys/key.ts';
import {keyOf} from '../keys/match.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {useHandOver} from '../shared/hand-over.ts';
import {Header} from '../shared/header.tsx';
import {fitWindow, scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {failureOf} from '../shared/reason-text.ts';
import {useSession} from '../shared/session-context.ts';
import {useScroll} from '../shared/use-list-window.ts';
import {linesOf, warning, bad, failureSaid, type Said} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {errorCount, errorFields, namedIssue, rowIssueText, shownIssues} from './form-issues.ts';
import {
	ChannelPicker,
	FormView,
	focusedLine,
	formLines,
	formMargin,
	lastFocusedLine,
	Overlay,
	SuggestionLines,
	suggestionsOver,
} from './form-view.tsx';
import {
	suggestionsOf,
	isAtEnd,
	isReplaced,
	isResumedDraft,
	type FormState,
	labelOf,
	checksummedAddress,
	type FormAction,
} from './form.ts';
import {formTitle, resumedText, type FormOrigin, formIntro} from './origin.ts';
import {PreviewPane, previewRows} from './preview-pane.tsx';
import type {SampleEvent} from './try-view.tsx';
import type {FormHandle} from './use-form.ts';

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
