import fc from 'fast-check';
import {expect, test} from 'vitest';
import {range} from '../../../source/platform/text.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {changeRows, changesBetween, itemRow, signs, type Row} from '../../../source/tui/changes/rows.tsx';
import {anyText} from '../../helpers/any-text.ts';
import {itemWith} from '../../helpers/items.ts';
import {notificationWith} from '../../helpers/notifications.ts';
import {input, oldOne} from '../../ledger/ledgers.ts';

const fields = notificationWith({
	userId: 'ops-1',
	name: 'Treasury',
	channel: 'EMAIL',
	recipient: 'a@example.com',
	filters: [{fieldName: 'value', operator: 'gt', value: '10', valueType: 'int'}],
});
const linesOf = (rows: readonly Row[], width = 76) => {
	const {count, title, lineAt} = changeRows({count: rows.length, rowAt: index => rows[index]!}, width);
	return [title, ...rows.slice(0, count).map((_, index) => lineAt(index).text)].map(text => text.trimEnd());
};

const after = {...fields, recipient: 'b@example.com'};

test('what changes stands in place of the recipient and the filters, and beside the recipient in a wide line', () => {
	const row = {id: '7', fields, sign: signs.replace, what: changesBetween(fields, after)};
	expect(linesOf([row])).toStrictEqual(['  ID  CHAN   USER   CHANGE', '~ 7   EMAIL  ops-1  to [a→b]@example.com']);
	expect(linesOf([row], 120)[1]).toBe('~ 7   EMAIL  ops-1  a@example.com  to [a→b]@example.com');
	expect(changeRows({count: 1, rowAt: () => row}, 76).lineAt(0).spoken).toBe(
		'edit, 7, EMAIL, ops-1, Recipient from a@example.com to b@example.com',
	);
});

test('an item of a change has its sign, its number, both IDs and what changes; one that is done what is said of it', () => {
	const item = itemWith({
		kind: 'replace',
		input: {...input, name: 'Hot wallet'},
		snapshot: {...oldOne(), template: input.template},
		newId: '8',
		of: 12,
	});
	expect(linesOf([itemRow(item)])[1]).toMatch(/^✓ 5\.1 {2}7 → 8 .* {2}name \[Treasury→Hot wallet\]$/v);
	const noted = {...item, reason: [{why: 'answer', text: 'It is a\u{1B}[2Jb.'}]} as const;
	expect(linesOf([itemRow(noted)], 120)[1]).toMatch(/ {2}It is a␛\[2Jb\.$/v);
	const unfollowed = {...noted, phase: 'unfollowed', reason: [{why: 'stopped-following'}]} as const;
	expect(itemRow(unfollowed).sign).toEqual({text: '? 5.1 ', role: 'warning', spoken: 'not followed, 5.1'});
	expect(linesOf([itemRow({...noted, phase: 'failed', newId: undefined})], 120)[1]).toMatch(
		/^✗ 5\.1 {2}7 .*wallet\]$/v,
	);
});

test('an item has a template that it sent in place of one that is not known, and of one that is, what changes', () => {
	const changeOf = (template?: string) =>
		linesOf([
			itemRow(itemWith({kind: 'replace', input: {...input, template: 'zed'}, snapshot: {...oldOne(), template}})),
		])[1];
	expect(changeOf()).toMatch(/ {2}template \[not known→zed\]$/v);
	expect(changeOf('old')).toMatch(/ {2}template \[old→zed\]$/v);
	expect(changeOf('zed')).not.toContain('zed');
});

test('a change is cut with … or has its closing sign, and its note is two blanks behind it in what is left', () => {
	const item = itemWith({
		kind: 'replace',
		input: {...input, channel: 'TELEGRAM', userId: 'zed'},
		snapshot: {...oldOne('10', {userId: 'qa', channel: 'TELEGRAM'}), template: input.template},
		newId: '22',
		reason: [{why: 'answer', text: '& the response did not confirm it, but it is listed.'}],
	});
	expect(linesOf([itemRow(item)], 60)[1]).toBe('✓ 5  10 → 22  TELEGRAM  zed   user [qa→zed]  & the response…');
	for (const width of range(100).slice(36)) {
		expect(linesOf([itemRow(item)], width)[1]).toMatch(/^[^&]*(?:\]|…)(?: {2,}&.*[….])?$/v);
	}
});

test('a row fits, whatever the texts are', () => {
	const text = anyText({maxLength: 60});
	fc.assert(
		fc.property(text, text, text, fc.integer({min: 40, max: 160}), (id, userId, recipient, width) => {
			const other = {...fields, userId, recipient};
			const rows: Row[] = [
				{id, fields: other, note: {text: userId}},
				{id, fields: other, sign: signs.replace, what: changesBetween(fields, other), note: {text: id}},
			];
			for (const line of linesOf(rows, width)) {
				expect(widthOf(line)).toBeLessThanOrEqual(width);
				expect(line).not.toMatch(/\p{Cc}/v);
			}
		}),
	);
});
