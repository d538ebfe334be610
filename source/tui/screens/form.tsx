import {Box} from 'ink';
import {useReducer} from 'react';
import {checkDraft} from '../../notifications/check.ts';
import {
	emptyDraft,
	filterOf,
	toInput,
	type Draft,
} from '../../notifications/draft.ts';
import {create} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {ChannelPicker} from '../components/channel-picker.tsx';
import {FormView} from '../components/form-view.tsx';
import {Frame, useBodySize} from '../components/frame.tsx';
import {Header} from '../components/header.tsx';
import {Messages} from '../components/messages.tsx';
import {useKeyOffer} from '../hooks/use-key-offer.ts';
import {useListing} from '../hooks/use-listing.ts';
import {useOperation} from '../hooks/use-operation.ts';
import {useKeys} from '../keys/use-keys.ts';
import {formLines, lineOf} from '../state/form-lines.ts';
import {openForm, reduceForm, shownIssues} from '../state/form.ts';
import {fitWindow} from '../state/list-window.ts';
import {failureMessages, messages} from '../state/message.ts';
import {useNavigation} from '../state/navigation.ts';
import {useSession} from '../state/session.ts';

export type FormScreenProps = {
	/** What it starts from. */
	readonly draft?: Draft;
	/** Takes the unsent draft when the operator leaves. */
	readonly onLeave: (draft: Draft | undefined) => void;
};

/** Writes a notification and sends it. */
export function FormScreen({draft = emptyDraft, onLeave}: FormScreenProps) {
	const {profile, connection} = useSession();
	const {pop} = useNavigation();
	const {listing, refresh} = useListing();
	const [form, dispatch] = useReducer(reduceForm, draft, openForm);
	const {operation, start, cancel} = useOperation<{id: string | undefined}>();
	const {columns, rows} = useBodySize();
	const failure = operation.state === 'failed' ? operation.failure : undefined;
	const isSending = operation.state === 'running';
	useKeyOffer(failure);

	const send = () => {
		dispatch({type: 'complain'});
		if (checkDraft(form.draft).length > 0) {
			return;
		}

		const records = 'value' in listing ? listing.value.records : [];
		const knownIds = new Set(records.flatMap(record => record.kind === 'notification' ? [record.id] : []));
		start(async signal => {
			const result = await create(connection, toInput(form.draft), {knownIds, signal});
			dispatch({type: 'answered', issues: result.ok ? [] : result.failure.issues ?? []});
			return result;
		}, ({id}) => {
			refresh();
			onLeave(undefined);
			pop({
				tone: 'good', text: id === undefined
					? '✓ Created; the service did not say under which ID, and the listing does not tell yet.'
					: `✓ Created ${sanitise(id)} on ${sanitise(profile.name)}.`,
			});
		});
	};

	const back = () => {
		if (isSending) {
			cancel();
			return;
		}

		if (failure?.outcome === 'unknown') {
			refresh();
		}

		onLeave(form.draft);
		pop({tone: 'plain', text: 'Not sent. Press n to go on writing.'});
	};

	const isOnChannel = form.focus === 'channel';
	const facts = {filter: filterOf(form.focus) !== undefined};
	useKeys(form.isPicking ? 'picker' : 'form', {
		facts,
		actions: form.isPicking
			? {
				back() {
					dispatch({type: 'close-picker'});
				},
			}
			: {
				next() {
					dispatch({type: 'next'});
				},
				previous() {
					dispatch({type: 'previous'});
				},
				accept() {
					dispatch({type: isOnChannel ? 'open-picker' : 'next'});
				},
				'add-filter'() {
					dispatch({type: 'add-filter'});
				},
				'remove-filter'() {
					dispatch({type: 'remove-filter'});
				},
				send,
				back,
			},
		onKey(key) {
			if (!isSending) {
				dispatch({type: 'key', key});
			}
		},
		onPaste(text) {
			dispatch({type: 'paste', text});
		},
	});

	const top = [
		...failure === undefined ? [] : failureMessages(failure, columns),
		...form.loose.flatMap(text => messages('bad', `✗ ${sanitise(text)}`, columns)),
		...isSending ? messages('plain', 'Sending … esc gives up waiting.', columns) : [],
	];
	const lines = formLines(form.draft, shownIssues(form));
	const focused = lineOf(lines, form.focus);
	const height = Math.max(1, rows - top.length);
	// The focused line, and its complaint or picker below it, stay on the screen.
	const last = Math.min(lines.length - 1, focused + (form.isPicking ? 4 : 1));
	const first = Math.min(focused, fitWindow({selected: last, top: 0}, lines.length, height).top);
	const shown = lines.slice(first, first + height);
	const at = focused - first + 1;

	return (
		<Frame scope={form.isPicking ? 'picker' : 'form'} facts={facts} header={<Header title='new notification' status='* required'/>}>
			<Messages messages={top}/>
			<FormView lines={shown.slice(0, at)} focus={form.focus} cursor={isSending || form.isPicking ? undefined : form.edit.cursor} width={columns}/>
			{form.isPicking && (
				<ChannelPicker
					channel={form.draft.channel}
					onChoose={channel => {
						dispatch({type: 'choose-channel', channel});
					}}
				/>
			)}
			<Box flexShrink={0}><FormView lines={shown.slice(at)} focus={form.focus} cursor={form.edit.cursor} width={columns}/></Box>
		</Frame>
	);
}
