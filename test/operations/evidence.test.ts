import {describe, expect, test} from 'vitest';
import type {ListedRecord} from '../../source/notification/notification.ts';
import {
	certifyChoice,
	deletesOf,
	isListedIn,
	notificationsIn,
	waitFor,
	type CertifiedId,
	type CreationVerdict,
	type DeletionVerdict,
} from '../../source/operations/operation-context.ts';
import {judgeDeletion} from '../../source/operations/judge-deletion.ts';
import type {RequestEntry} from '../../source/ledger/journal/operation.ts';
import {momentAt, partially, recordOf, sightingAt} from '../helpers/sightings.ts';
import {
	deleteAt,
	input,
	judgeContext,
	operationWith,
	postAt,
	settlingTime,
	snapshotWith,
	startedAt,
	type JudgeOptions,
} from './evidence-cases.ts';

/** When the request was sent. */
const sent = startedAt + 5000;

/** When its effect can no longer be awaited. */
const settled = sent + settlingTime;

const one = [recordOf('1')];

describe('how long the effect of requests is awaited', () => {
	test.each([
		['no request', [], settled, 0],
		['the settling time, from when it was sent', [deleteAt(sent)], sent, settlingTime],
		['what is left of it', [deleteAt(sent)], settled - 1, 1],
		['no longer than that', [deleteAt(sent)], settled, 0],
		['never less than not at all', [deleteAt(sent)], settled + 1, 0],
		['for the last of several', [deleteAt(sent + 300), deleteAt(sent + 700), deleteAt(sent)], settled, 700],
		['a request without an answer', [deleteAt(sent, {outcome: 'sent'})], sent, settlingTime],
		['one that the service confirmed', [deleteAt(sent, {outcome: 'ok', status: 204})], sent, settlingTime],
		['not one that was refused', [deleteAt(sent, {outcome: 'rejected', status: 403})], sent, 0],
		['not one that never left', [deleteAt(sent, {outcome: 'not-sent'})], sent, 0],
		[
			'a DELETE that found nothing: one before it may be taking effect',
			[deleteAt(sent, {outcome: 'rejected', status: 404})],
			sent,
			settlingTime,
		],
		['not a POST that was answered 404', [postAt(sent, {outcome: 'rejected', status: 404})], sent, 0],
		[
			'of no known moment: from the start of this process',
			[deleteAt(undefined)],
			startedAt + 1000,
			settlingTime - 1000,
		],
		[
			'of another era: from the start of this process',
			[deleteAt(sent, {moment: {era: 'the boot before', at: -1e9}})],
			startedAt + 1000,
			settlingTime - 1000,
		],
	])('%s', (_name, requests, at, wait) => {
		expect(waitFor(judgeContext(), requests, sightingAt(at))).toBe(wait);
	});
});

test('the DELETEs of a notification are those that name it', () => {
	const own = deleteAt(sent);
	expect(deletesOf([own, deleteAt(sent, {target: '2'}), postAt(sent, {target: '1'})], '1')).toStrictEqual([own]);
});

describe('a notification that is listed', () => {
	const pendingFor = (wait: number) => ({kind: 'pending', wait, isListed: true});

	test.each([
		['without a DELETE: kept', [], sent, {kind: 'kept'}],
		['before the settling time has passed: pending', [deleteAt(sent)], settled - 1, pendingFor(1)],
		['after it: kept', [deleteAt(sent)], settled, {kind: 'kept'}],
		['after a later DELETE: pending', [deleteAt(sent), deleteAt(sent + 10)], settled, pendingFor(10)],
		[
			'after a DELETE that the service confirmed: pending',
			[deleteAt(sent, {outcome: 'ok', status: 204})],
			sent,
			pendingFor(settlingTime),
		],
		[
			'after a DELETE that was refused: kept',
			[deleteAt(sent, {outcome: 'rejected', status: 403})],
			sent,
			{kind: 'kept'},
		],
		['after a DELETE of another one: kept', [deleteAt(sent, {target: '2'})], sent, {kind: 'kept'}],
		['after a POST: kept', [postAt(sent, {target: '1'})], sent, {kind: 'kept'}],
		[
			'after a DELETE of another era: pending',
			[deleteAt(sent, {moment: {era: 'the boot before', at: 0}})],
			startedAt,
			pendingFor(settlingTime),
		],
	])('%s', (_name, requests, at, verdict) => {
		const sighting = sightingAt(at, one);
		expect(judgeDeletion(judgeContext({known: {1: 0}}), '1', requests, sighting)).toStrictEqual(verdict);
		// What a partial listing shows exists.
		expect(judgeDeletion(judgeContext({known: {1: 0}}), '1', requests, partially(sighting))).toStrictEqual(verdict);
	});
});

