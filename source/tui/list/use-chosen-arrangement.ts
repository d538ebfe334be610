import {useEffect, useEffectEvent} from 'react';
import {sanitise} from '../../terminal/sanitise.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Chosen} from '../shared/route.ts';
import {useSession} from '../shared/session-context.ts';
import type {ListRowsHandle} from './use-list-rows.ts';

/** Does what was chosen for the list on the screen above it: another order or grouping, a saved view, saving one, marking, or another account. `onDelete`: asks whether to delete the marked. */
export function useChosenArrangement({query: {query, sort, group, groupOrder}, dispatch, marks}: Pick<ListRowsHandle, 'query' | 'dispatch' | 'marks'>, onDelete: (ids: ReadonlySet<string>, keeps: ReadonlySet<string>) => void): void {
	const {services: {settings}} = useSession();
	const {chosen, takeChosen, announce, push} = useNavigation();

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
		switch (next.kind) {
			case 'arrange': {
				dispatch({type: 'arrange', view: next.view});
				break;
			}

			case 'mark': {
				marks.set(next.ids, next.keeps);
				if (next.isToDelete) {
					onDelete(next.ids, next.keeps);
				}

				break;
			}

			case 'open-profile': {
				push({name: 'profiles', opens: next.name});
				break;
			}

			case 'save-view': {
				void save(next.name);
				break;
			}

			case 'action': {
				break;
			}
		}
	});

	useEffect(() => {
		if (chosen !== undefined && chosen.kind !== 'action') {
			take(chosen);
		}
	}, [chosen]);
}
