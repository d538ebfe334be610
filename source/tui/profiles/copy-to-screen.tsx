import {useCallback, useMemo} from 'react';
import {readOnlyReason} from '../../config/profile.ts';
import {usersIn} from '../../domain/breakdown.ts';
import {skippedNotes} from '../../domain/copy-texts.ts';
import type {Notification} from '../../domain/notification.ts';
import type {CopySurvey} from '../../operations/bulk/bulk-copy.ts';
import type {ComparedAccount} from '../../session/compare-profiles.ts';
import {placeOf, type Session} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {copiedNotice} from '../bulk/bulk-lines.ts';
import {BulkRunView} from '../bulk/bulk-run-view.tsx';
import {useBulkTask} from '../bulk/use-bulk-task.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {breakdownLines} from '../shared/breakdown-lines.ts';
import {AnswerLine} from '../shared/answer-line.tsx';
import {Frame} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {layOutMany} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {TargetRows} from '../shared/target-rows.tsx';
import {messages} from '../shared/message.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useTextSize} from '../shared/reader.ts';
import {useSession} from '../shared/session-context.ts';
import {targetText, targetWidths} from '../shared/target-lines.ts';
import {textMoves} from '../shared/use-list-window.ts';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {useSurvey} from '../shared/use-survey.ts';
import {useBreakdown} from '../shared/use-breakdown.ts';
import {useTypedNumber} from '../shared/use-typed-number.ts';
import {copyConsequences, copyPrompt, copyQuestion, copyTitle} from './copy-to-lines.ts';

export type CopyToScreenProps = {
	/** The account to read, as it was compared. */
	readonly source: ComparedAccount;
	/** The account of this screen, as it was compared. */
	readonly target: ComparedAccount;
	/** The notifications of the source to copy. */
	readonly wanted: readonly Notification[];
	/** Called with the target and the batch when something may have been copied. */
	readonly onRunEnd: (target: Session, batch: number) => void;
};

/** Copies notifications of another account to that of the screen, after the operator has typed their number. */
export function CopyToScreen({source, target, wanted, onRunEnd}: CopyToScreenProps) {
	const session = useSession();
	const {operations} = session;
	const from = sanitise(source.name);
	const survey = useSurvey(
		useCallback(
			async () =>
				operations.surveyCopy(source.session, wanted, {source: source.listing.records, target: target.listing.records}),
			[operations, source, target, wanted],
		),
	);
	const task = useBulkTask('create', {
		noticeOf: result => copiedNotice(result, placeOf(session), from),
		onRunEnd(batch) {
			onRunEnd(session, batch);
		},
	});

	const onConfirm = ({plan}: CopySurvey) => {
		const {
			name,
			session: {profileKey, connection},
		} = source;
		// Never more than was confirmed: what was left out before is told again, but not sent.
		const skipped = skippedNotes(plan, {from: name, to: session.profile.name}).map(note => sanitise(note));
		task.run(async options => {
			const outcome = await operations.bulkCopy({name, profileKey, connection}, plan.copies, options);
			return outcome.kind === 'ended' ? {...outcome, skipped: [...skipped, ...(outcome.skipped ?? [])]} : outcome;
		});
	};

	return task.isRunning || task.outcome !== undefined ? (
		<BulkRunView kind="create" task={task} from={from} />
	) : (
		<QuestionView source={source} survey={survey} onConfirm={onConfirm} />
	);
}

type QuestionViewProps = Pick<CopyToScreenProps, 'source'> & {
	/** The plan of the copy; undefined until it is known. */
	readonly survey: CopySurvey | undefined;
	readonly onConfirm: (survey: CopySurvey) => void;
};

function QuestionView({source, survey, onConfirm}: QuestionViewProps) {
	const target = useSession();
	const {announce} = useNavigation();
	const {columns, rows, atOnce} = useTextSize();
	const copies = useMemo(() => survey?.plan.copies ?? [], [survey]);
	const typed = useTypedNumber(copies.length, keyOf('copy-to', 'accept'));
	const counts = useBreakdown(copies);
	const widths = useMemo(
		() =>
			targetWidths(
				copies.map(({id}) => id),
				usersIn(counts ?? []),
				columns,
			),
		[copies, counts, columns],
	);
	// Two lines are below it: one of the notifications, and the one to type on.
	const layout = layOutMany(
		{
			asked:
				survey === undefined
					? messages('plain', checking, columns)
					: copyQuestion({survey, source, target}, columns, rows - 3),
			summary: copies.length === 0 ? [] : breakdownLines(counts, columns - 2),
			consequences: survey === undefined ? [] : copyConsequences({survey, source, target}, columns),
			count: copies.length,
		},
		rows - (copies.length === 0 ? 0 : 1),
		atOnce,
	);
	const {top, moves, question} = useQuestionScroll(layout, survey === undefined ? 'checking' : 'ready');
	const keys = useKeys('copy-to', {
		question,
		guards: {isWritable: readOnlyReason(target.profile) ?? true, hasCopies: survey === undefined || copies.length > 0},
		actions: {
			...textMoves(moves),
			accept() {
				const problem = survey === undefined ? checking : typed.whyNot();
				if (problem === undefined) {
					onConfirm(survey!);
				} else {
					announce({tone: 'bad', text: `Nothing was copied. ${problem}`});
				}
			},
		},
		...typed.keys,
		isAnswerTyped: survey !== undefined && typed.isRight,
	});

	const prompt = copyPrompt(copies.length, target, columns);
	return (
		<Frame
			keys={keys}
			header={
				<Header
					title={copyTitle(sanitise(source.name), target.profile.name, columns)}
					status={scrollStatus(top, layout.height, layout.count)}
				/>
			}
		>
			<QuestionBody layout={layout} top={top}>
				{(first, height) => (
					<TargetRows
						first={first}
						height={height}
						count={copies.length}
						textAt={index => targetText({id: copies[index]!.id, fields: copies[index]!}, widths, columns - 2)}
					/>
				)}
			</QuestionBody>
			{copies.length > 0 && <AnswerLine prompt={prompt} typed={typed} columns={columns} keys={keys} />}
		</Frame>
	);
}

const checking = 'Checking what would be copied …';
