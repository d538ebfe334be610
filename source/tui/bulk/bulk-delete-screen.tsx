import {Box, Text} from 'ink';
import {useCallback, useMemo, useState} from 'react';
import type {Notification} from '../../domain/notification.ts';
import type {RecreationSurvey} from '../../operations/bulk/recreation-survey.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {TextField} from '../shared/text-field.tsx';
import {TextLines} from '../shared/text-lines.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import type {TextLine} from '../detail/detail-lines.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {deletionUndoLines} from '../shared/loss-lines.ts';
import {fittingQuestion, messages, questionLines, type Message} from '../shared/message.ts';
import {useNavigation} from '../shared/navigation.ts';
import {notificationNames} from '../shared/notification-name.ts';
import {placeOf} from '../../session/session.ts';
import {useSession} from '../shared/session-context.ts';
import {editAtEnd, editText, insertText, onOneLine} from '../shared/text-edit.ts';
import {useSurvey} from '../shared/use-survey.ts';
import {breakdown, targetText} from './breakdown.ts';
import {useBulkTask} from './use-bulk-task.ts';
import {BulkRunView} from './bulk-run-view.tsx';

export type BulkDeleteScreenProps = {
	readonly targets: readonly Notification[];
	/** The IDs of the targets that the search hides. */
	readonly hiddenIds: ReadonlySet<string>;
	/** The IDs of the duplicates to keep. Nothing is deleted unless they are still listed. */
	readonly keeps?: ReadonlySet<string> | undefined;
};

const checking = 'Checking what an undo could recreate …';

/** Deletes notifications after the operator has typed their number. */
export function BulkDeleteScreen({targets, hiddenIds, keeps}: BulkDeleteScreenProps) {
	const {operations} = useSession();
	const survey = useDeleteSurvey(targets);
	const task = useBulkTask('delete');
	const onConfirm = () => {
		task.run(async options => operations.bulkDelete(targets, {...options, keeps}));
	};

	return task.isRunning || task.outcome !== undefined
		? <BulkRunView kind='delete' task={task}/>
		: <QuestionView targets={targets} hiddenIds={hiddenIds} keeps={keeps} survey={survey} onConfirm={onConfirm}/>;
}

type QuestionViewProps = BulkDeleteScreenProps & {
	/** The number of targets that an undo could recreate; undefined until it is known. */
	readonly survey: RecreationSurvey | undefined;
	readonly onConfirm: () => void;
};

function QuestionView({targets, hiddenIds, keeps, survey, onConfirm}: QuestionViewProps) {
	const session = useSession();
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const [typed, setTyped] = useState(editAtEnd(''));
	const number = String(targets.length);
	const hidden = targets.filter(({id}) => hiddenIds.has(id)).length;
	const summary = useMemo(() => breakdown(targets), [targets]);
	const what = `Delete ${number} ${number === '1' ? 'notification' : 'notifications'}`;
	const place = placeOf(session);
	const asked = fittingQuestion([
		...hidden === 0 ? [] : messages('warning', `! ${hidden} of these ${number} ${hidden === 1 ? 'is' : 'are'} hidden by the search.`, columns),
		...messages('warning', `${what} from ${place}: ${notificationNames(targets, columns)}? The service cannot undo this.`, columns),
	], messages('warning', `${what}${hidden === 0 ? '' : ` (${hidden} hidden)`} from ${place}: ${notificationNames(targets, columns / 2)}?`, columns), rows - 3);
	// Two lines are below it: the one with the targets and the one to type on.
	const question = questionLines(asked, [...survey === undefined ? [] : deletionUndoLines(survey, targets.length, columns), ...keepLines(keeps?.size ?? 0, columns)], Math.max(1, rows - 2));

	const height = Math.max(1, rows - question.length - 1);
	const count = summary.length + targets.length;
	const {top, moves} = useScroll(count, height);
	const lines = [...summary, ...targets.slice(0, Math.max(0, top + height - summary.length)).map((target, index): TextLine => ({
		label: index === 0 ? 'Deletes' : '', text: index + summary.length < top ? '' : targetText(target),
	}))];

	const keys = useKeys('bulk', {
		question: {id: survey === undefined ? 'checking' : 'ready', isShown: asked.length <= rows - 2},
		guards: {isWritable: !session.profile.isReadOnly},
		actions: {
			up: moves.up,
			down: moves.down,
			'page-up': moves['page-up'],
			'page-down': moves['page-down'],
			accept() {
				if (survey === undefined) {
					announce({tone: 'plain', text: `Nothing was deleted. ${checking}`});
				} else if (typed.text === number) {
					onConfirm();
				} else {
					const wrong = typed.text === '' ? '' : `${JSON.stringify(truncate(sanitise(typed.text), 20))} is not ${number}. `;
					announce({tone: 'plain', text: `${wrong}Nothing was deleted. Type ${number}, then press ${keyOf('bulk', 'accept')}.`});
				}
			},
		},
		onKey(key) {
			setTyped(current => editText(current, key) ?? current);
		},
		onPaste(text) {
			setTyped(current => insertText(current, onOneLine(text)));
		},
	});

	// Deleting is possible only once the operator has seen what an undo could recreate.
	const prompt = survey === undefined ? `${checking} ` : `Type ${number} to delete: `;
	return (
		<Frame keys={keys} header={<Header title={`delete ${number}`} status={scrollStatus(top, height, count)}/>}>
			<Messages messages={question}/>
			<TextLines hasLabels lines={lines} top={top} height={height}/>
			<Box height={1} flexShrink={0}>
				<Text> {prompt}</Text>
				<TextField text={typed.text} cursor={typed.cursor} width={Math.max(3, columns - prompt.length - 2)}/>
			</Box>
		</Frame>
	);
}

/** The message that one of each group of duplicates stays, and that this is checked before deleting. */
function keepLines(count: number, columns: number): Message[] {
	return count === 0 ? [] : messages('plain', `The ${count === 1 ? 'one duplicate' : `${count.toLocaleString('en')} duplicates`} to keep must still be listed: this is checked first.`, columns);
}

/** Counts the targets that an undo could recreate; undefined until it is known. */
function useDeleteSurvey(targets: readonly Notification[]): RecreationSurvey | undefined {
	const {operations} = useSession();
	return useSurvey(useCallback(async () => operations.surveyDelete(targets), [operations, targets]));
}
