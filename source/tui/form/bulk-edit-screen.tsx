import {useEffect, useEffectEvent, useMemo, useRef} from 'react';
import type {Draft} from '../../notification/fields.ts';
import {contentNote} from '../../notification/losses.ts';
import type {Notification} from '../../notification/notification.ts';
import {usableQuery} from '../../query/parse.ts';
import {BodiesError} from '../../files/notification-file.ts';
import {numberText} from '../../platform/text.ts';
import {sessionWords} from '../../account/change-command.ts';
import {placeOf} from '../../account/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useBulkRun, type Runner} from '../changes/run.tsx';
import {keyOf} from '../keys/match.ts';
import {useHandOver} from '../ui/hand-over.ts';
import {type RepeatableEdits, useSession} from '../ui/session.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useTextSize} from '../ui/list.tsx';
import {breakdownOf} from '../../query/group.ts';
import {warning, type Said} from '../ui/line.tsx';
import {Question, asks, shownCommandLines} from '../ui/question.tsx';
import {editsToSend, equivalentCommand, sentIndexes, useBulkEdit, type BulkEditView} from './bulk-edit.ts';
import {editRows, EditView} from './bulk-edit-view.tsx';

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
	const {changes, lastEdits} = useSession();
	const {announce} = useNavigation();
	const openEditor = useTextEditor();
	const bulk = useBulkEdit(targets, repeats);
	const {view: runView, ...runner} = useBulkRun('replace', {
		showsOne: true,
		onBack() {
			dispatch({type: 'go', mode: 'fields'});
		},
	});
	const {
		view,
		dispatch,
		unprotect: {isUnprotected},
	} = bulk;
	const openText = () => {
		openEditor(view, drafts => {
			dispatch({type: 'edited', drafts});
		});
	};

	const review = () => {
		const reason = whyNoReview(view, sentIndexes(view).length);
		if (reason === undefined) {
			dispatch({type: 'go', mode: 'review'});
		} else {
			announce({tone: 'bad', text: reason});
		}
	};

	const isTextOpened = useRef(!isAsText);
	const openTextOnce = useEffectEvent(() => {
		if (!isTextOpened.current) {
			isTextOpened.current = true;
			openText();
		}
	});
	const {isBusy} = view;
	useEffect(() => {
		if (!isBusy) {
			openTextOnce();
		}
	}, [isBusy]);

	// The edits can be repeated, also if the screen is left without sending them.
	const rememberEdits = useEffectEvent(() => {
		// Values that were sent from the editor belong to notifications that no longer exist.
		lastEdits.set({edits: view.edits, edited: runView === undefined ? view.edited : new Map()});
	});
	useEffect(
		() => () => {
			rememberEdits();
		},
		[],
	);

	if (runView !== undefined) {
		return runView;
	}

	return view.mode === 'review' ? (
		<BulkReviewView
			view={view}
			isUnprotected={isUnprotected}
			hiddenIds={hiddenIds}
			query={usableQuery(query)}
			runner={runner}
			onConfirm={() => {
				runner.run(async options => changes.run(editsToSend(view), {...options, isUnprotected}));
			}}
		/>
	) : (
		<EditView bulk={bulk} onReview={review} onEditor={openText} />
	);
}

type BulkReviewViewProps = {
	readonly view: BulkEditView;
	/** Whether what is protected is included. */
	readonly isUnprotected: boolean;
	readonly hiddenIds: ReadonlySet<string>;
	/** The query that finds exactly the targets, if there is one. */
	readonly query: string | undefined;
	readonly runner: Runner;
	readonly onConfirm: () => void;
};

/** The question before many notifications are edited: what changes, what is lost, and the command that does the same. It is answered with their number. */
function BulkReviewView({view, isUnprotected, hiddenIds, query, runner, onConfirm}: BulkReviewViewProps) {
	const session = useSession();
	const {columns} = useTextSize();
	const indexes = useMemo(() => sentIndexes(view), [view]);
	const targets = useMemo(() => indexes.map(index => view.items[index]!.of), [indexes, view.items]);
	// It can name thousands of IDs: only what may be shown is wrapped.
	const commandWith = (idLimit: number) =>
		equivalentCommand({view, indexes, query, idLimit, isUnprotected, account: sessionWords(session)});
	const command = commandWith(columns * shownCommandLines);
	const count = indexes.length;
	const counts = useMemo(() => breakdownOf(targets), [targets]);
	const rows = useMemo(() => editRows(view, indexes, columns - 2), [view, indexes, columns]);
	return (
		<Question
			hint="replace"
			title="review"
			of={{
				asked: asks(
					`Replace ${numberText(count)} ${one(count, 'notification', 'notifications')} on ${placeOf(session)}?`,
				),
				summary: counts,
				consequences: reviewTexts(view, targets.filter(({id}) => hiddenIds.has(id)).length),
				shownCommand:
					command === undefined
						? 'No single command does the same.'
						: sanitise(command.slice(0, columns * (shownCommandLines + 1))),
				rows,
				command: command === undefined ? undefined : () => commandWith(Infinity),
			}}
			answer={{count, onConfirm}}
			runner={runner}
		/>
	);
}

