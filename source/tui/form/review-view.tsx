import {toCurl} from '../../api/to-curl.ts';
import {toSentBody} from '../../api/restore-body.ts';
import {heldRecordOf} from '../../storage/journal/listed-record.ts';
import type {JsonObject} from '../../system/json.ts';
import type {Notification, NotificationInput} from '../../domain/notification.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {useKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {capped, messages, type Message} from '../shared/message.ts';
import {placeOf} from '../../session/session.ts';
import {notificationName} from '../shared/notification-name.ts';
import {useSession} from '../shared/session-context.ts';
import {labelOf} from './form-labels.ts';
import {type FormState} from './form.ts';
import {localIssues} from './form-issues.ts';
import {reviewIntro, type FormOrigin} from './origin.ts';
import {phaseText} from './phase-text.ts';
import type {Submission} from './use-submission.ts';

export type ReviewViewProps = {
	readonly form: FormState;
	readonly origin: FormOrigin;
	/** What is sent for the form. */
	readonly input: NotificationInput;
	readonly submission: Submission;
	readonly onBack: () => void;
};

/** Shows what will be sent, and asks before it is sent. The question and its reasons stay in view while the rest scrolls. */
export function ReviewView({form, origin, input, submission, onBack}: ReviewViewProps) {
	const {columns, rows} = useBodySize();
	const request = useRequestLines(form, origin, input, columns);
	const {outcome, duplicates, phase, send, cancel} = submission;
	const isAsking = duplicates.length > 0 || outcome?.kind === 'unchecked';
	const reasons = [
		...outcome?.kind === 'impossible' ? messages('bad', `✗ ${sanitise(outcome.reason)}`, columns) : [],
		...outcome?.kind === 'duplicates' || outcome?.kind === 'unchecked' ? messages('bad', '✗ Nothing was sent.', columns) : [],
		...duplicates.flatMap(duplicate => messages('warning', duplicateText(duplicate, input, columns), columns)),
		...outcome?.kind === 'unchecked' ? messages('warning', `! ${outcome.isPending === true ? '' : 'Could not check for duplicates. '}${sanitise(outcome.reason)}`, columns) : [],
	];
	const question: Message[] = [
		...capped(reasons, Math.max(1, Math.ceil(rows / 2))),
		...messages('plain', phase === undefined ? questionText(isAsking) : phaseText(phase, origin.kind === 'edit'), columns),
	];
	const height = Math.max(1, rows - question.length);
	const {top, moves} = useScroll(request.length, height);
	const keys = useKeys('review', {
		guards: {isAwaitingConfirmation: isAsking, needsNoConfirmation: !isAsking},
		actions: {...moves, send, 'send-anyway': send, back: phase === undefined ? onBack : cancel},
	});

	return (
		<Frame keys={keys} header={<Header title='review' status={scrollStatus(top, height, request.length)}/>}>
			<Messages messages={request.slice(top, top + height)}/>
			<Messages messages={question}/>
		</Frame>
	);
}

/** Returns the whole request as lines of at most `columns`: what it does, warnings, the body, and a curl command. */
function useRequestLines(form: FormState, origin: FormOrigin, input: NotificationInput, columns: number): Message[] {
	const session = useSession();
	const body = bodyOf(origin, input);
	const block = (text: string): Message[] => messages('plain', sanitiseLines(text), columns);

	return [
		...messages('plain', reviewIntro(origin, placeOf(session)), columns),
		...localIssues(form).flatMap(({field, message}) => messages('warning', `! ${labelOf(field)}: ${message}`, columns)),
		...block(JSON.stringify(body, undefined, 2)),
		{tone: 'plain', text: ''},
		...messages('faint', 'As a curl command:', columns),
		...block(toCurl(session.connection.baseUrl, body)),
	];
}

/** The body that is sent. */
function bodyOf(origin: FormOrigin, input: NotificationInput): JsonObject {
	switch (origin.kind) {
		case 'edit': {
			return toSentBody(input, {purpose: 'edit', listed: origin.of.raw});
		}

		case 'restore': {
			return toSentBody(input, heldRecordOf('restore', origin.deletion.snapshot!));
		}

		case 'new':
		case 'clone': {
			return toSentBody(input, undefined);
		}
	}
}

function questionText(isAsking: boolean): string {
	return isAsking ? 'Press y to send anyway, or esc to go back to the form.' : 'Press ctrl+s to send, or esc to go back to the form.';
}

function duplicateText(duplicate: Notification, input: NotificationInput, columns: number): string {
	return `! ${notificationName(duplicate, columns)} ${duplicate.name === input.name ? 'is identical' : 'differs only in its name'}. Sending creates a duplicate.`;
}
