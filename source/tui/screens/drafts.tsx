import {useState} from 'react';
import type {DraftEntry} from '../../ledger/drafts.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {Frame, useBodySize} from '../components/frame.tsx';
import {Header} from '../components/header.tsx';
import {Messages} from '../components/messages.tsx';
import {Rows} from '../components/rows.tsx';
import {useSelection} from '../hooks/use-list-window.ts';
import {useListing} from '../hooks/use-listing.ts';
import {useKeys} from '../keys/use-keys.ts';
import type {FormOrigin} from '../state/form-origin.ts';
import {messages} from '../state/message.ts';
import {useNavigation} from '../state/navigation.ts';
import {useSession} from '../state/session.ts';

/** The forms that were not sent. */
export function DraftsScreen() {
	const {ledger, profile, profileKey} = useSession();
	const {push, announce} = useNavigation();
	const {listing} = useListing();
	const {columns, rows} = useBodySize();
	const [asked, setAsked] = useState<number | undefined>(undefined);
	const drafts = ledger?.drafts.list(profileKey) ?? [];
	const intro = messages('plain', asked === undefined ? 'Not sent yet:' : 'Discard this draft? y discards it for good.', columns);
	const height = Math.max(1, rows - intro.length);
	const {selected, top, moves} = useSelection(drafts.map(({id}) => String(id)), height);
	const entry = drafts[selected];

	const originOf = ({purpose, origin}: DraftEntry): FormOrigin => {
		const records = 'value' in listing ? listing.value.records : [];
		const of = records.find(record => record.kind === 'notification' && record.id === origin);
		return purpose === 'edit' && of?.kind === 'notification' ? {kind: 'edit', of} : {kind: 'new'};
	};

	const facts = {row: entry !== undefined, writable: !profile.isReadOnly, asked: asked !== undefined && asked === entry?.id};
	useKeys('drafts', {
		facts,
		actions: {
			...moves,
			open() {
				const origin = originOf(entry!);
				if (entry!.purpose === 'edit' && origin.kind === 'new') {
					announce({tone: 'bad', text: `${entry!.origin} is not listed: sending the draft creates a new one.`});
				}

				push({name: 'form', origin, saved: entry!});
			},
			new() {
				push({name: 'form', origin: {kind: 'new'}});
			},
			discard() {
				setAsked(entry!.id);
			},
			confirm() {
				ledger?.drafts.discard(asked!);
				setAsked(undefined);
			},
		},
	});

	return (
		<Frame scope='drafts' facts={facts} header={<Header title='drafts'/>}>
			<Messages messages={intro}/>
			<Rows lines={drafts.map(draft => draftText(draft))} selected={selected} top={top} height={height} width={columns}/>
		</Frame>
	);
}

function draftText({draft, purpose, origin, at}: DraftEntry): string {
	const what = [draft.name, draft.userId, draft.channel, draft.recipient, draft.address].filter(text => text !== '').map(text => sanitiseCell(text)).join(' · ');
	return `${formatTime(at)}  ${purpose === 'edit' ? `edit of ${sanitiseCell(origin ?? '')}: ` : ''}${what === '' ? 'empty' : what}`;
}
