import {expect, test} from 'vitest';
import type {Change} from '../door.ts';
import {plainCharacter, plainWrite} from '../helpers/model-service/fates.ts';
import {createModelService} from '../helpers/model-service/model.ts';
import {isAllowedDelete, isColleagues, judge, judgeBesides} from './judge.ts';
import {judgeClaims} from './judge-claims.ts';
import {contents} from './life.ts';
import {shownForm, takenKey, type LifeRecord} from './record.ts';

const [body] = contents;

/** A service with notification 1, where a request can take effect 100 ms late. */
const serve = () => createModelService({character: {...plainCharacter, effectBound: 1000}, existing: [body]});

const late = {effect: 100, answer: 'reset', takes: 0} as const;

const operationOf = (change: Partial<Change>): Change => ({
	id: 1,
	kind: 'replace',
	state: 'done',
	body,
	old: {id: '1', body},
	reasons: [],
	...change,
});

type Told = {
	readonly operations: readonly Change[];
	/** The operation of each request. */ readonly senders?: readonly number[];
	/** When they ended. */ readonly at?: number;
};

function recordOf(
	model: ReturnType<typeof serve>,
	{operations, senders = model.requests.map(() => 1), at = model.now()}: Told,
	change: Partial<LifeRecord> = {},
): LifeRecord {
	return {
		model,
		senders: new Map(senders.map((operation, index) => [index + 1, operation])),
		listedBefore: new Map(model.requests.map(({number, at: sentAt}) => [number, sentAt])),
		operations: new Map(operations.map(operation => [operation.id, operation])),
		chosenTargets: new Set(['1']),
		chosenAsNew: new Map(),
		claims: operations.map(operation => ({operation, at, shown: 0})),
		taken: new Map(operations.map(({id, newId = ''}) => [takenKey(id, newId), {at, requests: model.requests.length}])),
		shown: new Map(
			model.timeline
				.lifetimes()
				.map(lifetime => [shownForm(lifetime.id, lifetime.body), {at: lifetime.from, earlier: 0}]),
		),
		...change,
	};
}

const verdicts = (life: LifeRecord) =>
	[...judge(life), ...judgeClaims(life)].map(({invariant, what}) => `${invariant}: ${what}`);

test('an edit that went well', () => {
	const model = serve();
	model.post('key-1', body, plainWrite);
	model.advance(1);
	model.remove('key-1', '1', plainWrite);
	expect(verdicts(recordOf(model, {operations: [operationOf({newId: '2'})]}))).toStrictEqual([]);
});

test('a roll back while the DELETE of the old one can still take effect leaves neither', () => {
	const model = serve();
	model.post('key-1', body, plainWrite);
	model.advance(1);
	model.remove('key-1', '1', late);
	model.advance(1);
	model.remove('key-1', '2', plainWrite);
	model.advance(200);
	expect(
		verdicts(
			recordOf(model, {operations: [operationOf({newId: '2', state: 'rolled-back', detail: '2 was deleted.'})], at: 2}),
		),
	).toStrictEqual([
		'pair: at 101 neither 1 nor its replacement (2) exists',
		'truth: operation 1 (replace) is rolled-back at 2, "2 was deleted.", but it deleted 1 at 101',
	]);
});

test('an edit that deletes the old one before the new one exists', () => {
	const model = serve();
	model.post('key-1', body, late);
	model.remove('key-1', '1', plainWrite);
	model.advance(200);
	expect(verdicts(recordOf(model, {operations: [operationOf({newId: '2'})]}))).toStrictEqual([
		'pair: at 0 neither 1 nor its replacement (2) exists',
	]);
});

test.each(['another client', 'another operation'])(
	'a replacement that %s deletes is not the fault of the edit',
	who => {
		const model = serve();
		model.post('key-1', body, plainWrite);
		model.remove('key-1', '1', plainWrite);
		if (who === 'another client') {
			model.schedule(10, {kind: 'delete', which: 0});
		} else {
			model.remove('key-1', '2', late);
		}

		model.advance(200);
		expect(
			verdicts(recordOf(model, {operations: [operationOf({newId: '2'})], senders: [1, 1, 2], at: 0})),
		).toStrictEqual([]);
	},
);

test('what is deleted in the same moment, but later, was there', () => {
	const model = createModelService({character: plainCharacter, existing: [body, body]});
	model.remove('key-1', '1', plainWrite);
	model.remove('key-1', '2', plainWrite);
	const operations = [
		operationOf({newId: '2'}),
		operationOf({id: 2, kind: 'delete', body: undefined, old: {id: '2', body}}),
	];
	const pairs = (senders: readonly number[]) =>
		judge(recordOf(model, {operations, senders})).filter(({invariant}) => invariant === 'pair');
	expect(pairs([1, 2])).toStrictEqual([]);
	expect(pairs([1, 1])).toHaveLength(1);
});

