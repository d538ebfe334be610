import {describe, expect, test} from 'vitest';
import type {ListedRecord, NotificationFields} from '../../source/notification/notification.ts';
import {unknownPriorId, type CreationVerdict} from '../../source/operations/operation-context.ts';
import {judgeCreation} from '../../source/operations/judge-creation.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import type {Operation, RequestEntry} from '../../source/ledger/journal/operation.ts';
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

/** When the POST was sent. */
const sent = startedAt + 100_000;

/** When its effect can no longer be awaited. */
const settled = sent + settlingTime;

/** A listed notification that says what was sent, but for these fields. */
const same = (id: string, fields: Partial<NotificationFields> = {}): ListedRecord => {
	const {template: _template, topics: _topics, ...listed} = input;
	return recordOf(id, {...listed, ...fields});
};

/** One whose text a service rewrote. */
const rewritten = (id: string) => same(id, {recipient: 'OPS@example.com', name: ' Treasury'});

/** One that cannot be read. */
const unreadable = (id: string): ListedRecord => ({
	kind: 'unreadable',
	index: 0,
	problem: 'event_details is missing',
	raw: {id},
});

const answered = (target: string, at = sent) => postAt(at, {outcome: 'ok', status: 201, target});

type Case = {
	readonly requests: readonly RequestEntry[];
	/** When the listing is begun. */
	readonly at?: number;
	readonly listed?: readonly ListedRecord[];
	readonly before?: readonly ListedRecord[];
	readonly isPartial?: boolean;
	readonly operation?: Partial<Operation>;
	readonly context?: JudgeOptions;
};

function judge({
	requests,
	at = sent,
	listed = [],
	before,
	isPartial = false,
	operation,
	context,
}: Case): CreationVerdict {
	const sighting = {...sightingAt(at, listed), before};
	return judgeCreation(
		judgeContext(context),
		operationWith(operation),
		requests,
		isPartial ? partially(sighting) : sighting,
	);
}

const certified = (id: string, ...twins: readonly string[]) => ({
	kind: 'certified',
	id,
	...(twins.length > 0 && {twins}),
});
const unconfirmed = (id: string) => ({kind: 'certified', id, isUnconfirmed: true});
const pending = (wait: number) => ({kind: 'pending', wait});
const probable = (probableId: string, wait: number) => ({kind: 'pending', wait, probableId});
const ambiguous = (...ids: string[]) => ({kind: 'ambiguous', ids, isRewritten: false});

/** Not listed in the first of two listings. */
const first = {kind: 'pending', wait: 2000, isMissing: true};