describe('an ID that is given again', () => {
	const {input: content} = snapshotWith('Treasury');
	const judge = (context: JudgeOptions) =>
		judgeDeletion(
			judgeContext(context),
			'1',
			[deleteAt(sent, {outcome: 'ok'})],
			sightingAt(settled, [recordOf('1', content)]),
			{content},
		);

	test('is not that of the deleted notification, if a later operation created one under it', () => {
		expect(judge({})).toEqual({kind: 'kept'});
		expect(judge({createdLater: ['1']})).toEqual({kind: 'gone'});
	});

	test('decides nothing while a later operation may have created one with the same content', () => {
		expect(judge({unfinished: [operationWith({id: 2, input: {...input, ...content}})]})).toEqual({
			kind: 'pending',
			wait: 0,
			isListed: false,
		});
		expect(judge({unfinished: [operationWith({id: 2, input: {...input, name: 'Another'}})]})).toEqual({kind: 'kept'});
	});
});

describe('a notification that is not listed', () => {
	const pendingFor = (wait: number): DeletionVerdict => ({kind: 'pending', wait, isListed: false});
	const refused = deleteAt(sent, {outcome: 'rejected', status: 403});
	const confirmed = deleteAt(sent, {outcome: 'ok', status: 204});

	/** Missing in the first of two listings. */
	const first: DeletionVerdict = {kind: 'pending', wait: 2000, isListed: false, isMissing: true};

	test.each<
		[
			string,
			{readonly requests: readonly RequestEntry[]; readonly knownSince?: number; readonly at: number},
			DeletionVerdict,
		]
	>([
		['confirmed: gone', {requests: [confirmed], at: sent}, {kind: 'gone'}],
		['also if it is new', {requests: [confirmed], knownSince: sent - 1, at: sent}, {kind: 'gone'}],
		['also if another DELETE was refused', {requests: [confirmed, refused], at: sent}, {kind: 'gone'}],
		[
			'not by a listing begun before the confirmation',
			{requests: [confirmed], knownSince: sent, at: sent - 1},
			pendingFor(settlingTime + 1),
		],
		['lost, after the settling time: missing', {requests: [deleteAt(sent)], at: settled}, first],
		[
			'before it, and never listed: pending for the settling time of the DELETE',
			{requests: [deleteAt(sent)], at: sent},
			pendingFor(settlingTime),
		],
		[
			'before it, but listed for as long before: missing',
			{requests: [deleteAt(sent)], knownSince: sent - settlingTime, at: sent},
			first,
		],
		[
			'before it, and listed for less: pending until one of the two has passed',
			{requests: [deleteAt(sent)], knownSince: sent - 2000, at: sent},
			pendingFor(settlingTime - 2000),
		],
		[
			'listed only after the DELETE was sent: pending for the settling time of the DELETE',
			{requests: [deleteAt(sent)], knownSince: sent + 2000, at: sent + 3000},
			pendingFor(settlingTime - 3000),
		],
		[
			'without a DELETE, and listed for long: missing',
			{requests: [], knownSince: sent - settlingTime, at: sent},
			first,
		],
		[
			'without a DELETE, and new: pending',
			{requests: [], knownSince: sent - 2000, at: sent},
			pendingFor(settlingTime - 2000),
		],
		[
			'without a DELETE, and never listed: pending from the start of this process',
			{requests: [], at: startedAt + 1000},
			pendingFor(settlingTime - 1000),
		],
		[
			'after a DELETE that was refused, and new: pending, whatever the time of the DELETE',
			{requests: [refused], knownSince: settled, at: settled + 1000},
			pendingFor(settlingTime - 1000),
		],
		[
			'after a DELETE of another one, and new: pending',
			{requests: [deleteAt(sent, {target: '2'})], knownSince: settled, at: settled + 1000},
			pendingFor(settlingTime - 1000),
		],
		[
			'after a DELETE that found nothing, once that has settled: missing',
			{requests: [deleteAt(sent, {outcome: 'rejected', status: 404})], knownSince: settled, at: settled},
			first,
		],
	])('%s', (_name, {requests, knownSince, at}, verdict) => {
		const context = judgeContext(knownSince === undefined ? {} : {known: {1: knownSince}});
		const sighting = sightingAt(at, [recordOf('2')]);
		expect(judgeDeletion(context, '1', requests, sighting)).toStrictEqual(verdict);
		// A partial listing proves nothing absent.
		const {kind} = judgeDeletion(context, '1', requests, partially(sighting));
		expect(kind).toBe('pending');
	});

	test('without a confirmation two complete listings at least two seconds apart prove it', () => {
		const judge = (at: number, missingSince: number) =>
			judgeDeletion(judgeContext(), '1', [deleteAt(sent)], sightingAt(at), {missingSince: momentAt(missingSince)});
		expect(judge(settled + 2000, settled)).toStrictEqual({kind: 'gone'});
		expect(judge(settled + 1999, settled)).toStrictEqual({...first, wait: 1});
		expect(
			judgeDeletion(judgeContext(), '1', [deleteAt(sent)], partially(sightingAt(settled + 2000)), {
				missingSince: momentAt(settled),
			}),
		).toStrictEqual(pendingFor(0));
	});

	test('a confirmed DELETE needs two listings as well where another notification is missing that nobody here deleted', () => {
		const context = judgeContext({known: {1: 0}, deletedHere: ['1', '3']});
		const judge = (before: readonly string[], missingSince?: number) =>
			judgeDeletion(
				context,
				'1',
				[confirmed],
				{
					...sightingAt(sent, [recordOf('4')]),
					before: before.map(id => recordOf(id)),
				},
				{missingSince: missingSince === undefined ? undefined : momentAt(missingSince)},
			);
		expect(judge(['1', '3', '4'])).toStrictEqual({kind: 'gone'});
		expect(judge(['1', '2', '4'])).toStrictEqual(first);
		expect(judge(['1', '2', '4'], sent - 2000)).toStrictEqual({kind: 'gone'});
	});

	test('another notification with its ID is not it: some services use IDs again', () => {
		const content = {...input, name: 'Old'};
		const judge = (name: string) =>
			judgeDeletion(judgeContext(), '1', [deleteAt(sent)], sightingAt(settled, [recordOf('1', {...content, name})]), {
				content,
			});
		expect(judge('Old')).toStrictEqual({kind: 'kept'});
		expect(judge(' Old')).toStrictEqual({kind: 'kept'});
		expect(judge('Another')).toStrictEqual(first);
	});
});

