import {useMemo} from 'react';
import {numberText} from '../../platform/text.ts';
import {sessionWords} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useTextSize} from '../shared/reader.ts';
import {useSession} from '../shared/session-context.ts';
import {useBreakdown} from '../shared/use-breakdown.ts';
import {asks, breakdownSaid, shownCommandLines, useQuestion, useTypedText, Question} from '../ui/question.tsx';
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
	const {columns} = useTextSize();
	const indexes = useMemo(() => sentIndexes(view), [view]);
	const targets = useMemo(() => indexes.map(index => view.items[index]!.of), [indexes, view.items]);
	// It can name thousands of IDs: only what may be shown is wrapped.
	const commandWith = (idLimit: number) =>
		equivalentCommand({view, indexes, query, idLimit, isUnprotected, account: sessionWords(session)});
	const command = commandWith(columns * shownCommandLines);
	const count = indexes.length;
	const accept = keyOf('bulk-review', 'accept');
	const typed = useTypedText(String(count), accept);
	const counts = useBreakdown(targets);
	const question = useQuestion({
		asked: asks(`Change ${numberText(count)} on ${placeOf(session)}?`),
		summary: breakdownSaid(counts, columns),
		consequences: reviewTexts(view, targets.filter(({id}) => hiddenIds.has(id)).length),
		shownCommand:
			command === undefined
				? 'No single command does the same.'
				: sanitise(command.slice(0, columns * (shownCommandLines + 1))),
		details: count,
		answer: {prompt: `Type ${count}, then ${accept}: `, typed},
		command: command === undefined ? undefined : () => commandWith(Infinity),
	});
	const keys = useKeys('bulk-review', {
		question: question.question,
		guards: question.guards,
		actions: {
			...question.actions,
			back: onBack,
			accept() {
				typed.confirm(onConfirm);
			},
		},
		...typed.keys,
	});

	return (
		<Question of={question} keys={keys} title={`review ${count}`}>
			{(first, height) => <EditRows view={view} indexes={indexes} columns={columns} top={first} height={height} />}
		</Question>
	);
}
