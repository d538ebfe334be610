import {Text} from 'ink';
import {useMemo} from 'react';
import {Frame, useBodySize} from '../components/frame.tsx';
import {Header} from '../components/header.tsx';
import {Messages} from '../components/messages.tsx';
import {SearchLine} from '../components/search-line.tsx';
import {Table} from '../components/table.tsx';
import {useKeyOffer} from '../hooks/use-key-offer.ts';
import {hasUnfinished} from '../hooks/use-ledger.ts';
import {useListing} from '../hooks/use-listing.ts';
import {useNow} from '../hooks/use-now.ts';
import {useSearch} from '../hooks/use-search.ts';
import {useSelection} from '../hooks/use-list-window.ts';
import {useKeys} from '../keys/use-keys.ts';
import {capped} from '../state/message.ts';
import {listingMessages, listingStatus} from '../state/listing-status.ts';
import {useNavigation} from '../state/navigation.ts';
import {useSession} from '../state/session.ts';

/** How often the age of the listing is looked at. */
const ageInterval = 1000;

/** Seconds between two listings, in the order in which `w` goes through them, and back to none. */
const watchIntervals = [5, 30, 300] as const;

/** The account's notifications, one a row. */
export function ListScreen() {
	const {profile, services, ledger, profileKey} = useSession();
	const {push, common, announce} = useNavigation();
	const account = useListing();
	const {listing, shown: records, watch} = account;
	const size = useBodySize();
	const now = useNow(services.clock, ageInterval);

	const failure = 'failure' in listing ? listing.failure : undefined;
	const search = useSearch(records);
	const {found, terms} = search;
	const keys = useMemo(() => found.map(record => record.kind === 'notification' ? record.id : `#${record.index}`), [found]);
	const messages = capped(listingMessages(account, size.columns), Math.max(2, size.rows - 2));
	const hasQuery = search.isTyping || search.query.text !== '';
	// One line holds the titles, and one the query.
	const height = Math.max(1, size.rows - messages.length - (hasQuery ? 2 : 1));
	const {selected, top, moves} = useSelection(keys, height);
	const record = found[selected];
	const notification = record?.kind === 'notification' ? record : undefined;
	useKeyOffer(failure);

	const facts = {row: record !== undefined, record: notification !== undefined, writable: !profile.isReadOnly, refused: failure?.kind === 'unauthorized'};
	const scope = search.isTyping ? 'search' : 'list';
	useKeys(scope, {
		facts,
		onKey: search.type,
		onPaste: search.paste,
		actions: search.isTyping
			? {up: moves.up, down: moves.down, accept: search.close, back: search.clear}
			: {
				...moves,
				search: search.open,
				back() {
					if (!account.stop()) {
						search.clear();
					}
				},
				watch() {
					const every = nextInterval(watch?.every);
					account.watchEvery(every);
					announce({tone: 'plain', text: every === undefined ? 'No longer watching.' : `Watching: listed again every ${every} s. w changes it.`});
				},
				open() {
					push({name: 'detail', record: record!});
				},
				new() {
					const hasDrafts = ledger !== undefined && ledger.drafts.list(profileKey).length > 0;
					push(hasDrafts ? {name: 'drafts'} : {name: 'form', origin: {kind: 'new'}});
				},
				edit() {
					// What was changed already, and not sent, is gone on with.
					const saved = ledger?.drafts.list(profileKey).find(({purpose, origin}) => purpose === 'edit' && origin === notification!.id);
					push({name: 'form', origin: {kind: 'edit', of: notification!}, saved});
				},
				undo() {
					const deletion = ledger?.journal.lastDeleted(profileKey);
					if (deletion === undefined) {
						announce({tone: 'bad', text: 'There is no deletion of this machine left to undo.'});
					} else if (deletion.batch === undefined) {
						push({name: 'form', origin: {kind: 'restore', deletion}});
					} else {
						push({name: 'bulk-restore', deletion: deletion.batch});
					}
				},
				history() {
					push({name: ledger !== undefined && hasUnfinished(ledger, profileKey) ? 'recovery' : 'history'});
				},
				clone() {
					push({name: 'form', origin: {kind: 'clone', of: notification!}});
				},
				delete() {
					push({name: 'delete', target: notification!});
				},
				refresh: account.renew,
				'enter-key'() {
					push({name: 'key'});
				},
				quit: common('list').exit,
			},
	});

	return (
		<Frame scope={scope} facts={facts} header={<Header title='chainbell' status={foundStatus(listingStatus(account, now), found.length, terms.length > 0)}/>}>
			<Messages messages={messages}/>
			{hasQuery && <SearchLine search={search} width={size.columns}/>}
			{records.length > 0 && found.length === 0 && <Text> Nothing matches. esc clears the search.</Text>}
			{found.length > 0 && <Table records={found} words={terms.flatMap(({text, isNot}) => isNot ? [] : [text])} selected={selected} top={top} height={height} width={size.columns}/>}
		</Frame>
	);
}

function nextInterval(every: number | undefined): number | undefined {
	return watchIntervals.find(interval => interval > (every ?? 0));
}

function foundStatus(status: string, found: number, isSearch: boolean): string {
	return isSearch ? `${found} of ${status}` : status;
}
