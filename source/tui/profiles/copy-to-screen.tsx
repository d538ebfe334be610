import {useCallback, useMemo} from 'react';
import {readOnlyReason} from '../../config/read-only.ts';
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
import type {TextLine} from '../detail/detail-lines.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {breakdownLines} from '../shared/breakdown-lines.ts';
import {AnswerLine} from '../shared/answer-line.tsx';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {messages, questionLines} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {targetText, targetWidths} from '../shared/target-lines.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {textMoves, useScroll} from '../shared/use-list-window.ts';
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
	const survey = useSurvey(useCallback(async () => (
		operations.surveyCopy(source.session, wanted, {source: source.listing.records, target: target.listing.records})
	), [operations, source, target, wanted]));
	const task = useBulkTask('create', {
		noticeOf: result => copiedNotice(result, placeOf(session), from),
		onRunEnd(batch) {
			onRunEnd(session, batch);
		},
	});

	const onConfirm = ({plan}: CopySurvey) => {
		const {name, session: {profileKey, connection}} = source;
		// Never more than was confirmed: what was left out before is told again, but not sent.
		const skipped = skippedNotes(plan, {from: name, to: session.profile.name}).map(note => sanitise(note));
		task.run(async options => {
			const outcome = await operations.bulkCopy({name, profileKey, connection}, plan.copies, options);
			return outcome.kind === 'ended' ? {...outcome, skipped: [...skipped, ...outcome.skipped ?? []]} : outcome;
		});
	};

	return task.isRunning || task.outcome !== undefined
		? <BulkRunView kind='create' task={task} from={from}/>
		: <QuestionView source={source} survey={survey} onConfirm={onConfirm}/>;
}

type QuestionViewProps = Pick<CopyToScreenProps, 'source'> & {
	/** The plan of the copy; undefined until it is known. */
	readonly survey: CopySurvey | undefined;
	readonly onConfirm: (survey: CopySurvey) => void;
};

function QuestionView({source, survey, onConfirm}: QuestionViewProps) {
	const target = useSession();
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const copies = useMemo(() => survey?.plan.copies ?? [], [survey]);
	const typed = useTypedNumber(copies.length, keyOf('copy-to', 'accept'));
	const counts = useBreakdown(copies);
	const summary = copies.length === 0 ? [] : breakdownLines(counts, columns - 2);
	const widths = useMemo(() => targetWidths(copies.map(({id}) => id), usersIn(counts ?? []), columns), [copies, counts, columns]);
	const asked = survey === undefined ? [] : copyQuestion({survey, source, target}, columns, rows - 3);
	// Two lines are below it: the one with the notifications and the one to type on.
	const question = survey === undefined ? [] : questionLines(asked, copyConsequences({survey, source, target}, columns), Math.max(1, rows - 2));

	const height = Math.max(0, rows - question.length - 1);
	const count = summary.length + copies.length;
	const {top, moves} = useScroll(count, height);
	const lines = [...summary, ...copies.slice(0, Math.max(0, top + height - summary.length)).map((copy, index): TextLine => ({
		label: index === 0 ? 'Copies' : '', text: index + summary.length < top ? '' : targetText({id: copy.id, fields: copy}, widths, columns - 2),
	}))];

	const missing = asked.length + 2 - rows;
	const keys = useKeys('copy-to', {
		question: {id: survey === undefined ? 'checking' : 'ready', isShown: missing <= 0, missing},
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

	const prompt = copyPrompt(copies.length, target);
	return (
		<Frame keys={keys} header={<Header title={copyTitle(sanitise(source.name), columns)} status={scrollStatus(top, height, count)}/>}>
			<Messages messages={survey === undefined ? messages('plain', checking, columns) : question}/>
			<TextLines hasLabels lines={lines} top={top} height={height}/>
			{copies.length > 0 && <AnswerLine prompt={prompt} typed={typed} columns={columns} missing={missing}/>}
		</Frame>
	);
}

const checking = 'Checking what would be copied …';
