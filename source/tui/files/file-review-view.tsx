import {useMemo} from 'react';
import {lossNotes} from '../../domain/loss-notes.ts';
import {countText, unknownTexts} from '../../files/plan-changes.ts';
import type {RecreationSurvey} from '../../operations/bulk/recreation-survey.ts';
import {numberText} from '../../platform/text.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useTextSize} from '../shared/reader.ts';
import {useSession} from '../shared/session-context.ts';
import {useBreakdown} from '../shared/use-breakdown.ts';
import {checkingText, useRecreationSurvey} from '../shared/use-recreation-survey.ts';
import {asks, breakdownSaid, notesSaid, useQuestion, useTypedText, Question} from '../ui/question.tsx';
import {planCommand, type ChosenPlan, type FileChoices, type PlanSource} from './file-plan.ts';
import {PlanRowLines, layOutPlan} from './plan-rows.tsx';

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
	const {columns} = useTextSize();
	const {chosen, summary} = plan;
	const {from} = summary;
	const undo =
		from === undefined ? `${keyOf('list', 'undo')} in the list` : `${keyOf('file-plan', 'undo')} in the plan`;
	const command = planCommand(source, plan, choices, session);
	const count = chosen.length;
	const accept = keyOf('file-review', 'accept');
	const typed = useTypedText(String(count), accept);
	const lines = useMemo(
		() => layOutPlan({changes: chosen, warnings: plan.warnings, kept: [], unmanaged: [], isOpen: false}),
		[chosen, plan.warnings],
	);
	const changed = useMemo(() => chosen.map(change => (change.kind === 'create' ? change.input : change.of)), [chosen]);
	const counts = useBreakdown(changed);
	const gone = useMemo(() => chosen.flatMap(change => (change.kind === 'create' ? [] : [change.of])), [chosen]);
	const survey = useRecreationSurvey(gone);
	const what = count === 1 ? 'this change' : `these ${numberText(count)} changes`;
	const whence = from === undefined ? '' : `, from ${sanitise(from)}`;
	const question = useQuestion({
		id: survey === undefined ? 'checking' : 'ready',
		asked: asks(`Make ${what} on ${placeOf(session)}${whence}?`),
		summary: breakdownSaid(counts, columns),
		consequences: [
			countText(chosen, summary),
			survey !== undefined && notesSaid(lossNotes(survey, count, keyOf('list', 'undo'))),
			unknownTexts({...summary, templatesNotCompared: 0}),
			consequences(plan, survey, undo),
		],
		shownCommand: command === undefined ? noCommand(source) : sanitise(command),
		details: lines.length,
		answer: {prompt: survey === undefined ? `${checkingText} ` : `Type ${count}, then ${accept}: `, typed},
		command,
	});
	const keys = useKeys('file-review', {
		question: question.question,
		guards: question.guards,
		actions: {
			...question.actions,
			back: onBack,
			accept() {
				if (survey === undefined) {
					announce({text: `Nothing was sent. ${checkingText}`});
				} else {
					typed.confirm(onConfirm);
				}
			},
		},
		...typed.keys,
	});

	return (
		<Question of={question} keys={keys} title={`review ${numberText(count)}`}>
			{(first, height) => (
				<PlanRowLines rows={lines} isLeftOut={() => false} columns={columns} top={first} height={height} />
			)}
		</Question>
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
