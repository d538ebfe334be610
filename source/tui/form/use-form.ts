import {isDeepStrictEqual} from 'node:util';
import {
	useCallback,
	useEffect,
	useEffectEvent,
	useMemo,
	useReducer,
	useRef,
	useState,
	useSyncExternalStore,
} from 'react';
import type {Duplicate} from '../../changes/plan.ts';
import {isAccepted, numberOf, type Item} from '../../ledger/item.ts';
import {toSentInput, heldByDraft} from '../../service/body.ts';
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
import {mergeValues, noValues, surveyAccount} from '../../notification/suggest.ts';
import {finishInSlices, itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {noRules, createPolicyCheck} from '../../query/rules.ts';
import {createDraftSaver} from '../../account/drafts.ts';
import type {Outcome, AccountAsk} from '../../account/account-changes.ts';
import {completeRecordsOf, recordsOf} from '../../account/listing-state.ts';
import type {DraftEntry, SentContent} from '../../ledger/small-stores.ts';
import {useBulkRun} from '../changes/run.tsx';
import {keyOf} from '../keys/match.ts';
import {useRules} from '../changes/delete.tsx';
import type {Notice} from '../ui/navigation.ts';
import {failureOf} from '../ui/notices.ts';
import {useListing, useSession} from '../ui/session.ts';
import {useAsync, useSliced} from '../ui/use-task.ts';
import {reduceForm, type FormAction} from './form-reducer.ts';
import {isFilledIn, openForm, splitAddresses, type FormState, type FormStart, type Known} from './form.ts';
import {copyDraft, toEditable} from '../../notification/edit.ts';
import {knownTemplate, recreationLosses} from '../../notification/losses.ts';
import {sanitise} from '../../terminal/sanitise.ts';

export type FormHandle = ReturnType<typeof useFormState>;

/** Manages the state of a form. `saved`: the draft that it resumes. */
export function useFormState(origin: FormOrigin, saved: DraftEntry | undefined) {
	const {ledger, profileKey, pending: pendingChanges} = useSession();
	const [{start, ...beginning}] = useState(() => {
		// The template and topics, if this machine sent them.
		const sent = 'of' in origin ? ledger?.sent.get(profileKey, origin.of.id) : undefined;
		return beginningOf(origin, sent, saved?.draft);
	});
	const {source} = beginning;
	const known = useKnown(origin);
	const [state, dispatch] = useReducer(
		(before: FormState, action: FormAction) => reduceForm({...before, known}, action),
		start,
		openForm,
	);
	const {draft, canSplit, stored} = state;
	/** The request fields of the draft, or those for each of several addresses. */
	const inputs = useMemo(() => {
		const addresses = splitAddresses({draft, canSplit});
		const drafts = addresses.length === 0 ? [draft] : addresses.map(address => ({...draft, addresses: [address]}));
		return drafts.map(each => (source === undefined ? toSentInput(each) : toHeldInput(each, source.fields)));
	}, [draft, canSplit, source]);

	const {count: pending} = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
	const isSearched = pending > 0 && (saved !== undefined || state.mode === 'review');
	/** The pending change that has created it, or may have. */
	const sent = useMemo(
		() => (isSearched ? ledger?.changes.awaitedAlike(profileKey, true)(inputs[0]!) : undefined),
		[isSearched, ledger, profileKey, inputs],
	);
	return {
		...beginning,
		origin,
		saved,
		/** That it was sent already, by a change that is pending. */
		sentText:
			sent &&
			`This was sent as change ${numberOf(sent)}, which is pending: ${keyOf('list', 'pending')} in the list shows it.`,
		form: {...state, known},
		dispatch,
		inputs,
		/** The draft that the form started with. */
		startDraft: start.draft,
		/** Whether it continues an unsent draft, which differs from what it began with. */
		isResumed: saved !== undefined && !isDeepStrictEqual(draft, stored),
	};
}

/** What is known of the account. The listed values are collected in slices that do not delay key presses: when the form opens and, if the first listing is still in progress, when it is complete. No policy of config.yaml stops what undoes a deletion. */
export function useKnown({kind}: Pick<FormOrigin, 'kind'>): Known {
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
			texts: {...found?.texts, 'topic.0': eventTexts()},
			findBroken: createPolicyCheck(kind === 'recreate' ? noRules : (rules ?? noRules)),
		}),
		[found, learned, rules, kind],
	);
}

/** The pause in typing after which the draft is saved, in milliseconds. */
const pause = 300;

/** Saves the draft in the ledger until it is sent: when the focus moves, when the operator pauses, and when the form closes. */
function useSavedDraft({origin, saved, form: {draft, focus, stored}, startDraft}: FormHandle) {
	const {
		ledger,
		profileKey,
		services: {clock},
	} = useSession();
	const [saver] = useState(() => ledger && createDraftSaver(ledger.drafts, saved?.id));
	const isTouched = useRef(false);

	const save = () => {
		isTouched.current ||= draft !== startDraft;
		if (!isTouched.current) {
			return;
		}

		if (isDeepStrictEqual(draft, stored)) {
			saver?.drop();
			return;
		}

		saver?.save(profileKey, {
			draft,
			...('of' in origin && {origin: origin.of.id}),
			purpose: origin.kind === 'edit' ? 'edit' : 'create',
		});
	};

	const saveNow = useEffectEvent(save);
	const rested = useAsync(
		useCallback(
			async (signal: AbortSignal) => {
				await clock.sleep(pause, signal);
				return draft;
			},
			[draft, clock],
		),
	);
	// Runs when the focus changes, after a pause, and when the form closes.
	useEffect(
		() => () => {
			saveNow();
		},
		[focus, rested],
	);

	return {
		/** Returns the ID of the saved draft; undefined if there is none. */
		id: () => saver?.id(),
		/** Saves the draft now. Returns the notice that says so; undefined if there is nothing to save. */
		save(): Notice | undefined {
			save();
			if (saver?.hasDraft() !== true) {
				return undefined;
			}

			const until = ledger?.problem === undefined ? '' : ' until chainbell exits';
			return {
				text: `Draft kept${until}.`,
				inList: `${keyOf('list', 'new')}, then ${keyOf('form', 'drafts')}, continues it.`,
			};
		},
		/** Deletes the saved draft once it was sent, and stops saving. */
		discard() {
			saver?.discard();
		},
	};
}

