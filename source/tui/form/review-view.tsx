import {toCurl} from '../../service/curl.ts';
import {contentNote} from '../../notification/losses.ts';
import {sentenceParts} from '../../notification/sentence.ts';
import {topicTexts} from '../../notification/events.ts';
import {hasAnyTopic} from '../../notification/fields.ts';
import {withLabel} from '../../notification/labels.ts';
import {canHaveTopics, type Notification, type NotificationInput} from '../../notification/notification.ts';
import {asListed} from '../../notification/spec.ts';
import {undocumentedSentences} from '../../notification/undocumented.ts';
import type {JsonObject} from '../../platform/json.ts';
import {upperFirst} from '../../platform/text.ts';
import {commandSnapshot, commandToChange} from '../../account/change-command.ts';
import {placeOf} from '../../account/session.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {keyOf} from '../keys/match.ts';
import {changesSaid} from '../changes/change-lines.ts';
import {useTextSize} from '../ui/list.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {useSession, type SessionValue} from '../ui/session.ts';
import {faint, gap, warning, type Line, type Said, linesOf} from '../ui/line.tsx';
import {asks, Question} from '../ui/question.tsx';
import {localIssues, namedIssue, labelOf, type FormState} from './form.ts';
import {reviewTexts, type FormOrigin, listedRecordOf, requestBody, type Submission} from './use-form.ts';
import {duplicatesSaid, secondAdvice} from './preview-pane.tsx';

type ReviewViewProps = {
	readonly form: FormState;
	readonly origin: FormOrigin;
	/** The request fields of what is sent: one, or one for each address. */
	readonly inputs: readonly NotificationInput[];
	readonly submission: Submission;
	/** Whether the operator has typed the name of the protected notification that is edited. */
	readonly isUnprotected: boolean;
};

/** Asks for confirmation before the form is sent, and shows the request, or the addresses of several. The question and its consequences stay visible while these scroll. */
export function ReviewView({form, origin, inputs, submission, isUnprotected}: ReviewViewProps) {
	const session = useSession();
	const {announce} = useNavigation();
	const {columns} = useTextSize();
	const {outcome, duplicates, isRunning, found, isComplete} = submission;
	const input = inputs[0]!;
	const isOne = inputs.length === 1;
	const bodies = inputs.map(each => requestBody(origin, each));
	const isFound = duplicates.size > 0;
	const isAllowed = origin.kind === 'edit' ? isUnprotected : isFound;
	const isUnchecked = outcome?.kind === 'unchecked';
	const isWarned = isFound || isUnchecked;
	const command = isOne ? commandOf(session, origin, input, isAllowed) : undefined;
	const same = duplicates.get(0) ?? found;
	const advice = isRunning ? '' : secondAdvice(same?.length ?? 0);
	const searched =
		isOne && !isUnchecked && duplicatesSaid({found: same, isComplete}, {name: input.name, columns, advice});
	const exist = isOne ? '' : `: ${duplicates.size} of them ${duplicates.size === 1 ? 'exists' : 'exist'} already`;
	const {baseUrl} = session.connection;
	const {verb, asked, doing} = reviewTexts(origin, placeOf(session), {input, count: inputs.length});
	return (
		<Question
			title="review"
			scope="review"
			hint={isWarned ? `${verb} anyway` : verb}
			of={{
				// Before it sends, the account is searched again: what is found then is asked about.
				id: [duplicates.size, same?.length ?? 0].join(' '),
				asked: asks(asked),
				doing,
				object: isOne ? input : undefined,
				// What is under way is told after what was known before it.
				status: [
					!isRunning && outcome?.kind === 'duplicates' && warning(`! Nothing was sent${exist}.`),
					(isRunning || isFound) && searched,
				],
				consequences: [
					origin.kind === 'edit' && editSaid(form, origin.of, input),
					!isOne && sanitise(`${sentenceParts(input).what} at each address below on ${input.network}`),
					undocumentedSentences(bodies[0]!, listedRecordOf(origin, input)).map(text =>
						warning(`! ${sanitise(upperFirst(text))}.`),
					),
					contentLostSaid(form, origin),
					topicTexts(form.draft.topics).map((text, index) => text !== '' && sanitise(`topic_${index}: ${text}`)),
					localIssues(form).map(issue => warning(`! ${namedIssue(labelOf(issue.field, form.draft.topics), issue)}`)),
					!isRunning && !isFound && searched,
					!isOne && `${keyOf('list', 'undo')} in the list deletes all of them again.`,
				],
				details: isOne ? [] : addressLines(inputs, duplicates, columns),
				command,
				json: requestLines(bodies[0]!, {origin, command, baseUrl}, columns),
				copies: {bodies},
				isHarmless: origin.kind !== 'edit',
			}}
			answer={{onConfirm: submission.send}}
			runner={submission}
			actions={{
				send(key) {
					const send = keyOf('review', 'send');
					if (isWarned && key !== send) {
						announce({text: `Nothing was sent. Only ${send} sends it in spite of the warning.`, isAnswer: true});
					} else {
						submission.send();
					}
				},
			}}
		/>
	);
}

