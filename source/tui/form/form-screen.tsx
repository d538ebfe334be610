import {isDeepStrictEqual} from 'node:util';
import {useMemo, useState} from 'react';
import {sampleEvent} from '../../notification/try-filters.ts';
import type {DraftEntry} from '../../ledger/small-stores.ts';
import {unsentDrafts} from '../../account/drafts.ts';
import {type ListingState, recordsOf} from '../../account/listing-state.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {ProtectedGate} from '../changes/delete.tsx';
import {allVisited, errorsText, localIssues} from './form.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useSession, useListing} from '../ui/session.ts';
import {type FormOrigin, useFormState, useSavedDraft, useSubmission} from './use-form.ts';
import {ReviewView} from './review-view.tsx';
import {TryView, type SampleEvent} from './preview-pane.tsx';
import {type OtherDrafts, WriteView} from './write-view.tsx';

type FormScreenProps = {
	readonly origin: FormOrigin;
	/** The saved draft to resume. */
	readonly saved?: DraftEntry | undefined;
};

/** Fills in a notification, reviews it and sends it. */
export function FormScreen({origin, saved}: FormScreenProps) {
	return (
		<ProtectedGate target={origin.kind === 'edit' ? origin.of : undefined}>
			{isUnprotected => <OpenForm key={saved?.id} origin={origin} saved={saved} isUnprotected={isUnprotected} />}
		</ProtectedGate>
	);
}

function OpenForm({origin, saved, isUnprotected}: FormScreenProps & {readonly isUnprotected: boolean}) {
	const {pop, announce} = useNavigation();
	const handle = useFormState(origin, saved);
	const {form, dispatch, inputs, unchangedDraft} = handle;
	const input = inputs[0]!;
	const savedDraft = useSavedDraft(handle, origin, saved);
	const submission = useSubmission(handle, origin, savedDraft, isUnprotected);
	const drafts = useOtherDrafts(origin, saved);
	const [sample, setSample] = useState<SampleEvent>({source: 'the built-in sample', event: sampleEvent});

	const review = () => {
		if (origin.kind === 'edit' && isDeepStrictEqual(form.draft, unchangedDraft)) {
			announce({text: 'No changes to save.', isAnswer: true});
			return;
		}

		const errors = localIssues(allVisited(form)).filter(({severity}) => severity === 'error').length;
		if (errors > 0) {
			announce({text: `Not sent: ${errorsText(errors)}.`, isAnswer: true});
		}

		submission.reset();
		dispatch({type: 'review'});
	};

	const write = () => {
		dispatch({type: 'write'});
	};

	switch (form.mode) {
		case 'write':
		case 'pick': {
			return (
				<WriteView
					handle={handle}
					origin={origin}
					sample={sample}
					savedAt={saved?.at}
					submission={submission}
					drafts={drafts}
					onReview={review}
					onLeave={() => {
						pop(savedDraft.save());
					}}
				/>
			);
		}

		case 'review': {
			return (
				submission.view ?? (
					<ReviewView
						form={form}
						origin={origin}
						inputs={inputs}
						submission={submission}
						isUnprotected={isUnprotected}
					/>
				)
			);
		}

		case 'try': {
			return <TryView filters={input.filters} sample={sample} onSample={setSample} onBack={write} />;
		}
	}
}

/** The account's unsent drafts that can be continued in place of an empty form, or of one of them: the next one is opened. */
function useOtherDrafts(origin: FormOrigin, saved: DraftEntry | undefined): OtherDrafts {
	const {ledger, profileKey} = useSession();
	const {pop, push, announce} = useNavigation();
	const {listing} = useListing();
	const isOffered = saved !== undefined || origin.kind === 'new';
	const drafts = useMemo(() => {
		const all = isOffered && ledger !== undefined ? unsentDrafts(ledger, profileKey) : [];
		const at = all.findIndex(({id}) => id === saved?.id);
		return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
	}, [isOffered, ledger, profileKey, saved]);
	return {
		count: drafts.length,
		open() {
			const [draft] = drafts;
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

	const of = recordsOf(listing).find(record => record.kind === 'notification' && record.id === origin);
	if (of?.kind === 'notification') {
		return {kind: 'edit', of};
	}

	// Only a complete listing proves that the notification no longer exists.
	const isGone = listing.state === 'ready' && listing.value.complete;
	return isGone ? {kind: 'new', lostId: origin} : undefined;
}
