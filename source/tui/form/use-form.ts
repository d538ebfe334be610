import {isDeepStrictEqual} from 'node:util';
import {useEffect, useEffectEvent, useMemo, useReducer, useRef, useState, type Dispatch} from 'react';
import type {Failure} from '../../service/failure.ts';
import {toSentInput, refusedMembers} from '../../service/body.ts';
import {findDuplicates} from '../../notification/equivalence.ts';
import {toHeldInput, type Draft} from '../../notification/fields.ts';
import type {NotificationInput, ListedRecord, Notification} from '../../notification/notification.ts';
import {surveyAccount} from '../../notification/suggest.ts';
import type {CreateOutcome} from '../../operations/one.ts';
import {finishInSlices} from '../../platform/time-slices.ts';
import {noRules, createPolicyCheck} from '../../query/rules.ts';
import {createDraftSaver, type DraftSaver} from '../../session/draft-saver.ts';
import {recordsOf} from '../../session/listing-state.ts';
import type {AccountOperations, CreateOptions} from '../../session/operations.ts';
import {placeOf} from '../../session/session.ts';
import type {DraftEntry, SentContent} from '../../ledger/small-stores.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {keyOf} from '../keys/match.ts';
import {useRules} from '../protected/protected-screen.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {doneNotice, pendingNotice} from '../shared/change-notices.ts';
import type {PhaseStart} from '../shared/phase-text.ts';
import type {Notice} from '../shared/route.ts';
import {useListing, useSession, type SessionValue} from '../shared/session-context.ts';
import {useTask} from '../ui/use-task.ts';
import {reduceForm} from './form-reducer.ts';
import {openForm, splitAddresses, type FormState, type FormAction} from './form.ts';
import {heldBy, startOf, type FormOrigin, requestBody} from './origin.ts';

type FormHandle = {
	readonly form: FormState;
	readonly dispatch: Dispatch<FormAction>;
	/** The request fields of the draft; with several addresses, those of the first. */
	readonly input: NotificationInput;
	/** The request fields for each of several addresses; empty if there is one. */
	readonly splitInputs: readonly NotificationInput[];
	/** The draft that the form started with. */
	readonly startDraft: Draft;
	/** The draft that the form starts with if none is saved. */
	readonly unchangedDraft: Draft;
};

/** Manages the state of a form, and loads the values to suggest. */
export function useFormState(origin: FormOrigin, saved: DraftEntry | undefined): FormHandle {
	const session = useSession();
	const [{start, original}] = useState(() => {
		const sent = sentContentOf(origin, session);
		return {start: startOf(origin, sent, saved), original: startOf(origin, sent, undefined).draft};
	});
	const [form, dispatch] = useReducer(reduceForm, start, openForm);
	const {draft, canSplit} = form;
	const splitInputs = useMemo(
		() => splitAddresses({draft, canSplit}).map(address => toSentInput({...draft, addresses: [address]})),
		[draft, canSplit],
	);
	const input = useMemo(() => {
		const held = heldBy(origin);
		return splitInputs[0] ?? (held === undefined ? toSentInput(draft) : toHeldInput(draft, held));
	}, [draft, origin, splitInputs]);
	useListedValues(dispatch);
	useLearnedValues(dispatch);
	usePolicies(origin, dispatch);

	return {form, dispatch, input, splitInputs, startDraft: start.draft, unchangedDraft: original};
}

/** Returns the template and topics of the notification that the form edits or clones, if this machine sent them. */
function sentContentOf(origin: FormOrigin, {ledger, profileKey}: SessionValue): SentContent | undefined {
	return origin.kind === 'edit' || origin.kind === 'clone' ? ledger?.sent.get(profileKey, origin.of.id) : undefined;
}

/** Collects the values in the listed notifications, in slices that do not delay key presses: when the form opens and, if the first listing is still in progress, when it is complete. */
function useListedValues(dispatch: Dispatch<FormAction>): void {
	const {listing} = useListing();
	const isArriving = listing.state === 'loading' || listing.state === 'failed' || 'count' in listing;
	const begin = useEffectEvent(() => surveyAccount(recordsOf(listing)));
	useEffect(() => {
		const controller = new AbortController();
		void (async () => {
			const found = await finishInSlices(begin(), controller.signal);
			if (found !== undefined) {
				dispatch({type: 'values', values: {listedValues: found.values, listedTexts: found.texts}});
			}
		})();

		return () => {
			controller.abort();
		};
	}, [isArriving, dispatch]);
}

/** Follows the policies of config.yaml. What undoes a deletion is stopped by none. */
function usePolicies({kind}: FormOrigin, dispatch: Dispatch<FormAction>): void {
	const rules = useRules();
	useEffect(() => {
		if (rules !== undefined && rules !== noRules && kind !== 'recreate') {
			dispatch({type: 'policies', findBroken: createPolicyCheck(rules)});
		}
	}, [rules, kind, dispatch]);
}

/** Reads the values that the service accepted before, once the ledger is open. */
function useLearnedValues(dispatch: Dispatch<FormAction>): void {
	const {ledger, profileKey} = useSession();
	useEffect(() => {
		if (ledger !== undefined) {
			dispatch({type: 'values', values: {learnedValues: ledger.learned.read(profileKey)}});
		}
	}, [ledger, profileKey, dispatch]);
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

	const onLeaveField = useEffectEvent(save);
	const onPause = useEffectEvent(save);

	useEffect(() => {
		const controller = new AbortController();
		void (async () => {
			try {
				await clock.sleep(pause, controller.signal);
			} catch {
				return;
			}

			onPause();
		})();

		return () => {
			controller.abort();
		};
	}, [draft, clock]);

	// Runs when the focus changes and when the form closes.
	useEffect(
		() => () => {
			onLeaveField();
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
			return {text: `Draft saved${until}; press ${keyOf('list', 'new')} to resume.`};
		},
		discard() {
			saver.current?.discard();
		},
	};
}