describe('not listed', () => {
	test.each<[string, Case, unknown]>([
		['nothing was sent: absent', {requests: []}, {kind: 'absent'}],
		['only a DELETE was sent: absent', {requests: [deleteAt(sent)], isPartial: true}, {kind: 'absent'}],
		['before the settling time has passed: pending', {requests: [postAt(sent)], at: settled - 1}, pending(1)],
		['after it: missing, and a second listing decides', {requests: [postAt(sent)], at: settled}, first],
		['a partial listing proves nothing absent', {requests: [postAt(sent)], at: settled, isPartial: true}, pending(0)],
		['the POST was confirmed: pending all the same', {requests: [answered('7')], at: settled - 1}, pending(1)],
		['the POST was refused: absent', {requests: [postAt(sent, {outcome: 'rejected', status: 400})]}, {kind: 'absent'}],
		['the POST never left: absent', {requests: [postAt(sent, {outcome: 'not-sent'})]}, {kind: 'absent'}],
		['the last of several POSTs counts', {requests: [postAt(sent), postAt(sent + 500)], at: settled}, pending(500)],
		[
			'also if the last one was refused',
			{requests: [postAt(sent), postAt(sent + 500, {outcome: 'rejected', status: 400})], at: settled - 1},
			pending(1),
		],
		['a later DELETE does not count', {requests: [postAt(sent), deleteAt(settled)], at: settled}, first],
		[
			'a POST of another era counts from the start of this process',
			{requests: [postAt(sent, {moment: {era: 'the boot before', at: 0}})], at: startedAt + 1000},
			pending(settlingTime - 1000),
		],
		['a POST of version 0.1 too', {requests: [postAt(undefined)], at: startedAt + settlingTime}, first],
		[
			'something with another text is not it',
			{requests: [postAt(sent)], at: settled, listed: [same('7', {name: 'Other'})]},
			first,
		],
		[
			'nor is a record that cannot be read',
			{requests: [postAt(sent)], at: settled, listed: [{kind: 'unreadable', index: 0, problem: '', raw: input}]},
			first,
		],
		[
			'a second complete listing two seconds later: absent',
			{requests: [postAt(sent)], at: settled + 2000, operation: {missingSince: momentAt(settled)}},
			{kind: 'absent'},
		],
		[
			'although another operation counts one as its own that no answer named: it may be this one',
			{
				requests: [postAt(sent)],
				at: settled + 2000,
				listed: [same('7')],
				operation: {missingSince: momentAt(settled)},
				context: {ofAnother: ['7'], adopted: ['7']},
			},
			{kind: 'absent', adoptedId: '7'},
		],
		[
			'not one that follows sooner',
			{requests: [postAt(sent)], at: settled + 1999, operation: {missingSince: momentAt(settled)}},
			{...first, wait: 1},
		],
		[
			'not a partial one',
			{requests: [postAt(sent)], at: settled + 2000, isPartial: true, operation: {missingSince: momentAt(settled)}},
			pending(0),
		],
	])('%s', (_name, given, verdict) => {
		expect(judge(given)).toStrictEqual(verdict);
	});
});

describe('listed, and named in an answer', () => {
	test.each<[string, Case, unknown]>([
		['certified at once', {requests: [answered('7')], listed: [same('7')]}, certified('7')],
		['also by a partial listing', {requests: [answered('7')], listed: [same('7')], isPartial: true}, certified('7')],
		[
			'also among several, which are named: a proxy may have sent it twice',
			{requests: [answered('8')], listed: [same('7'), same('8')]},
			certified('8', '7'),
		],
		[
			'also if the first POST was not answered',
			{requests: [postAt(sent), answered('8')], listed: [same('7'), same('8')]},
			certified('8', '7'),
		],
		[
			'also if the last POST was not answered',
			{requests: [answered('8'), postAt(sent)], listed: [same('7'), same('8')]},
			certified('8', '7'),
		],
		[
			'also if its text was rewritten',
			{requests: [answered('8')], listed: [rewritten('7'), rewritten('8')]},
			certified('8', '7'),
		],
		[
			'also if another pending operation was told the same',
			{requests: [answered('7')], listed: [same('7')], context: {namedToAnother: ['7']}},
			certified('7'),
		],
		[
			'not if another operation created it: the answer may be wrong',
			{requests: [answered('7')], at: settled - 1, listed: [same('7')], context: {ofAnother: ['7']}},
			pending(1),
		],
		[
			'but then if there is no other one after the settling time: some services overwrite',
			{requests: [answered('7')], at: settled, listed: [same('7')], context: {ofAnother: ['7']}},
			certified('7'),
		],
		[
			'another one is the new one',
			{requests: [answered('7')], at: settled, listed: [same('7'), same('8')], context: {ofAnother: ['7']}},
			unconfirmed('8'),
		],
		[
			'also if another operation deleted what had its ID: some services use IDs again',
			{
				requests: [answered('7')],
				at: settled - 1,
				listed: [same('7')],
				context: {ofAnother: ['7'], deletedHere: ['7']},
			},
			certified('7'),
		],
		[
			'not if it says something else',
			{requests: [answered('7')], at: settled, listed: [same('7', {name: 'Other'})]},
			first,
		],
		[
			'what cannot be read is never certain: the operator chooses',
			{requests: [answered('7')], at: settled, listed: [unreadable('7')]},
			{...ambiguous('7'), isRewritten: true},
		],
		[
			'not if it was there before, either',
			{requests: [answered('7')], at: settled, listed: [unreadable('7')], operation: {knownIds: ['7']}},
			first,
		],
		[
			'not if it was there before',
			{requests: [answered('7')], at: settled, listed: [same('7')], operation: {knownIds: ['7']}},
			first,
		],
		[
			'rewritten text that it does not name may be another thing before the settling time has passed',
			{requests: [answered('2')], at: settled - 1, listed: [rewritten('7')]},
			probable('7', 1),
		],
		[
			'also if only one of several answers names one',
			{requests: [postAt(sent), answered('2')], at: settled - 1, listed: [rewritten('7')]},
			probable('7', 1),
		],
		[
			'then it is certified, if it is the only one',
			{requests: [answered('2')], at: settled, listed: [rewritten('7')]},
			unconfirmed('7'),
		],
		[
			'of several the operator chooses',
			{requests: [answered('2')], at: settled, listed: [rewritten('7'), rewritten('8')]},
			{...ambiguous('7', '8'), isRewritten: true},
		],
		[
			'an answer that names another thing does not hide the new one',
			{requests: [answered('2')], at: settled, listed: [recordOf('2'), same('7')]},
			unconfirmed('7'),
		],
		[
			'but that one waits for the settling time',
			{requests: [answered('2')], at: settled - 1, listed: [recordOf('2'), same('7')]},
			probable('7', 1),
		],
	])('%s', (_name, given, verdict) => {
		expect(judge(given)).toStrictEqual(verdict);
	});
});

