import fc from 'fast-check';
import {expect, test} from 'vitest';
import {characters, listingFates, outsideEvents, settlingTime, writeFates} from './arbitraries.ts';
import {bodyOf} from './bodies.ts';
import {plainCharacter, plainListing, plainWrite, settlingTimeOf, type Character, type ListingFate} from './fates.ts';
import {createModelService, type ModelService} from './model.ts';

const create = (character: Partial<Character> = {}, users: readonly string[] = []) =>
	createModelService({character: {...plainCharacter, ...character}, existing: users.map(user => bodyOf(user))});

const slow = {effectBound: 100, lagBound: 50};

const existing = ({timeline, now}: ModelService) => timeline.existingAt(now()).map(({id}) => id);

/** The IDs on the first page of a listing. */
function listed(model: ModelService, lag = 0): unknown[] {
	const reply = model.list(model.apiKey(), {...plainListing, lag}).page(new URLSearchParams());
	return reply === 'reset' ? [] : (reply.body as ReadonlyArray<{id: unknown}>).map(({id}) => id);
}

test('a request takes effect when its fate says, whatever the answer was', () => {
	const model = create(slow, ['a']);
	expect(model.post('key-1', bodyOf('b'), {effect: 40, answer: 'reset', takes: 0})).toBe('reset');
	model.remove('key-1', '1', {effect: 60, answer: 500, takes: 10});
	model.remove('key-1', '2', {effect: 'never', answer: 'reset', takes: 0});
	expect([model.now(), existing(model), model.isAtRest()]).toStrictEqual([10, ['1'], false]);
	model.advance(30);
	expect(existing(model)).toStrictEqual(['1', '2']);
	model.advance(20);
	expect([existing(model), model.isAtRest()]).toStrictEqual([['2'], true]);
	expect(model.timeline.of('1')).toMatchObject({till: 60, deletedBy: 2});
});

test.each([403, 422, 429, 404] as const)('a POST that is answered %i never takes effect', answer => {
	const model = create(slow);
	expect(model.post('key-1', bodyOf('a'), {effect: 0, answer, takes: 0})).toMatchObject({status: answer});
	expect(model.timeline.lifetimes()).toStrictEqual([]);
});

test('only a forgetful service confirms what never takes effect', () => {
	const fate = {effect: 'never', answer: 'confirmed', takes: 0} as const;
	for (const isForgetful of [false, true]) {
		const model = create({isForgetful}, ['a']);
		expect(model.remove('key-1', '1', fate)).toStrictEqual({status: 204});
		expect(existing(model)).toStrictEqual(isForgetful ? ['1'] : []);
	}
});

test.each([
	['confirmed', 201, {id: 2}],
	['no ID', 201, {status: 'created'}],
	['wrong ID', 201, {id: 1}],
	['two IDs', 201, {id: 1, notification_id: 2}],
	['job', 202, {id: expect.stringMatching(/^[\da-f]{8}-/v) as string}],
	['HTML', 200, expect.stringContaining('<html>') as string],
] as const)('a POST whose answer is "%s"', (answer, status, body) => {
	const model = create({}, ['a']);
	expect(model.post('key-1', bodyOf('b'), {...plainWrite, answer})).toMatchObject({status, body});
	expect(existing(model)).toStrictEqual(['1', '2']);
});

test('a listing shows an earlier state, and later listings may show an earlier one still', () => {
	const model = create(slow, ['a']);
	model.advance(100);
	model.remove('key-1', '1', plainWrite);
	model.advance(10);
	expect([0, 10, 11, 5].map(lag => listed(model, lag))).toStrictEqual([[], [], [1], []]);
	model.advance(40);
	expect(listed(model, 5000)).toStrictEqual([]);
});

test('a listing can be empty, or leave out one', () => {
	const model = create({}, ['a', 'b', 'c']);
	const shown = (fate: Partial<ListingFate>) => {
		const reply = model.list(model.apiKey(), {...plainListing, ...fate}).page(new URLSearchParams());
		return reply === 'reset' ? [] : (reply.body as ReadonlyArray<{id: number}>).map(({id}) => id);
	};

	expect([shown({answer: 'empty'}), shown({omits: 4}), shown({})]).toStrictEqual([[], [1, 3], [1, 2, 3]]);
});

