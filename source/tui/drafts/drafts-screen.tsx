import {useReducer} from 'react';
import {recordsOf} from '../../account/listing-state.ts';
import {unsentDrafts} from '../../account/drafts.ts';
import {bestEffort} from '../../ledger/ledger-error.ts';
import type {DraftEntry} from '../../ledger/small-stores.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {agedRow} from '../history/history-lines.ts';
import {useNavigation} from '../shared/navigation.ts';
import {notificationName} from '../shared/notification-name.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {linesOf} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, rowMargin, useList} from '../ui/list.tsx';

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
