import {useMemo, useState} from 'react';
import {curlLines} from '../../service/curl.ts';
import {sentenceParts} from '../../notification/sentence.ts';
import type {Notification, NotificationInput} from '../../notification/notification.ts';
import {asListed} from '../../notification/spec.ts';
import {undocumentedSentences} from '../../notification/undocumented.ts';
import type {BulkDuplicate, DuplicatesResult} from '../../operations/plan.ts';
import type {CreateOutcome} from '../../operations/one.ts';
import type {JsonObject} from '../../platform/json.ts';
import {upperFirst, numberText} from '../../platform/text.ts';
import {commandSnapshot, commandToChange} from '../../session/change-command.ts';
import {completeRecordsOf} from '../../session/listing-state.ts';
import type {BulkOptions, BulkOutcome} from '../../session/operations.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {useBulkRun} from '../bulk/bulk-run.tsx';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {indentedChanges} from '../shared/change-lines.ts';
import {useNavigation} from '../shared/navigation.ts';
import {notificationName} from '../shared/notification-name.ts';
import {useTextSize} from '../shared/reader.ts';
import {reasonText, refusalSaid} from '../shared/reason-text.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {usePrepared} from '../shared/use-prepared.ts';
import {faint, gap, good, warning, type Line, type Said, linesOf, bad} from '../ui/line.ts';
import {asks, useQuestion, Question} from '../ui/question.tsx';
import {localIssues, namedIssue} from './form-issues.ts';
import {labelOf, type FormState} from './form.ts';
import {reviewQuestion, type FormOrigin, listedRecordOf, requestBody} from './origin.ts';
import {phaseTexts} from '../shared/phase-text.ts';
import type {Submission} from './use-form.ts';

/** The body height in lines from which all phases are shown. Below it only the current one is. */
const tallRows = 12;

type ReviewViewProps = {
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
	const {outcome, duplicates, phases, now, send, cancel} = submission;
	const {listing} = useListing();
	const {push} = useNavigation();
	usePrepared();
	const command = useMemo(() => {
		const isDuplicate = duplicates.length > 0;
		if (origin.kind !== 'edit') {
			const created = {...input, listed: listedRecordOf(origin, input)};
			return commandToChange({kind: 'create', input: created, snapshot: undefined, isDuplicate}, session);
		}

		const sent = session.ledger?.sent.get(session.profileKey, origin.of.id);
		return commandToChange(
			{kind: 'replace', input, snapshot: commandSnapshot(origin.of, sent)},
			session,
			isUnprotected,
		);
	}, [origin, input, duplicates, isUnprotected, session]);
	const isAsking = duplicates.length > 0 || outcome?.kind === 'unchecked';
	const unique = !isAsking && completeRecordsOf(listing) !== undefined && good('✓ No duplicate in the listing.');
	const question = useQuestion({
		id: [outcome?.kind, duplicates.length, phases !== undefined].join(' '),
		asked: asks(reviewQuestion(origin, placeOf(session))),
		object: input,
		// What is under way is told after what was known before it.
		status: [
			phases !== undefined && [unique, phasesSaid(phaseTexts(phases, origin.kind === 'edit', now), rows)],
			outcomeSaid(outcome),
			duplicates.map(duplicate => warning(duplicateText(duplicate, input, columns))),
		],
		consequences: [
			origin.kind === 'edit' && editSaid(form, origin.of, input, columns),
			undocumentedSentences(body, listedRecordOf(origin, input)).map(text =>
				warning(`! ${sanitise(upperFirst(text))}.`),
			),
			localIssues(form).map(issue => warning(`! ${namedIssue(labelOf(issue.field), issue)}`)),
			phases === undefined && unique,
		],
		details: requestLines({body, origin, command, baseUrl: session.connection.baseUrl}, columns),
		command,
		json: JSON.stringify(body, undefined, 2),
	});
	const keys = useKeys('review', {
		question: question.question,
		guards: {
			isAwaitingConfirmation: isAsking,
			needsNoConfirmation: !isAsking,
			isIdle: phases === undefined,
			...question.guards,
		},
		actions: {
			...question.actions,
			copy() {
				push({name: 'copy', body, command});
			},
			send,
			'send-anyway': send,
			back: phases === undefined ? onBack : cancel,
		},
	});

	return <Question of={question} keys={keys} title="review" />;
}

type SentRequest = {
	readonly body: JsonObject;
	readonly origin: FormOrigin;
	readonly command: string | undefined;
	readonly baseUrl: string;
};

/** The request in a terminal of `columns`: the body, the command that does the same, and a curl command. */
function requestLines({body, origin, command, baseUrl}: SentRequest, columns: number): Line[] {
	const said = [
		sanitiseLines(JSON.stringify(body, undefined, 2)),
		gap,
		command !== undefined && [faint('chainbell:'), sanitiseLines(hideSecrets(command)), gap],
		faint(origin.kind === 'edit' ? `curl (creates only; ${sanitise(origin.of.id)} stays):` : 'curl:'),
	];
	// Lines that fit, so that selecting them with the mouse selects exactly the command.
	return [...linesOf(said, columns), ...curlLines(baseUrl, body, columns).map((text): Line => ({text, isFlush: true}))];
}

