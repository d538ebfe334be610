import {useMemo} from 'react';
import {usersIn} from '../../domain/breakdown.ts';
import type {Notification} from '../../domain/notification.ts';
import type {Query} from '../../domain/query/parse-query.ts';
import {findPartialMatch, partialMatchText} from '../../domain/query/partial-match.ts';
import type {RecreationSurvey} from '../../operations/bulk/recreation-survey.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../platform/text.ts';
import {AnswerLine} from '../shared/answer-line.tsx';
import {Frame} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useTextSize} from '../shared/reader.ts';
import {layOutMany} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {TargetRows} from '../shared/target-rows.tsx';
import {useCopyKeys} from '../shared/use-copy-keys.ts';
import {textMoves} from '../shared/use-list-window.ts';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {useBreakdown} from '../shared/use-breakdown.ts';
import {useTypedNumber} from '../shared/use-typed-number.ts';
import {withoutProtectedOnes} from '../protected/protected-lines.ts';
import {useRules} from '../protected/use-rules.ts';
import {useUnprotect} from '../protected/use-unprotect.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {breakdownLines} from '../shared/breakdown-lines.ts';
import {deletionUndoLines} from '../shared/loss-lines.ts';
import {fittingQuestion, messages, type Message} from '../shared/message.ts';
import {useNavigation} from '../shared/navigation.ts';
import {askedLines} from '../shared/object-lines.ts';
import {sessionWords} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {useSession} from '../shared/session-context.ts';
import {checkingText, useRecreationSurvey} from '../shared/use-recreation-survey.ts';
import {usableQuery} from '../../domain/query/check-query.ts';
import {targetText, targetWidths} from '../shared/target-lines.ts';
import {useBulkTask} from './use-bulk-task.ts';
import {BulkRunView} from './bulk-run-view.tsx';
import {commandToDelete} from './command-to-delete.ts';

export type BulkDeleteScreenProps = {
	readonly targets: readonly Notification[];
	/** The IDs of the targets that the search hides. */
	readonly hiddenIds: ReadonlySet<string>;
	/** The IDs of the duplicates to keep. Nothing is deleted unless they are still listed. */
	readonly keeps?: ReadonlySet<string> | undefined;
	/** The search of the list. */
	readonly query?: Query;
	/** The search, as typed, if it finds exactly the targets. */
	readonly exactQuery?: string | undefined;
};

const noQuery: Query = [];

/** Deletes notifications after the operator has typed their number. */
export function BulkDeleteScreen({
	targets: chosen,
	hiddenIds,
	keeps,
	query = noQuery,
	exactQuery,
}: BulkDeleteScreenProps) {
	const {operations} = useSession();
	const rules = useRules();
	const {isUnprotected, ask} = useUnprotect();
	const {left: targets, notes} = useMemo(
		() => (rules === undefined ? {left: chosen, notes: []} : withoutProtectedOnes(chosen, rules, isUnprotected)),
		[chosen, rules, isUnprotected],
	);
	const survey = useRecreationSurvey(targets);
	const task = useBulkTask('delete');
	const onConfirm = () => {
		task.run(async options => operations.bulkDelete(targets, {...options, keeps, isUnprotected}));
	};

	if (task.isRunning || task.outcome !== undefined) {
		return <BulkRunView kind="delete" task={task} />;
	}

	return (
		<QuestionView
			targets={targets}
			hiddenIds={hiddenIds}
			keeps={keeps}
			query={query}
			exactQuery={usableQuery(exactQuery)}
			isUnprotected={isUnprotected}
			survey={rules === undefined ? undefined : survey}
			notes={notes}
			onConfirm={onConfirm}
			onUnprotect={() => {
				ask(chosen.length - targets.length, notes[0]);
			}}
		/>
	);
}

type QuestionViewProps = BulkDeleteScreenProps & {
	readonly query: Query;
	/** Whether what is protected is included. */
	readonly isUnprotected: boolean;
	/** The number of targets that an undo could recreate; undefined until it is known. */
	readonly survey: RecreationSurvey | undefined;
	/** The sentences about protected notifications that are left out. */
	readonly notes: readonly string[];
	readonly onConfirm: () => void;
	readonly onUnprotect: () => void;
};

