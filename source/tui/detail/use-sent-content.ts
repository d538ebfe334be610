import {useMemo} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import type {SentContent} from '../../storage/small-stores.ts';
import {useSession} from '../shared/session-context.ts';

/** The template and topics of a notification, if this machine sent it. */
export function useSentContent(record: ListedRecord): SentContent | undefined {
	const {ledger, profileKey} = useSession();
	const id = record.kind === 'notification' ? record.id : undefined;
	return useMemo(() => (id === undefined ? undefined : ledger?.sent.get(profileKey, id)), [ledger, profileKey, id]);
}
