import {useIsScreenReaderEnabled} from 'ink';
import {useCallback, useMemo} from 'react';
import {usersIn} from '../../domain/breakdown.ts';
import {batchNumber} from '../../domain/change-name.ts';
import {undoKinds} from '../../domain/operation-kind.ts';
import type {UndoSurvey} from '../../operations/bulk/bulk-undo.ts';
import {commandToUndo} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {undoneNotice} from '../bulk/bulk-lines.ts';
import {BulkRunView} from '../bulk/bulk-run-view.tsx';
import {useBulkTask} from '../bulk/use-bulk-task.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useUnprotect} from '../protected/use-unprotect.ts';
import {Frame} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useTextSize} from '../shared/reader.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {layOutMany} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {TargetRows} from '../shared/target-rows.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {targetWidths} from '../shared/target-lines.ts';
import {useCopyKeys} from '../shared/use-copy-keys.ts';
import {useElapsed} from '../shared/use-now.ts';
import {useSurvey} from '../shared/use-survey.ts';
import {batchQuestion, checkingLines} from './undo-lines.ts';
import {readerUndoTarget, targetOf, undoTargetText} from './undo-target.ts';

export type BatchUndoProps = {
	/** The ID of the bulk operation to undo. */
	readonly batch: number;
};

/** Asks for confirmation before a bulk operation is undone, and undoes it. */
export function BatchUndo({batch}: BatchUndoProps) {
	const session = useSession();
	const {operations, ledger} = session;
	const kind = undoKinds[ledger?.journal.batch(batch).kind ?? 'delete'];
	const isRedo = ledger?.journal.itemsIn(batch, 'done', {after: 0, limit: 1})[0]?.isUndo === true;
	const task = useBulkTask(kind, {noticeOf: ({counts}) => undoneNotice(kind, counts, placeOf(session), isRedo)});
	const {isUnprotected, ask} = useUnprotect();
	const onConfirm = () => {
		task.run(async options => operations.undoBatch(batch, {...options, isUnprotected}));
	};

	return task.isRunning || task.outcome !== undefined ? (
		<BulkRunView kind={kind} task={task} />
	) : (
		<QuestionView batch={batch} isUnprotected={isUnprotected} onConfirm={onConfirm} onUnprotect={ask} />
	);
}

type QuestionViewProps = BatchUndoProps & {
	readonly isUnprotected: boolean;
	readonly onConfirm: () => void;
	/** Called with the number of items that are left out because they are protected. */
	readonly onUnprotect: (count: number) => void;
};

function QuestionView({batch, isUnprotected, onConfirm, onUnprotect}: QuestionViewProps) {
	const session = useSession();
	const {ledger, services} = session;
	const {pop} = useNavigation();
	const textOf = useIsScreenReaderEnabled() ? readerUndoTarget : undoTargetText;
	const {columns, rows, atOnce} = useTextSize();
	const survey = useUndoSurvey(batch, isUnprotected);
	const elapsed = useElapsed(services.clock, survey === undefined);
	const protectedCount = survey?.protected ?? 0;
	const {asked, summary, consequences} =
		survey === undefined
			? {asked: checkingLines(elapsed, columns), summary: [], consequences: []}
			: batchQuestion(survey, ledger?.journal.batch(batch) ?? {}, placeOf(session), columns);
	const layout = layOutMany({asked, summary, consequences, count: survey?.undone.length ?? 0}, rows, atOnce);
	const {top, moves, question} = useQuestionScroll(layout, String(survey?.count));
	const from = Math.max(0, top - layout.scrolled.length);
	const targets = useMemo(
		() => survey?.undone.slice(from, from + rows).map(id => targetOf(ledger!.journal.get(id)!)) ?? [],
		[survey, ledger, from, rows],
	);
	const widths = targetWidths(
		targets.map(({id}) => id),
		usersIn(survey?.breakdown ?? []),
		columns,
	);
	const copied = useCopyKeys({command: commandToUndo(batchNumber(batch), session, isUnprotected)});
	const keys = useKeys('undo', {
		question: {...question, isHarmless: survey?.kind === 'recreate'},
		guards: {
			isIdle: true,
			hasRefused: false,
			canUndo: survey !== undefined && survey.count > 0,
			canEditFirst: false,
			hasProtected: protectedCount > 0,
			hasJson: false,
			...copied.guards,
		},
		actions: {
			...moves,
			...copied.actions,
			confirm: onConfirm,
			unprotect() {
				onUnprotect(protectedCount);
			},
			omit: () => undefined,
			edit: () => undefined,
			back() {
				pop();
			},
		},
	});

	return (
		<Frame keys={keys} header={<Header status={scrollStatus(top, layout.height, layout.count)} />}>
			<QuestionBody layout={layout} top={top}>
				{(first, height) => (
					<TargetRows
						first={first}
						height={height}
						count={survey?.undone.length ?? 0}
						textAt={index => textOf(targets[index - from]!, widths, columns - 2)}
					/>
				)}
			</QuestionBody>
		</Frame>
	);
}

/** The effect of undoing a batch; undefined until it is known. */
function useUndoSurvey(batch: number, isUnprotected: boolean): UndoSurvey | undefined {
	const {operations} = useSession();
	const {listing} = useListing();
	const records = 'value' in listing ? listing.value.records : undefined;
	return useSurvey(
		useCallback(async () => operations.surveyUndo(batch, {isUnprotected}), [operations, batch, isUnprotected]),
		records,
	);
}
