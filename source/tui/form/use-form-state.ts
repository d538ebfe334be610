import {isDeepStrictEqual} from 'node:util';
import {useEffect, useEffectEvent, useMemo, useReducer, useRef, useState, type Dispatch} from 'react';
import {toSentInput} from '../../api/listed-draft.ts';
import {toHeldInput, type Draft} from '../../domain/fields.ts';
import {surveyAccount, type AccountValues} from '../../domain/draft/suggest.ts';
import type {NotificationInput} from '../../domain/notification.ts';
import {noRules} from '../../domain/policies/account-rules.ts';
import {createPolicyCheck} from '../../domain/policies/broken-policies.ts';
import {finishInSlices, type Sliced} from '../../platform/time-slices.ts';
import {recordsOf} from '../../session/listing-state.ts';
import type {DraftEntry, SentContent} from '../../storage/small-stores.ts';
import {useRules} from '../protected/protected-screen.tsx';
import {useListing, useSession, type SessionValue} from '../shared/session-context.ts';
import {reduceForm, type FormAction} from './form-reducer.ts';
import {openForm, splitAddresses, type FormState} from './form.ts';
import {heldBy, startOf, type FormOrigin} from './origin.ts';

export type FormHandle = {
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
	/** Whether the draft differs from the notification that is edited. */
	readonly hasChanges: () => boolean;
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
	useListedValues(dispatch, form.mode === 'review');
	useLearnedValues(dispatch);
	usePolicies(origin, dispatch);

	return {
		form,
		dispatch,
		input,
		splitInputs,
		startDraft: start.draft,
		unchangedDraft: original,
		hasChanges: () => !isDeepStrictEqual(form.draft, original),
	};
}

/** Returns the template and topics of the notification that the form edits or clones, if this machine sent them. */
function sentContentOf(origin: FormOrigin, {ledger, profileKey}: SessionValue): SentContent | undefined {
	return origin.kind === 'edit' || origin.kind === 'clone' ? ledger?.sent.get(profileKey, origin.of.id) : undefined;
}

/** Collects the values in the listed notifications once, in slices that do not delay key presses: when the form opens or, if the first listing is still in progress, when it is complete. While it is paused, what is sent has the processor to itself. */
function useListedValues(dispatch: Dispatch<FormAction>, isPaused: boolean): void {
	const {listing} = useListing();
	const isArriving = listing.state === 'loading' || listing.state === 'failed' || 'count' in listing;
	const survey = useRef<Sliced<AccountValues>>(undefined);
	const begin = useEffectEvent(() => {
		survey.current = surveyAccount(recordsOf(listing));
	});
	useEffect(() => {
		begin();
	}, [isArriving]);

	useEffect(() => {
		const controller = new AbortController();
		void (async () => {
			// Once it is finished it has no other result.
			const found = isPaused ? undefined : await finishInSlices(survey.current!, controller.signal);
			if (found !== undefined) {
				dispatch({type: 'values', values: {listedValues: found.values, listedTexts: found.texts}});
			}
		})();

		return () => {
			controller.abort();
		};
	}, [isArriving, isPaused, dispatch]);
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
