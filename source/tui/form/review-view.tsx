import type {Notification, NotificationInput} from '../../domain/notification.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {useKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {capped, messages, type Message} from '../shared/message.ts';
import {useSession} from '../shared/session-context.ts';
import {reviewLines} from './review-lines.ts';
import {issuesOf, type FormState} from './form.ts';

export type ReviewViewProps = {
	readonly form: FormState;
	/** What sending will do, and where. */
	readonly intro: string;
	/** What is sent for the form. */
	readonly input: NotificationInput;
	/** Listed notifications that say the same already: sending it is accepting them. */
	readonly duplicates: readonly Notification[];
	/** Of the last attempt. */
	readonly outcome: CreateOutcome | undefined;
	readonly isSending: boolean;
	readonly onSend: () => void;
	/** Gives up waiting. */
	readonly onCancel: () => void;
	readonly onBack: () => void;
};

/** What will be sent, and what to think of first. What has to be decided stays in sight while the rest scrolls. */
export function ReviewView({form, intro, input, duplicates, outcome, isSending, onSend, onCancel, onBack}: ReviewViewProps) {
	const session = useSession();
	const {columns, rows} = useBodySize();
	const isAsking = duplicates.length > 0 || outcome?.kind === 'unchecked';
	const lines = reviewLines({
		input,
		warnings: issuesOf(form),
		intro,
		baseUrl: session.connection.baseUrl,
	}, columns);
	const doubts = [
		...outcome?.kind === 'impossible' ? messages('bad', `✗ ${sanitise(outcome.reason)}`, columns) : [],
		...outcome?.kind === 'duplicates' || outcome?.kind === 'unchecked' ? messages('bad', '✗ Nothing was sent.', columns) : [],
		...duplicates.flatMap(duplicate => messages('warning', duplicateText(duplicate), columns)),
		...outcome?.kind === 'unchecked' ? messages('warning', `! There is no telling whether one like it exists. ${sanitise(outcome.reason)}`, columns) : [],
	];
	const question: Message[] = [
		...capped(doubts, Math.max(1, Math.ceil(rows / 2))),
		...messages('plain', questionText(isSending, isAsking), columns),
	];
	const height = Math.max(1, rows - question.length);
	const {top, moves} = useScroll(lines.length, height);
	const facts = {asked: isAsking, unasked: !isAsking};

	useKeys('review', {facts, actions: {...moves, send: onSend, 'send-anyway': onSend, back: isSending ? onCancel : onBack}});

	return (
		<Frame scope='review' facts={facts} header={<Header title='review' status={scrollStatus(top, height, lines.length)}/>}>
			<Messages messages={lines.slice(top, top + height)}/>
			<Messages messages={question}/>
		</Frame>
	);
}

function questionText(isSending: boolean, isAsking: boolean): string {
	if (isSending) {
		return 'Sending … esc gives up waiting.';
	}

	return isAsking ? 'y sends it all the same, esc goes back to the form.' : 'ctrl+s sends it, esc goes back to the form.';
}

function duplicateText({id, name}: Notification): string {
	return `! Notification ${sanitise(id)}${name === '' ? '' : ` (${sanitise(name)})`} says the same already. Sending makes a second one.`;
}
