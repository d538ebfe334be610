import {useMemo} from 'react';
import {curlLines} from '../../api/to-curl.ts';
import type {Notification, NotificationInput} from '../../domain/notification.ts';
import {undocumentedSentences} from '../../domain/undocumented.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {completeRecordsOf} from '../../session/listing-state.ts';
import type {JsonObject} from '../../platform/json.ts';
import {upperFirst} from '../../platform/text.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {fit} from '../../terminal/width.ts';
import {labelWidth} from '../shared/label-width.ts';
import {changeLines} from '../shared/change-lines.ts';
import {asListed} from '../../domain/spec.ts';
import {Frame} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useTextSize} from '../shared/reader.ts';
import {Messages} from '../shared/messages.tsx';
import {useCopyKeys} from '../shared/use-copy-keys.ts';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {useNow} from '../shared/use-now.ts';
import {usePrepared} from '../shared/use-prepared.ts';
import {useKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {messages, type Message} from '../shared/message.ts';
import {placeOf} from '../../session/session.ts';
import {notificationName} from '../shared/notification-name.ts';
import {useNavigation} from '../shared/navigation.ts';
import {reasonText} from '../shared/reason-text.ts';
import {isRecognisable, objectQuestion} from '../shared/object-lines.ts';
import {layOutObject} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {useListing, useSession} from '../shared/session-context.ts';
import {labelOf} from './form-labels.ts';
import {type FormState} from './form.ts';
import {localIssues, namedIssue} from './form-issues.ts';
import {reviewQuestion, type FormOrigin} from './origin.ts';
import {phaseTexts} from './phase-text.ts';
import {reviewCommand} from './review-command.ts';
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
	/** Whether the operator has typed the name of the protected notification that is edited. */
	readonly isUnprotected: boolean;
	readonly onBack: () => void;
};

/** Asks for confirmation before the form is sent, and shows the request. The question and its consequences stay visible while the request scrolls. */
export function ReviewView({form, origin, input, submission, isUnprotected, onBack}: ReviewViewProps) {
	const session = useSession();
	const {columns, rows} = useTextSize();
	const body = requestBody(origin, input);
	const {outcome, duplicates, phases, send, cancel} = submission;
	const {listing} = useListing();
	const {push} = useNavigation();
	usePrepared();
	const now = useNow(session.services.clock, phases === undefined ? undefined : 1000);
	const command = useMemo(
		() =>
			reviewCommand(
				{
					origin,
					input,
					sent: origin.kind === 'edit' ? session.ledger?.sent.get(session.profileKey, origin.of.id) : undefined,
					isDuplicate: duplicates.length > 0,
					isUnprotected,
				},
				session,
			),
		[origin, input, duplicates, isUnprotected, session],
	);
	const copied = useCopyKeys({command, json: JSON.stringify(body, undefined, 2)});
	const isAsking = duplicates.length > 0 || outcome?.kind === 'unchecked';
	const unique =
		isAsking || completeRecordsOf(listing) === undefined
			? []
			: messages('good', '✓ No duplicate in the listing.', columns);
	// What is under way is told after what was known before it.
	const reasons: Message[] = [
		...(phases === undefined ? [] : unique),
		...(phases === undefined ? [] : phaseLines(phaseTexts(phases, origin.kind === 'edit', now), columns, rows)),
		...outcomeLines(outcome, columns),
		...duplicates.flatMap(duplicate => messages('warning', duplicateText(duplicate, input, columns), columns)),
	];
	const consequences: Message[] = [
		...(origin.kind === 'edit' ? editLines(form, origin.of, input, columns) : []),
		...undocumentedSentences(body, listedRecordOf(origin, input)).flatMap(text =>
			messages('warning', `! ${sanitise(upperFirst(text))}.`, columns),
		),
		...localIssues(form).flatMap(issue => messages('warning', `! ${namedIssue(labelOf(issue.field), issue)}`, columns)),
		...(phases === undefined ? unique : []),
	];
	const question = objectQuestion(
		reviewQuestion(origin, placeOf(session)),
		input,
		{status: reasons, consequences},
		{columns, rows},
	);
	const request = requestLines({body, origin, command, baseUrl: session.connection.baseUrl}, columns);
	const layout = layOutObject(question, request.length, rows);
	const {
		top,
		moves,
		question: asked,
	} = useQuestionScroll(layout, [outcome?.kind, duplicates.length, phases !== undefined].join(' '));
	const keys = useKeys('review', {
		question: {...asked, isShown: isRecognisable(columns)},
		guards: {
			isAwaitingConfirmation: isAsking,
			needsNoConfirmation: !isAsking,
			isIdle: phases === undefined,
			...copied.guards,
		},
		actions: {
			...moves,
			...copied.actions,
			copy() {
				push({name: 'copy', body, command});
			},
			send,
			'send-anyway': send,
			back: phases === undefined ? onBack : cancel,
		},
	});

	return (
		<Frame keys={keys} header={<Header title="review" status={scrollStatus(top, layout.height, layout.count)} />}>
			<QuestionBody layout={layout} top={top}>
				{(first, height) => <Messages messages={request.slice(first, first + height)} />}
			</QuestionBody>
		</Frame>
	);
}