/** The command that does the same. `isAllowed`: although what is edited is protected, or what is created is listed. */
function commandOf(session: SessionValue, origin: FormOrigin, input: NotificationInput, isAllowed: boolean) {
	if (origin.kind !== 'edit') {
		const created = {...input, listed: listedRecordOf(origin, input)};
		return commandToChange({kind: 'create', input: created, snapshot: undefined, isDuplicate: isAllowed}, session);
	}

	const sent = session.ledger?.sent.get(session.profileKey, origin.of.id);
	const snapshot = commandSnapshot(origin.of, sent);
	return commandToChange({kind: 'replace', input, snapshot}, session, isAllowed);
}

/** The request in a terminal of `columns`: the body, the command that does the same, and a curl command. */
function requestLines(
	body: JsonObject,
	{
		origin,
		command,
		baseUrl,
	}: {readonly origin: FormOrigin; readonly command: string | undefined; readonly baseUrl: string},
	columns: number,
): Line[] {
	const said = [
		sanitiseLines(JSON.stringify(body, undefined, 2)),
		gap,
		command !== undefined && [faint('chainbell:'), sanitiseLines(hideSecrets(command)), gap],
		faint(origin.kind === 'edit' ? `curl (creates only; ${sanitise(origin.of.id)} stays):` : 'curl:'),
		sanitiseLines(hideSecrets(toCurl(baseUrl, body))),
	];
	return linesOf(said, columns);
}

/** What an edit changes: the fields, and the ID. */
function editSaid({heldDraft, isContentUnknown}: FormState, of: Notification, input: NotificationInput): Said {
	const content =
		!isContentUnknown && heldDraft !== undefined ? {template: heldDraft.template, topics: heldDraft.topics} : {};
	return [
		changesSaid({...asListed(of), ...content}, input),
		`${sanitise(of.id)} is deleted once the new one is listed: the ID changes.`,
	];
}

/** What a new notification loses that is not known here, in an edit or in undoing a deletion. */
function contentLostSaid({draft, isContentUnknown}: FormState, {kind}: FormOrigin): Said {
	const losesTopics = canHaveTopics(draft) && !hasAnyTopic(draft);
	const lost = {losesTemplate: draft.template === '', losesTopics};
	const effect = kind === 'edit' ? 'This edit loses' : 'This undo cannot restore';
	const isLost = isContentUnknown && (lost.losesTemplate || losesTopics);
	return isLost && warning(`! ${contentNote(effect, {count: 1, total: 1, ...lost})}`);
}

/** The addresses of several, each with its duplicates. */
function addressLines(
	inputs: readonly NotificationInput[],
	duplicates: Submission['duplicates'],
	columns: number,
): Line[] {
	const said = inputs.map(({addresses}, index): Line => {
		const same = duplicates.get(index);
		const ids = same?.map(({id}) => id).join(', ');
		const text = ids === '' ? ' It is in the list twice.' : ` Identical to ${sanitise(ids ?? '')}.`;
		return {
			tone: same && 'warning',
			text: `${String(index + 1).padStart(String(inputs.length).length)}  ${sanitise(withLabel(addresses.join(' ')))}${same === undefined ? '' : text}`,
		};
	});
	return linesOf(said, columns);
}
