import {toSentBody} from '../../service/body.ts';
import {toCurl} from '../../service/curl.ts';
import {contentNote} from '../../notification/losses.ts';
import {sentenceParts} from '../../notification/sentence.ts';
import {topicTexts} from '../../notification/events.ts';
import {hasAnyTopic} from '../../notification/fields.ts';
import {lostContent} from '../../notification/edit.ts';
import {withLabel} from '../../notification/labels.ts';
import type {NotificationInput, Readable} from '../../notification/notification.ts';
import {undocumentedSentences} from '../../notification/undocumented.ts';
import {kindWords, namedText} from '../../notification/operation-texts.ts';
import {asListed} from '../../notification/spec.ts';
import {joined, numberText, upperFirst} from '../../platform/text.ts';
import type {CommandChange} from '../../query/commands.ts';
import {commandSnapshot, commandToChange} from '../../account/change-command.ts';
import {placeOf} from '../../account/session.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {keyOf} from '../keys/match.ts';
import {changesSaid} from '../changes/change-lines.ts';
import {detailLines} from '../list/detail-lines.ts';
import {useTextSize} from '../ui/list.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {useSession} from '../ui/session.ts';
import {faint, gap, warning, type Line, type Said, linesOf} from '../ui/line.tsx';
import {asks, Question} from '../ui/question.tsx';
import {localIssues, namedIssue, labelOf, type FormState} from './form.ts';
import {type FormHandle, type FormOrigin, type Submission} from './use-form.ts';
import {duplicatesSaid} from './preview-pane.tsx';

type ReviewViewProps = {
	readonly handle: FormHandle;
	readonly submission: Submission;
	/** Whether the operator has typed the name of the protected notification that is edited. */
	readonly isUnprotected: boolean;
};

/** Asks for confirmation before the form is sent, and shows the request, or the addresses of several. The question and its consequences stay visible while these scroll. */
export function ReviewView({
	handle: {form, origin, source, inputs, sentText},
	submission,
	isUnprotected,
}: ReviewViewProps) {
	const session = useSession();
	const {ledger, profileKey} = session;
	const {announce} = useNavigation();
	const {columns} = useTextSize();
	const {outcome, duplicates, isRunning, found, isComplete} = submission;
	const input = inputs[0]!;
	const isOne = inputs.length === 1;
	const listedOf = ({listed}: NotificationInput) => (source === undefined ? listed : source.raw);
	const bodies = inputs.map(each => toSentBody(each, listedOf(each)));
	const isFound = duplicates.size > 0;
	const isUnchecked = outcome?.kind === 'unchecked';
	const isWarned = isFound || isUnchecked;
	const change: CommandChange =
		origin.kind === 'edit'
			? {kind: 'replace', input, snapshot: commandSnapshot(origin.of, ledger?.sent.get(profileKey, origin.of.id))}
			: {kind: 'create', input: {...input, listed: listedOf(input)}, snapshot: undefined, isDuplicate: isFound};
	const command = isOne ? commandToChange(change, session, isUnprotected) : undefined;
	const same = duplicates.get(0) ?? found;
	const searched =
		isOne &&
		!isUnchecked &&
		duplicatesSaid({found: same, isComplete}, {name: input.name, columns, isAsked: !isRunning});
	const exist = isOne ? '' : `: ${duplicates.size} of them ${duplicates.size === 1 ? 'exists' : 'exist'} already`;
	const {verb, doing, preposition} = kindWords[submission.kind];
	const {id, fields} = submission.kind === 'create' || source === undefined ? {fields: input} : source;
	const what = isOne ? sanitise(namedText({name: fields.name, id})) : `${numberText(inputs.length)} notifications`;
	const where = joined([what, `${preposition} ${placeOf(session)}`], ' ');
	return (
		<Question
			title="review"
			scope="review"
			hint={isWarned ? `${verb} anyway` : verb}
			of={{
				// Before it sends, the account is searched again: what is found then is asked about.
				id: [duplicates.size, same?.length ?? 0].join(' '),
				asked: asks(`${upperFirst(verb)} ${where}?`),
				doing: `${doing} ${where} …`,
				object: isOne ? input : undefined,
				// What is under way is told after what was known before it.
				status: [
					outcome === undefined && sentText !== undefined && warning(`! ${sentText}`),
					!isRunning && outcome?.kind === 'duplicates' && warning(`! Nothing was sent${exist}.`),
					(isRunning || isFound) && searched,
				],
				consequences: [
					origin.kind === 'edit' && [
						changesSaid(knownOf(form), input),
						`${sanitise(origin.of.id)} is deleted once the new one is listed: the ID changes.`,
					],
					!isOne && sanitise(`${sentenceParts(input).what} at each address below on ${input.network}`),
					undocumentedSentences(bodies[0]!, listedOf(input)).map(text => warning(`! ${sanitise(upperFirst(text))}.`)),
					contentLostSaid(form, origin),
					topicTexts(form.draft.topics).map((text, index) => text !== '' && sanitise(`topic_${index}: ${text}`)),
					localIssues(form).map(issue => warning(`! ${namedIssue(labelOf(issue.field, form.draft.topics), issue)}`)),
					!isRunning && !isFound && searched,
					!isOne && `${keyOf('list', 'undo')} in the list deletes all of them again.`,
				],
				details: [
					...detailLines(asListed(input), columns - 2, input, new Set(isOne ? ['id'] : ['id', 'address'])),
					...(isOne ? [] : [gap, ...addressLines(inputs, duplicates, columns)]),
				],
				command,
				// The request: the body, the command that does the same, and a curl command.
				json: linesOf(
					[
						sanitiseLines(JSON.stringify(isOne ? bodies[0] : bodies, undefined, 2)),
						gap,
						command !== undefined && [faint('chainbell:'), sanitiseLines(hideSecrets(command)), gap],
						faint(origin.kind === 'edit' ? `curl (creates only; ${sanitise(origin.of.id)} stays):` : 'curl:'),
						bodies.map(body => sanitiseLines(hideSecrets(toCurl(session.connection.baseUrl, body)))),
					],
					columns,
				),
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

/** The beginning of what is said of a loss. */
const effects = {
	edit: 'This edit loses',
	clone: 'The copy loses',
	new: 'The copy loses',
	recreate: 'This undo cannot restore',
} as const;

/** What is known of the notification that is edited. */
function knownOf({heldDraft, isContentUnknown}: FormState): Readable {
	const {template, topics} = heldDraft!;
	return isContentUnknown
		? {
				...heldDraft!,
				template: template === '' ? undefined : template,
				topics: hasAnyTopic({topics}) ? topics : undefined,
			}
		: heldDraft!;
}

/** What a new notification loses that is not known here. */
function contentLostSaid({draft, heldDraft = draft, isContentUnknown}: FormState, {kind}: FormOrigin): Said {
	const lost = lostContent({before: heldDraft, isContentUnknown}, draft);
	return (
		lost &&
		warning(
			`! ${contentNote(effects[kind], {
				total: 1,
				templates: Number(lost.losesTemplate),
				topics: Number(lost.losesTopics),
			})}`,
		)
	);
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
		const found = ids === '' ? 'It is in the list twice.' : `Identical to ${sanitise(ids ?? '')}.`;
		const number = String(index + 1).padStart(String(inputs.length).length);
		return {
			tone: same && 'warning',
			text: joined([`${number}  ${sanitise(withLabel(addresses.join(' ')))}`, same && found], ' '),
		};
	});
	return linesOf(said, columns);
}