type SentRequest = {
	readonly body: JsonObject;
	readonly origin: FormOrigin;
	readonly command: string | undefined;
	readonly baseUrl: string;
};

/** The request as lines of at most `columns`: the body, the command that does the same, and a curl command. */
function requestLines({body, origin, command, baseUrl}: SentRequest, columns: number): Message[] {
	return [
		...messages('plain', sanitiseLines(JSON.stringify(body, undefined, 2)), columns),
		{tone: 'plain', text: ' '},
		...(command === undefined
			? []
			: [
					...messages('faint', 'chainbell:', columns),
					...messages('plain', sanitiseLines(hideSecrets(command)), columns),
					{tone: 'plain', text: ' '} as const,
				]),
		...messages(
			'faint',
			origin.kind === 'edit' ? `curl (creates only; ${sanitise(origin.of.id)} stays):` : 'curl:',
			columns,
		),
		// Lines that fit, without a margin, so that selecting them with the mouse selects exactly the command.
		...curlLines(baseUrl, body, columns).map((text): Message => ({tone: 'plain', text})),
	];
}

/** The changes of an edit, `old → new`, and what happens to the old notification. An unknown template is not compared. */
function editLines(
	{heldDraft, existingContent}: FormState,
	of: Notification,
	input: NotificationInput,
	columns: number,
): Message[] {
	const content =
		existingContent === 'known' && heldDraft !== undefined
			? {template: heldDraft.template, topics: heldDraft.topics}
			: {};
	return [
		...changeLines({...asListed(of), ...content}, input, columns - 4).map(({label, text}): Message => ({
			tone: 'plain',
			text: `   ${fit(label, labelWidth)}${text}`,
		})),
		...messages('plain', `${sanitise(of.id)} is deleted once the new one is listed: the ID changes.`, columns),
	];
}

/** The reason why the last attempt sent nothing. */
function outcomeLines(outcome: CreateOutcome | undefined, columns: number): Message[] {
	switch (outcome?.kind) {
		case 'impossible': {
			return messages('bad', `✗ ${reasonText(outcome)}`, columns);
		}

		case 'duplicates': {
			return messages('warning', '! Nothing was sent.', columns);
		}

		case 'unchecked': {
			return messages(
				'warning',
				`! Nothing was sent. ${outcome.isPending === true ? '' : 'Could not check for duplicates. '}${reasonText(outcome)}`,
				columns,
			);
		}

		case undefined:
		case 'done':
		case 'accepted':
		case 'open':
		case 'failed':
		case 'refused': {
			return [];
		}
	}
}

/** The phases of sending: the current one and, if there is room, those before it. */
function phaseLines(texts: readonly string[], columns: number, rows: number): Message[] {
	const present = messages('plain', texts.at(-1) ?? 'Preparing …', columns);
	const earlier = texts.slice(0, -1).flatMap(text => messages('good', text, columns));
	return [...(rows < tallRows ? [] : earlier), ...present];
}

function duplicateText(duplicate: Notification, {name}: NotificationInput, columns: number): string {
	const how =
		duplicate.name === name
			? `${sanitise(duplicate.id)} is identical`
			: `${notificationName(duplicate, columns)} differs only in its name`;
	return `! ${how}: sending creates a duplicate.`;
}