/** What an edit changes: the fields, and the ID. */
function editSaid(
	{heldDraft, existingContent}: FormState,
	of: Notification,
	input: NotificationInput,
	columns: number,
): Said {
	const content =
		existingContent === 'known' && heldDraft !== undefined
			? {template: heldDraft.template, topics: heldDraft.topics}
			: {};
	return [
		indentedChanges({...asListed(of), ...content}, input, columns),
		`${sanitise(of.id)} is deleted once the new one is listed: the ID changes.`,
	];
}

/** Why the last attempt sent nothing. What the service refused is told in the form. */
function outcomeSaid(outcome: CreateOutcome | undefined): Said {
	switch (outcome?.kind) {
		case 'duplicates': {
			return warning('! Nothing was sent.');
		}

		case 'unchecked': {
			const check = outcome.isPending === true ? '' : 'Could not check for duplicates. ';
			return warning(`! Nothing was sent. ${check}${reasonText(outcome)}`);
		}

		case 'impossible': {
			return refusalSaid(outcome);
		}

		case undefined:
		case 'done':
		case 'accepted':
		case 'open':
		case 'failed':
		case 'refused': {
			return undefined;
		}
	}
}

/** The phases while it is sent. In few lines only the current one is shown. */
const phasesSaid = (texts: readonly string[], rows: number): Said => [
	rows >= tallRows && texts.slice(0, -1).map(text => good(text)),
	texts.at(-1) ?? 'Preparing …',
];

function duplicateText(duplicate: Notification, {name}: NotificationInput, columns: number): string {
	const how =
		duplicate.name === name
			? `${sanitise(duplicate.id)} is identical`
			: `${notificationName(duplicate, columns)} differs only in its name`;
	return `! ${how}: sending creates a duplicate.`;
}

type SeveralViewProps = {
	readonly form: FormState;
	/** The notifications to create. */
	readonly inputs: readonly NotificationInput[];
	/** Called when requests were sent: the draft is not needed any more. */
	readonly onSent: () => void;
	readonly onBack: () => void;
};

/** The review of a form with several addresses: each creates a notification. They are created as a bulk operation. */
export function SeveralView({form, inputs, onSent, onBack}: SeveralViewProps) {
	const {operations} = useSession();
	const [duplicates, setDuplicates] = useState<readonly BulkDuplicate[]>([]);
	const {run, view} = useBulkRun('create', {leaves: ['detail', 'drafts'], onRunEnd: onSent});
	const create = (canRepeat: boolean) => {
		setDuplicates([]);
		run(async (options: BulkOptions): Promise<BulkOutcome> => {
			const outcome: BulkOutcome | DuplicatesResult = await operations.bulkCreate(inputs, {...options, canRepeat});
			if (outcome.kind !== 'duplicates') {
				return outcome;
			}

			setDuplicates(outcome.duplicates);
			return {kind: 'impossible', reason: 'Nothing was sent.'};
		});
	};

	return view !== undefined && duplicates.length === 0 ? (
		view
	) : (
		<QuestionView form={form} inputs={inputs} duplicates={duplicates} onCreate={create} onBack={onBack} />
	);
}

type QuestionViewProps = Pick<SeveralViewProps, 'form' | 'inputs' | 'onBack'> & {
	readonly duplicates: readonly BulkDuplicate[];
	readonly onCreate: (canRepeat: boolean) => void;
};

function QuestionView({form, inputs, duplicates, onCreate, onBack}: QuestionViewProps) {
	const session = useSession();
	const {columns} = useTextSize();
	const isAsking = duplicates.length > 0;
	const duplicateOf = new Map(duplicates.map(({index, ids}) => [index, ids]));
	const details = inputs.map((input, index): Line => {
		const ids = duplicateOf.get(index);
		const same = ids?.length === 0 ? ' It is in the list twice.' : ` Identical to ${sanitise((ids ?? []).join(', '))}.`;
		return {
			tone: ids && 'warning',
			text: `${String(index + 1).padStart(String(inputs.length).length)}  ${sanitise(input.addresses.join(' '))}${ids === undefined ? '' : same}`,
		};
	});
	const count = numberText(inputs.length);
	const exist = `${numberText(duplicates.length)} of them ${duplicates.length === 1 ? 'exists' : 'exist'} already`;
	const question = useQuestion({
		id: isAsking ? 'anyway' : 'first',
		asked: {tone: isAsking ? 'warning' : undefined, text: `Create ${count} notifications on ${placeOf(session)}?`},
		consequences: [
			sanitise(`${sentenceParts(inputs[0]!).what} at each address below on ${inputs[0]!.network}`),
			isAsking && bad(`✗ Nothing was sent: ${exist}.`),
			localIssues(form).map(({field, message}) => warning(`! ${labelOf(field)}: ${sanitise(message)}`)),
			`${keyOf('list', 'undo')} in the list deletes all of them again.`,
		],
		details: linesOf(details, columns),
	});
	const keys = useKeys('review-several', {
		question: question.question,
		guards: {isAwaitingConfirmation: isAsking, needsNoConfirmation: !isAsking},
		actions: {
			...question.actions,
			send() {
				onCreate(false);
			},
			'send-anyway'() {
				onCreate(true);
			},
			back: onBack,
		},
	});

	return <Question of={question} keys={keys} title={`create ${count}`} />;
}