function QuestionView({
	targets,
	hiddenIds,
	keeps,
	query,
	exactQuery,
	isUnprotected,
	survey,
	notes,
	onConfirm,
	onUnprotect,
}: QuestionViewProps) {
	const session = useSession();
	const {announce} = useNavigation();
	const {columns, rows, atOnce} = useTextSize();
	const typed = useTypedNumber(targets.length, keyOf('bulk', 'accept'));
	const hidden = targets.filter(({id}) => hiddenIds.has(id)).length;
	const counts = useBreakdown(targets);
	const partial = useMemo(() => findPartialMatch(query, targets), [query, targets]);
	const widths = useMemo(
		() =>
			targetWidths(
				targets.map(({id}) => id),
				usersIn(counts ?? []),
				columns,
			),
		[targets, counts, columns],
	);
	const consequences = [
		...(survey === undefined
			? []
			: deletionUndoLines(survey, targets.length, columns, session.profile.storage?.history)),
		...keepLines(keeps?.size ?? 0, columns),
	];
	const total = `${numberText(targets.length)} ${targets.length === 1 ? 'notification' : 'notifications'}`;
	const ask = (what: string) => askedLines(`Delete ${what} from ${placeOf(session)}?`, columns);
	const warning = [
		...notes.flatMap(note => messages('warning', `! ${note}`, columns)),
		...(partial === undefined ? [] : messages('warning', `! ${sanitise(partialMatchText(partial))}`, columns)),
	];
	const isEmpty = targets.length === 0;
	const full = [
		...ask(total),
		...(hidden === 0
			? []
			: messages(
					'warning',
					`! ${numberText(hidden)} of these ${numberText(targets.length)} ${hidden === 1 ? 'is' : 'are'} hidden by the search.`,
					columns,
				)),
		...warning,
	];
	const short = [...ask(hidden === 0 ? total : `${total} (${numberText(hidden)} hidden)`), ...warning];
	// Two lines are below it: one of the notifications, and the one to type on.
	const asked = fittingQuestion(full, short, rows - 2 - consequences.length);
	const layout = isEmpty
		? layOutMany(
				{asked: [...askedLines('Nothing to delete.', columns), ...warning], summary: [], consequences: [], count: 0},
				rows,
			)
		: layOutMany(
				{asked, summary: breakdownLines(counts, columns - 2), consequences, count: targets.length},
				rows - 1,
				atOnce,
			);
	const {top, moves, question} = useQuestionScroll(
		layout,
		survey === undefined || counts === undefined ? 'checking' : 'ready',
	);
	const textAt = (index: number) => {
		const target = targets[index]!;
		return targetText({id: target.id, fields: target}, widths, columns - 2);
	};

	const commandFor = (some: readonly Notification[]) =>
		commandToDelete({targets: some, query: exactQuery, keeps, isUnprotected, account: sessionWords(session)});
	const copied = useCopyKeys({
		command: commandFor(targets.slice(0, 1)) === undefined ? undefined : () => commandFor(targets),
	});
	const keys = useKeys('bulk', {
		question,
		guards: {hasProtected: notes.length > 0, ...copied.guards},
		actions: {
			...textMoves(moves),
			unprotect: onUnprotect,
			'copy-command': copied.actions['copy-command'],
			accept() {
				const problem = survey === undefined ? checkingText : typed.whyNot();
				if (isEmpty) {
					announce({tone: 'plain', text: 'Nothing was deleted: all of these are protected.'});
				} else if (problem === undefined) {
					onConfirm();
				} else {
					announce({tone: 'plain', text: `Nothing was deleted. ${problem}`});
				}
			},
		},
		...typed.keys,
		isAnswerTyped: survey !== undefined && !isEmpty && typed.isRight,
	});

	// Deleting is possible only once the operator has seen what an undo could recreate.
	const prompt =
		survey === undefined ? `${checkingText} ` : `Type ${targets.length}, then ${keyOf('bulk', 'accept')}: `;
	return (
		<Frame keys={keys} header={<Header status={scrollStatus(top, layout.height, layout.count)} />}>
			<QuestionBody layout={layout} top={top}>
				{(first, height) => <TargetRows first={first} height={height} count={targets.length} textAt={textAt} />}
			</QuestionBody>
			{!isEmpty && <AnswerLine prompt={prompt} typed={typed} columns={columns} keys={keys} />}
		</Frame>
	);
}

/** The message that one of each group of duplicates stays, and that this is checked before deleting. */
function keepLines(count: number, columns: number): Message[] {
	return count === 0
		? []
		: messages(
				'plain',
				`The ${count === 1 ? 'one duplicate' : `${numberText(count)} duplicates`} to keep must still be listed: this is checked first.`,
				columns,
			);
}