test('what was gone before the edit replaces nothing', () => {
	const model = createModelService({character: {...plainCharacter, effectBound: 1000}, existing: [body, body]});
	model.schedule(0, {kind: 'delete', which: 1});
	model.advance(5);
	model.post('key-1', body, {...late, effect: 'never'});
	model.remove('key-1', '1', plainWrite);
	expect(verdicts(recordOf(model, {operations: [operationOf({newId: '2'})]}))).toStrictEqual([
		'pair: at 5 neither 1 nor its replacement (none) exists',
		'truth: operation 1 (replace) is done at 5, "", but 2 is another notification',
	]);
});

test('one create that makes two', () => {
	const model = serve();
	model.post('key-1', body, late);
	model.post('key-1', body, plainWrite);
	model.advance(200);
	const told = {operations: [operationOf({kind: 'create', old: undefined, newId: '3'})]};
	expect(verdicts(recordOf(model, told))).toStrictEqual(['single: operation 1 created 2 and 3']);
});

test.each([
	[{kind: 'create', state: 'done', newId: '2'}, 50, '2 did not exist before 100'],
	[{kind: 'create', state: 'done', newId: '2'}, 100, undefined],
	[{kind: 'create', state: 'done', newId: '1'}, 100, '1 is another notification'],
	[{kind: 'create', state: 'done', newId: 'a job'}, 100, 'a job never existed'],
	[{kind: 'create', state: 'done', newId: undefined}, 0, undefined],
	[{kind: 'create', state: 'failed'}, 50, 'it created 2 at 100, which existed for ever'],
	[{kind: 'create', state: 'rolled-back', newId: '2'}, 150, 'it created 2 at 100, which existed for ever'],
	[{kind: 'create', state: 'failed', reasons: [{why: 'stopped-following'}]}, 50, undefined],
] satisfies Array<[Partial<Change>, number, string | undefined]>)(
	'what the journal says of a create that takes effect at 100: %o at %i',
	(change, at, problem) => {
		const model = serve();
		model.post('key-1', body, late);
		model.advance(200);
		expect(verdicts(recordOf(model, {operations: [operationOf({old: undefined, ...change})], at}))).toStrictEqual(
			problem === undefined ? [] : [expect.stringMatching(new RegExp(`^truth: .* at ${at}, .*, but ${problem}$`, 'v'))],
		);
	},
);

test.each([
	['done', 99, '1 existed until 100'],
	['done', 100, undefined],
	['failed', 50, 'it deleted 1 at 100'],
	['rolled-back', 50, 'it deleted 1 at 100'],
] as const)('what the journal says of a delete that takes effect at 100: %s at %i', (state, at, problem) => {
	const model = serve();
	model.remove('key-1', '1', late);
	model.advance(200);
	expect(
		verdicts(recordOf(model, {operations: [operationOf({kind: 'delete', body: undefined, state})], at})),
	).toStrictEqual(
		problem === undefined ? [] : [`truth: operation 1 (delete) is ${state} at ${at}, "", but ${problem}`],
	);
});

test('a delete that is done without effect', () => {
	const model = createModelService({character: {...plainCharacter, isForgetful: true}, existing: [body]});
	model.remove('key-1', '1', {...plainWrite, effect: 'never'});
	expect(verdicts(recordOf(model, {operations: [operationOf({kind: 'delete', body: undefined})]}))).toStrictEqual([
		'truth: operation 1 (delete) is done at 0, "", but 1 existed for ever',
	]);
});

test('a 404 and a listing prove a deletion, unless a later listing contradicts them', () => {
	const model = serve();
	model.remove('key-1', '1', {...plainWrite, effect: 'never', answer: 404});
	const told = (change: Partial<Change>) =>
		verdicts(recordOf(model, {operations: [operationOf({kind: 'delete', body: undefined, ...change})]}));
	expect(told({})).toHaveLength(1);
	expect(told({state: 'failed', reasons: [{why: 'listed-again'}]})).toStrictEqual([]);
});

test('two creates of the same may each be taken for the other, but not both for one', () => {
	const model = serve();
	model.post('key-1', body, late);
	model.post('key-1', body, {...late, effect: 'never'});
	model.advance(200);
	const [first, second] = [
		operationOf({kind: 'create', old: undefined}),
		operationOf({id: 2, kind: 'create', old: undefined}),
	];
	const judged = (operations: readonly Change[]) => verdicts(recordOf(model, {operations, senders: [1, 2]}));
	expect(
		judged([
			{...first, state: 'failed'},
			{...second, newId: '2'},
		]),
	).toStrictEqual([]);
	expect(
		judged([
			{...first, newId: '2'},
			{...second, newId: '2'},
		]),
	).toStrictEqual([expect.stringContaining('operation 2 (create) is done') as string]);
	expect(
		judged([
			{...first, state: 'failed'},
			{...second, state: 'failed'},
		]),
	).toStrictEqual([expect.stringContaining('it created 2') as string]);
});

