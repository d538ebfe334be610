import {useMemo} from 'react';
import {readOnlyReason} from '../../config/read-only.ts';
import {lossNotes} from '../../domain/loss-notes.ts';
import {countText} from '../../files/plan-texts.ts';
import type {RecreationSurvey} from '../../operations/bulk/recreation-survey.ts';
import {sessionWords} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../system/number-text.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {breakdownLines} from '../shared/breakdown-lines.ts';
import {AnswerLine} from '../shared/answer-line.tsx';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {noteLines} from '../shared/loss-lines.ts';
import {cutTo, messages, type Message} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {askedLines} from '../shared/object-lines.ts';
import {useSession} from '../shared/session-context.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {textMoves, useScroll} from '../shared/use-list-window.ts';
import {useCopyKeys} from '../shared/use-copy-keys.ts';
import {useBreakdown} from '../shared/use-breakdown.ts';
import {checkingText, useRecreationSurvey} from '../shared/use-recreation-survey.ts';
import {useTypedNumber} from '../shared/use-typed-number.ts';
import {fileCommand, type ChosenPlan, type FileChoices, type PlanSource} from './file-plan.ts';
import {layOutPlan} from './file-plan-rows.ts';
import {PlanRowLines} from './plan-row-lines.tsx';

export type FileReviewViewProps = {
	readonly source: PlanSource;
	readonly plan: ChosenPlan;
	readonly choices: FileChoices;
	readonly onConfirm: () => void;
	readonly onBack: () => void;
};

/** The number of lines of the command that are shown at most. */
const commandLines = 2;

/** The height in lines from which the notifications are counted by field. */
const breakdownRows = 16;

/** The question before the changes of a plan are made: what they are, and the command that does the same. It is answered with their number. */
export function FileReviewView({source, plan, choices, onConfirm, onBack}: FileReviewViewProps) {
	const session = useSession();
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const {chosen, summary} = plan;
	const command = fileCommand(source, plan, choices, sessionWords(session));
	const copied = useCopyKeys({command});
	const typed = useTypedNumber(chosen.length, keyOf('file-review', 'accept'));
	const lines = useMemo(() => layOutPlan({changes: chosen, warnings: plan.warnings, kept: [], unmanaged: [], isOpen: false}), [chosen, plan.warnings]);
	const changed = useMemo(() => chosen.map(change => change.kind === 'create' ? change.input : change.of), [chosen]);
	const counts = useBreakdown(changed);
	const gone = useMemo(() => chosen.flatMap(change => change.kind === 'create' ? [] : [change.of]), [chosen]);
	const survey = useRecreationSurvey(gone);

	const asked = askedLines(`Make ${chosen.length === 1 ? 'this change' : `these ${numberText(chosen.length)} changes`} on ${placeOf(session)}?`, columns);
	const rest: Message[] = [
		...messages('plain', countText(chosen, summary), columns),
		...survey === undefined ? [] : noteLines(lossNotes(survey, chosen.length, keyOf('list', 'undo')), columns),
		...messages('plain', consequences(plan, survey), columns),
	];
	const said = messages('plain', command === undefined ? 'No single command does the same, because changes are left out.' : sanitise(command), columns);
	// In few lines all but the question is scrolled with the changes.
	const isScrolled = asked.length + rest.length + commandLines > rows - 2;
	const question = isScrolled ? asked : [...asked, ...rest, ...cutTo(said, commandLines)];
	const scrolled = isScrolled ? [...rest, ...said] : [];
	const breakdown = rows < breakdownRows ? [] : breakdownLines(counts, columns - 2);
	const height = Math.max(0, rows - question.length - breakdown.length - 1);
	const {top, moves} = useScroll(scrolled.length + lines.length, height);
	const shown = scrolled.slice(top, top + height);

	// One line is for what follows, one to type on.
	const missing = asked.length + 2 - rows;
	const keys = useKeys('file-review', {
		question: {id: survey === undefined ? 'checking' : 'ready', isShown: missing <= 0, missing},
		guards: {isWritable: readOnlyReason(session.profile) ?? true, ...copied.guards},
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

	const prompt = survey === undefined ? `${checkingText} ` : `Type ${chosen.length}, then ${keyOf('file-review', 'accept')}: `;
	return (
		<Frame keys={keys} header={<Header title={`review ${numberText(chosen.length)}`} status={scrollStatus(top, height, scrolled.length + lines.length)}/>}>
			<Messages messages={question}/>
			<TextLines hasLabels lines={breakdown} height={breakdown.length}/>
			<Messages messages={shown}/>
			<PlanRowLines rows={lines} isLeftOut={() => false} columns={columns} top={Math.max(0, top - scrolled.length)} height={height - shown.length}/>
			<AnswerLine prompt={prompt} typed={typed} columns={columns} missing={missing}/>
		</Frame>
	);
}

/** The consequences of the changes for IDs, and how to undo them, as far as `survey` knows. */
function consequences({chosen}: Pick<ChosenPlan, 'chosen'>, survey: RecreationSurvey | undefined): string {
	const has = (kind: (typeof chosen)[number]['kind']) => chosen.some(change => change.kind === kind);
	const isExact = survey !== undefined && survey.contentUnknown + survey.undocumented + survey.incomplete === 0;
	return [
		...has('replace') ? ['What is replaced gets a new ID: the new one is created and listed before the old one is deleted.'] : [],
		...has('delete') ? ['Deletions start when all else is done.'] : [],
		...isExact ? [`${keyOf('list', 'undo')} in the list takes ${chosen.length === 1 ? 'it' : 'all of it'} back.`] : [],
	].join(' ');
}
