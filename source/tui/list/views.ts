import {useMemo} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {arrangementOf, unarranged} from '../../query/sort.ts';
import {countMatches, countValues, type ValueCount} from '../../query/group.ts';
import {
	hasPattern,
	type Query,
	createMatcher,
	noStateIds,
	recordStates,
	searchTextOf,
	type StateIds,
} from '../../query/match.ts';
import {checkQuery, hasState, type TypedCondition} from '../../query/parse.ts';
import type {Sliced} from '../../platform/time-slices.ts';
import {isWhole, type AccountListing} from '../../account/listing-state.ts';
import type {SavedView} from '../../account/settings.ts';
import {keyOf} from '../keys/match.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useSettings} from '../ui/session.ts';
import {useSliced} from '../ui/use-task.ts';
import type {ListState, useListModel} from './list-state.ts';
import {currentView, tabsOf} from './first-page.ts';

const noViews: readonly SavedView[] = [];

/** The saved views of config.yaml, and the keys that switch to one. */
export function useViews(
	account: AccountListing,
	model: Pick<ReturnType<typeof useListModel>, keyof ListState | 'dispatch'>,
) {
	const {views = noViews} = useSettings();
	const {announce} = useNavigation();
	const whole = isWhole(account.listing) ? account.shown : undefined;
	const {value} = useSliced(
		useMemo(
			() => (views.length === 0 || whole === undefined ? undefined : () => countViews(views, whole)),
			[views, whole],
		),
	);
	const current = currentView(views, {query: model.query.text, ...arrangementOf(model)});

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
			model.dispatch({type: 'arrange', view: {query: sought, ...arrangementOf(order)}});
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

/**
The values of the condition that is being typed in the search, counted among the notifications that its other conditions find, in slices between keys: once for each field and other conditions, because typing its value only chooses among them.

@param condition - The condition; undefined if none is being typed.
@param records - All that are listed; undefined until they are.
@param states - The notifications in each state.
@returns The values that fit what is typed, the most frequent first, and whether they are still being counted.
*/
export function useTypedValues(
	condition: TypedCondition | undefined,
	records: readonly ListedRecord[] | undefined,
	states: StateIds,
) {
	const key = JSON.stringify(condition?.others ?? []);
	const others = useMemo(() => JSON.parse(key) as Query, [key]);
	const othersStates = hasState(others) ? states : noStateIds;
	const field = condition?.field;
	const {value} = useSliced(
		useMemo(() => {
			if (records === undefined || field === undefined) {
				return undefined;
			}

			const isMatching = createMatcher(others, othersStates);
			const isCounted =
				others.length === 0 ? undefined : (record: ListedRecord) => isMatching(record, searchTextOf(record));
			return function* () {
				const counts = yield* countValues(records, [field], isCounted);
				return {field, others, values: counts.get(field)!};
			};
		}, [records, field, others, othersStates]),
	);
	const counts = value?.field === field && value?.others === others ? value?.values : undefined;
	return (
		condition && {
			condition,
			values: typedValues(condition, counts ?? [], states),
			isCounting: field !== undefined && counts === undefined,
		}
	);
}

/** The number of values offered for a condition: more than fit on any line. */
const offered = 30;

/** The values that fit the text of a condition being typed, with their counts: those that contain it or, if they must equal it, begin with it. `counts`: those of its field. */
function typedValues(
	{field, text, isExact}: TypedCondition,
	counts: readonly ValueCount[],
	states: StateIds,
): ValueCount[] {
	return field === undefined
		? recordStates
				.filter(state => state.startsWith(text))
				.map(state => ({value: state, lower: state, count: states[state].size}))
		: counts
				.values()
				.filter(({lower}) => (isExact ? lower.startsWith(text) : lower.includes(text)))
				.take(offered)
				.toArray();
}
