import {useState} from 'react';
import type {DraftEntry} from '../../storage/drafts.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {Rows} from '../shared/rows.tsx';
import {quietly} from '../shared/use-ledger.ts';
import {useSelection} from '../shared/use-list-window.ts';
import {useListing} from '../shared/use-listing.ts';
import {useKeys} from '../keys/use-keys.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';

/** The forms that were not sent. */
export function DraftsScreen() {
	const {ledger, profile, profileKey} = useSession();
	const {push, pop, announce} = useNavigation();
	const {listing} = useListing();
	const {columns, rows} = useBodySize();
	const [asked, setAsked] = useState<number | undefined>(undefined);
	const records = recordsOf(listing);
	const drafts = ledger?.drafts.list(profileKey) ?? [];
	const height = Math.max(1, rows - 1);
	const {selected, top, moves} = useSelection(drafts.map(({id}) => String(id)), height);
	const entry = drafts[selected];
	const isAsked = asked !== undefined && asked === entry?.id;

	const open = (draft: DraftEntry) => {
		if (draft.purpose === 'create') {
			push({name: 'form', origin: {kind: 'new'}, saved: draft});
			return;
		}

		// Only a complete listing proves that what it edits is gone.
		const of = records.find(record => record.kind === 'notification' && record.id === draft.origin);
		if (of?.kind === 'notification') {
			push({name: 'form', origin: {kind: 'edit', of}, saved: draft});
		} else if (listing.state === 'ready' && listing.value.complete) {
			push({name: 'form', origin: {kind: 'new', lostId: draft.origin}, saved: draft});
		} else {
			announce({tone: 'bad', text: `It edits ${sanitise(draft.origin ?? '')}, which is not listed yet: refresh the list first.`});
		}
	};

	const keys = useKeys('drafts', {
		guards: {hasRow: entry !== undefined, isWritable: !profile.isReadOnly, isAwaitingConfirmation: isAsked},
		actions: {
			...moves,
			open() {
				open(entry!);
			},
			new() {
				push({name: 'form', origin: {kind: 'new'}});
			},
			back() {
				if (isAsked) {
					setAsked(undefined);
				} else {
					pop();
				}
			},
			discard() {
				setAsked(entry!.id);
			},
			confirm() {
				quietly(() => ledger?.drafts.discard(asked!));
				setAsked(undefined);
			},
		},
	});

	return (
		<Frame keys={keys} header={<Header/>}>
			<Messages messages={[isAsked ? {tone: 'warning', text: ' Discard the selected draft? y discards it for good, esc keeps it.'} : {tone: 'plain', text: ' Not sent yet:'}]}/>
			<Rows lines={drafts.map(draft => draftText(draft))} selected={selected} top={top} height={height} width={columns}/>
		</Frame>
	);
}

function draftText({draft, purpose, origin, at}: DraftEntry): string {
	const what = [draft.name, draft.userId, draft.channel, draft.recipient, draft.address].filter(text => text !== '').map(text => sanitiseCell(text)).join(' · ');
	return `${formatTime(at)}  ${purpose === 'edit' ? `edit of ${sanitiseCell(origin ?? '')}: ` : ''}${what === '' ? 'empty' : what}`;
}
