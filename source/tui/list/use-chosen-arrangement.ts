import {useEffect, useEffectEvent} from 'react';
import {arrangementOf, type Arrangement} from '../../query/sort.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Chosen} from '../shared/route.ts';
import {useSession} from '../shared/session-context.ts';
import type {ListRowsHandle} from './use-list-rows.ts';

/** Performs what was chosen on the screen above the list: another order or grouping, showing or saving a view, marking, or another account. `onDelete`: asks whether to delete the marked notifications. */
export function useChosenArrangement(
	{query: arranged, dispatch, marks}: Pick<ListRowsHandle, 'query' | 'dispatch' | 'marks'>,
	onDelete: (ids: ReadonlySet<string>, keeps: ReadonlySet<string>) => void,
): void {
	const {
		services: {settings},
	} = useSession();
	const {chosen, takeChosen, announce, push} = useNavigation();

	const save = async (name: string) => {
		const {views = []} = settings.get().settings;
		const same = views.findIndex(view => view.name === name);
		const index = same === -1 ? views.length : same;
		try {
			await settings.save(['views', index], {
				name,
				query: arranged.query.text,
				...asSetting(arranged),
			});
			announce({
				tone: 'good',
				text: `✓ ${same === -1 ? 'Saved' : 'Replaced'} the view "${sanitise(name)}" in config.yaml.`,
			});
		} catch (error) {
			announce({
				tone: 'bad',
				text: `✗ The view was not saved: ${sanitise(error instanceof Error ? error.message : String(error))}`,
			});
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

/** An arrangement as written in config.yaml: without unset members, and with `-` before the field of a descending order. */
function asSetting(arranged: Arrangement): Record<string, string> {
	const {sort, ...rest} = arrangementOf(arranged);
	const written = {...rest, sort: sort && `${sort.isDescending ? '-' : ''}${sort.field}`};
	return Object.fromEntries(
		Object.entries(written).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
}
