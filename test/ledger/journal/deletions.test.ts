import {describe, expect, test} from 'vitest';
import {creation, deleteOne, input, moment, oldOne, openNew, profile} from '../ledgers.ts';

const deletion = {...creation, kind: 'delete', input: undefined} as const;

describe('a notification is of another operation', () => {
	test('if another one created it, earlier or later', () => {
		const {journal} = openNew();
		const [first, second, third] = [journal.begin(creation), journal.begin(creation), journal.begin(creation)];
		journal.advance(second.id, {state: 'done', newId: '7'});
		expect([first, second, third].map(operation => journal.isOfAnother(operation, '7'))).toStrictEqual([
			true,
			false,
			true,
		]);
		expect(journal.isOfAnother(first, '70')).toBe(false);
		expect(journal.isOfAnother({...first, profile: 'another'}, '7')).toBe(false);
	});

	test.each(['replace', 'delete'] as const)('if an earlier %s is about it', kind => {
		const {journal} = openNew();
		const before = journal.begin(creation);
		journal.begin({...creation, kind, snapshot: oldOne('7')});
		const after = journal.begin(creation);
		// What is deleted later may have been created by the one before.
		expect([before, after].map(operation => journal.isOfAnother(operation, '7'))).toStrictEqual([false, true]);
		expect(journal.isOfAnother({...after, profile: 'another'}, '7')).toBe(false);
	});

	test('not if that one deleted it, and what is created now says something else: some services use IDs again', () => {
		const {journal} = openNew();
		const ended = journal.begin({...creation, kind: 'delete', snapshot: oldOne('7')});
		const [same, other] = [journal.begin(creation), journal.begin({...creation, input: {...input, name: 'Another'}})];
		journal.advance(ended.id, {state: 'done'});
		expect([same, other].map(operation => journal.isOfAnother(operation, '7'))).toStrictEqual([true, false]);
		// The deletion is undone: the ID is still free.
		journal.begin({...creation, kind: 'recreate', snapshot: oldOne('7')});
		expect(journal.isOfAnother(other, '7')).toBe(false);
	});

	test.each(['replace', 'delete'] as const)(
		'not if a %s is about it, and what is listed now says neither what it was nor what replaces it',
		kind => {
			const {journal} = openNew();
			const pending = journal.begin({
				...creation,
				kind,
				input: kind === 'delete' ? undefined : {...input, name: 'New'},
				snapshot: oldOne('7'),
			});
			const [same, replacing, other] = [input.name, 'New', 'Another'].map(name =>
				journal.begin({...creation, input: {...input, name}}),
			);
			expect([same, replacing, other].map(operation => journal.isOfAnother(operation!, '7'))).toStrictEqual([
				true,
				kind === 'replace',
				false,
			]);
			journal.advance(pending.id, {state: 'failed'});
			expect(journal.isOfAnother(other!, '7')).toBe(false);
		},
	);

	test('but not because the operation itself replaces it', () => {
		const {journal} = openNew();
		expect(journal.isOfAnother(journal.begin({...creation, kind: 'replace', snapshot: oldOne('7')}), '7')).toBe(false);
	});
});

test('a notification is the old one of an earlier operation until a later one creates another under its ID', () => {
	const {journal} = openNew();
	const deleting = journal.begin({...deletion, snapshot: oldOne('7')});
	const [own, later] = [journal.begin(creation), journal.begin(creation)];
	expect([deleting, own].map(operation => journal.isOldOfEarlier(operation, '7'))).toStrictEqual([false, true]);
	expect(journal.isOldOfEarlier(own, '8')).toBe(false);
	journal.advance(later.id, {state: 'done', newId: '7'});
	expect(journal.isOldOfEarlier(own, '7')).toBe(false);
});

