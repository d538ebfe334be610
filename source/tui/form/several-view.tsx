import {useState} from 'react';
import {sentenceParts} from '../../domain/notification-sentence.ts';
import type {NotificationInput} from '../../domain/notification.ts';
import type {BulkDuplicate, DuplicatesResult} from '../../operations/bulk/bulk-create.ts';
import {numberText} from '../../platform/text.ts';
import type {BulkOptions, BulkOutcome} from '../../session/operations.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {BulkRunView} from '../bulk/bulk-run-view.tsx';
import {useBulkTask} from '../bulk/use-bulk-task.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useTextSize} from '../shared/reader.ts';
import {useSession} from '../shared/session-context.ts';
import {bad, linesOf, warning, type Line} from '../ui/line.ts';
import {useQuestion, Question} from '../ui/question.tsx';
import {localIssues} from './form-issues.ts';
import {labelOf} from './form-labels.ts';
import type {FormState} from './form.ts';

export type SeveralViewProps = {
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
	const task = useBulkTask('create', {leaves: ['detail', 'drafts'], onRunEnd: onSent});
	const create = (canRepeat: boolean) => {
		setDuplicates([]);
		task.run(async (options: BulkOptions): Promise<BulkOutcome> => {
			const outcome: BulkOutcome | DuplicatesResult = await operations.bulkCreate(inputs, {...options, canRepeat});
			if (outcome.kind !== 'duplicates') {
				return outcome;
			}

			setDuplicates(outcome.duplicates);
			return {kind: 'impossible', reason: 'Nothing was sent.'};
		});
	};

	return (task.isRunning || task.outcome !== undefined) && duplicates.length === 0 ? (
		<BulkRunView kind="create" task={task} />
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