describe('listed, and named by no answer', () => {
	const requests = [postAt(sent)];
	const known = {knownIds: ['3']};

	test.each<[string, Case, unknown]>([
		['probable until the settling time has passed', {requests, at: settled - 1, listed: [same('7')]}, probable('7', 1)],
		['then certified', {requests, at: settled, listed: [same('7')]}, unconfirmed('7')],
		['also by a partial listing', {requests, at: settled, listed: [same('7')], isPartial: true}, unconfirmed('7')],
		[
			'the settling time of the last POST counts',
			{requests: [...requests, postAt(sent + 500)], at: settled, listed: [same('7')]},
			probable('7', 500),
		],
		[
			'one that was there before is not it',
			{requests, at: settled, listed: [same('3'), same('7')], operation: known},
			unconfirmed('7'),
		],
		[
			'one of another operation is not it',
			{requests, at: settled, listed: [same('3'), same('7')], context: {ofAnother: ['3']}},
			unconfirmed('7'),
		],
		['several: the operator chooses', {requests, at: settled, listed: [same('7'), same('8')]}, ambiguous('7', '8')],
		[
			'it is unknown what was there before: the operator chooses',
			{requests, at: sent, listed: [same('7')], operation: {knownIds: [unknownPriorId]}},
			ambiguous('7'),
		],
		[
			'and so after the settling time',
			{requests, at: settled, listed: [same('7')], operation: {knownIds: [unknownPriorId]}},
			ambiguous('7'),
		],
		['rewritten text: probable', {requests, at: sent, listed: [rewritten('7')]}, probable('7', settlingTime)],
		['then certified', {requests, at: settled, listed: [rewritten('7')]}, unconfirmed('7')],
		[
			'several with rewritten text: the operator chooses',
			{requests, at: settled, listed: [rewritten('7'), rewritten('8')]},
			{...ambiguous('7', '8'), isRewritten: true},
		],
		[
			'rewritten text that was there before is not it',
			{requests, at: settled, listed: [rewritten('3')], operation: known},
			first,
		],
		[
			'the exact text goes before rewritten text',
			{requests, at: settled, listed: [rewritten('7'), same('8')]},
			unconfirmed('8'),
		],
	])('%s', (_name, given, verdict) => {
		expect(judge(given)).toStrictEqual(verdict);
	});

	test.each<[string, Case, unknown]>([
		[
			'what another pending operation was told is left to that one',
			{requests, at: settled, listed: [same('7')], context: {namedToAnother: ['7']}},
			pending(0),
		],
		[
			'also if there is one with rewritten text',
			{requests, at: settled, listed: [same('7'), rewritten('8')], context: {namedToAnother: ['7']}},
			pending(0),
		],
		[
			'another one is the new one',
			{requests, at: settled, listed: [same('7'), same('8')], context: {namedToAnother: ['7']}},
			unconfirmed('8'),
		],
	])('%s', (_name, given, verdict) => {
		expect(judge(given)).toStrictEqual(verdict);
	});

	test.each<[string, Case, unknown]>([
		[
			'under the ID of what an earlier operation was to delete: the operator chooses',
			{requests, at: settled, listed: [same('7')], context: {ofAnother: ['7'], oldOfEarlier: ['7']}},
			ambiguous('7'),
		],
		[
			'also if there is another match',
			{requests, at: settled, listed: [same('7'), same('8')], context: {ofAnother: ['7'], oldOfEarlier: ['7']}},
			ambiguous('8', '7'),
		],
		[
			'not before the settling time',
			{requests, at: settled - 1, listed: [same('7')], context: {ofAnother: ['7'], oldOfEarlier: ['7']}},
			pending(1),
		],
		[
			'not if it was listed before',
			{
				requests,
				at: settled,
				listed: [same('7')],
				context: {ofAnother: ['7'], oldOfEarlier: ['7']},
				operation: {knownIds: ['7']},
			},
			first,
		],
	])('%s', (_name, given, verdict) => {
		expect(judge(given)).toStrictEqual(verdict);
	});

	const confirmed = [postAt(sent, {outcome: 'ok', status: 201})];

	test.each<[string, Case, unknown]>([
		[
			'a confirmed POST without an ID: the only new match is certified at once',
			{requests: confirmed, listed: [same('7')]},
			unconfirmed('7'),
		],
		[
			'also of a replacement',
			{requests: confirmed, listed: [same('7')], operation: {kind: 'replace', snapshot: snapshotWith('Old')}},
			unconfirmed('7'),
		],
		['not if there are several', {requests: confirmed, listed: [same('7'), same('8')]}, pending(settlingTime)],
		['not if its text was rewritten', {requests: confirmed, listed: [rewritten('7')]}, probable('7', settlingTime)],
		[
			'not if an answer named another one',
			{requests: [...confirmed, answered('2')], listed: [same('7')]},
			probable('7', settlingTime),
		],
		['not if it was there before', {requests: confirmed, listed: [same('3')], operation: known}, pending(settlingTime)],
		[
			'a lost answer: probable until the settling time has passed',
			{requests, listed: [same('7')]},
			probable('7', settlingTime),
		],
		[
			'also of a POST of another era',
			{requests: [postAt(sent, {moment: {era: 'the boot before', at: sent}})], at: startedAt, listed: [same('7')]},
			probable('7', settlingTime),
		],
		[
			'also if the moment of the POST is not known',
			{requests: [postAt(undefined)], at: startedAt, listed: [same('7')]},
			probable('7', settlingTime),
		],
	])('%s', (_name, given, verdict) => {
		expect(judge(given)).toStrictEqual(verdict);
	});
});