describe('the deletion before an operation', () => {
	test('is the DELETE of an earlier operation that deleted the notification for good', () => {
		const ledger = openNew();
		const {journal} = ledger;
		deleteOne(ledger, '7');
		const [after, other] = [journal.begin(creation), journal.begin(creation)];
		expect(journal.deletionBefore(after, '7', false)).toMatchObject({method: 'DELETE', target: '7'});
		expect(journal.deletionBefore(after, '8', false)).toBeUndefined();
		journal.advance(other.id, {state: 'done', newId: '7'});
		expect(journal.deletionBefore(after, '7', false)).toBeUndefined();
	});

	test('is that of a pending one only if it was confirmed and that is enough', () => {
		const {journal} = openNew();
		const pending = journal.begin({...deletion, snapshot: oldOne('7')});
		const request = journal.requestSent(pending.id, {method: 'DELETE', target: '7'});
		const after = journal.begin(creation);
		expect(journal.deletionBefore(after, '7', true)).toBeUndefined();
		journal.requestAnswered(request, {outcome: 'ok'});
		expect([true, false].map(isEnough => journal.deletionBefore(after, '7', isEnough) !== undefined)).toStrictEqual([
			true,
			false,
		]);
	});
});

test('a notification is adopted by another operation if that has it, and is earlier, or no answer named it', () => {
	const {journal} = openNew();
	const [adopting, earlier, own, later] = [
		journal.begin(creation),
		journal.begin(creation),
		journal.begin(creation),
		journal.begin(creation),
	];
	for (const [{id}, newId] of [
		[earlier, '8'],
		[later, '9'],
	] as const) {
		journal.requestSent(id, {method: 'POST', target: newId});
		journal.advance(id, {state: 'done', newId});
	}

	journal.advance(adopting.id, {state: 'done', newId: '7'});
	expect(['7', '8', '9', '10'].map(id => journal.isAdoptedByAnother(own, id))).toStrictEqual([
		true,
		true,
		false,
		false,
	]);
	expect(journal.isAdoptedByAnother(adopting, '7')).toBe(false);
});

test('an answer names a notification to another pending operation only if that sent the same content', () => {
	const {journal} = openNew();
	const [named, same, other] = [
		journal.begin(creation),
		journal.begin(creation),
		journal.begin({...creation, input: {...input, name: 'Another'}}),
	];
	journal.requestSent(named.id, {method: 'POST', target: '7'});
	expect([named, same, other].map(operation => journal.isNamedToAnother(operation, '7'))).toStrictEqual([
		false,
		true,
		false,
	]);
	journal.advance(named.id, {state: 'failed'});
	expect(journal.isNamedToAnother(same, '7')).toBe(false);
});

test.each(['delete', 'replace'] as const)('a %s of what a pending create may have made is refused', kind => {
	const {journal} = openNew();
	const {id} = journal.begin({...creation, knownIds: ['1']});
	journal.advance(id, {state: 'creating'});
	const change = (target: string, name = input.name) =>
		journal.begin({...creation, kind, snapshot: {...oldOne(target), input: {...input, name}}});
	expect(() => change('7')).toThrow('7 has a pending change: finish it or roll it back first.');
	expect(change('8', 'Another').id).toBeGreaterThan(id);
	expect(change('1').id).toBeGreaterThan(id);
	journal.advance(id, {state: 'failed'});
	expect(change('7').id).toBeGreaterThan(id);
});

describe('the newest completed deletions', () => {
	test('are those that are done, in the order of their DELETEs, the last one first', () => {
		const ledger = openNew();
		const {journal} = ledger;
		const slow = journal.begin({...deletion, snapshot: oldOne('3')});
		const ids = [deleteOne(ledger, '1'), deleteOne(ledger, '2')];
		journal.requestSent(slow.id, {method: 'DELETE', target: '3'});
		expect(journal.recentDeletions(profile, 10)).toStrictEqual([
			{operation: ids[1], id: '2'},
			{operation: ids[0], id: '1'},
		]);
		journal.advance(slow.id, {state: 'done'});
		expect(journal.recentDeletions(profile, 2).map(({id}) => id)).toStrictEqual(['3', '2']);
		expect(journal.recentDeletions('another', 10)).toStrictEqual([]);
	});

	test('include what an edit replaced, and not what a roll-back deleted', () => {
		const {journal} = openNew();
		const edit = journal.begin({...creation, kind: 'replace', snapshot: oldOne('1')});
		journal.requestSent(edit.id, {method: 'POST', target: '1'});
		journal.requestSent(edit.id, {method: 'DELETE', target: '9'});
		journal.requestSent(edit.id, {method: 'DELETE', target: '1'});
		journal.advance(edit.id, {state: 'done', newId: '9'});
		expect(journal.recentDeletions(profile, 10)).toStrictEqual([{operation: edit.id, id: '1'}]);
	});

	test('do not include one that was contradicted: it failed, and can still be undone', () => {
		let time = moment;
		const ledger = openNew(() => time);
		const {journal} = ledger;
		const id = deleteOne(ledger, '1');
		time += 1000;
		journal.revise(id, {state: 'failed', detail: 'It is listed again.'});
		const contradicted = journal.get(id);
		expect(contradicted).toMatchObject({state: 'failed', detail: 'It is listed again.', endedAt: moment + 1000});
		expect(journal.recentDeletions(profile, 10)).toStrictEqual([]);
		expect(journal.unfinished(profile)).toStrictEqual([]);
		expect(journal.undoable(id)?.id).toBe(id);
	});
});

