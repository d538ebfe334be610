import {useCallback, useMemo} from 'react';
import {undoKinds} from '../../domain/operation-kind.ts';
import type {UndoSurvey} from '../../operations/bulk/bulk-undo.ts';
import {placeOf} from '../../session/session.ts';
import {BulkRunView} from '../bulk/bulk-run-view.tsx';
import {useBulkTask} from '../bulk/use-bulk-task.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {Messages} from '../shared/messages.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useScroll} from '../shared/use-list-window.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {useSurvey} from '../shared/use-survey.ts';
import {batchUndoLines} from './undo-lines.ts';

export type BatchUndoProps = {
	/** The ID of the bulk operation to undo. */
	readonly batch: number;
};

/** Asks for confirmation before a bulk operation is undone, and undoes it. */
export function BatchUndo({batch}: BatchUndoProps) {
	const {operations, ledger} = useSession();
	const kind = undoKinds[ledger?.journal.batch(batch).kind ?? 'delete'];
	const task = useBulkTask(kind);
	const onConfirm = () => {
		task.run(async options => operations.undoBatch(batch, options));
	};

	return task.isRunning || task.outcome !== undefined
		? <BulkRunView kind={kind} task={task}/>
		: <QuestionView batch={batch} onConfirm={onConfirm}/>;
}

type QuestionViewProps = BatchUndoProps & {
	readonly onConfirm: () => void;
};

function QuestionView({batch, onConfirm}: QuestionViewProps) {
	const session = useSession();
	const {ledger, profile} = session;
	const {pop} = useNavigation();
	const {columns, rows} = useBodySize();
	const survey = useUndoSurvey(batch);
	const [first] = useMemo(() => survey === undefined ? [] : ledger?.journal.undoableItems(batch, {after: 0, limit: 1}) ?? [], [survey, ledger, batch]);
	const place = placeOf(session);
	const {asked, rest} = batchUndoLines(survey, place, columns, first);
	const lines = [...asked, ...rest];
	const {top, moves} = useScroll(lines.length, rows);
	// The whole question and at least the beginning of the possible losses are visible.
	const isShown = top === 0 && asked.length + Math.min(1, rest.length) <= rows;
	const keys = useKeys('undo', {
		question: {id: String(survey?.count), isShown},
		guards: {isIdle: true, hasRefused: false, canUndo: survey !== undefined && survey.count > 0, canEditFirst: false, isWritable: ledger !== undefined && !profile.isReadOnly},
		actions: {
			...moves,
			confirm: onConfirm,
			omit: () => undefined,
			edit: () => undefined,
			back() {
				pop();
			},
		},
	});

	return (
		<Frame keys={keys} header={<Header status={scrollStatus(top, rows, lines.length)}/>}>
			<Messages messages={lines.slice(top, top + rows)}/>
		</Frame>
	);
}

/** The effect of undoing a batch; undefined until it is known. */
function useUndoSurvey(batch: number): UndoSurvey | undefined {
	const {operations} = useSession();
	const {listing} = useListing();
	const records = 'value' in listing ? listing.value.records : undefined;
	return useSurvey(useCallback(async () => operations.surveyUndo(batch), [operations, batch]), records);
}