describe('an answer that names a notification that was listed before', () => {
	const overwritten = {...snapshotWith('Before'), id: '3'};
	const requests = [answered('3')];

	test.each<[string, Case, unknown]>([
		[
			'changed to what was sent: the service overwrote it',
			{requests, listed: [same('3')], operation: {overwritten}},
			{kind: 'overwritten', id: '3', former: overwritten},
		],
		[
			'also with rewritten text',
			{requests, listed: [rewritten('3')], operation: {overwritten}},
			{kind: 'overwritten', id: '3', former: overwritten},
		],
		[
			'also of a replacement',
			{requests, listed: [same('3')], operation: {kind: 'replace', snapshot: snapshotWith('Old'), overwritten}},
			{kind: 'overwritten', id: '3', former: overwritten},
		],
		[
			'no answer names it, but it was listed before with another content',
			{requests: [postAt(sent)], listed: [same('3')], before: [same('3', {name: 'Before'})]},
			{kind: 'overwritten', id: '3', former: expect.objectContaining({id: '3'}) as unknown},
		],
		[
			'the answer names another one that it left alone',
			{
				requests,
				listed: [same('3', {name: 'Before'}), same('4')],
				before: [same('4', {name: 'Before'})],
				operation: {overwritten},
			},
			{kind: 'overwritten', id: '4', former: expect.objectContaining({id: '4'}) as unknown},
		],
		[
			'an answer that names a new ID makes that doubtful until the settling time',
			{requests: [answered('7')], listed: [same('3')], before: [same('3', {name: 'Before'})]},
			{...pending(settlingTime), former: expect.objectContaining({id: '3'}) as unknown},
		],
		[
			'then it is so, although a listing before no longer shows what it was',
			{requests: [answered('7')], at: settled, listed: [same('3')], before: [same('3')], operation: {overwritten}},
			{kind: 'overwritten', id: '3', former: overwritten},
		],
		[
			'but not if there is another one',
			{
				requests: [answered('7')],
				at: settled,
				listed: [same('3'), same('8')],
				before: [same('3')],
				operation: {overwritten},
			},
			{...unconfirmed('8'), former: overwritten},
		],
		[
			'and if that one is listed, it is not so',
			{requests: [answered('7')], at: settled, listed: [same('3'), same('7')], before: [same('3', {name: 'Before'})]},
			{...certified('7'), former: expect.objectContaining({id: '3'}) as unknown},
		],
		[
			'and another one is listed: that is new, and this one is not',
			{requests: [postAt(sent)], at: settled, listed: [same('3'), same('7')], before: [same('3', {name: 'Before'})]},
			{...unconfirmed('7'), former: expect.objectContaining({id: '3'}) as unknown},
		],
		[
			'and an answer without an ID confirms one of the two',
			{
				requests: [postAt(sent, {outcome: 'ok', status: 201})],
				listed: [same('3'), same('7')],
				before: [same('3', {name: 'Before'})],
			},
			{...probable('7', settlingTime), former: expect.objectContaining({id: '3'}) as unknown},
		],
		[
			'not if it was listed before as it is now',
			{requests: [postAt(sent)], listed: [same('3')], before: [same('3')]},
			probable('3', settlingTime),
		],
		[
			'unchanged: the answer may be wrong',
			{requests, listed: [same('3', {name: 'Before'})], operation: {overwritten}},
			pending(settlingTime),
		],
		[
			'then another one that is new is it',
			{requests, at: settled, listed: [same('3', {name: 'Before'}), same('7')], operation: {overwritten}},
			unconfirmed('7'),
		],
		[
			'it said so before: nothing proves that it was overwritten',
			{requests, listed: [same('3')], operation: {knownIds: ['3'], overwritten: {...overwritten, input}}},
			pending(settlingTime),
		],
	])('%s', (_name, given, verdict) => {
		expect(judge(given)).toStrictEqual(verdict);
	});
});