test('a DELETE may name what the operator chose, or what its operation created, and nothing else', () => {
	const model = createModelService({character: {...plainCharacter, effectBound: 1000}, existing: [body, body, body]});
	model.post('key-1', body, late);
	model.schedule(0, {kind: 'create', body});
	model.schedule(0, {kind: 'create', body: {...body, external_user_id: 'somebody else'}});
	const edit = operationOf({});
	const life = recordOf(
		model,
		{operations: [edit, operationOf({id: 2, kind: 'recreate'})]},
		{chosenAsNew: new Map([[1, new Set(['3'])]])},
	);
	const allowed = (operation: Change) =>
		['1', '2', '3', '4', '5', '6'].filter(id =>
			isAllowedDelete(life, {number: 9, method: 'DELETE', id, at: 0, fate: plainWrite, overwrites: false}, operation),
		);
	expect(allowed(edit)).toStrictEqual(['1', '3', '4', '5']);
	// What another client created at the same time cannot be told from what the restore creates.
	expect(allowed(life.operations.get(2)!)).toStrictEqual(['5']);
});

test('what a proxy repeats is no second create of the operation, but has to be named', () => {
	const model = serve();
	model.post('key-1', body, {...plainWrite, isReplayed: true});
	const done = operationOf({kind: 'create', old: undefined, newId: '3'});
	const said = (...reasons: Change['reasons']) =>
		judgeBesides(recordOf(model, {operations: [{...done, reasons}]})).map(({what}) => what);
	expect(verdicts(recordOf(model, {operations: [done]}))).toStrictEqual([]);
	expect(said()).toStrictEqual(['operation 1 (create) also created 2, and nothing says so']);
	expect(said({why: 'others', ids: ['2']})).toStrictEqual([]);
});

test('what a service overwrites has to be said, and is not deleted', () => {
	const other = {...body, notification_name: 'other'};
	const model = createModelService({character: {...plainCharacter, isUpserting: true}, existing: [other]});
	model.post('key-1', body, plainWrite);
	const done = operationOf({kind: 'create', old: undefined, newId: '1'});
	const life = recordOf(model, {operations: [done]}, {chosenTargets: new Set()});
	expect(judgeBesides(life)).toMatchObject([{what: 'operation 1 (create) overwrote 1, and nothing says so'}]);
	expect(
		isAllowedDelete(life, {number: 2, method: 'DELETE', id: '1', at: 0, fate: plainWrite, overwrites: false}, done),
	).toBe(false);
	expect(
		judgeBesides(recordOf(model, {operations: [{...done, reasons: [{why: 'overwrote', id: '1'}]}]})),
	).toStrictEqual([]);
	expect(judgeBesides(recordOf(model, {operations: [{...done, reasons: [{why: 'unchecked'}]}]}))).toStrictEqual([]);
	// Nobody can tell that of a notification that no listing has shown.
	expect(judgeBesides(recordOf(model, {operations: [done]}, {shown: new Map()}))).toStrictEqual([]);
	const shown = new Map([[shownForm('1', other), {at: 0, earlier: 0}]]);
	expect(judgeBesides(recordOf(model, {operations: [done]}, {shown}))).toStrictEqual([]);
	expect(judgeBesides(recordOf(model, {operations: [{...done, named: '1'}]}, {shown}))).toHaveLength(1);
});

test('what a later operation puts back has to be said by that one', () => {
	const before = {...body, notification_name: 'before'};
	const model = createModelService({character: {...plainCharacter, isUpserting: true}, existing: [before]});
	model.post('key-1', body, plainWrite);
	model.advance(1);
	model.post('key-1', before, plainWrite);
	model.advance(1);
	const [first, later] = [
		operationOf({state: 'failed', old: {id: '1', body: before}}),
		operationOf({id: 2, kind: 'create', state: 'failed', body: before, old: undefined}),
	];
	const told = (...reasons: Change['reasons']) =>
		verdicts(recordOf(model, {operations: [first, {...later, reasons}], senders: [1, 2]}));
	expect(told()).toStrictEqual(['truth: operation 1 (replace) is failed at 2, "", but it overwrote 1 at 0']);
	expect(told({why: 'not-created', unless: {ids: ['1'], are: 'before'}})).toStrictEqual([]);
});

