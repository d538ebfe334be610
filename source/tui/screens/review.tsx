import type {Notification, NotificationInput} from '../../notifications/notification.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {Frame, useBodySize} from '../components/frame.tsx';
import {Header} from '../components/header.tsx';
import {Messages} from '../components/messages.tsx';
import {useScroll} from '../hooks/use-list-window.ts';
import {useKeys} from '../keys/use-keys.ts';
import {issuesOf, type FormState} from '../state/form.ts';
import {scrollStatus} from '../state/list-window.ts';
import {messages} from '../state/message.ts';
import {reviewLines} from '../state/review-lines.ts';
import {useSession} from '../state/session.ts';

export type ReviewViewProps = {
	readonly form: FormState;
	/** What is sent for the form. */
	readonly input: NotificationInput;
	/** Listed notifications that say the same already: sending it is accepting them. */
	readonly duplicates: readonly Notification[];
	/** Why the last attempt sent nothing. */
	readonly obstacle: CreateOutcome | undefined;
	readonly isSending: boolean;
	readonly onSend: () => void;
	/** Gives up waiting. */
	readonly onCancel: () => void;
	readonly onBack: () => void;
};

/** What will be sent, and what to think of first. */
export function ReviewView({form, input, duplicates, obstacle, isSending, onSend, onCancel, onBack}: ReviewViewProps) {
	const {profile, connection} = useSession();
	const {columns, rows} = useBodySize();
	const lines = reviewLines({
		draft: form.draft,
		input,
		warnings: issuesOf(form),
		duplicates,
		where: profile.isSandbox ? 'the SANDBOX' : `${sanitise(profile.name)} (${new URL(connection.baseUrl).host})`,
		baseUrl: connection.baseUrl,
	}, columns);
	const question = [
		...obstacle?.kind === 'unchecked'
			? messages('warning', `! Nothing was sent: there is no telling whether one like it exists. ${obstacle.reason}`, columns)
			: [],
		...messages('plain', isSending ? 'Sending … esc gives up waiting.' : 'ctrl+s sends it, esc goes back to the form.', columns),
	];
	const height = Math.max(1, rows - question.length);
	const {top, moves} = useScroll(lines.length, height);

	useKeys('review', {actions: {...moves, send: onSend, back: isSending ? onCancel : onBack}});

	return (
		<Frame scope='review' header={<Header title='review' status={scrollStatus(top, height, lines.length)}/>}>
			<Messages messages={lines.slice(top, top + height)}/>
			<Messages messages={question}/>
		</Frame>
	);
}