test('a confirmation without an ID does not make new what was listed before it', () => {
	const requests = [postAt(sent, {outcome: 'ok', status: 201})];
	expect(judge({requests, listed: [same('7')], context: {known: {7: sent}}})).toStrictEqual(unconfirmed('7'));
	expect(judge({requests, listed: [same('7')], context: {known: {7: sent - 5000}}})).toStrictEqual(
		probable('7', settlingTime),
	);
});

describe('an ID that is given again', () => {
	const deleted = {deleted: {7: sent - 1}, ofAnother: ['7']};
	test.each<[string, Case, unknown]>([
		[
			'is new when every listing shows that the deleted one is gone',
			{requests: [postAt(sent)], at: settled, listed: [same('7')], context: deleted},
			unconfirmed('7'),
		],
		[
			'not before that',
			{
				requests: [postAt(sent, {outcome: 'ok', status: 201})],
				at: sent,
				listed: [same('7')],
				context: {...deleted, deleted: {7: sent}},
			},
			pending(settlingTime),
		],
		[
			'also if the listing before the POST was behind and showed the deleted one',
			{requests: [answered('7')], at: settled, listed: [same('7')], operation: {knownIds: ['7']}, context: deleted},
			certified('7'),
		],
		[
			'not if that listing cannot have shown the deleted one',
			{
				requests: [answered('7')],
				at: settled,
				listed: [same('7')],
				operation: {knownIds: ['7']},
				context: {...deleted, deleted: {7: sent - settlingTime}},
			},
			first,
		],
	])('%s', (_name, given, verdict) => {
		expect(judge(given)).toStrictEqual(verdict);
	});
});

