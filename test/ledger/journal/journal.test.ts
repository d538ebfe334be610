import {describe, expect, test} from 'vitest';
import {LedgerError, MissingEntryError} from '../../../source/ledger/ledger-error.ts';
import {finalStates, type OperationState} from '../../../source/ledger/journal/operation.ts';
import type {RequestAnswer} from '../../../source/ledger/journal/requests.ts';
import {openDatabase} from '../../../source/platform/sqlite.ts';
import {
	creation,
	deleteOne,
	input,
	lastDeleted,
	moment,
	oldOne,
	open,
	openNew,
	profile,
	temporaryFile,
} from '../ledgers.ts';

test('a new operation is planned, and on disk', () => {
	const file = temporaryFile();
	const operation = open(file).ledger.journal.begin({...creation, knownIds: ['3', '5']});
	expect(operation).toStrictEqual({
		id: 1,
		profile,
		profileName: 'production',
		kind: 'create',
		state: 'planned',
		startedAt: moment,
		endedAt: undefined,
		input,
		snapshot: undefined,
		newId: undefined,
		knownIds: ['3', '5'],
		detail: undefined,
	});
	expect(open(file).ledger.journal.get(1)).toStrictEqual(operation);
});

test('a change keeps the properties that it does not name', () => {
	const {journal} = openNew();
	const {id} = journal.begin(creation);
	journal.advance(id, {state: 'creating', knownIds: ['1']});
	journal.advance(id, {newId: '9'});
	expect(journal.advance(id, {detail: 'seen'})).toMatchObject({
		state: 'creating',
		newId: '9',
		knownIds: ['1'],
		detail: 'seen',
		endedAt: undefined,
	});
});

test('the place in the input and the refused fields are kept, safe to show, until a detail comes without them', () => {
	const file = temporaryFile();
	const {journal} = open(file).ledger;
	const recipient = 'https://example.com/hook';
	const {id} = journal.begin({...creation, input: {...input, channel: 'WEBHOOK', recipient}, place: 'line 3'});
	journal.advance(id, {
		state: 'creating',
		detail: 'Refused.',
		issues: [{field: 'delivery_location', message: `${recipient} is\u{1B}[31m taken.`}],
	});
	const issues = [{field: 'delivery_location', message: 'https://example.com/… is␛[31m taken.'}];
	expect(open(file).ledger.journal.get(id)).toMatchObject({place: 'line 3', detail: 'Refused.', issues});
	expect(journal.advance(id, {newId: '7'})).toMatchObject({issues});
	expect(journal.advance(id, {detail: ''})).not.toHaveProperty('issues');
	expect(
		journal.advance(id, {detail: 'Refused.', issues: Array.from({length: 200}, () => issues[0]!)}).issues,
	).toHaveLength(20);
});

test.each(finalStates)('an operation that is %s cannot be changed', state => {
	let time = moment;
	const {journal} = openNew(() => time);
	const {id} = journal.begin(creation);
	time += 1000;
	const ended = journal.advance(id, {state, detail: 'over'});
	expect(ended).toMatchObject({state, startedAt: moment, endedAt: moment + 1000});
	for (const next of ['planned', 'creating', state, undefined] as const) {
		expect(() => journal.advance(id, {state: next, detail: 'again'})).toThrow(
			new LedgerError(`Operation 1 has already ended (${state}).`),
		);
	}

	expect(() => journal.requestSent(id, {method: 'POST'})).toThrow(LedgerError);
	expect(journal.get(id)).toStrictEqual(ended);
	expect(journal.unfinished(profile)).toStrictEqual([]);
});

test('an unknown operation or request is an error', () => {
	const {journal} = openNew();
	expect(journal.get(1)).toBeUndefined();
	expect(() => journal.advance(1, {})).toThrow(new MissingEntryError('The ledger has no operation 1.'));
	expect(() => journal.claim(1)).toThrow(LedgerError);
	expect(() => journal.requestSent(1, {method: 'POST'})).toThrow(LedgerError);
	expect(() => {
		journal.requestAnswered(1, {outcome: 'ok'});
	}).toThrow(new LedgerError('The ledger has no request 1.'));
});

test('a request has the outcome "sent" until it is answered', () => {
	const {journal} = openNew();
	const {id} = journal.begin(creation);
	const request = journal.requestSent(id, {method: 'POST'});
	expect(journal.requestsOf(id)).toStrictEqual([
		{
			id: request,
			operation: id,
			at: moment,
			method: 'POST',
			target: undefined,
			outcome: 'sent',
			status: undefined,
			summary: undefined,
			moment: undefined,
		},
	]);
	journal.requestAnswered(request, {outcome: 'unknown', summary: 'The connection was reset.'});
	journal.requestAnswered(request, {outcome: 'ok', status: 201, target: '12345678901234567890'});
	expect(journal.requestsOf(id)).toStrictEqual([
		{
			id: request,
			operation: id,
			at: moment,
			method: 'POST',
			target: '12345678901234567890',
			outcome: 'ok',
			status: 201,
			summary: 'The connection was reset.',
			moment: undefined,
		},
	]);
});

test('a profile has its own operations, history and undo', () => {
	const ledger = openNew();
	ledger.journal.begin(creation);
	deleteOne(ledger, '7');
	expect(ledger.journal.unfinished('another')).toStrictEqual([]);
	expect(lastDeleted(ledger.journal, 'another')).toBeUndefined();
	expect(ledger.journal.history({profile: 'another'})).toStrictEqual([]);
	expect(ledger.journal.unfinished(profile)).toHaveLength(1);
});

