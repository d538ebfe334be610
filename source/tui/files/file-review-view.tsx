import {useMemo} from 'react';
import {lossNotes} from '../../domain/loss-notes.ts';
import {countText, unknownTexts} from '../../files/plan-changes.ts';
import type {RecreationSurvey} from '../../operations/bulk/recreation-survey.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {breakdownLines} from '../shared/breakdown-lines.ts';
import {AnswerLine} from '../shared/answer-line.tsx';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {noteLines} from '../shared/loss-lines.ts';
import {messages} from '../shared/message.ts';
import {useNavigation} from '../shared/navigation.ts';
import {askedLines} from '../shared/object-lines.ts';
import {useSession} from '../shared/session-context.ts';
import {layOutMany} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {textMoves} from '../shared/use-list-window.ts';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {useCopyKeys} from '../shared/use-copy-keys.ts';
import {useBreakdown} from '../shared/use-breakdown.ts';
import {checkingText, useRecreationSurvey} from '../shared/use-recreation-survey.ts';
import {useTypedNumber} from '../shared/use-typed-number.ts';
import {planCommand, type ChosenPlan, type FileChoices, type PlanSource} from './file-plan.ts';
import {layOutPlan, PlanRowLines} from './plan-rows.tsx';

export type FileReviewViewProps = {
	readonly source: PlanSource;
	readonly plan: ChosenPlan;
	readonly choices: FileChoices;
	readonly onConfirm: () => void;
	readonly onBack: () => void;
};

/** The question before the changes of a plan are made: what they are, and the command that does the same. It is answered with their number. */
export function FileReviewView({source, plan, choices, onConfirm, onBack}: FileReviewViewProps) {
	const session = useSession();
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const {chosen, summary} = plan;
	const {from} = summary;
	const undo =
		from === undefined ? `${keyOf('list', 'undo')} in the list` : `${keyOf('file-plan', 'undo')} in the plan`;
	const command = planCommand(source, plan, choices, session);
	const copied = useCopyKeys({command});
	const typed = useTypedNumber(chosen.length, keyOf('file-review', 'accept'));
	const lines = useMemo(
		() => layOutPlan({changes: chosen, warnings: plan.warnings, kept: [], unmanaged: [], isOpen: false}),
		[chosen, plan.warnings],
	);
	const changed = useMemo(() => chosen.map(change => (change.kind === 'create' ? change.input : change.of)), [chosen]);
	const counts = useBreakdown(changed);
	const gone = useMemo(() => chosen.flatMap(change => (change.kind === 'create' ? [] : [change.of])), [chosen]);
	const survey = useRecreationSurvey(gone);

	const asked = askedLines(
		`Make ${chosen.length === 1 ? 'this change' : `these ${numberText(chosen.length)} changes`} on ${placeOf(session)}${from === undefined ? '' : `, from ${sanitise(from)}`}?`,
		columns,
	);
	const layout = layOutMany(
		{
			asked,
			summary: breakdownLines(counts, columns - 2),
			consequences: [
				...messages('plain', countText(chosen, summary), columns),
				...(survey === undefined ? [] : noteLines(lossNotes(survey, chosen.length, keyOf('list', 'undo')), columns)),
				...unknownTexts({...summary, templatesNotCompared: 0}).flatMap(text => messages('plain', text, columns)),
				...messages('plain', consequences(plan, survey, undo), columns),
			],
			command: messages('plain', command === undefined ? noCommand(source) : sanitise(command), columns),
			count: lines.length,
		},
		rows - 1,
	);
	const {top, moves, question} = useQuestionScroll(layout, survey === undefined ? 'checking' : 'ready');

	const keys = useKeys('file-review', {
		question,
		guards: {...copied.guards},
		actions: {
			...textMoves(moves),
			back: onBack,
			'copy-command': copied.actions['copy-command'],
			accept() {
				if (survey === undefined) {
					announce({tone: 'plain', text: `Nothing was sent. ${checkingText}`});
				} else {
					typed.confirm(onConfirm);
				}
			},
		},
		...typed.keys,
	});

	const prompt =
		survey === undefined ? `${checkingText} ` : `Type ${chosen.length}, then ${keyOf('file-review', 'accept')}: `;
	return (
		<Frame
			keys={keys}
			header={
				<Header title={`review ${numberText(chosen.length)}`} status={scrollStatus(top, layout.height, layout.count)} />
			}
		>
			<QuestionBody layout={layout} top={top}>
				{(first, height) => (
					<PlanRowLines rows={lines} isLeftOut={() => false} columns={columns} top={first} height={height} />
				)}
			</QuestionBody>
			<AnswerLine prompt={prompt} typed={typed} columns={columns} keys={keys} />
		</Frame>
	);
}

const noCommand = ({origin}: PlanSource): string =>
	origin.kind === 'account' && origin.ids !== undefined
		? 'No single command does the same, because only the marked are copied.'
		: 'No single command does the same, because changes are left out.';

/** The consequences of the changes for IDs, and how to undo them, as far as `survey` knows. */
function consequences(
	{chosen}: Pick<ChosenPlan, 'chosen'>,
	survey: RecreationSurvey | undefined,
	undo: string,
): string {
	const has = (kind: (typeof chosen)[number]['kind']) => chosen.some(change => change.kind === kind);
	const isExact = survey !== undefined && survey.contentUnknown + survey.undocumented + survey.incomplete === 0;
	return [
		...(has('replace')
			? ['What is replaced gets a new ID: the new one is created and listed before the old one is deleted.']
			: []),
		...(has('delete') ? ['Deletions start when all else is done.'] : []),
		...(isExact ? [`${undo} takes ${chosen.length === 1 ? 'it' : 'all of it'} back.`] : []),
	].join(' ');
}