describe('where no listing came before the POST, an answer may name what was there', () => {
	const operation = {knownIds: [unknownPriorId]};

	test.each<[string, Case, unknown]>([
		[
			'probable until the settling time has passed',
			{requests: [answered('7')], at: settled - 1, listed: [same('7')], operation},
			probable('7', 1),
		],
		[
			'then certified, if it is the only one',
			{requests: [answered('7')], at: settled, listed: [same('7')], operation},
			certified('7'),
		],
		[
			'of several the operator chooses',
			{requests: [answered('7')], at: settled, listed: [same('7'), same('8')], operation},
			ambiguous('7', '8'),
		],
		[
			'also if the only one is another than the answer names',
			{requests: [answered('2')], at: settled, listed: [same('7')], operation},
			ambiguous('7'),
		],
	])('%s', (_name, given, verdict) => {
		expect(judge(given)).toStrictEqual(verdict);
	});
});

describe('the service names the replaced notification as the new one', () => {
	const replace = (name: string): Partial<Operation> => ({
		kind: 'replace',
		snapshot: snapshotWith(name),
		knownIds: ['1'],
	});

	test.each<[string, Case, unknown]>([
		[
			'overwritten: certified',
			{requests: [answered('1')], listed: [same('1')], operation: replace('Old')},
			certified('1'),
		],
		[
			'also if it is taken for that of another operation',
			{requests: [answered('1')], listed: [same('1')], operation: replace('Old'), context: {ofAnother: ['1']}},
			certified('1'),
		],
		[
			'not if its content is unchanged: nothing tells them apart',
			{requests: [answered('1')], at: settled, listed: [same('1')], operation: replace('Treasury')},
			first,
		],
		[
			'not if the listing still shows the old content',
			{requests: [answered('1')], listed: [same('1', {name: 'Old'})], operation: replace('Old')},
			pending(settlingTime),
		],
		[
			'not if no answer names it',
			{requests: [postAt(sent)], at: settled, listed: [same('1')], operation: replace('Old')},
			first,
		],
		[
			'not another one that was there before',
			{
				requests: [answered('3')],
				at: settled,
				listed: [same('3')],
				operation: {...replace('Old'), knownIds: ['1', '3']},
			},
			first,
		],
	])('%s', (_name, given, verdict) => {
		expect(judge(given)).toStrictEqual(verdict);
	});
});

test('a journal entry without the API key matches the record that contains it', () => {
	const key = 'sk-test-0123456789';
	keepSecret(key);
	const stored = {...input, name: 'For [API key]'};
	const listed = [same('7', {name: `For ${key}`}), same('8', {name: 'For another'})];
	expect(judge({requests: [postAt(sent)], at: settled, listed, operation: {input: stored}})).toStrictEqual(
		unconfirmed('7'),
	);
	const changed = [same('7', {name: ` For ${key}`})];
	expect(judge({requests: [answered('7')], listed: changed, operation: {input: stored}})).toStrictEqual(certified('7'));
});