test('a record that cannot be read is no notification, but it is listed', () => {
	const unreadable: ListedRecord = {kind: 'unreadable', index: 0, problem: 'no text', raw: {id: '1'}};
	const {listing} = sightingAt(0, [unreadable, recordOf('2')]);
	expect(notificationsIn(listing).map(({id}) => id)).toStrictEqual(['2']);
	expect(['1', '2', '3'].map(id => isListedIn({listing, startedAt: momentAt(0)}, id))).toStrictEqual([
		true,
		true,
		false,
	]);
});

test.each<[CreationVerdict, string, string | undefined]>([
	[{kind: 'certified', id: '7' as CertifiedId}, '7', '7'],
	[{kind: 'certified', id: '7' as CertifiedId}, '8', undefined],
	[{kind: 'ambiguous', ids: ['7', '8'], isRewritten: false}, '8', '8'],
	[{kind: 'ambiguous', ids: ['7', '8'], isRewritten: true}, '9', undefined],
	[{kind: 'pending', wait: 1, probableId: '7'}, '7', undefined],
	[{kind: 'absent'}, '7', undefined],
])('of %j the operator can choose only what it names: %s', (verdict, chosenId, id) => {
	expect(certifyChoice(verdict, chosenId)).toBe(id);
});

describe('an element that cannot be read', () => {
	const unreadable = (raw: unknown): ListedRecord => ({
		kind: 'unreadable',
		index: 0,
		problem: 'event_details is missing',
		raw,
	});

	test.each<readonly [string, unknown]>([
		['a number', {id: 1, event_details: 'none'}],
		['a text', {id: '1'}],
		['a number kept as written', {id: JSON.rawJSON('1')}],
		['the text of an element too deep to parse', '{"id":1,"event_details":[[[['],
		['the same, with spaces and quotes', ' { "id" : "1" , "x": [['],
	])('is still listed under its ID: %s', (_name, raw) => {
		const sighting = sightingAt(settled, [unreadable(raw)]);
		expect(isListedIn(sighting, '1')).toBe(true);
		expect(isListedIn(sighting, '2')).toBe(false);
		expect(judgeDeletion(judgeContext({known: {1: 0}}), '1', [deleteAt(sent)], sighting)).toStrictEqual({kind: 'kept'});
	});

	test.each([
		['no object', 'text'],
		['without an ID', {}],
		['with an ID that is none', {id: null}],
		['with an ID further in', '{"name":{"id":1}'],
	])('%s says nothing of an ID', (_name, raw) => {
		expect(isListedIn(sightingAt(settled, [unreadable(raw)]), '1')).toBe(false);
	});
});
