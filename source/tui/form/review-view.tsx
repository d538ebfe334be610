import {curlLines} from '../../api/to-curl.ts';
import type {Notification, NotificationInput} from '../../domain/notification.ts';
import {undocumentedSentences} from '../../domain/undocumented.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import {labelWidth} from '../shared/label-width.ts';
import {asListed, changeLines} from '../shared/change-lines.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {useNow} from '../shared/use-now.ts';
import {useKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {capped, messages, type Message} from '../shared/message.ts';
import {placeOf} from '../../session/session.ts';
import {notificationName} from '../shared/notification-name.ts';
import {useNavigation} from '../shared/navigation.ts';
import {reasonText} from '../shared/reason-text.ts';
import {useSession} from '../shared/session-context.ts';
import {keyOf} from '../keys/match.ts';
import {labelOf} from './form-labels.ts';
import {type FormState} from './form.ts';
import {localIssues} from './form-issues.ts';
import {reviewIntro, type FormOrigin} from './origin.ts';
import {phaseTexts} from './phase-text.ts';
import {listedRecordOf, requestBody} from './request-body.ts';
import type {Submission} from './use-submission.ts';

/** The body height in lines from which all phases are shown. Below it only the current one is. */
const tallRows = 12;

export type ReviewViewProps = {
	readonly form: FormState;
	readonly origin: FormOrigin;
	/** The request fields of the form. */
	readonly input: NotificationInput;
	readonly submission: Submission;
	readonly onBack: () => void;
};

/** Shows the request, and asks for confirmation before it is sent. The question and its reasons stay visible while the rest scrolls. */
export function ReviewView({form, origin, input, submission, onBack}: ReviewViewProps) {
	const {columns, rows} = useBodySize();
	const request = useRequestLines(form, origin, input, columns);
	const {outcome, duplicates, phases, send, cancel} = submission;
	const {services} = useSession();
	const {push} = useNavigation();
	const now = useNow(services.clock, phases === undefined ? undefined : 1000);
	const isAsking = duplicates.length > 0 || outcome?.kind === 'unchecked';
	const reasons = [
		...outcome?.kind === 'impossible' ? messages('bad', `✗ ${reasonText(outcome)}`, columns) : [],
		...outcome?.kind === 'duplicates' || outcome?.kind === 'unchecked' ? messages('bad', '✗ Nothing was sent.', columns) : [],
		...duplicates.flatMap(duplicate => messages('warning', duplicateText(duplicate, input, columns), columns)),
		...outcome?.kind === 'unchecked' ? messages('warning', `! ${outcome.isPending === true ? '' : 'Could not check for duplicates. '}${reasonText(outcome)}`, columns) : [],
	];
	const question: Message[] = [
		...capped(reasons, Math.max(1, Math.ceil(rows / 2))),
		...phases === undefined ? messages('plain', questionText(isAsking), columns) : phaseLines(phaseTexts(phases, origin.kind === 'edit', now), columns, rows),
	];
	const height = Math.max(1, rows - question.length);
	const {top, moves} = useScroll(request.length, height);
	const keys = useKeys('review', {
		guards: {isAwaitingConfirmation: isAsking, needsNoConfirmation: !isAsking, isIdle: phases === undefined},
		actions: {
			...moves,
			copy() {
				push({name: 'copy', body: requestBody(origin, input)});
			},
			send, 'send-anyway': send, back: phases === undefined ? onBack : cancel,
		},
	});

	return (
		<Frame keys={keys} header={<Header title='review' status={scrollStatus(top, height, request.length)}/>}>
			<Messages messages={request.slice(top, top + height)}/>
			<Messages messages={question}/>
		</Frame>
	);
}

/** Returns the whole request as lines of at most `columns`: its effect, warnings, the body, and a curl command. */
function useRequestLines(form: FormState, origin: FormOrigin, input: NotificationInput, columns: number): Message[] {
	const session = useSession();
	const body = requestBody(origin, input);
	const block = (text: string): Message[] => messages('plain', sanitiseLines(text), columns);

	return [
		...messages('plain', reviewIntro(origin, placeOf(session)), columns),
		...origin.kind === 'edit' ? editLines(form, origin.of, input, columns) : [],
		...undocumentedSentences(body, listedRecordOf(origin, input)).flatMap(text => messages('warning', `${text.charAt(0).toUpperCase()}${sanitise(text.slice(1))}.`, columns)),
		...localIssues(form).flatMap(({field, message}) => messages('warning', `! ${labelOf(field)}: ${message}`, columns)),
		...block(JSON.stringify(body, undefined, 2)),
		{tone: 'plain', text: ' '},
		...messages('faint', origin.kind === 'edit' ? `As a curl command, which only creates: it does not delete ${sanitise(origin.of.id)}:` : 'As a curl command:', columns),
		// Lines that fit, without a margin, so that selecting them with the mouse selects exactly the command.
		...curlLines(session.connection.baseUrl, body, columns).map((text): Message => ({tone: 'plain', text})),
	];
}

/** The changes of an edit, `old → new`, and what happens to the old notification. An unknown template is not compared. */
function editLines({heldDraft, existingContent}: FormState, of: Notification, input: NotificationInput, columns: number): Message[] {
	const content = existingContent === 'known' && heldDraft !== undefined ? {template: heldDraft.template, topics: heldDraft.topics} : {};
	return [
		...changeLines({...asListed(of), ...content}, input, columns - 2).map(({label, text}): Message => ({tone: 'warning', text: ` ${fit(label, labelWidth)}${text}`})),
		...messages('plain', `${sanitise(of.id)} is deleted once the new one is listed.`, columns),
	];
}

/** The phases of sending: the current one and, if there is room, those before it. */
function phaseLines(texts: readonly string[], columns: number, rows: number): Message[] {
	const present = messages('plain', texts.at(-1) ?? 'Preparing …', columns);
	const earlier = texts.slice(0, -1).flatMap(text => messages('good', text, columns));
	return [...rows < tallRows ? [] : earlier, ...present];
}

function questionText(isAsking: boolean): string {
	return `Press ${isAsking ? `${keyOf('review', 'send-anyway')} to send anyway` : `${keyOf('review', 'send')} to send`}, or ${keyOf('review', 'back')} to go back to the form.`;
}

function duplicateText(duplicate: Notification, input: NotificationInput, columns: number): string {
	return `! ${notificationName(duplicate, columns)} ${duplicate.name === input.name ? 'is identical' : 'differs only in its name'}. Sending creates a duplicate.`;
}
