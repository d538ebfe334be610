import type {ListedRecord} from '../../notification/notification.ts';
import {unsentDrafts} from '../../account/drafts.ts';
import {useNavigation} from './navigation.ts';
import {useSession} from './session-context.ts';
import {usePendingRefusal} from './use-pending-refusal.ts';

/**
The actions on a record, and the guards of their keys.

@param record - The record; undefined if there is none, as on the header of a group.
@param isListed - Whether the record is still listed, as far as a complete listing shows.
*/
export function useNotificationActions(record: ListedRecord | undefined, isListed: boolean) {
	const {ledger, profileKey, services} = useSession();
	const {push, announce} = useNavigation();
	const isRefused = usePendingRefusal();
	const notification = record?.kind === 'notification' ? record : undefined;

	/** Opens the form that edits a notification; by default the record. */
	const edit = (of = notification!) => {
		if (isRefused([of.id])) {
			return;
		}

		// Resume an unsent edit if there is one.
		const saved =
			ledger && unsentDrafts(ledger, profileKey).find(({purpose, origin}) => purpose === 'edit' && origin === of.id);
		push({name: 'form', origin: {kind: 'edit', of}, saved});
	};

	return {
		edit,
		guards: {
			hasRecord: record !== undefined,
			isReadable: notification !== undefined,
			isListed: isListed && notification !== undefined,
		},
		actions: {
			edit() {
				edit();
			},
			clone() {
				push({name: 'form', origin: {kind: 'clone', of: notification!}});
			},
			copy() {
				push({name: 'copy', record});
			},
			'open-link'() {
				void (async () => {
					const {openInExplorer} = await import('../copy/open-in-explorer.ts');
					announce(await openInExplorer(notification!, services));
				})();
			},
			delete() {
				if (!isRefused([notification!.id])) {
					push({name: 'delete', targets: [notification!]});
				}
			},
		},
	};
}
