import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compareAccounts} from '../../source/files/compare-accounts.ts';
import {planCopy} from '../../source/domain/copy-plan.ts';
import {canonicalForm, duplicateForm} from '../../source/domain/equivalence.ts';
import type {Notification} from '../../source/domain/notification.ts';
import {finishInSlices} from '../../source/platform/time-slices.ts';
import {notificationWith} from '../helpers/notifications.ts';

const one = (id: string, fields: Partial<Notification> = {}): Notification => notificationWith({id, ...fields});
const ids = (records: readonly Notification[]) => records.map(({id}) => id);

test('the target having one under another name is enough, and one of several identical ones is copied', async () => {
	const source = [
		one('1', {name: 'a'}),
		one('2', {userId: 'u'}),
		one('3', {userId: 'u'}),
		one('4', {userId: 'v', name: 'n'}),
	];
	const target = [one('9', {name: 'b'}), one('8', {userId: 'w', name: 'n'})];
	const {copies, duplicates, gone, namesakes} = await planCopy(source, source, target);
	expect({copies: ids(copies), duplicates: ids(duplicates), gone: ids(gone), namesakes}).toEqual({
		copies: ['2', '4'],
		duplicates: ['1', '3'],
		gone: [],
		namesakes: 1,
	});
});

test('what the source has under another ID is copied as it is listed now; what was changed or deleted is gone', async () => {
	const wanted = [one('1', {userId: 'a'}), one('2', {userId: 'b'}), one('3', {userId: 'c'})];
	const now = [one('7', {userId: 'a'}), one('2', {userId: 'changed'})];
	const {copies, gone} = await planCopy(wanted, now, []);
	expect({copies: ids(copies), gone: ids(gone)}).toEqual({copies: ['7'], gone: ['2', '3']});
});

test('of several identical ones the one with the same ID is taken, because its template may be known', async () => {
	const {copies} = await planCopy([one('2')], [one('1'), one('2')], []);
	expect(ids(copies)).toEqual(['2']);
});

const account = (prefix: string) =>
	fc
		.array(fc.record({name: fc.constantFrom('', 'a', 'b'), userId: fc.constantFrom('1', '2', '3')}), {maxLength: 8})
		.map(items => items.map((fields, index) => one(`${prefix}${index}`, fields)));

test('each one that is wanted is copied, a duplicate or gone, and nothing is created that the target has', async () => {
	await fc.assert(
		fc.asyncProperty(account('w'), account('s'), account('t'), async (wanted, source, target) => {
			const {copies, duplicates, gone} = await planCopy(wanted, source, target);
			expect(copies.length + duplicates.length + gone.length).toBe(wanted.length);
			const forms = [...copies, ...target].map(record => duplicateForm(record));
			const present = new Set(target.map(record => duplicateForm(record)));
			expect(new Set(forms).size).toBe(copies.length + present.size);
			// No more of a content than the source has.
			const sourceForms = source.map(record => canonicalForm(record));
			for (const form of new Set(sourceForms)) {
				const taken = [...copies, ...duplicates].filter(record => canonicalForm(record) === form);
				expect(taken.length).toBeLessThanOrEqual(sourceForms.filter(other => other === form).length);
				expect(new Set(ids(taken)).size).toBe(taken.length);
			}
		}),
	);
});

test('after everything is copied, what is still only in the source has an identical one in the target', async () => {
	await fc.assert(
		fc.asyncProperty(account('s'), account('t'), async (source, target) => {
			const {copies} = await planCopy(source, source, target);
			const after = [...target, ...copies.map(({name, userId}, index) => one(`c${index}`, {name, userId}))];
			const compared = await finishInSlices(compareAccounts(source, after), new AbortController().signal);
			const forms = new Set(after.map(record => duplicateForm(record)));
			for (const row of compared!.rows) {
				expect(row.kind === 'first' || row.kind === 'differs' ? forms.has(duplicateForm(row.first)) : true).toBe(true);
			}

			// A second time there is nothing to do.
			const again = await planCopy(source, source, after);
			expect(again.copies).toEqual([]);
		}),
	);
});
