import {useMemo, useState, type Dispatch} from 'react';
import type {Failure} from '../../api/failure.ts';
import {refusedMembers} from '../../api/refused-members.ts';
import {findDuplicates} from '../../domain/equivalence.ts';
import type {ListedRecord, Notification, NotificationInput} from '../../domain/notification.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import type {AccountOperations, CreateOptions} from '../../session/operations.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {placeOf} from '../../session/session.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {doneNotice} from '../shared/done-notice.ts';
import {useNavigation} from '../shared/navigation.ts';
import {pendingNotice} from '../shared/pending-notice.ts';
import type {Notice} from '../shared/route.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {useTask} from '../ui/use-task.ts';
import type {FormAction} from './form-reducer.ts';
import type {FormOrigin} from './origin.ts';
import type {PhaseStart} from './phase-text.ts';
import {requestBody} from './request-body.ts';
import type {SavedDraftHandle} from './use-saved-draft.ts';

export type SubmissionOptions = {
	readonly origin: FormOrigin;
	readonly input: NotificationInput;
	/** Whether to look for duplicates in the listing. */
	readonly isReviewing: boolean;
	readonly dispatch: Dispatch<FormAction>;
	readonly savedDraft: SavedDraftHandle;
	/** Whether the operator has typed the name of the protected notification that is edited. */
	readonly isUnprotected: boolean;
};

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

/** Sends a form: creates, replaces or recreates a notification. When this succeeds or has to be finished later, leaves the form. */
export function useSubmission({
	origin,
	input,
	isReviewing,
	dispatch,
	savedDraft,
	isUnprotected,
}: SubmissionOptions): Submission {
	const session = useSession();
	const {pop} = useNavigation();
	const {listing} = useListing();
	const operation = useTask();
	const [attempt, setAttempt] = useState<{readonly sessionId: number; readonly outcome: CreateOutcome | undefined}>();
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
				leave(pendingNotice(ended, savedDraft.save() === 'unsaved' ? '' : 'Your draft is saved.'));
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
	switch (origin.kind) {
		case 'edit': {
			return operations.replace(origin.of, input, options);
		}

		case 'recreate': {
			return operations.recreate(origin.deletion, input, options);
		}

		case 'new':
		case 'clone': {
			return operations.create(input, options);
		}
	}
}