describe('what ended without being done can be undone', () => {
	test.each([
		['sent', true, 'rolled-back'],
		['sent', true, 'failed'],
		['ok', true, 'rolled-back'],
		['unknown', true, 'rolled-back'],
		['rejected', false, 'rolled-back'],
		['not-sent', false, 'failed'],
	] as const)('if it is an edit whose DELETE may have taken effect: %s %s %s', (outcome, isUndoable, state) => {
		const {journal} = openNew();
		const {id} = journal.begin({...creation, kind: 'replace', snapshot: oldOne('1')});
		const request = journal.requestSent(id, {method: 'DELETE', target: '1'});
		if (outcome !== 'sent') {
			journal.requestAnswered(request, {outcome});
		}

		expect(journal.undoable(id)).toBeUndefined();
		journal.advance(id, {state});
		expect(journal.undoable(id)?.id).toBe(isUndoable ? id : undefined);
		journal.begin({...creation, kind: 'recreate', snapshot: oldOne('1')});
		expect(journal.undoable(id)).toBeUndefined();
	});

	test('not if it is an edit that deleted only its own notification', () => {
		const {journal} = openNew();
		const {id} = journal.begin({...creation, kind: 'replace', snapshot: oldOne('1')});
		journal.requestSent(id, {method: 'DELETE', target: '9'});
		journal.advance(id, {state: 'rolled-back', newId: '9'});
		expect(journal.undoable(id)).toBeUndefined();
	});

	test.each(['create', 'replace', 'recreate'] as const)(
		'if it is a %s that overwrote another notification, once',
		kind => {
			const {journal} = openNew();
			const {id} = journal.begin({...creation, kind, ...(kind !== 'create' && {snapshot: oldOne('1')})});
			journal.advance(id, {state: 'creating', overwritten: oldOne('3')});
			expect(journal.undoable(id)).toBeUndefined();
			journal.advance(id, {state: 'failed'});
			expect(journal.undoable(id)).toMatchObject({id, overwritten: {id: '3'}});
			const undo = journal.begin({...creation, kind: 'recreate', snapshot: oldOne('3'), undoes: id});
			expect(journal.undoable(id)).toBeUndefined();
			journal.advance(undo.id, {state: 'failed'});
			expect(journal.undoable(id)?.id).toBe(id);
		},
	);
});

test('a notification is named to another pending operation only if that sent the same content', () => {
	const {journal} = openNew();
	const [named, own] = [journal.begin(creation), journal.begin(creation)];
	journal.requestAnswered(journal.requestSent(named.id, {method: 'POST'}), {outcome: 'ok', target: '7'});
	expect(journal.isNamedToAnother(own, '7')).toBe(true);
	expect(journal.isNamedToAnother({...own, input: {...input, name: 'Another'}}, '7')).toBe(false);
	expect(journal.isNamedToAnother(named, '7')).toBe(false);
});

test('a notification counts as deleted here once its DELETE was sent', () => {
	const {journal} = openNew();
	const pending = journal.begin({...deletion, snapshot: oldOne('7')});
	expect(journal.isDeletedHere(pending.profile, '7')).toBe(false);
	journal.requestSent(pending.id, {method: 'DELETE', target: '7'});
	expect(journal.isDeletedHere(pending.profile, '7')).toBe(true);
});
