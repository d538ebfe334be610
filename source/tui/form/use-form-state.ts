import {isDeepStrictEqual} from 'node:util';
import {
	useEffect,
	useMemo,
	useReducer,
	useState,
	type Dispatch,
} from 'react';
import type {DraftEntry} from '../../storage/drafts.ts';
import type {SentContent} from '../../storage/sent-content.ts';
import {toInput, toHeldInput, type Draft} from '../../domain/draft/draft.ts';
import {collectValues, mergeValues, noValues} from '../../domain/draft/suggest.ts';
import type {NotificationInput} from '../../domain/notification.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {createYielder} from '../../system/time-slices.ts';
import {useListing, useSession, type SessionValue} from '../shared/session-context.ts';
import {openForm, type FormState} from './form.ts';
import {reduceForm, type FormAction} from './form-reducer.ts';
import {heldBy, startOf, type FormOrigin} from './origin.ts';

export type FormHandle = {
	readonly form: FormState;
	readonly dispatch: Dispatch<FormAction>;
	/** What is sent for the draft. */
	readonly input: NotificationInput;
	/** The draft that the form started with. */
	readonly startDraft: Draft;
	/** The draft that it would have started with had none been saved. */
	readonly unchangedDraft: Draft;
	/** Whether the draft differs from the notification that is edited. */
	readonly hasChanges: () => boolean;
};

/** Holds the state of a form, and loads the values that it suggests. */
export function useFormState(origin: FormOrigin, saved: DraftEntry | undefined): FormHandle {
	const session = useSession();
	const [{start, original}] = useState(() => {
		const sent = sentContentOf(origin, session);
		return {start: startOf(origin, sent, saved), original: startOf(origin, sent, undefined).draft};
	});
	const [form, dispatch] = useReducer(reduceForm, start, openForm);
	const input = useMemo(() => {
		const held = heldBy(origin);
		return held === undefined ? toInput(form.draft) : toHeldInput(form.draft, held);
	}, [form.draft, origin]);
	useListedValues(dispatch);
	useLearnedValues(dispatch);

	return {form, dispatch, input, startDraft: start.draft, unchangedDraft: original, hasChanges: () => !isDeepStrictEqual(form.draft, original)};
}

/** Returns the template and topics of the notification that the form edits or clones, if this machine sent them. */
function sentContentOf(origin: FormOrigin, {ledger, profileKey}: SessionValue): SentContent | undefined {
	return origin.kind === 'edit' || origin.kind === 'clone' ? ledger?.sent.get(profileKey, origin.of.id) : undefined;
}

/** Records to collect values from between two turns of the event loop. */
const chunkSize = 1000;

/** Collects the values in the listed notifications whenever the listing changes. It works in chunks, so that no key has to wait. */
function useListedValues(dispatch: Dispatch<FormAction>): void {
	const {listing} = useListing();
	const records = recordsOf(listing);

	useEffect(() => {
		const controller = new AbortController();
		const {signal} = controller;
		void (async () => {
			const yieldIfDue = createYielder();
			let values = noValues;
			for (let from = 0; from < records.length && !signal.aborted; from += chunkSize) {
				const chunk = records.slice(from, from + chunkSize).filter(record => record.kind === 'notification');
				values = mergeValues(values, collectValues(chunk));
				await yieldIfDue();
			}

			if (!signal.aborted) {
				dispatch({type: 'values', values: {listedValues: values}});
			}
		})();

		return () => {
			controller.abort();
		};
	}, [records, dispatch]);
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
