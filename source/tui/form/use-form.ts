import {isDeepStrictEqual} from 'node:util';
import {useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState, type Dispatch} from 'react';
import type {Duplicate} from '../../changes/plan.ts';
import {isAccepted, numberOf, type Item} from '../../ledger/item.ts';
import {toSentInput, heldByDraft, toSentBody} from '../../service/body.ts';
import {findDuplicates} from '../../notification/equivalence.ts';
import {eventTexts} from '../../notification/events.ts';
import {toHeldInput, type Draft, emptyDraft, toDraft} from '../../notification/fields.ts';
import {
	type NotificationInput,
	type ListedRecord,
	type Notification,
	type NotificationFields,
	rawOf,
} from '../../notification/notification.ts';
import {mergeValues, noTexts, noValues, surveyAccount} from '../../notification/suggest.ts';
import {finishInSlices, itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {noRules, createPolicyCheck} from '../../query/rules.ts';
import {createDraftSaver, type DraftSaver} from '../../account/drafts.ts';
import type {Outcome, AccountAsk} from '../../account/account-changes.ts';
import {completeRecordsOf, recordsOf} from '../../account/listing-state.ts';
import type {DraftEntry, SentContent} from '../../ledger/small-stores.ts';
import {useBulkRun} from '../changes/run.tsx';
import {keyOf} from '../keys/match.ts';
import {useRules} from '../changes/delete.tsx';
import type {Notice} from '../ui/navigation.ts';
import {failureOf} from '../ui/notices.ts';
import {useListing, useSession, type SessionValue} from '../ui/session.ts';
import {useAsync, useSliced} from '../ui/use-task.ts';
import {reduceForm} from './form-reducer.ts';
import type {DuplicateSearch} from './preview-pane.tsx';
import {
	isFilledIn,
	openForm,
	splitAddresses,
	type FormState,
	type FormAction,
	type FormStart,
	type Known,
} from './form.ts';
import {knownDraft, toEditable} from '../../notification/edit.ts';
import {knownTemplate, recreationLosses} from '../../notification/losses.ts';
import type {JsonObject} from '../../platform/json.ts';
import {kindWords, namedText} from '../../notification/operation-texts.ts';
import {joined, numberText, upperFirst} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';

export type FormHandle = {
	readonly form: FormState;
	readonly dispatch: Dispatch<FormAction>;
	/** The request fields of the draft, or those for each of several addresses. */
	readonly inputs: readonly NotificationInput[];
	/** The draft that the form started with. */
	readonly startDraft: Draft;
	/** The draft that the form starts with if none is saved. */
	readonly unchangedDraft: Draft;
};

/** Manages the state of a form. */
export function useFormState(origin: FormOrigin, saved: DraftEntry | undefined): FormHandle {
	const session = useSession();
	const [{start, original}] = useState(() => {
		const sent = sentContentOf(origin, session);
		return {start: startOf(origin, sent, saved), original: startOf(origin, sent, undefined).draft};
	});
	const known = useKnown(origin);
	const [state, dispatch] = useReducer(
		(before: FormState, action: FormAction) => reduceForm({...before, known}, action),
		start,
		openForm,
	);
	const form = {...state, known};
	const {draft, canSplit} = form;
	const inputs = useMemo(() => {
		const held = heldBy(origin);
		const addresses = splitAddresses({draft, canSplit});
		return addresses.length === 0
			? [held === undefined ? toSentInput(draft) : toHeldInput(draft, held.fields)]
			: addresses.map(address => toSentInput({...draft, addresses: [address]}));
	}, [draft, canSplit, origin]);

	return {form, dispatch, inputs, startDraft: start.draft, unchangedDraft: original};
}

/** Returns the template and topics of the notification that the form edits or clones, if this machine sent them. */
function sentContentOf(origin: FormOrigin, {ledger, profileKey}: SessionValue): SentContent | undefined {
	return origin.kind === 'edit' || origin.kind === 'clone' ? ledger?.sent.get(profileKey, origin.of.id) : undefined;
}

/** What is known of the account. The listed values are collected in slices that do not delay key presses: when the form opens and, if the first listing is still in progress, when it is complete. No policy of config.yaml stops what undoes a deletion. */
function useKnown({kind}: FormOrigin): Known {
	const {ledger, profileKey, listing: store} = useSession();
	const {listing} = useListing();
	const isArriving = listing.state === 'loading' || listing.state === 'failed' || 'count' in listing;
	const survey = useCallback(
		async (signal: AbortSignal) => finishInSlices(surveyAccount(recordsOf(store.get().listing)), signal),
		[store],
	);
	const found = useAsync(survey, isArriving);
	const learned = useMemo(() => ledger?.learned.read(profileKey) ?? noValues, [ledger, profileKey]);
	const rules = useRules();
	return useMemo(
		() => ({
			values: mergeValues(found?.values ?? noValues, learned),
			texts: {...(found?.texts ?? noTexts), 'topic.0': eventTexts()},
			findBroken: createPolicyCheck(kind === 'recreate' ? noRules : (rules ?? noRules)),
		}),
		[found, learned, rules, kind],
	);
}

/** The pause in typing after which the draft is saved, in milliseconds. */
const pause = 300;

type SavedDraftHandle = {
	/** Returns the ID of the saved draft; undefined if there is none. */
	readonly id: () => number | undefined;
	/** Deletes the saved draft once it was sent, and stops saving. */
	readonly discard: () => void;
	/** Saves the draft now. Returns the notice that says so; undefined if there is nothing to save. */
	readonly save: () => Notice | undefined;
};

/** Saves the draft in the ledger until it is sent: when the focus moves, when the operator pauses, and when the form closes. */
export function useSavedDraft(
	{form: {draft, focus}, startDraft, unchangedDraft}: FormHandle,
	origin: FormOrigin,
	saved: DraftEntry | undefined,
): SavedDraftHandle {
	const {
		ledger,
		profileKey,
		services: {clock},
	} = useSession();
	const saver = useRef<DraftSaver>(undefined);

	const save = () => {
		if (ledger === undefined || (draft === startDraft && saver.current === undefined)) {
			return;
		}

		saver.current ??= createDraftSaver(ledger.drafts, saved?.id);
		if (isDeepStrictEqual(draft, unchangedDraft)) {
			saver.current.drop();
			return;
		}

		saver.current.save(profileKey, {
			draft,
			...((origin.kind === 'edit' || origin.kind === 'clone') && {origin: origin.of.id}),
			purpose: origin.kind === 'edit' ? 'edit' : 'create',
		});
	};

	const saveNow = useEffectEvent(save);

	useEffect(() => {
		const controller = new AbortController();
		void (async () => {
			try {
				await clock.sleep(pause, controller.signal);
			} catch {
				return;
			}

			saveNow();
		})();

		return () => {
			controller.abort();
		};
	}, [draft, clock]);

	// Runs when the focus changes and when the form closes.
	useEffect(
		() => () => {
			saveNow();
		},
		[focus],
	);

	return {
		id: () => (saver.current === undefined ? saved?.id : saver.current.id()),
		save() {
			save();
			if (!(saver.current?.hasDraft() ?? saved !== undefined)) {
				return undefined;
			}

			const until = ledger === undefined || ledger.problem !== undefined ? ' until chainbell exits' : '';
			return {
				text: `Draft kept${until}. ${keyOf('list', 'new')}, then ${keyOf('form', 'drafts')}, continues it.`,
			};
		},
		discard() {
			saver.current?.discard();
		},
	};
}

export type Submission = ReturnType<typeof useSubmission>;

/** Sends a form: creates, replaces or recreates a notification, or creates one for each address. `isUnprotected`: the operator has typed the name of the protected notification that is edited. When this succeeds or has to be finished later, leaves the form. */
export function useSubmission(
	{form, inputs, dispatch}: FormHandle,
	origin: FormOrigin,
	savedDraft: SavedDraftHandle,
	isUnprotected: boolean,
) {
	const {changes} = useSession();
	const asks = inputs.map(input => askOf(origin, input));
	const isOne = asks.length === 1;
	const [reported, setReported] = useState<readonly Duplicate[]>([]);

	const onRunEnd = (ended: Outcome): string | undefined => {
		if (ended.kind === 'duplicates') {
			// A later attempt reports only new duplicates. Those reported before still exist.
			setReported([...(outcome === undefined ? [] : reported), ...ended.duplicates]);
			return undefined;
		}

		const {only, refused} = ended.kind === 'ended' ? ended : {};
		if (ended.kind === 'refused' || only?.phase === 'failed') {
			dispatch({
				type: 'send-failed',
				issues: failureOf(ended)?.issues ?? [],
				refused: (only && refused?.get(only.id)) ?? [],
			});
		} else if (ended.kind === 'ended' && (only === undefined || only.phase === 'done' || isAccepted(only))) {
			savedDraft.discard();
		} else if (only !== undefined && savedDraft.save() !== undefined) {
			return 'Your draft is saved.';
		}

		return undefined;
	};

	const running = useBulkRun(asks[0]!.kind, {
		onRunEnd,
		onBack() {
			dispatch({type: 'write'});
		},
	});
	const {isRunning, outcome} = running;
	// What is being sent is no duplicate of itself once it is listed. After an attempt its own check counts.
	const isHeld = isRunning || outcome !== undefined;
	const search = useListedDuplicates(form, isOne ? inputs[0] : undefined, origin, isHeld);
	const {found: listed = []} = search;
	const all = [...(listed.length > 0 ? [{index: 0, same: listed}] : []), ...(outcome === undefined ? [] : reported)];
	const duplicates = new Map(
		Map.groupBy(all, ({index}) => index)
			.entries()
			.map(([index, some]) => [
				index,
				[...new Map(some.flatMap(({same}) => same).map(each => [each.id, each])).values()],
			]),
	);

	return {
		...running,
		/** The notifications that sending would duplicate, by the index of what is sent; none for what is sent twice. */
		duplicates,
		...search,
		/** Sends the form. This accepts `duplicates`. If the last attempt could not check for duplicates, it sends without the check. */
		send() {
			running.run(async options => {
				const ids = duplicates.values().flatMap(same => same.map(({id}) => id));
				return changes.run(asks, {
					...options,
					isUnprotected,
					draftId: savedDraft.id(),
					accepted: !isOne && duplicates.size > 0 ? 'all' : [...ids],
					isUnchecked: outcome?.kind === 'unchecked',
				});
			});
		},
		/** Forgets the last outcome. */
		reset() {
			setReported([]);
			running.forget();
		},
	};
}

/** Searches the listing for duplicates of a form that is filled in or reviewed, in slices between keys. `input`: undefined for several. The edited notification is none. `isHeld`: what was found stays during the review. */
function useListedDuplicates(
	{draft, mode}: FormState,
	input: NotificationInput | undefined,
	origin: FormOrigin,
	isHeld: boolean,
): DuplicateSearch & {readonly isSearched: boolean} {
	const {listing} = useListing();
	const records = recordsOf(listing);
	const ownId = origin.kind === 'edit' ? origin.of.id : undefined;
	const isReview = mode === 'review';
	const stays = isReview && isHeld;
	const isAsked = input !== undefined && (isReview || isFilledIn(draft));
	const search = useMemo(
		() => (isAsked && !stays ? () => duplicatesIn(records, input, ownId) : undefined),
		[isAsked, stays, records, input, ownId],
	);
	const {value, isCurrent} = useSliced(search);
	return {
		found: isCurrent || stays ? value : undefined,
		isComplete: completeRecordsOf(listing) !== undefined,
		/** Whether they are looked for. */
		isSearched: isAsked,
	};
}

/**
Finds the duplicates among the listed records.

@yields Nothing; the search can pause there.
*/
function* duplicatesIn(
	records: readonly ListedRecord[],
	input: NotificationInput,
	ownId: string | undefined,
): Sliced<readonly Notification[]> {
	const found: Notification[] = [];
	for (let from = 0; from < records.length; from += itemsPerSlice) {
		found.push(...findDuplicates(input, records.slice(from, from + itemsPerSlice)).filter(({id}) => id !== ownId));
		yield;
	}

	return found;
}

/** The starting point of the form. It determines what sending does. */
export type FormOrigin =
	/** An empty form. `lostId`: the saved draft was an edit of this notification, which no longer exists. */
	| {readonly kind: 'new'; readonly lostId?: string | undefined}
	| {readonly kind: 'clone'; readonly of: Notification}
	| {readonly kind: 'edit'; readonly of: Notification}
	/** The recreation of a deleted notification, to undo its deletion. */
	| {readonly kind: 'recreate'; readonly deletion: Item};

/**
Returns the draft that the form starts with.

@param origin - The starting point of the form.
@param sent - The template and topics of the notification, if this machine sent them.
@param saved - The saved draft to resume.
*/
export function startOf(origin: FormOrigin, sent: SentContent | undefined, saved: DraftEntry | undefined): FormStart {
	switch (origin.kind) {
		case 'new': {
			return {
				draft: saved?.draft ?? emptyDraft,
				heldDraft: copiedDraft(saved?.draft),
				stored: saved && emptyDraft,
				canSplit: true,
			};
		}

		case 'clone': {
			const draft = {...knownDraft(origin.of, sent), listed: rawOf(origin.of)};
			return {draft, heldDraft: draft, focus: 'address', canSplit: true};
		}

		case 'edit': {
			const {before: held, isContentUnknown} = toEditable(origin.of, sent);
			return {
				draft:
					saved === undefined ? held : {...saved.draft, recordExtras: saved.draft.recordExtras ?? held.recordExtras},
				heldDraft: held,
				stored: saved && held,
				isContentUnknown,
			};
		}

		case 'recreate': {
			const snapshot = origin.deletion.snapshot!;
			const {input, topics} = snapshot;
			const draft = {
				...input,
				template: knownTemplate(snapshot) ?? '',
				topics: topics ?? emptyDraft.topics,
			};
			return {
				draft,
				heldDraft: draft,
				isContentUnknown: recreationLosses(snapshot).isContentUnknown,
			};
		}
	}
}

/** The notification that the form edits or recreates, as the service held it and listed it. */
function heldBy(origin: FormOrigin): {readonly fields: NotificationFields; readonly raw: unknown} | undefined {
	if (origin.kind === 'recreate') {
		const {input: fields, raw} = origin.deletion.snapshot!;
		return {fields, raw};
	}

	return origin.kind === 'edit' ? {fields: origin.of, raw: rawOf(origin.of)} : undefined;
}

/** The ID of the notification that the form begins with, safe to show; empty for a new one. */
function idOf(origin: FormOrigin): string {
	if (origin.kind === 'new') {
		return '';
	}

	return sanitise(origin.kind === 'recreate' ? origin.deletion.snapshot!.id : origin.of.id);
}

/** The title of the form: `edit notification 12`. */
export const formTitle = (origin: FormOrigin): string => `${origin.kind} notification ${idOf(origin)}`.trim();

/** The introduction of the form; `isShort`: for a terminal with few lines. */
export function formIntro(origin: FormOrigin, isShort = false): string | undefined {
	const id = idOf(origin);
	switch (origin.kind) {
		case 'new': {
			const {lostId} = origin;
			return lostId === undefined
				? undefined
				: `${sanitise(lostId)}, which this draft was to replace, no longer exists. Sending creates a new notification.`;
		}

		case 'clone': {
			return undefined;
		}

		case 'edit': {
			return isShort
				? `Replaces ${id}: the ID changes.`
				: `Saving creates a new notification, then deletes ${id}: the ID changes.`;
		}

		case 'recreate': {
			const isRedacted = origin.deletion.isRedacted === true;
			const key = ' [API key] stands for the API key, which is never stored: enter it again.';
			return `Sending recreates ${id} with a new ID.${isRedacted ? key : ''}`;
		}
	}
}

/** The message that the form continues a draft. `sent`: the pending change that may have created it. */
export function resumedText(savedAt: number, sent: Item | undefined): string {
	return sent === undefined
		? `This is your unsent draft from ${formatTime(savedAt)}. ${keyOf('form', 'use-stored')} discards it.`
		: `This was sent as change ${numberOf(sent)}. What became of it is not known yet: ${keyOf('list', 'pending')} in the list shows it.`;
}

/** The change that the form makes. */
export function askOf(origin: FormOrigin, input: NotificationInput): AccountAsk {
	if (origin.kind === 'recreate') {
		const {snapshot, id} = origin.deletion;
		return {kind: 'recreate', of: snapshot!, input, undoes: id};
	}

	return origin.kind === 'edit' ? {kind: 'replace', of: origin.of, input} : {kind: 'create', input};
}

/** What the review asks, and what it says while it is sent: the effect of sending `count` notifications, the first of which is `input`, and the account it applies to. */
export function reviewTexts(
	origin: FormOrigin,
	place: string,
	{input, count}: {readonly input: NotificationInput; readonly count: number},
) {
	const {kind} = askOf(origin, input);
	const {verb, doing, preposition} = kindWords[kind];
	const one = kind === 'create' ? input : {id: idOf(origin), name: heldBy(origin)!.fields.name};
	const what = count === 1 ? sanitise(namedText(one)) : `${numberText(count)} notifications`;
	const where = joined([what, `${preposition} ${place}`], ' ');
	return {verb, asked: `${upperFirst(verb)} ${where}?`, doing: `${doing} ${where} …`};
}

/** The copied fields of a saved clone. */
function copiedDraft(draft: Draft | undefined): Draft | undefined {
	const held = draft === undefined ? undefined : heldByDraft(draft);
	return held && toDraft(held);
}

/** The listed record that the form was filled in from. */
export function listedRecordOf(origin: FormOrigin, input: NotificationInput): unknown {
	const held = heldBy(origin);
	return held === undefined ? input.listed : held.raw;
}

/** The request body of a form. */
export const requestBody = (origin: FormOrigin, input: NotificationInput): JsonObject =>
	toSentBody(input, listedRecordOf(origin, input));
