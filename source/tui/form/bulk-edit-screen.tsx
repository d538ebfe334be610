import {useEffect, useEffectEvent, useMemo, useRef} from 'react';
import {contentNote} from '../../notification/losses.ts';
import type {DraftIssue} from '../../notification/check.ts';
import type {Notification} from '../../notification/notification.ts';
import {noFieldEdits} from '../../query/bulk-edit.ts';
import {editArguments} from '../../query/commands.ts';
import {usableQuery} from '../../query/parse.ts';
import {toShell} from '../../service/curl.ts';
import {BodiesError} from '../../files/notification-file.ts';
import {numberText} from '../../platform/text.ts';
import type {AccountAsk} from '../../account/account-changes.ts';
import {toHeldInput} from '../../notification/fields.ts';
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
import {bad, warning, type Said} from '../ui/line.tsx';
import {Question, asks, shownCommandLines} from '../ui/question.tsx';
import {sentIndexes, useBulkEdit, type BulkEdit, type BulkEditView} from './bulk-edit.ts';
import {editRows, EditView, issueText} from './bulk-edit-view.tsx';

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
	const {lastEdits} = useSession();
	const {announce} = useNavigation();
	const bulk = useBulkEdit(targets, repeats);
	const {view, go} = bulk;
	const {open: openEditor, isKept} = useTextEditor(bulk);
	const {view: runView, ...runner} = useBulkRun('replace', {
		showsOne: true,
		onBack() {
			go('bulk-edit');
		},
	});
	const review = () => {
		const reason = whyNoReview(view);
		if (reason === undefined) {
			go('review');
		} else {
			announce(bad(reason));
		}
	};

	const {isBusy} = view;
	const isTextOpened = useRef(!isAsText);
	const openTextOnce = useEffectEvent(() => {
		if (!isTextOpened.current && !isBusy) {
			isTextOpened.current = true;
			openEditor();
		}
	});
	useEffect(() => {
		openTextOnce();
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

	return (
		runView ??
		(view.mode === 'review' ? (
			<BulkReviewView bulk={bulk} hiddenIds={hiddenIds} query={query} runner={runner} />
		) : (
			<EditView bulk={bulk} onReview={review} onEditor={openEditor} isTextKept={isKept} />
		))
	);
}

type BulkReviewViewProps = Pick<BulkEditScreenProps, 'hiddenIds' | 'query'> & {
	readonly bulk: BulkEdit;
	readonly runner: Runner;
};

/** The question before many notifications are edited: what changes, what is lost, and the command that does the same. It is answered with their number. */
function BulkReviewView({bulk, hiddenIds, query, runner}: BulkReviewViewProps) {
	const {
		view,
		unprotect: {isUnprotected},
	} = bulk;
	const session = useSession();
	const {columns} = useTextSize();
	const {items, outcomes, edits, edited, leftOut, acceptsInvalid} = view;
	const indexes = useMemo(() => sentIndexes(view), [view]);
	const targets = useMemo(() => indexes.map(index => items[index]!.of), [indexes, items]);
	const {length: count} = targets;
	const counts = useMemo(() => breakdownOf(targets), [targets]);
	const rows = useMemo(() => editRows(view, indexes, columns - 2), [view, indexes, columns]);

	/** The `chainbell edit` command that does the same, with at most `idLimit` IDs; undefined if its options cannot say it. */
	const commandWith = (idLimit: number): string | undefined => {
		const exact = leftOut.size === 0 ? usableQuery(query) : undefined;
		const words = editArguments({
			targets: exact === undefined ? {ids: targets.slice(0, idLimit).map(({id}) => id)} : {query: exact},
			edits,
			acceptsUnknownTemplate:
				indexes.some(index => outcomes[index]!.lost !== undefined) ||
				(exact !== undefined && items.some(({isContentUnknown}) => isContentUnknown)),
			acceptsInvalid,
		});
		const unprotects = isUnprotected ? ['--unprotect'] : [];
		return edited.size === 0 && words !== undefined
			? toShell({words: [...sessionWords(session), ...words, ...unprotects]})
			: undefined;
	};

	// They are made one by one, so that many do not delay a key.
	const asksToSend = () =>
		indexes.values().map((index): AccountAsk => {
			const {of} = items[index]!;
			return {kind: 'replace', of, input: toHeldInput(outcomes[index]!.after, of)};
		});

	// It can name thousands of IDs: only what may be shown is wrapped.
	const command = commandWith(columns * shownCommandLines);
	return (
		<Question
			hint="replace"
			title="review"
			of={{
				asked: asks(
					`Replace ${numberText(count)} ${one(count, 'notification', 'notifications')} on ${placeOf(session)}?`,
				),
				summary: counts,
				consequences: reviewTexts(
					view,
					targets.filter(({id}) => hiddenIds.has(id)).length,
					indexes.map(index => outcomes[index]!.warning).find(found => found !== undefined),
				),
				shownCommand:
					command === undefined
						? 'No single command does the same.'
						: sanitise(command.slice(0, columns * (shownCommandLines + 1))),
				rows,
				command: command === undefined ? undefined : () => commandWith(Infinity),
			}}
			answer={{
				count,
				onConfirm() {
					runner.run(async options => session.changes.run(asksToSend(), {...options, isUnprotected}));
				},
			}}
			runner={runner}
		/>
	);
}

/** The maximum number of notifications in one text: reading it again takes about a millisecond for each. */
const entryLimit = 1000;

/** Returns a function that opens the notifications that are not left out as YAML in the operator's editor, and takes what it saved. A text that cannot be read is kept, and opened again the next time. */
function useTextEditor({view, change}: BulkEdit) {
	const {services} = useSession();
	const {announce} = useNavigation();
	const handOver = useHandOver();
	const rejected = useRef<string>(undefined);

	const open = () => {
		const {items, outcomes, leftOut} = view;
		const entries = items.flatMap(({of}, index) => (leftOut.has(of.id) ? [] : [{of, draft: outcomes[index]!.after}]));
		const total = numberText(entries.length);
		const refuse = (text: string) => {
			announce(bad(text));
		};

		if (entries.length === 0 || entries.length > entryLimit) {
			refuse(
				entries.length === 0
					? 'All notifications are left out.'
					: `At most ${numberText(entryLimit)} notifications can be opened in the editor, not ${total}. Mark fewer, or change fields here.`,
			);
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

				const edited = new Map([...view.edited, ...entries.map(({of}, index) => [of.id, drafts[index]!] as const)]);
				// They include the edits of the fields so far.
				change({edited, edits: noFieldEdits, edit: undefined});
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

	return {
		open,
		/** Whether a text that cannot be read is kept for correction. */ isKept: () => rejected.current !== undefined,
	};
}

const one = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural);

/** The reason why the edit cannot be reviewed yet; undefined if it can. */
export function whyNoReview({
	problems,
	counts: {changed, invalid, refused, protected: kept},
}: Pick<BulkEditView, 'problems' | 'counts'>): string | undefined {
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
	return changed > 0 ? undefined : none;
}

/** The texts of a review below its question. `hidden`: the number of the notifications that the search hides; `warnedOf`: the first warning. */
export function reviewTexts(
	{
		counts: {changed, warned, duplicate, templateLost: templates, topicsLost: topics, protected: kept},
		acceptsInvalid,
	}: Pick<BulkEditView, 'counts' | 'acceptsInvalid'>,
	hidden: number,
	warnedOf?: DraftIssue,
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
		warnedOf !== undefined &&
			warning(`! ${numberText(warned)} ${one(warned, 'is', 'are')} warned of. The first: ${issueText(warnedOf)}.`),
		templates + topics > 0 && warning(`! ${contentNote('This edit loses', {total: changed, templates, topics})}`),
		duplicate > 0 &&
			warning(
				`! ${numberText(duplicate)} ${one(duplicate, 'becomes a duplicate', 'become duplicates')} of another notification.`,
			),
		acceptsInvalid && warning('! Sent although a check fails.'),
		`${one(changed, 'It', 'Each')} gets a new ID: the new one is created and listed before the old one is deleted. ${keyOf('list', 'undo')} in the list undoes it.`,
	];
}
