import {isDeepStrictEqual} from 'node:util';
import {useMemo, useState} from 'react';
import {sampleEvent} from '../../notification/try-filters.ts';
import type {DraftEntry} from '../../ledger/small-stores.ts';
import {unsentDrafts} from '../../account/drafts.ts';
import {useOpenDraft} from '../drafts/drafts-screen.tsx';
import {ProtectedGate} from '../protected/protected-screen.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import type {FormOrigin} from './origin.ts';
import {ReviewView} from './review-view.tsx';
import {TryView, type SampleEvent} from './try-view.tsx';
import {useFormState, useSavedDraft, useSubmission} from './use-form.ts';
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
	const drafts = useOtherDrafts(origin.kind === 'new' && saved === undefined);
	const [sample, setSample] = useState<SampleEvent>({source: 'the built-in sample', event: sampleEvent});

	const review = () => {
		if (origin.kind === 'edit' && isDeepStrictEqual(form.draft, unchangedDraft)) {
			announce({text: 'No changes to save.'});
			return;
		}

		submission.reset();
		dispatch({type: 'review'});
	};

	const write = () => {
		dispatch({type: 'write'});
	};

	switch (form.mode) {
		case 'write':
		case 'several':
		case 'pick': {
			return (
				<WriteView
					handle={handle}
					origin={origin}
					sample={sample}
					savedAt={saved?.at}
					outcome={submission.outcome}
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
						onBack={write}
					/>
				)
			);
		}

		case 'try': {
			return <TryView filters={input.filters} sample={sample} onSample={setSample} onBack={write} />;
		}
	}
}

function useOtherDrafts(isEmpty: boolean): OtherDrafts {
	const {ledger, profileKey} = useSession();
	const {pop, push} = useNavigation();
	const openDraft = useOpenDraft();
	const drafts = useMemo(
		() => (isEmpty && ledger !== undefined ? unsentDrafts(ledger, profileKey) : []),
		[isEmpty, ledger, profileKey],
	);
	return {
		count: drafts.length,
		open() {
			pop();
			if (drafts.length === 1) {
				openDraft(drafts[0]!);
			} else {
				push({name: 'drafts'});
			}
		},
	};
}
