import {useMemo} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {arrangementOf, unarranged} from '../../query/sort.ts';
import {countMatches} from '../../query/group.ts';
import {hasPattern} from '../../query/match.ts';
import {checkQuery, hasState} from '../../query/parse.ts';
import type {Sliced} from '../../platform/time-slices.ts';
import {isWhole, type AccountListing} from '../../account/listing-state.ts';
import type {SavedView} from '../../account/settings.ts';
import {keyOf} from '../keys/match.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSettings} from '../shared/use-settings.ts';
import {useSliced} from '../shared/use-sliced.ts';
import type {ListQuery, ListQueryAction} from './list-query.ts';
import {currentView, tabsOf} from './tabs.ts';

const noViews: readonly SavedView[] = [];

/** The saved views of config.yaml, and the keys that switch to one. */
export function useViews(account: AccountListing, query: ListQuery, dispatch: (action: ListQueryAction) => void) {
	const {views = noViews} = useSettings();
	const {announce} = useNavigation();
	const whole = isWhole(account.listing) ? account.shown : undefined;
	const {value} = useSliced(
		useMemo(
			() => (views.length === 0 || whole === undefined ? undefined : () => countViews(views, whole)),
			[views, whole],
		),
	);
	const current = currentView(views, {query: query.query.text, ...arrangementOf(query)});

	/** Shows the view at an index, from 0. */
	const show = (index: number) => {
		const view = views[index];
		if (view === undefined) {
			announce({
				text:
					views.length === 0
						? `There are no views. Choose "Save search as a view" in the palette (${keyOf('everywhere', 'palette')}).`
						: `There are ${views.length} views.`,
			});
		} else {
			// The key of the current view shows everything again.
			const {query: sought, ...order} = index === current ? {query: '', ...unarranged} : view;
			dispatch({type: 'arrange', view: {query: sought, ...arrangementOf(order)}});
		}
	};

	return {tabs: tabsOf(views, value?.views === views ? value.counts : [], current), show};
}

/** The number of records that each view finds, counted in slices between key presses. A view with a pattern, a state or an error is not counted. */
function* countViews(
	views: readonly SavedView[],
	records: readonly ListedRecord[],
): Sliced<{readonly views: readonly SavedView[]; readonly counts: ReadonlyArray<number | undefined>}> {
	const queries = views.map(({query}) => {
		const checked = checkQuery(query);
		return checked.ok && !hasState(checked.query) && !hasPattern(checked.query) ? checked.query : undefined;
	});
	const counts = yield* countMatches(
		records,
		queries.filter(query => query !== undefined),
	);
	return {views, counts: queries.map(query => query && counts.shift())};
}
