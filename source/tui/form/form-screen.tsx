import {counted} from '../../platform/text.ts';
import {isDeepStrictEqual} from 'node:util';
import {useMemo, useState} from 'react';
import {notificationsOf} from '../../notification/notification.ts';
import {sampleEvent} from '../../notification/try-filters.ts';
import type {DraftEntry} from '../../ledger/small-stores.ts';
import {unsentDrafts} from '../../account/drafts.ts';
import {type ListingState, recordsOf} from '../../account/listing-state.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {ProtectedGate} from '../changes/delete.tsx';
import {localIssues} from './form.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useSession, useListing} from '../ui/session.ts';
import {type FormHandle, type FormOrigin, useFormState, useSubmission} from './use-form.ts';
import {ReviewView} from './review-view.tsx';
import {TryView, type SampleEvent} from './preview-pane.tsx';
import {WriteView} from './write-view.tsx';

type FormScreenProps = {
	readonly origin: FormOrigin;
	/** The saved draft to resume. */
	readonly saved?: DraftEntry | undefined;
};

/** Fills in a notification, reviews it and sends it. */
export function FormScreen({origin, saved}: FormScreenProps) {
	return (
		<ProtectedGate title="edit" target={origin.kind === 'edit' ? origin.of : undefined}>
			{isUnprotected => <OpenForm key={saved?.id} origin={origin} saved={saved} isUnprotected={isUnprotected} />}
		</ProtectedGate>
	);
}

function OpenForm({origin, saved, isUnprotected}: FormScreenProps & {readonly isUnprotected: boolean}) {
	const {pop, announce} = useNavigation();
	const handle = useFormState(origin, saved);
	const {form, dispatch, inputs} = handle;
	const submission = useSubmission(handle, isUnprotected);
	const drafts = useOtherDrafts(handle);
	const [sample, setSample] = useState<SampleEvent>({source: 'the built-in sample', event: sampleEvent});

	const review = () => {
		if (origin.kind === 'edit' && isDeepStrictEqual(form.draft, form.stored)) {
			announce({text: 'No changes to save.', isAnswer: true});
			return;
		}

		const errors = localIssues(form).filter(({severity}) => severity === 'error').length;
		if (errors > 0) {
			announce({text: `Not sent: ${counted(errors, 'error')}.`, isAnswer: true});
		}

		submission.reset();
		dispatch({type: 'review'});
	};

	if (form.mode === 'review') {
		return submission.view ?? <ReviewView handle={handle} submission={submission} isUnprotected={isUnprotected} />;
	}

	if (form.mode === 'try') {
		const {filters} = inputs[0]!;
		const write = () => {
			dispatch({type: 'write'});
		};

		return <TryView filters={filters} sample={sample} onSample={setSample} onBack={write} />;
	}

	return (
		<WriteView
			handle={handle}
			sample={sample}
			submission={submission}
			draftCount={drafts.count}
			onDrafts={drafts.open}
			onReview={review}
			onLeave={() => {
				pop(submission.saveDraft());
			}}
		/>
	);
}

/** The account's unsent drafts that can be continued in place of an empty form, or of one of them: the next one is opened. */
function useOtherDrafts({origin, saved, form, startDraft}: FormHandle) {
	const {ledger, profileKey} = useSession();
	const {pop, push, announce} = useNavigation();
	const {listing} = useListing();
	// Nothing of the form may be lost.
	const isOffered =
		(saved !== undefined || origin.kind === 'new') && (form.draft === startDraft || form.draft === form.stored);
	const drafts = useMemo(
		() => (isOffered && ledger !== undefined ? unsentDrafts(ledger, profileKey) : []),
		[isOffered, ledger, profileKey],
	);
	const at = drafts.findIndex(({id}) => id === saved?.id);
	return {
		count: drafts.length - (at === -1 ? 0 : 1),
		open() {
			const draft = drafts[at + 1] ?? drafts[0];
			const of = draft && originOf(draft, listing);
			pop();
			if (of === undefined) {
				const id = sanitise(draft?.origin ?? '');
				announce({text: `This draft edits ${id}, which is not listed yet. Refresh the list first.`});
			} else {
				push({name: 'form', origin: of, saved: draft});
			}
		},
	};
}

/** The origin of the form that continues a draft; undefined if it is not known. */
function originOf({purpose, origin}: DraftEntry, listing: ListingState): FormOrigin | undefined {
	if (purpose === 'create') {
		return {kind: 'new'};
	}

	const of = notificationsOf(recordsOf(listing)).find(({id}) => id === origin);
	if (of !== undefined) {
		return {kind: 'edit', of};
	}

	// Only a complete listing proves that the notification no longer exists.
	const isGone = listing.state === 'ready' && listing.value.complete;
	return isGone ? {kind: 'new', lostId: origin} : undefined;
}
