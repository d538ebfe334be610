import {useMemo} from 'react';
import {sessionWords} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {breakdownLines} from '../shared/breakdown-lines.ts';
import {AnswerLine} from '../shared/answer-line.tsx';
import {Frame} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useTextSize} from '../shared/reader.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {messages} from '../shared/message.ts';
import {askedLines} from '../shared/object-lines.ts';
import {useSession} from '../shared/session-context.ts';
import {shownCommandLines, layOutMany} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {textMoves} from '../shared/use-list-window.ts';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {useCopyKeys} from '../shared/use-copy-keys.ts';
import {useBreakdown} from '../shared/use-breakdown.ts';
import {useTypedNumber} from '../shared/use-typed-number.ts';
import type {BulkEditView} from './bulk-edit-model.ts';
import {equivalentCommand, sentIndexes} from './edit-plan.ts';
import {EditRows} from './edit-rows.tsx';
import {reviewTexts} from './edit-texts.ts';

export type BulkReviewViewProps = {
	readonly view: BulkEditView;
	/** Whether what is protected is included. */
	readonly isUnprotected: boolean;
	readonly hiddenIds: ReadonlySet<string>;
	/** The query that finds exactly the targets, if there is one. */
	readonly query: string | undefined;
	readonly onConfirm: () => void;
	readonly onBack: () => void;
};

/** The question before many notifications are edited: what changes, what is lost, and the command that does the same. It is answered with their number. */
export function BulkReviewView({view, isUnprotected, hiddenIds, query, onConfirm, onBack}: BulkReviewViewProps) {
	const session = useSession();
	const {columns, rows} = useTextSize();
	const indexes = useMemo(() => sentIndexes(view), [view]);
	const targets = useMemo(() => indexes.map(index => view.items[index]!.of), [indexes, view.items]);
	// It can name thousands of IDs: only what may be shown is wrapped.
	const commandWith = (idLimit: number) =>
		equivalentCommand({view, indexes, query, idLimit, isUnprotected, account: sessionWords(session)});
	const command = commandWith(columns * shownCommandLines);
	const copied = useCopyKeys({command: command === undefined ? undefined : () => commandWith(Infinity)});
	const typed = useTypedNumber(indexes.length, keyOf('bulk-review', 'accept'));
	const counts = useBreakdown(targets);

	const asked = askedLines(`Change ${numberText(indexes.length)} on ${placeOf(session)}?`, columns);
	const layout = layOutMany(
		{
			asked,
			summary: breakdownLines(counts, columns - 2),
			consequences: reviewTexts(view, targets.filter(({id}) => hiddenIds.has(id)).length).flatMap(({tone, text}) =>
				messages(tone, text, columns),
			),
			command:
				command === undefined
					? messages('plain', 'No single command does the same.', columns)
					: messages('plain', sanitise(command.slice(0, columns * (shownCommandLines + 1))), columns),
			count: indexes.length,
		},
		rows - 1,
	);
	const {top, moves, question} = useQuestionScroll(layout);

	const keys = useKeys('bulk-review', {
		question,
		guards: {...copied.guards},
		actions: {
			...textMoves(moves),
			back: onBack,
			'copy-command': copied.actions['copy-command'],
			accept() {
				typed.confirm(onConfirm);
			},
		},
		...typed.keys,
	});

	const prompt = `Type ${indexes.length}, then ${keyOf('bulk-review', 'accept')}: `;
	return (
		<Frame
			keys={keys}
			header={<Header title={`review ${indexes.length}`} status={scrollStatus(top, layout.height, layout.count)} />}
		>
			<QuestionBody layout={layout} top={top}>
				{(first, height) => <EditRows view={view} indexes={indexes} columns={columns} top={first} height={height} />}
			</QuestionBody>
			<AnswerLine prompt={prompt} typed={typed} columns={columns} keys={keys} />
		</Frame>
	);
}
