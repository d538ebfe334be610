import {useEffect, useEffectEvent, useMemo, useRef} from 'react';
import type {Notification} from '../../domain/notification.ts';
import {usableQuery} from '../../domain/query/parse.ts';
import type {TextEntry} from '../../files/edited-text.ts';
import {BodiesError} from '../../files/notification-file.ts';
import {numberText} from '../../platform/text.ts';
import {sessionWords} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {BulkRunView} from '../bulk/bulk-run-view.tsx';
import {useBulkTask} from '../bulk/use-bulk-task.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useHandOver} from '../shared/hand-over.ts';
import type {RepeatableEdits} from '../shared/last-edits.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useTextSize} from '../shared/reader.ts';
import type {Notice} from '../shared/route.ts';
import {useSession} from '../shared/session-context.ts';
import {breakdownOf} from '../../domain/query/group.ts';
import {asks, breakdownSaid, shownCommandLines, useQuestion, useTypedText, Question} from '../ui/question.tsx';
import {editsToSend, sentIndexes, type BulkEditView, equivalentCommand} from './bulk-edit.ts';
import {reviewTexts} from './edit-texts.ts';
import {EditView, EditRows} from './edit-view.tsx';
import {useEditModel, type EditModelHandle} from './use-edit-keys.ts';

export type BulkEditScreenProps = {
	readonly targets: readonly Notification[];
	/** The IDs of the targets that the search hides. */
	readonly hiddenIds: ReadonlySet<string>;
	/** The search that finds exactly the targets, if there is one. */
	readonly query?: string | undefined;
	/** The edits to begin with: those of the last bulk edit. */
	readonly repeats?: RepeatableEdits | undefined;
	/** Whether the editor is opened at once. */
	readonly isAsText?: boolean;
};

/** Edits many notifications: shows the effect on each, and sends it after the operator has typed their number. */
export function BulkEditScreen({targets, hiddenIds, query, repeats, isAsText = false}: BulkEditScreenProps) {
	const {operations, lastEdits} = useSession();
	const model = useEditModel(targets, repeats);
	const openEditor = useTextEditor(model);
	const task = useBulkTask('replace');
	const {view, dispatch} = model;

	const openAtStart = useEffectEvent(openEditor);
	useEffect(() => {
		if (isAsText) {
			openAtStart();
		}
	}, [isAsText]);

	// The edits can be repeated, also if the screen is left without sending them.
	const rememberEdits = useEffectEvent(() => {
		// Values that were sent from the editor belong to notifications that no longer exist.
		lastEdits.set({edits: view.edits, edited: task.outcome === undefined && !task.isRunning ? view.edited : new Map()});
	});
	useEffect(
		() => () => {
			rememberEdits();
		},
		[],
	);

	if (task.isRunning || task.outcome !== undefined) {
		return <BulkRunView kind="replace" task={task} />;
	}

	return view.mode === 'review' ? (
		<BulkReviewView
			view={view}
			isUnprotected={model.unprotect.isUnprotected}
			hiddenIds={hiddenIds}
			query={usableQuery(query)}
			onConfirm={() => {
				task.run(async options =>
					operations.bulkReplace(editsToSend(view, sentIndexes(view)), {
						...options,
						isUnprotected: model.unprotect.isUnprotected,
					}),
				);
			}}
			onBack={() => {
				dispatch({type: 'mode', mode: 'fields'});
			}}
		/>
	) : (
		<EditView model={model} onEditor={openEditor} />
	);
}

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
	const counts = useMemo(() => breakdownOf(targets), [targets]);
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

/** The maximum number of notifications in one text: reading it again takes about a millisecond for each. */
const entryLimit = 1000;

/** Returns a function that opens the notifications as YAML in the operator's editor, and takes what it saved. A text that cannot be read is kept, and opened again the next time. */
export function useTextEditor({dispatch, whenReady}: EditModelHandle): () => void {
	const {services} = useSession();
	const {announce} = useNavigation();
	const handOver = useHandOver();
	const rejected = useRef<string>(undefined);

	const open = (entries: readonly TextEntry[]) => {
		void handOver(async () => {
			const {editableText, readEditedText} = await import('../../files/edited-text.ts');
			const saved = await services.edit(
				rejected.current ?? entries.map(entry => editableText(entry)).join(''),
				'notifications.yaml',
			);
			if (!saved.ok) {
				announce({tone: 'bad', text: `✗ ${sanitise(saved.problem)}. Nothing was changed.`});
				return;
			}

			try {
				const drafts = await readEditedText(saved.text, entries);
				rejected.current = undefined;
				const changed = drafts.filter((draft, index) => draft !== entries[index]!.draft).length;
				if (changed > 0) {
					dispatch({type: 'edited', drafts: new Map(entries.map(({of}, index) => [of.id, drafts[index]!]))});
				}

				announce(savedNotice(changed, entries.length));
			} catch (error) {
				if (!(error instanceof BodiesError)) {
					throw error;
				}

				rejected.current = saved.text;
				announce({
					tone: 'bad',
					text: `✗ ${sanitise(error.message)} The text is kept: open the editor again to correct it.`,
				});
			}
		});
	};

	return () => {
		whenReady(view => {
			const entries = entriesOf(view);
			if (entries.length > entryLimit) {
				announce({
					tone: 'bad',
					text: `At most ${numberText(entryLimit)} notifications can be opened in the editor, not ${numberText(entries.length)}. Mark fewer, or change fields here.`,
				});
			} else if (entries.length === 0) {
				announce({tone: 'bad', text: 'All notifications are left out.'});
			} else {
				open(entries);
			}
		});
	};
}

/** The notifications that are not left out, with the changes so far. */
function entriesOf({items, outcomes, leftOut}: BulkEditView): TextEntry[] {
	return items.flatMap(({of}, index) => (leftOut.has(of.id) ? [] : [{of, draft: outcomes[index]!.after}]));
}

const savedNotice = (changed: number, total: number): Notice => ({
	text:
		changed === 0
			? 'Nothing was changed in the editor.'
			: `Changed in the editor: ${numberText(changed)} of ${numberText(total)}.`,
});
