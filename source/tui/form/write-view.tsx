import {Text, useIsScreenReaderEnabled} from 'ink';
import type {Dispatch} from 'react';
import type {Failure} from '../../api/failure.ts';
import {filterOf} from '../../domain/draft/draft.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import type {KeyPress} from '../keys/key.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {fitWindow, scrollStatus} from '../shared/list-window.ts';
import {failureMessages, messages} from '../shared/message.ts';
import {suggestionsOf, shownIssues, type FormState} from './form.ts';
import type {FormAction} from './form-reducer.ts';
import {focusedLine, formLines} from './form-lines.ts';
import {FormView, formMargin} from './form-view.tsx';
import {ChannelPicker} from './channel-picker.tsx';
import {readerLines} from './reader-lines.ts';

export type WriteViewProps = {
	readonly form: FormState;
	readonly dispatch: Dispatch<FormAction>;
	/** What is written. */
	readonly title: string;
	/** Said above the form as long as it is open. */
	readonly intro: string | undefined;
	/** Of the last attempt to send it. */
	readonly failure: Failure | undefined;
	/** What became of the last attempt, where no failure says it. */
	readonly detail: string | undefined;
	readonly onReview: () => void;
	/** Has the template edited elsewhere. */
	readonly onEdit: () => void;
	readonly onLeave: () => void;
};

/** What has to stay on the screen below the focused line: its suggestions, or the channel picker. */
const linesBelow = 5;

/** The form while it is written. */
export function WriteView({form, dispatch, title, intro, failure, detail, onReview, onEdit, onLeave}: WriteViewProps) {
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const isPicking = form.mode === 'pick';
	const hasChoices = form.choice !== undefined && suggestionsOf(form).length > 0;

	const said = [
		...intro === undefined ? [] : messages('warning', intro, columns),
		...form.loose.flatMap(text => messages('bad', `✗ ${sanitise(text)}`, columns)),
		...failure === undefined ? [] : failureMessages(failure, columns, form.answers.length + form.loose.length === 0),
		...detail === undefined ? [] : messages('bad', `✗ ${sanitise(detail)} Nothing is sent again before you say so.`, columns),
	];
	const saidHeight = Math.min(said.length, Math.ceil(rows / 2));
	const {top: saidTop, moves} = useScroll(said.length, saidHeight);
	const top = said.slice(saidTop, saidTop + saidHeight);

	const status = said.length > saidHeight ? `pgup pgdn: ${scrollStatus(saidTop, saidHeight, said.length)}` : '* required';

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
	};
	const keys = useModalKeys(isPicking ? 'picker' : 'form', {
		picker: {actions: {back: act({type: 'write'})}, ...text},
		form: {
			guards: {
				isOnFilter: filterOf(form.focus) !== undefined,
				hasFilters: form.draft.filters.length > 0,
				canOverride: shownIssues(form).some(({canOverride}) => canOverride),
			},
			actions: {
				accept: act({type: form.focus === 'channel' && form.draft.channel === '' ? 'pick' : 'onward'}),
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
				editor: onEdit,
				review: onReview,
				back: hasChoices ? act({type: 'close-choices'}) : onLeave,
			},
			...text,
		},
	});

	const lines = formLines(form, columns - formMargin - 1);
	const focused = focusedLine(lines);
	const height = Math.max(1, rows - top.length);
	const last = Math.min(lines.length - 1, focused + (isPicking || hasChoices ? linesBelow : 2));
	const first = Math.min(focused, fitWindow({selected: last, top: 0}, lines.length, height).top);
	const shown = lines.slice(first, first + height);
	const at = focused - first + 1;

	const picker = isPicking && (
		<ChannelPicker
			channel={form.draft.channel}
			onChoose={channel => {
				dispatch({type: 'channel', channel});
			}}
		/>
	);

	return (
		<Frame keys={keys} header={<Header title={title} status={status}/>}>
			<Messages messages={top}/>
			{isReader
				? <>{readerLines(form).map((line, index) => <Text key={index}>{line}</Text>)}{picker}</>
				: (
					<>
						<FormView lines={shown.slice(0, at)} width={columns} hasCursor={!isPicking}/>
						{picker}
						<FormView lines={shown.slice(at)} width={columns} hasCursor={!isPicking}/>
					</>
				)}
		</Frame>
	);
}
