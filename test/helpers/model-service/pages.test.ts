import {expect, test} from 'vitest';
import {bodyOf} from './bodies.ts';
import {plainCharacter, plainListing, plainWrite, type Character} from './fates.ts';
import {createModelService, type ModelService} from './model.ts';

const users = ['a', 'b', 'c', 'd', 'e'];

const serve = (character: Partial<Character>) =>
	createModelService({character: {...plainCharacter, ...character}, existing: users.map(user => bodyOf(user))});

type Page = {
	readonly count: number;
	readonly next: string | null;
	readonly results: ReadonlyArray<{readonly id: number}>;
};

type PageRead = {readonly query: string; readonly count: number; readonly ids: number[]};

/** Reads a listing page by page. `between` is called after the first one. */
function read(model: ModelService, between: () => void = () => undefined): PageRead[] {
	const listing = model.list(model.apiKey(), plainListing);
	const all: PageRead[] = [];
	let query: string | null = '';
	while (query !== null) {
		const reply = listing.page(new URLSearchParams(query));
		const {count, next, results} = (reply as {body: Page}).body;
		all.push({query, count, ids: results.map(({id}) => id)});
		if (all.length === 1) {
			between();
		}

		query = next;
	}

	return all;
}

test.each([
	['page', ['', '?page=2', '?page=3']],
	['limit', ['', '?limit=2&offset=2', '?limit=2&offset=4']],
	['offset', ['', '?offset=2', '?offset=4']],
	['cursor', ['', '?cursor=2', '?cursor=4']],
] as const)('a listing in pages by %s', (pages, queries) => {
	expect(read(serve({pages}))).toStrictEqual(
		[[1, 2], [3, 4], [5]].map((ids, index) => ({query: queries[index], count: 5, ids})),
	);
	expect(read(serve({pages, pageSize: 5}))).toStrictEqual([{query: '', count: 5, ids: [1, 2, 3, 4, 5]}]);
});

const removeFirst = (model: ModelService) => () => {
	model.remove(model.apiKey(), '1', plainWrite);
};

test.each(['page', 'limit', 'offset'] as const)(
	'pages by %s shift when something is deleted between them, and the count says so',
	pages => {
		const model = serve({pages, isShifting: true});
		expect(read(model, removeFirst(model)).map(({count, ids}) => [count, ids])).toStrictEqual([
			[5, [1, 2]],
			[4, [4, 5]],
		]);
	},
);

test('pages by cursor do not lose anything', () => {
	const model = serve({pages: 'cursor', isShifting: true});
	expect(read(model, removeFirst(model)).map(({count, ids}) => [count, ids])).toStrictEqual([
		[5, [1, 2]],
		[4, [3, 4]],
		[4, [5]],
	]);
});

test('a shift that leaves the count as it was is shown by the next listing only', () => {
	const model = serve({pages: 'page', isShifting: true});
	const pages = read(model, () => {
		model.remove(model.apiKey(), '1', plainWrite);
		model.post(model.apiKey(), bodyOf('f'), plainWrite);
	});
	expect(pages.flatMap(({ids}) => ids)).toStrictEqual([1, 2, 3, 4, 5]);
	expect(read(model).flatMap(({ids}) => ids)).toStrictEqual([2, 3, 4, 5, 6]);
});

test('where pages do not shift, all show the state of the first', () => {
	const model = serve({pages: 'page'});
	expect(read(model, removeFirst(model)).flatMap(({ids}) => ids)).toStrictEqual([1, 2, 3, 4, 5]);
});
