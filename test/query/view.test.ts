import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Notification} from '../../source/notification/notification.ts';
import {createMatcher, searchTextOf} from '../../source/query/match.ts';
import {createViewer, emptyView, type ViewInput} from '../../source/query/view.ts';
import {finish} from '../../source/platform/time-slices.ts';
import {notificationWith} from '../helpers/notifications.ts';
import {queryOf} from '../helpers/query.ts';
import {listingSequences} from '../helpers/listing-sequences.ts';

const names = ['alpha', 'beta', 'alpha beta', 'gamma', 'beta 10', 'beta 9'];
const records = names.map((name, index) =>
	notificationWith({id: String(index), name, channel: index % 2 === 0 ? 'EMAIL' : 'SLACK'}),
);

const input = (over: Partial<ViewInput>): ViewInput => ({...emptyView, records, ...over});

const found = (all: readonly Notification[], query: string) =>
	all.flatMap((record, index) => (createMatcher(queryOf(query))(record, searchTextOf(record)) ? [index] : []));

test('matches are sorted, and keep that order in their groups', () => {
	const view = finish(
		createViewer()(input({query: queryOf('beta'), sort: {field: 'name', isDescending: true}, group: 'channel'})),
	);
	expect(view.matches.map(position => names[position])).toEqual(['beta 10', 'beta 9', 'beta', 'alpha beta']);
	expect(view.groups?.map(({value, members}) => [value, members.map(position => names[position])])).toEqual([
		['EMAIL', ['beta 10', 'alpha beta']],
		['SLACK', ['beta 9', 'beta']],
	]);
});

test('a search after any sequence of edits, sorts and listings finds what a fresh one finds', () => {
	type Asked = {readonly query: string; readonly all: readonly Notification[]; readonly sort: ViewInput['sort']};
	type Step = (asked: Asked) => Asked;
	const grow: Step = asked => ({
		...asked,
		all: [...asked.all, notificationWith({id: String(asked.all.length), name: `a${asked.all.length}`})],
	});
	const replace: Step = asked => ({
		...asked,
		all: asked.all.slice(1).map(record => ({...record, name: `${record.name}e`})),
	});
	const backspace: Step = asked => ({...asked, query: asked.query.slice(0, -1)});
	const step = fc.oneof(
		fc.constantFrom('a', 'b', 'e', '-', ' ', '1', 'name:', '"').map((text): Step => asked => ({
			...asked,
			query: `${asked.query}${text}`,
		})),
		fc.boolean().map((isDescending): Step => asked => ({...asked, sort: {field: 'name', isDescending}})),
		fc.constantFrom(grow, replace, backspace),
	);
	fc.assert(
		fc.property(fc.array(step, {maxLength: 20}), steps => {
			const view = createViewer();
			let asked: Asked = {query: '', all: records, sort: undefined};
			for (const change of steps) {
				asked = change(asked);
				const seen = finish(view(input({records: asked.all, query: queryOf(asked.query), sort: asked.sort}))).matches;
				expect(seen.toSorted((a, b) => a - b)).toEqual(found(asked.all, asked.query));
			}
		}),
	);
});

test('a list that is sorted, grouped and searched after any sequence of listings is as a new one', () => {
	const arrangements = fc.record({
		query: fc.constantFrom('', 'a', 'alert').map(text => queryOf(text)),
		sort: fc.constantFrom(
			undefined,
			{field: 'name', isDescending: false} as const,
			{field: 'address', isDescending: true} as const,
		),
		group: fc.constantFrom(undefined, 'user' as const, 'address' as const),
		groupOrder: fc.constantFrom(undefined, 'count' as const),
		isIndexed: fc.boolean(),
	});
	fc.assert(
		fc.property(listingSequences, arrangements, (listings, arrangement) => {
			const view = createViewer();
			for (const listed of listings) {
				const arranged = input({...arrangement, records: listed});
				expect(finish(view(arranged))).toEqual(finish(createViewer()(arranged)));
			}
		}),
	);
});

test('by count the largest group is first, and those of one size are in the order of their values; sorting applies within them', () => {
	const users = ['c', 'b', 'c', 'a', 'b', '', ''];
	const counted = input({
		records: users.map((userId, index) => notificationWith({id: String(index), userId})),
		group: 'user',
		groupOrder: 'count',
		sort: {field: 'id', isDescending: true},
	});
	expect(finish(createViewer()(counted)).groups!.map(({value, members}) => [value, members])).toEqual([
		['b', [4, 1]],
		['c', [2, 0]],
		['', [6, 5]],
		['a', [3]],
	]);
});

test('yields while it searches 100,000 records, and computes nothing twice', () => {
	const many = Array.from({length: 100_000}, (_value, index) =>
		notificationWith({id: String(index), name: `name ${index}`}),
	);
	const view = createViewer();
	const query = queryOf('name 9');
	const steps = (over: Partial<ViewInput>) => {
		const work = view(input({records: many, ...over}));
		let count = 0;
		while (work.next().done !== true) {
			count++;
		}

		return count;
	};

	expect(steps({query})).toBeGreaterThan(150);
	expect(steps({query})).toBe(0);
	expect(steps({query: queryOf('name 99')})).toBeLessThan(100);
	expect(steps({query})).toBe(0);
});

test('a pattern that takes too long finds nothing, and says so', () => {
	const slow = [notificationWith({name: 'a'.repeat(5000)})];
	const view = createViewer();
	expect(finish(view(input({records: slow, query: queryOf('name:/a*a*a*a*a*b/')})))).toMatchObject({
		matches: [],
		isTooSlow: true,
	});
	expect(finish(view(input({records: slow, query: queryOf('name:/^a+$/')})))).toMatchObject({
		matches: [0],
		isTooSlow: false,
	});
});