export type Submission = {
	/** The outcome of the last attempt; undefined before the first one, and after a change of the API key. */
	readonly outcome: CreateOutcome | undefined;
	/** Listed notifications that sending would duplicate. */
	readonly duplicates: readonly Notification[];
	/** The phases so far, while the form is being sent; otherwise undefined. */
	readonly phases: readonly PhaseStart[] | undefined;
	/** The time, each second while the form is being sent. */
	readonly now: number;
	/** Sends the form. This accepts `duplicates`. If the last attempt could not check for duplicates, it sends without the check. */
	readonly send: () => void;
	/** Stops waiting for a response. */
	readonly cancel: () => void;
	/** Forgets the last outcome. */
	readonly reset: () => void;
};

/** Sends a form: creates, replaces or recreates a notification. `isUnprotected`: the operator has typed the name of the protected notification that is edited. When this succeeds or has to be finished later, leaves the form. */
export function useSubmission(
	{form, input, splitInputs, dispatch}: FormHandle,
	origin: FormOrigin,
	savedDraft: SavedDraftHandle,
	isUnprotected: boolean,
): Submission {
	const session = useSession();
	const {pop} = useNavigation();
	const {listing} = useListing();
	const operation = useTask();
	const [attempt, setAttempt] = useState<{readonly sessionId: number; readonly outcome: CreateOutcome | undefined}>();
	const isReviewing = form.mode === 'review' && splitInputs.length === 0;
	// The outcome of an earlier API key does not apply to this one.
	const outcome = attempt?.sessionId === session.id ? attempt.outcome : undefined;
	const [sentFrom, setSentFrom] = useState<readonly ListedRecord[]>([]);
	// What is being sent is no duplicate of itself once it is listed.
	const records = operation.isRunning ? sentFrom : recordsOf(listing);
	const duplicates = useMemo(
		() => (isReviewing ? duplicatesOf(origin, input, records, outcome) : []),
		[isReviewing, origin, input, records, outcome],
	);
	useKeyOffer(outcome?.kind === 'unchecked' ? outcome.failure : failureOf(outcome));

	const leave = (notice: Notice) => {
		pop(notice, ['detail', 'drafts', 'undo', 'change', 'history']);
	};

	const onOutcome = (ended: CreateOutcome) => {
		// A later attempt reports only new duplicates. Those reported before still exist.
		setAttempt({
			sessionId: session.id,
			outcome: ended.kind === 'duplicates' ? {...ended, duplicates: uniteById(duplicates, ended.duplicates)} : ended,
		});
		switch (ended.kind) {
			case 'done': {
				savedDraft.discard();
				leave({tone: 'good', text: `${doneNotice(ended.operation, placeOf(session))}`, follows: ended.operation.newId});
				break;
			}

			case 'accepted': {
				savedDraft.discard();
				leave(pendingNotice(ended));
				break;
			}

			case 'open': {
				leave(pendingNotice(ended, savedDraft.save() === undefined ? '' : 'Your draft is saved.'));
				break;
			}

			case 'failed':
			case 'refused': {
				dispatch({
					type: 'send-failed',
					issues: ended.failure?.issues ?? [],
					refused: ended.failure === undefined ? [] : refusedMembers(ended.failure, requestBody(origin, input)),
				});
				break;
			}

			case 'duplicates':
			case 'unchecked':
			case 'impossible': {
				break;
			}
		}
	};

	return {
		outcome,
		duplicates,
		phases: operation.phases,
		now: operation.now,
		send() {
			operation.start(async options => {
				setSentFrom(records);
				return submit(session.operations, origin, input, {
					...options,
					isUnprotected,
					draftId: savedDraft.id(),
					acceptedIds: duplicates.map(({id}) => id),
					isUnchecked: outcome?.kind === 'unchecked',
				});
			}, onOutcome);
		},
		cancel: operation.cancel,
		reset() {
			setAttempt(undefined);
		},
	};
}

/** Returns the failure of an outcome if the service or the connection to it prevented the creation. */
export function failureOf(outcome: CreateOutcome | undefined): Failure | undefined {
	return outcome?.kind === 'failed' || outcome?.kind === 'refused' ? outcome.failure : undefined;
}

function duplicatesOf(
	origin: FormOrigin,
	input: NotificationInput,
	records: readonly ListedRecord[],
	outcome: CreateOutcome | undefined,
): readonly Notification[] {
	const duplicates = uniteById(
		findDuplicates(input, records),
		outcome?.kind === 'duplicates' ? outcome.duplicates : [],
	);
	return duplicates.filter(({id}) => origin.kind !== 'edit' || id !== origin.of.id);
}

function uniteById(some: readonly Notification[], others: readonly Notification[]): readonly Notification[] {
	return new Map([...some, ...others].map(notification => [notification.id, notification])).values().toArray();
}

async function submit(
	operations: AccountOperations,
	origin: FormOrigin,
	input: NotificationInput,
	options: CreateOptions,
): Promise<CreateOutcome> {
	if (origin.kind === 'edit') {
		return operations.replace(origin.of, input, options);
	}

	return origin.kind === 'recreate'
		? operations.recreate(origin.deletion, input, options)
		: operations.create(input, options);
}