/** The maximum number of notifications in one text: reading it again takes about a millisecond for each. */
const entryLimit = 1000;

/** Returns a function that opens the notifications that are not left out as YAML in the operator's editor, and takes what it saved. A text that cannot be read is kept, and opened again the next time. */
function useTextEditor() {
	const {services} = useSession();
	const {announce} = useNavigation();
	const handOver = useHandOver();
	const rejected = useRef<string>(undefined);

	return ({items, outcomes, leftOut}: BulkEditView, onSaved: (drafts: ReadonlyMap<string, Draft>) => void): void => {
		const entries = items.flatMap(({of}, index) => (leftOut.has(of.id) ? [] : [{of, draft: outcomes[index]!.after}]));
		const total = numberText(entries.length);
		const refuse = (text: string) => {
			announce({tone: 'bad', text});
		};

		if (entries.length > entryLimit) {
			refuse(
				`At most ${numberText(entryLimit)} notifications can be opened in the editor, not ${total}. Mark fewer, or change fields here.`,
			);
			return;
		}

		if (entries.length === 0) {
			refuse('All notifications are left out.');
			return;
		}

		void handOver(async () => {
			const {editableText, readEditedText} = await import('../../files/edited-text.ts');
			const text = rejected.current ?? entries.map(entry => editableText(entry)).join('');
			const saved = await services.edit(text, 'notifications.yaml');
			if (!saved.ok) {
				refuse(`✗ ${sanitise(saved.problem)}. Nothing was changed.`);
				return;
			}

			try {
				const drafts = readEditedText(saved.text, entries);
				rejected.current = undefined;
				const changed = drafts.filter((draft, index) => draft !== entries[index]!.draft).length;
				if (changed === 0) {
					announce({text: 'Nothing was changed in the editor.'});
					return;
				}

				onSaved(new Map(entries.map(({of}, index) => [of.id, drafts[index]!])));
				announce({text: `Changed in the editor: ${numberText(changed)} of ${total}.`});
			} catch (error) {
				if (!(error instanceof BodiesError)) {
					throw error;
				}

				rejected.current = saved.text;
				refuse(`✗ ${sanitise(error.message)} The text is kept: open the editor again to correct it.`);
			}
		});
	};
}

const one = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural);

/** The reason why the edit cannot be reviewed yet; undefined if it can. `sent`: the number of notifications that would be edited. */
export function whyNoReview(
	{problems, counts: {invalid, refused, protected: kept}}: Pick<BulkEditView, 'problems' | 'counts'>,
	sent: number,
): string | undefined {
	const [problem] = problems.values();
	if (problem !== undefined) {
		return `Nothing was sent. ${sanitise(problem)}`;
	}

	if (invalid + refused > 0) {
		const [count, what] =
			invalid > 0
				? [invalid, one(invalid, 'is invalid', 'are invalid')]
				: [refused, one(refused, 'breaks a policy', 'break a policy')];
		const key = keyOf('bulk-edit', 'leave-out-invalid');
		return `Nothing was sent: ${numberText(count)} ${what}. ${key} leaves ${one(count, 'it', 'them')} out.`;
	}

	const none = kept > 0 ? 'Nothing was sent: all that changes is protected.' : 'No changes to send.';
	return sent > 0 ? undefined : none;
}

/** The texts of a review below its question. `hidden`: the number of the notifications that the search hides. */
export function reviewTexts(
	{
		counts: {changed, warned, duplicate, contentLost, protected: kept},
		acceptsInvalid,
	}: Pick<BulkEditView, 'counts' | 'acceptsInvalid'>,
	hidden: number,
): Said[] {
	return [
		hidden > 0 &&
			warning(
				`! ${numberText(hidden)} of these ${numberText(changed)} ${one(hidden, 'is', 'are')} hidden by the search.`,
			),
		kept > 0 &&
			warning(
				`! ${numberText(kept)} ${one(kept, 'is protected and stays as it is', 'are protected and stay as they are')}.`,
			),
		warned > 0 && warning(`! ${numberText(warned)} ${one(warned, 'breaks', 'break')} a policy that only warns.`),
		contentLost > 0 && warning(`! ${contentNote('This edit loses', {count: contentLost, total: changed})}`),
		duplicate > 0 &&
			warning(
				`! ${numberText(duplicate)} ${one(duplicate, 'becomes a duplicate', 'become duplicates')} of another notification.`,
			),
		acceptsInvalid && warning('! Sent although a check fails.'),
		`${one(changed, 'It', 'Each')} gets a new ID: the new one is created and listed before the old one is deleted. ${keyOf('list', 'undo')} in the list undoes it.`,
	];
}
