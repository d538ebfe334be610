import {useState} from 'react';
import type {NotificationInput} from '../../domain/notification.ts';
import {sentenceParts} from '../../domain/notification-sentence.ts';
import type {BulkDuplicate, DuplicatesResult} from '../../operations/bulk/bulk-create.ts';
import type {BulkOptions, BulkOutcome} from '../../session/operations.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../platform/text.ts';
import {BulkRunView} from '../bulk/bulk-run-view.tsx';
import {useBulkTask} from '../bulk/use-bulk-task.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {messages, type Message} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {layOutMany} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {useSession} from '../shared/session-context.ts';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import type {FormState} from './form.ts';
import {localIssues} from './form-issues.ts';
import {labelOf} from './form-labels.ts';

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
	const {columns, rows} = useBodySize();
	const isAsking = duplicates.length > 0;
	const duplicateOf = new Map(duplicates.map(({index, ids}) => [index, ids]));
	const lines = inputs.flatMap((input, index): Message[] => {
		const ids = duplicateOf.get(index);
		const note =
			ids === undefined
				? ''
				: ` ${ids.length === 0 ? 'It is in the list twice.' : `Identical to ${sanitise(ids.join(', '))}.`}`;
		return messages(
			ids === undefined ? 'plain' : 'warning',
			`${String(index + 1).padStart(String(inputs.length).length)}  ${sanitise(input.addresses.join(' '))}${note}`,
			columns,
		);
	});
	const layout = layOutMany(
		{
			asked: messages(
				isAsking ? 'warning' : 'plain',
				`Create ${numberText(inputs.length)} notifications on ${placeOf(session)}?`,
				columns,
			),
			summary: [],
			consequences: [
				...messages(
					'plain',
					sanitise(`${sentenceParts(inputs[0]!).what} at each address below on ${inputs[0]!.network}`),
					columns,
				),
				...(isAsking
					? messages(
							'bad',
							`✗ Nothing was sent: ${numberText(duplicates.length)} of them ${duplicates.length === 1 ? 'exists' : 'exist'} already.`,
							columns,
						)
					: []),
				...localIssues(form).flatMap(({field, message}) =>
					messages('warning', `! ${labelOf(field)}: ${sanitise(message)}`, columns),
				),
				...messages('plain', `${keyOf('list', 'undo')} in the list deletes all of them again.`, columns),
			],
			count: lines.length,
		},
		rows,
	);
	const {top, moves, question} = useQuestionScroll(layout, isAsking ? 'anyway' : 'first');
	const keys = useKeys('review-several', {
		question,
		guards: {
			isAwaitingConfirmation: isAsking,
			needsNoConfirmation: !isAsking,
		},
		actions: {
			...moves,
			send() {
				onCreate(false);
			},
			'send-anyway'() {
				onCreate(true);
			},
			back: onBack,
		},
	});

	return (
		<Frame
			keys={keys}
			header={
				<Header title={`create ${numberText(inputs.length)}`} status={scrollStatus(top, layout.height, layout.count)} />
			}
		>
			<QuestionBody layout={layout} top={top}>
				{(first, height) => <Messages messages={lines.slice(first, first + height)} />}
			</QuestionBody>
		</Frame>
	);
}