test('what was put there from here, and never listed, is nobody else’s', () => {
	const other = {...body, notification_name: 'other'};
	const model = createModelService({character: {...plainCharacter, isUpserting: true}, existing: []});
	model.post('key-1', other, plainWrite);
	model.advance(1);
	model.post('key-1', body, plainWrite);
	model.advance(1);
	const [first, second] = [1, 2].map(id => operationOf({id, kind: 'create', old: undefined, newId: '1', named: '1'}));
	const isAllowed = (shown: LifeRecord['shown']) =>
		isAllowedDelete(
			recordOf(model, {operations: [first!, second!], senders: [1, 2]}, {chosenTargets: new Set(), shown}),
			{number: 3, method: 'DELETE', id: '1', at: 2, fate: plainWrite, overwrites: false},
			second!,
		);
	expect([isAllowed(new Map()), isAllowed(new Map([[shownForm('1', other), {at: 0, earlier: 0}]]))]).toStrictEqual([
		true,
		false,
	]);
});

test('a roll back names what another client created only if the operator chose it', () => {
	const model = serve();
	model.post('key-1', body, plainWrite);
	model.schedule(0, {kind: 'create', body});
	const edit = operationOf({newId: '3'});
	const judged = (id: string, chosen: readonly string[] = []) =>
		isColleagues(
			recordOf(model, {operations: [edit]}, {chosenAsNew: new Map([[1, new Set(chosen)]])}),
			{number: 0, id, at: 0},
			edit,
		);
	expect([judged('1'), judged('2'), judged('3'), judged('3', ['3'])]).toStrictEqual([false, false, true, false]);
});

test.each([
	[1000, false],
	[100_000, true],
])('what overwrites the same of another client, of %i ms ago, is a colleague’s: %j', (ago, expected) => {
	const model = createModelService({character: {...plainCharacter, isUpserting: true}, existing: []});
	model.schedule(0, {kind: 'create', body});
	model.advance(ago);
	model.post('key-1', body, plainWrite);
	const edit = operationOf({newId: '1', old: {id: '9', body}});
	const life = recordOf(model, {operations: [edit]});
	expect(isColleagues(life, {number: 2, id: '1', at: ago}, edit)).toBe(expected);
});

test('where listings leave a new notification out, it is said to be no longer listed', () => {
	const model = serve();
	model.post('key-1', body, plainWrite);
	const told = (isConfirmed: boolean, isMisled = true) =>
		verdicts(
			recordOf(
				model,
				{operations: [operationOf({state: 'rolled-back', reasons: [{why: 'taken-back', id: '2', isConfirmed}]})]},
				{isMisled},
			),
		);
	expect(told(false)).toStrictEqual([]);
	expect([told(true), told(false, false)].flat()).toHaveLength(2);
});

test('where every listing left a new notification out until then, it is said not to be created', () => {
	const model = serve();
	model.post('key-1', body, {...plainWrite, answer: 'reset'});
	const reasons: Change['reasons'] = [{why: 'not-created'}];
	const operation = operationOf({kind: 'create', old: undefined, state: 'failed', reasons});
	/** `earlier`: how much listings had shown before they showed it; once it had ended that was 1. */
	const told = (earlier: number, isMisled = true) =>
		verdicts(
			recordOf(
				model,
				{operations: [operation]},
				{
					isMisled,
					claims: [{operation, at: 50, shown: 1}],
					shown: new Map([[shownForm('2', body), {at: 50, earlier}]]),
				},
			),
		).length;
	expect([told(1), told(0), told(1, false)]).toStrictEqual([0, 1, 1]);
});

test('what a change took for its own is no other one’s, whenever that ends', () => {
	const model = serve();
	model.post('key-1', body, {...plainWrite, effect: 'never', answer: 'reset'});
	model.post('key-1', body, {...plainWrite, effect: 'never', answer: 'reset'});
	model.schedule(10, {kind: 'create', body});
	model.schedule(20, {kind: 'delete', which: 1});
	model.advance(500_000);
	const operations = [1, 2].map(id => operationOf({id, kind: 'create', old: undefined, newId: '2'}));
	const taken = new Map([1, 2].map(id => [takenKey(id, '2'), {at: 15 * id, requests: 2}]));
	expect(verdicts(recordOf(model, {operations, senders: [1, 2]}, {taken}))).toHaveLength(2);
});

test('where listings mislead, only what is said at the end counts', () => {
	const model = serve();
	model.remove('key-1', '1', late);
	model.advance(200);
	const told = (state: 'done' | 'failed', ...reasons: Change['reasons']) =>
		verdicts(
			recordOf(
				model,
				{operations: [operationOf({kind: 'delete', body: undefined, state, reasons})], at: 50},
				{isMisled: true},
			),
		);
	expect(told('done')).toStrictEqual([]);
	expect(told('failed')).toStrictEqual(['end: operation 1 (delete) is failed at 200, "", but it deleted 1 at 100']);
	expect(told('failed', {why: 'listed-again'})).toStrictEqual([]);
});