test('a POST can overwrite what has the same user, channel and recipient', () => {
	const model = create({isUpserting: true}, ['a', 'b']);
	expect(model.post('key-1', bodyOf('a', {notification_name: 'new'}), plainWrite)).toStrictEqual({
		status: 201,
		body: {id: 1},
	});
	expect(model.post('key-1', bodyOf('c'), {...plainWrite, isReplayed: true})).toStrictEqual({
		status: 201,
		body: {id: 3},
	});
	expect(listed(model)).toStrictEqual([1, 2, 3]);
	expect(model.timeline.of('1')).toMatchObject({body: {notification_name: 'new'}, createdBy: 1, overwrites: true});
	expect(model.requests.map(({overwrites}) => overwrites)).toStrictEqual([true, false]);
});

test('a proxy can send a POST twice', () => {
	const model = create();
	expect(model.post('key-1', bodyOf('a'), {...plainWrite, isReplayed: true})).toStrictEqual({
		status: 201,
		body: {id: 2},
	});
	expect(model.timeline.createdBy(1)).toMatchObject([{id: '1'}, {id: '2'}]);
});

test('other clients create and delete in the meantime', () => {
	const model = create({}, ['a', 'b']);
	model.schedule(5, {kind: 'delete', which: 2});
	model.schedule(7, {kind: 'create', body: bodyOf('c')});
	model.post('key-1', bodyOf('d'), {...plainWrite, takes: 10});
	expect(existing(model)).toStrictEqual(['1', '2', '4']);
	expect(model.timeline.of('3')).toMatchObject({createdBy: 1, deletedBy: 'another client', till: 5});
	expect(model.timeline.of('4')).toMatchObject({createdBy: 'another client', from: 7});
});

test('a renewed key is of the same account, and the old one is refused', () => {
	const model = create({}, ['a']);
	model.schedule(1, {kind: 'renew the key'});
	const listing = model.list('key-1', plainListing);
	model.advance(1);
	const refused = {status: 401, body: {error: 'Unauthorized', message: 'Invalid or missing API key'}};
	expect(model.remove('key-1', '1', plainWrite)).toStrictEqual(refused);
	expect(model.post('key-1', bodyOf('b'), plainWrite)).toStrictEqual(refused);
	expect(model.list('key-1', plainListing).page(new URLSearchParams())).toStrictEqual(refused);
	expect(listing.page(new URLSearchParams())).toMatchObject({status: 200});
	expect(model.requests).toStrictEqual([]);
	expect([model.apiKey(), listed(model)]).toStrictEqual(['key-2', [1]]);
});

const actions = fc.array(
	fc.record({
		fate: writeFates,
		target: fc.option(fc.nat(5)),
		outside: outsideEvents([bodyOf('elsewhere')]),
		pause: fc.nat(30_000),
	}),
	{maxLength: 8},
);

test('once the settling time has passed, a request has taken effect and every listing shows it, or it never does', () => {
	fc.assert(
		fc.property(characters, actions, listingFates, (character, all, fate) => {
			expect(settlingTimeOf(character)).toBe(settlingTime);
			const model = createModelService({
				character: {...character, pages: 'whole'},
				existing: [bodyOf('a'), bodyOf('b')],
			});
			for (const {fate: writeFate, target, outside, pause} of all) {
				for (const {after, event} of outside) {
					model.schedule(after, event);
				}

				if (target === null) {
					model.post(model.apiKey(), bodyOf('new'), writeFate);
				} else {
					model.remove(model.apiKey(), model.timeline.lifetimes()[target]?.id ?? 'none', writeFate);
				}

				model.advance(pause);
			}

			model.advance(model.settledAt() - model.now());
			const before = [...model.timeline.lifetimes()];
			const shown = listed(model, fate.lag);
			model.advance(10 * settlingTime);
			expect(model.timeline.lifetimes()).toStrictEqual(before);
			expect(listed(model)).toStrictEqual(shown);
			for (const {number, method, at} of model.requests) {
				const time =
					(method === 'POST' ? model.timeline.createdBy(number)[0]?.from : model.timeline.deletedBy(number)[0]?.till) ??
					at;
				expect(time - at).toBeLessThan(settlingTime);
				expect(time).toBeGreaterThanOrEqual(at);
			}
		}),
	);
});
