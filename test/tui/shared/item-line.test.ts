import {expect, test} from 'vitest';
import {itemLine, wholeItem} from '../../../source/tui/shared/item-line.ts';
import {itemWith} from '../../helpers/items.ts';
import {oldOne} from '../../ledger/ledgers.ts';

/** An item that failed to delete a notification of this name and user. */
const failed = (name: string, userId = '', text = 'It is still listed.') =>
	itemWith({
		kind: 'delete',
		phase: 'failed',
		input: undefined,
		snapshot: oldOne('7', {name, userId}),
		reason: [{why: 'answer', text}],
	});
const name = 'n'.repeat(300);

test('a long name is cut, so that the user and the reason beside it are in sight', () => {
	expect(itemLine(failed(name, 'user-1'), 60)).toBe(`✗ 7  ${'n'.repeat(24)}… · user-1: It is still listed.`);
	expect(itemLine(failed(name, 'user-1'), 400)).toBe(`✗ 7  ${name} · user-1: It is still listed.`);
});

test('beside a reason that does not fit a third is for the name', () => {
	expect(itemLine(failed(name, 'user-1', 'r'.repeat(100)), 60)).toBe(
		`✗ 7  ${'n'.repeat(10)}… · user-1: ${'r'.repeat(100)}`,
	);
	expect(itemLine(failed('short', '', 'r'.repeat(100)), 60)).toBe(`✗ 7  short: ${'r'.repeat(100)}`);
});

test('text of the service is safe to show', () => {
	expect(itemLine(failed('a\u{1B}[2Jb'), 60)).toBe('✗ 7  a␛[2Jb: It is still listed.');
});

test('an item that its line cuts is told in full in the lines below, where there are any', () => {
	const item = failed('Treasury');
	expect(wholeItem(item, 60, 5)).toStrictEqual([]);
	expect(wholeItem(item, 24, 5).map(({text}) => text)).toStrictEqual([' ', '✗ 7  Treasury: It is', 'still listed.']);
	expect(wholeItem(item, 24, 2).map(({text}) => text)).toStrictEqual(['✗ 7  Treasury: It is', 'still listed.']);
	expect(wholeItem(item, 24, 0)).toStrictEqual([]);
	expect(wholeItem(undefined, 24, 5)).toStrictEqual([]);
});
