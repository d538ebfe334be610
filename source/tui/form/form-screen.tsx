import {isDeepStrictEqual} from 'node:util';
import {useMemo, useState, useReducer} from 'react';
import {sampleEvent} from '../../notification/try-filters.ts';
import type {DraftEntry} from '../../ledger/small-stores.ts';
import {unsentDrafts} from '../../account/drafts.ts';
import {ProtectedGate} from '../changes/delete.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {useSession, useListing} from '../ui/session.ts';
import {type FormOrigin, useFormState, useSavedDraft, useSubmission} from './use-form.ts';
import {ReviewView} from './review-view.tsx';
import {TryView, type SampleEvent} from './try-view.tsx';
import {type OtherDrafts, WriteView} from './write-view.tsx';
import {recordsOf} from '../../account/listing-state.ts';
import {bestEffort} from '../../ledger/ledger-error.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize, Header} from '../ui/frame.tsx';
import {agedRow} from '../changes/change-lines.ts';
import {notificationName} from '../ui/sentence.ts';
import {linesOf, Lines} from '../ui/line.tsx';
import {List, rowMargin, useList} from '../ui/list.tsx';

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

/** The account's unsent drafts, where there are several. */
export function DraftsScreen() {
	const {ledger, profileKey, services} = useSession();
	const {push} = useNavigation();
	const [, update] = useReducer((count: number) => count + 1, 0);
	const open = useOpenDraft();
	const {columns, rows} = useBodySize();
	const drafts = ledger === undefined ? [] : unsentDrafts(ledger, profileKey);
	const top = linesOf('Unsent drafts:', columns);
	const list = useList(
		drafts.map(({id}) => String(id)),
		Math.max(1, rows - top.length),
	);
	const entry = drafts[list.selected];

	const keys = useKeys('drafts', {
		guards: {hasRow: entry !== undefined},
		actions: {
			...list.moves,
			open() {
				open(entry!);
			},
			new() {
				push({name: 'form', origin: {kind: 'new'}});
			},
			discard() {
				const {id} = entry!;
				push({name: 'ask', question: `Discard ${draftName(entry!, columns)}?`, hint: 'discard'}, () => {
					void (async () => {
						await bestEffort(async () => ledger?.drafts.discard(id));
						update();
					})();
				});
			},
		},
	});

	return (
		<Frame keys={keys} header={<Header />}>
			<Lines lines={top} />
			<List of={list} textAt={index => draftText(drafts[index]!, services.clock.now(), columns - rowMargin)} />
		</Frame>
	);
}

/** Returns a function that opens the form of a draft. */
export function useOpenDraft() {
	const {push, announce} = useNavigation();
	const {listing} = useListing();
	const records = recordsOf(listing);
	return (draft: DraftEntry) => {
		if (draft.purpose === 'create') {
			push({name: 'form', origin: {kind: 'new'}, saved: draft});
			return;
		}

		// Only a complete listing proves that the notification no longer exists.
		const of = records.find(record => record.kind === 'notification' && record.id === draft.origin);
		if (of?.kind === 'notification') {
			push({name: 'form', origin: {kind: 'edit', of}, saved: draft});
		} else if (listing.state === 'ready' && listing.value.complete) {
			push({name: 'form', origin: {kind: 'new', lostId: draft.origin}, saved: draft});
		} else {
			announce({
				text: `This draft edits ${sanitise(draft.origin ?? '')}, which is not listed yet. Refresh the list first.`,
			});
		}
	};
}

/** The name of the draft in the question before it is discarded: a new notification, or changes to an existing one. */
function draftName({draft, purpose, origin}: DraftEntry, columns: number): string {
	return purpose === 'edit'
		? `the unsent edit of ${notificationName({...draft, id: origin}, columns)}`
		: `the draft of ${notificationName(draft, columns)}`;
}

/** A draft on one line of at most `columns`, with its age. `now` is in milliseconds since the epoch. */
function draftText({draft, purpose, origin, at}: DraftEntry, now: number, columns: number): string {
	const {name, userId, channel, recipient, addresses} = draft;
	const told = [name, userId, channel, recipient, ...addresses];
	return agedRow(
		at,
		now,
		purpose === 'edit' ? [`edit of ${origin}`] : [],
		told.join('') === '' ? ['empty'] : told,
		columns,
	);
}