describe('the delete that undo recreates', () => {
	test('is the one whose DELETE was sent last, whatever the clock says, and one that sent none is none', () => {
		let time = moment;
		// Somebody sets the clock back all the time.
		const ledger = openNew(() => time--);
		const {journal} = ledger;
		expect(lastDeleted(journal, profile)).toBeUndefined();
		const slow = journal.begin({...creation, kind: 'delete', input: undefined, snapshot: oldOne('1')});
		const quick = deleteOne(ledger, '2');
		expect(journal.undoable(slow.id)).toBeUndefined();
		const failed = journal.begin({...creation, kind: 'delete', input: undefined, snapshot: oldOne('3')});
		journal.advance(failed.id, {state: 'failed'});
		journal.requestAnswered(journal.requestSent(slow.id, {method: 'DELETE', target: '1'}), {
			outcome: 'ok',
			status: 204,
		});
		journal.advance(slow.id, {state: 'done'});
		expect(lastDeleted(journal, profile)?.id).toBe(slow.id);
		expect([slow.id, quick, failed.id].map(id => journal.undoable(id)?.snapshot?.id)).toStrictEqual([
			'1',
			'2',
			undefined,
		]);
	});

	test.each<[RequestAnswer | undefined, OperationState, boolean]>([
		[undefined, 'deleting', true],
		[{outcome: 'unknown'}, 'deleting', true],
		[{outcome: 'unknown'}, 'failed', true],
		[{outcome: 'ok', status: 204}, 'failed', true],
		[{outcome: 'unknown'}, 'planned', false],
		[{outcome: 'rejected', status: 403}, 'failed', false],
		[{outcome: 'not-sent'}, 'deleting', false],
	])('with a DELETE answered %j, in state %s: %s', (answer, state, isUndoable) => {
		const {journal} = openNew();
		const {id} = journal.begin({...creation, kind: 'delete', input: undefined, snapshot: oldOne('1')});
		const request = journal.requestSent(id, {method: 'DELETE', target: '1'});
		if (answer !== undefined) {
			journal.requestAnswered(request, answer);
		}

		journal.advance(id, {state});
		expect(lastDeleted(journal, profile)?.id).toBe(isUndoable ? id : undefined);
		expect(journal.undoable(id)?.id).toBe(isUndoable ? id : undefined);
	});

	test('is not one that is listed, unless it counts as done', () => {
		const ledger = openNew();
		const {journal} = ledger;
		const confirmed = deleteOne(ledger, '1');
		const {id} = journal.begin({...creation, kind: 'delete', input: undefined, snapshot: oldOne('2')});
		journal.requestSent(id, {method: 'DELETE', target: '2'});
		journal.advance(id, {state: 'failed'});
		expect(lastDeleted(journal, profile, () => false)?.id).toBe(id);
		expect(lastDeleted(journal, profile, notificationId => notificationId === '2')?.id).toBe(confirmed);
		expect(lastDeleted(journal, profile, () => true)?.id).toBe(confirmed);
		journal.revise(confirmed, {state: 'failed', detail: 'It is listed again.'});
		expect(lastDeleted(journal, profile, () => true)).toBeUndefined();
	});

	test('is not one that was recreated or is being recreated', () => {
		const ledger = openNew();
		const {journal} = ledger;
		const deletions = [deleteOne(ledger, '1'), deleteOne(ledger, '2')];
		const undoable = () => {
			const ids = deletions.filter(id => journal.undoable(id) !== undefined);
			expect(lastDeleted(journal, profile)?.id).toBe(ids.at(-1));
			return ids.map(id => journal.undoable(id)?.snapshot?.id);
		};

		const recreating = journal.begin({...creation, kind: 'recreate', snapshot: oldOne('2')});
		expect(undoable()).toStrictEqual(['1']);
		journal.advance(recreating.id, {state: 'failed'});
		expect(undoable()).toStrictEqual(['1', '2']);
		const again = journal.begin({...creation, kind: 'recreate', snapshot: oldOne('2')});
		journal.advance(again.id, {state: 'done', newId: '2'});
		expect(undoable()).toStrictEqual(['1']);

		// The service reuses the ID.
		deletions.push(deleteOne(ledger, '2'));
		expect(undoable()).toStrictEqual(['1', '2']);
		deletions.push(deleteOne(ledger, '1'));
		expect(undoable()).toStrictEqual(['1', '2', '1']);
	});
});

test('a raw record keeps every digit of its numbers', () => {
	const file = temporaryFile();
	const raw = {
		id: JSON.rawJSON('98765432109876543210'),
		nested: [JSON.rawJSON('-12345678901234567890'), 1.5],
		['__proto__']: 1,
	};
	open(file).ledger.journal.begin({...creation, kind: 'delete', snapshot: {...oldOne('98765432109876543210'), raw}});
	const kept = open(file).ledger.journal.get(1)!;
	expect(JSON.stringify(kept.snapshot!.raw)).toBe(JSON.stringify(raw));
	expect(kept.snapshot).toHaveProperty('template', undefined);
	expect(kept.snapshot).toHaveProperty('topics', undefined);
});

test('a failure of the database is a LedgerError and changes nothing', () => {
	const file = temporaryFile();
	const {journal} = open(file).ledger;
	const begun = journal.begin(creation);
	const other = openDatabase(file);
	other.exec('DROP TABLE requests');
	expect(() => journal.requestSent(begun.id, {method: 'POST'})).toThrow(LedgerError);
	expect(() => journal.history({})).toThrow(new LedgerError('The ledger failed: no such table: requests.'));
	other.close();
	expect(journal.advance(begun.id, {state: 'creating'}).state).toBe('creating');
});
