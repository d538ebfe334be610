import {useMemo} from 'react';
import type {ListedRecord} from '../../notifications/notification.ts';
import {Frame, useBodySize} from '../components/frame.tsx';
import {Header} from '../components/header.tsx';
import {Messages} from '../components/messages.tsx';
import {Table} from '../components/table.tsx';
import {useKeyOffer} from '../hooks/use-key-offer.ts';
import {openOperations} from '../hooks/use-ledger.ts';
import {useListing} from '../hooks/use-listing.ts';
import {useNow} from '../hooks/use-now.ts';
import {useSelection} from '../hooks/use-list-window.ts';
import {useKeys} from '../keys/use-keys.ts';
import {capped} from '../state/message.ts';
import {listingMessages, listingStatus} from '../state/listing-status.ts';
import {useNavigation} from '../state/navigation.ts';
import {useSession} from '../state/session.ts';

const none: readonly ListedRecord[] = [];

/** How often the age of the listing is looked at. */
const ageInterval = 1000;

/** The account's notifications, one a row. */
export function ListScreen() {
	const {profile, services, ledger, profileKey} = useSession();
	const {push, common, announce} = useNavigation();
	const {listing, refresh} = useListing();
	const size = useBodySize();
	const now = useNow(services.clock, ageInterval);

	const failure = 'failure' in listing ? listing.failure : undefined;
	const records = 'value' in listing ? listing.value.records : none;
	const keys = useMemo(() => records.map(record => record.kind === 'notification' ? record.id : `#${record.index}`), [records]);
	const messages = capped(listingMessages(listing, size.columns), Math.max(2, size.rows - 2));
	// One line holds the titles.
	const height = Math.max(1, size.rows - messages.length - 1);
	const {selected, top, moves} = useSelection(keys, height);
	const record = records[selected];
	const notification = record?.kind === 'notification' ? record : undefined;
	useKeyOffer(failure);

	const facts = {row: record !== undefined, record: notification !== undefined, writable: !profile.isReadOnly, refused: failure?.kind === 'unauthorized'};
	useKeys('list', {
		facts,
		actions: {
			...moves,
			open() {
				push({name: 'detail', record: record!});
			},
			new() {
				const hasDrafts = ledger !== undefined && ledger.drafts.list(profileKey).length > 0;
				push(hasDrafts ? {name: 'drafts'} : {name: 'form', origin: {kind: 'new'}});
			},
			edit() {
				push({name: 'form', origin: {kind: 'edit', of: notification!}});
			},
			undo() {
				const deletion = ledger?.journal.lastDeleted(profileKey);
				if (deletion === undefined) {
					announce({tone: 'bad', text: 'This machine deleted nothing on this account that could be created again.'});
				} else {
					push({name: 'form', origin: {kind: 'restore', deletion}});
				}
			},
			history() {
				push({name: ledger !== undefined && openOperations(ledger, profileKey).length > 0 ? 'recovery' : 'history'});
			},
			clone() {
				push({name: 'form', origin: {kind: 'clone', of: notification!}});
			},
			delete() {
				push({name: 'delete', target: notification!});
			},
			refresh,
			'enter-key'() {
				push({name: 'key'});
			},
			quit: common('list').exit,
		},
	});

	return (
		<Frame scope='list' facts={facts} header={<Header title='chainbell' status={listingStatus(listing, now)}/>}>
			<Messages messages={messages}/>
			{records.length > 0 && <Table records={records} selected={selected} top={top} height={height} width={size.columns}/>}
		</Frame>
	);
}
