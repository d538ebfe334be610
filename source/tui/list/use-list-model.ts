import {useEffect, useState, useSyncExternalStore} from 'react';
import {bestEffort} from '../../storage/best-effort.ts';
import {useSession} from '../shared/session-context.ts';
import {createListModel, type ListModel, type ListModelState} from './list-model.ts';

/** The model of the list for the open account. Search, order and grouping are restored from when the account was last open. */
export function useListModel(): ListModelState & Pick<ListModel, 'dispatch' | 'finish' | 'setMarked'> {
	const {listing, pending, services, ledger, profileKey} = useSession();
	const [model] = useState(() => createListModel({listing, pending, now: services.clock.now}));
	useEffect(() => {
		let stop: (() => void) | undefined;
		void bestEffort(() => {
			stop =
				ledger &&
				model.persist({
					read: () => ledger.views.read(profileKey),
					write(settings) {
						void bestEffort(async () => ledger.views.write(profileKey, settings));
					},
				});
		});
		return () => {
			stop?.();
		};
	}, [model, ledger, profileKey]);

	return {
		...useSyncExternalStore(model.subscribe, model.get),
		dispatch: model.dispatch,
		finish: model.finish,
		setMarked: model.setMarked,
	};
}
