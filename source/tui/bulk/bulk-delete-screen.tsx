import {useMemo} from 'react';
import {toShell} from '../../service/curl.ts';
import {deleteArguments} from '../../query/commands.ts';
import type {Notification} from '../../notification/notification.ts';
import type {RecreationSurvey} from '../../operations/bulk/recreation-survey.ts';
import {numberText} from '../../platform/text.ts';
import {breakdownOf, usersIn} from '../../query/group.ts';
import {type Query, findPartialMatch, partialMatchText} from '../../query/match.ts';
import {usableQuery} from '../../query/parse.ts';
import {sessionWords} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useRules, useUnprotect, withoutProtectedOnes} from '../protected/protected-screen.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useTextSize} from '../shared/reader.ts';
import {useSession} from '../shared/session-context.ts';
import {targetText, targetWidths} from '../shared/target-lines.ts';
import {checkingText, useRecreationSurvey} from '../shared/use-recreation-survey.ts';
import {warning} from '../ui/line.ts';
import {asks, breakdownSaid, deletionUndoSaid, useQuestion, useTypedText, Question} from '../ui/question.tsx';
import {BulkRunView} from './bulk-run-view.tsx';
import {useBulkTask} from './use-bulk-task.ts';

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
export function BulkDeleteScreen({targets: chosen, keeps, ...props}: BulkDeleteScreenProps) {
	const {operations} = useSession();
	const rules = useRules();
	const {isUnprotected, ask} = useUnprotect();
	const {left: targets, notes} = useMemo(
		() => (rules === undefined ? {left: chosen, notes: []} : withoutProtectedOnes(chosen, rules, isUnprotected)),
		[chosen, rules, isUnprotected],
	);
	const survey = useRecreationSurvey(targets);
	const task = useBulkTask('delete');
	if (task.isRunning || task.outcome !== undefined) {
		return <BulkRunView kind="delete" task={task} />;
	}

	return (
		<QuestionView
			{...props}
			asked={{targets, keeps, isUnprotected, notes, survey: rules === undefined ? undefined : survey}}
			onConfirm={() => {
				task.run(async options => operations.bulkDelete(targets, {...options, keeps, isUnprotected}));
			}}
			onUnprotect={() => {
				ask(chosen.length - targets.length, notes[0]);
			}}
		/>
	);
}

type QuestionViewProps = Omit<BulkDeleteScreenProps, 'targets' | 'keeps'> & {
	readonly asked: Pick<BulkDeleteScreenProps, 'targets' | 'keeps'> & {
		readonly isUnprotected: boolean;
		/** What an undo could recreate; undefined until it is known. */
		readonly survey: RecreationSurvey | undefined;
		/** What is left out because it is protected, in sentences that are safe to show. */
		readonly notes: readonly string[];
	};
	readonly onConfirm: () => void;
	readonly onUnprotect: () => void;
};

function QuestionView({
	hiddenIds,
	query = noQuery,
	exactQuery,
	asked: {targets, keeps, isUnprotected, survey, notes},
	onConfirm,
	onUnprotect,
}: QuestionViewProps) {
	const session = useSession();
	const {announce} = useNavigation();
	const {columns} = useTextSize();
	const accept = keyOf('bulk', 'accept');
	const count = targets.length;
	const typed = useTypedText(String(count), accept);
	const hidden = targets.filter(({id}) => hiddenIds.has(id)).length;
	const counts = useMemo(() => breakdownOf(targets), [targets]);
	const partial = useMemo(() => findPartialMatch(query, targets), [query, targets]);
	const widths = useMemo(
		() =>
			targetWidths(
				targets.map(({id}) => id),
				usersIn(counts),
				columns,
			),
		[targets, counts, columns],
	);
	const total = `${numberText(count)} ${count === 1 ? 'notification' : 'notifications'}`;
	const hiddenText = `! ${numberText(hidden)} of these ${numberText(count)} ${hidden === 1 ? 'is' : 'are'} hidden by the search.`;
	const kept = keeps?.size ?? 0;
	const keptText = `The ${kept === 1 ? 'one duplicate' : `${numberText(kept)} duplicates`} to keep must still be listed: this is checked first.`;
	const exact = usableQuery(exactQuery);
	const command = () =>
		toShell({
			words: [
				...sessionWords(session),
				...deleteArguments(exact === undefined ? {ids: targets.map(({id}) => id)} : {query: exact}, isUnprotected),
			],
		});
	const question = useQuestion({
		id: survey === undefined ? 'checking' : 'ready',
		asked: [
			asks(count === 0 ? 'Nothing to delete.' : `Delete ${total} from ${placeOf(session)}?`),
			hidden > 0 && warning(hiddenText),
			notes.map(note => warning(`! ${note}`)),
			partial !== undefined && warning(`! ${sanitise(partialMatchText(partial))}`),
		],
		summary: count > 0 && breakdownSaid(counts, columns),
		consequences: count > 0 && [
			survey !== undefined && deletionUndoSaid(survey, count, session.profile.storage?.history),
			kept > 0 && keptText,
		],
		targets: {
			count,
			textAt: index => targetText({id: targets[index]!.id, fields: targets[index]!}, widths, columns - 2),
		},
		// Deleting is possible only once the operator has seen what an undo could recreate.
		...(count > 0 && {
			answer: {prompt: survey === undefined ? `${checkingText} ` : `Type ${count}, then ${accept}: `, typed},
		}),
		// No command checks first that duplicates are still listed.
		command: count > 0 && kept === 0 ? command : undefined,
	});
	const keys = useKeys('bulk', {
		question: question.question,
		guards: {hasProtected: notes.length > 0, ...question.guards},
		actions: {
			...question.actions,
			unprotect: onUnprotect,
			accept() {
				const problem = survey === undefined ? checkingText : typed.whyNot();
				if (count === 0) {
					announce({text: 'Nothing was deleted: all of these are protected.'});
				} else if (problem === undefined) {
					onConfirm();
				} else {
					announce({text: `Nothing was deleted. ${problem}`});
				}
			},
		},
		...typed.keys,
		isAnswerTyped: survey !== undefined && count > 0 && typed.isRight,
	});
	return <Question of={question} keys={keys} />;
}
