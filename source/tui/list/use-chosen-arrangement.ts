import {useEffect, useEffectEvent} from 'react';
import {sanitise} from '../../terminal/sanitise.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Chosen} from '../shared/route.ts';
import {useSession} from '../shared/session-context.ts';
import type {ListRowsHandle} from './use-list-rows.ts';

/** Does what was chosen in the palette for the list: another order or grouping, a saved view, or saving one. */
export function useChosenArrangement({query: {query, sort, group, groupOrder}, dispatch}: Pick<ListRowsHandle, 'query' | 'dispatch'>): void {
	const {services: {settings}} = useSession();
	const {chosen, takeChosen, announce} = useNavigation();

	const save = async (name: string) => {
		const {views = []} = settings.get().settings;
		const same = views.findIndex(view => view.name === name);
		const index = same === -1 ? views.length : same;
		try {
			await settings.save(['views', index], {
				name,
				query: query.text,
				...sort !== undefined && {sort: `${sort.isDescending ? '-' : ''}${sort.field}`},
				...group !== undefined && {group},
				...groupOrder !== undefined && {groupOrder},
			});
			announce({tone: 'good', text: `✓ ${same === -1 ? 'Saved' : 'Replaced'} the view "${sanitise(name)}" in config.yaml.`});
		} catch (error) {
			announce({tone: 'bad', text: `✗ The view was not saved: ${sanitise(error instanceof Error ? error.message : String(error))}`});
		}
	};

	const take = useEffectEvent((next: Chosen) => {
		takeChosen();
		if (next.kind === 'arrange') {
			dispatch({type: 'arrange', view: next.view});
		} else if (next.kind === 'save-view') {
			void save(next.name);
		}
	});

	useEffect(() => {
		if (chosen !== undefined && chosen.kind !== 'action') {
			take(chosen);
		}
	}, [chosen]);
}
