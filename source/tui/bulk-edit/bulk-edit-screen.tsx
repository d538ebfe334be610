import {useEffect, useEffectEvent} from 'react';
import type {Notification} from '../../domain/notification.ts';
import {BulkRunView} from '../bulk/bulk-run-view.tsx';
import {useBulkTask} from '../bulk/use-bulk-task.ts';
import type {RepeatableEdits} from '../shared/last-edits.ts';
import {useSession} from '../shared/session-context.ts';
import {usableQuery} from '../../domain/query/check-query.ts';
import {BulkReviewView} from './bulk-review-view.tsx';
import {EditView} from './edit-view.tsx';
import {editsToSend, sentIndexes} from './edit-plan.ts';
import {useEditModel} from './use-edit-model.ts';
import {useTextEditor} from './use-text-editor.ts';

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