export type Submission = ReturnType<typeof useSubmission>;

/** Sends a form: creates, replaces or recreates a notification, or creates one for each address. `isUnprotected`: the operator has typed the name of the protected notification that is edited. When this succeeds or has to be finished later, leaves the form. */
export function useSubmission(handle: FormHandle, isUnprotected: boolean) {
	const {inputs, ask, dispatch} = handle;
	const savedDraft = useSavedDraft(handle);
	const {changes} = useSession();
	const asks = inputs.map(input => ask(input));
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
	const search = useListedDuplicates(handle, isHeld);
	const {found: listed = []} = search;
	const all = [...(listed.length > 0 ? [{index: 0, same: listed}] : []), ...(outcome === undefined ? [] : reported)];
	const duplicates = new Map(
		Map.groupBy(all, ({index}) => index)
			.entries()
			.map(([index, some]) => [index, some.flatMap(({same}) => same)]),
	);

	return {
		...running,
		/** The notifications that sending would duplicate, by the index of what is sent; none for what is sent twice. */
		duplicates,
		...search,
		saveDraft: savedDraft.save,
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

/** Searches the listing for duplicates of a form that is filled in or reviewed, in slices between keys; not for several. The edited notification is none. `isHeld`: what was found stays during the review. */
function useListedDuplicates({origin, form: {draft, mode}, inputs}: FormHandle, isHeld: boolean) {
	const {listing} = useListing();
	const records = recordsOf(listing);
	const ownId = origin.kind === 'edit' ? origin.of.id : undefined;
	const [input] = inputs;
	const isReview = mode === 'review';
	const stays = isReview && isHeld;
	const isAsked = inputs.length === 1 && (isReview || isFilledIn(draft));
	const search = useMemo(
		() => (isAsked && !stays ? () => duplicatesIn(records, input!, ownId) : undefined),
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

/** What a form begins with, and what sending it does. */
type Beginning = {
	readonly start: FormStart;
	/** The notification that it begins with, as the service held it and listed it; undefined of a new one. */
	readonly source?: {readonly id: string; readonly fields: NotificationFields; readonly raw: unknown};
	/** What is said of it above the fields, safe to show. */
	readonly intro?: string | undefined;
	/** The change that it makes. */
	readonly ask: (input: NotificationInput) => AccountAsk;
};

const create: Beginning['ask'] = input => ({kind: 'create', input});

const sourceOf = (of: Notification) => ({id: of.id, fields: of, raw: rawOf(of)});

/**
Returns what a form begins with.

@param origin - The starting point of the form.
@param sent - The template and topics of the notification, if this machine sent them.
@param saved - The saved draft to resume.
*/
function beginningOf(origin: FormOrigin, sent: SentContent | undefined, saved: Draft | undefined): Beginning {
	switch (origin.kind) {
		case 'new': {
			const {lostId} = origin;
			// A saved clone has the record that it copies.
			const copied = saved && heldByDraft(saved);
			return {
				start: {
					draft: saved ?? emptyDraft,
					heldDraft: copied && toDraft(copied),
					stored: emptyDraft,
					canSplit: true,
					isContentUnknown: copied !== undefined,
				},
				intro:
					lostId === undefined
						? undefined
						: `${sanitise(lostId)}, which this draft was to replace, no longer exists. Sending creates a new notification.`,
				ask: create,
			};
		}

		case 'clone': {
			const {of} = origin;
			const draft = copyDraft(of, sent);
			const {isContentUnknown} = toEditable(of, sent);
			return {
				start: {draft, heldDraft: draft, stored: draft, focus: 'address', canSplit: true, isContentUnknown},
				source: sourceOf(of),
				ask: create,
			};
		}

		case 'edit': {
			const {of} = origin;
			const {before: held, isContentUnknown} = toEditable(of, sent);
			return {
				start: {draft: {...held, ...saved}, heldDraft: held, stored: held, isContentUnknown},
				source: sourceOf(of),
				intro: `Saving creates a new notification, then deletes ${sanitise(of.id)}: the ID changes.`,
				ask: input => ({kind: 'replace', of, input}),
			};
		}

		case 'recreate': {
			const {snapshot, id: undoes, isRedacted} = origin.deletion;
			const of = snapshot!;
			const {id, input: fields, raw, topics = emptyDraft.topics} = of;
			const draft = {...fields, template: knownTemplate(of) ?? '', topics};
			const key = ' [API key] stands for the API key, which is never stored: enter it again.';
			return {
				start: {draft, heldDraft: draft, stored: draft, isContentUnknown: recreationLosses(of).isContentUnknown},
				source: {id, fields, raw},
				intro: `Sending recreates ${sanitise(id)} with a new ID.${isRedacted === true ? key : ''}`,
				ask: input => ({kind: 'recreate', of, input, undoes}),
			};
		}
	}
}
