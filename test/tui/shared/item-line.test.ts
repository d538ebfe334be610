import {expect, test} from 'vitest';
import {itemLine, wholeItem} from '../../../source/tui/shared/item-line.ts';

const failed = {
	kind: 'delete',
	state: 'failed',
	input: undefined,
	newId: undefined,
	detail: 'It is still listed.',
} as const;
const input = {name: 'n'.repeat(300), userId: 'user-1'};

test('a long name is cut, so that the user and the reason beside it are in sight', () => {
	expect(itemLine({...failed, snapshot: {id: '7', input}}, 60)).toBe(
		`✗ 7  ${'n'.repeat(24)}… · user-1: It is still listed.`,
	);
	expect(itemLine({...failed, snapshot: {id: '7', input}}, 400)).toBe(
		`✗ 7  ${input.name} · user-1: It is still listed.`,
	);
});

test('beside a reason that does not fit a third is for the name', () => {
	expect(itemLine({...failed, snapshot: {id: '7', input}, detail: 'r'.repeat(100)}, 60)).toBe(
		`✗ 7  ${'n'.repeat(10)}… · user-1: ${'r'.repeat(100)}`,
	);
	expect(
		itemLine({...failed, snapshot: {id: '7', input: {name: 'short', userId: ''}}, detail: 'r'.repeat(100)}, 60),
	).toBe(`✗ 7  short: ${'r'.repeat(100)}`);
});

test('text of the service is safe to show', () => {
	expect(itemLine({...failed, snapshot: {id: '7', input: {name: 'a\u{1B}[2Jb', userId: ''}}}, 60)).toBe(
		'✗ 7  a␛[2Jb: It is still listed.',
	);
});

test('an item that its line cuts is told in full in the lines below, where there are any', () => {
	const item = {...failed, snapshot: {id: '7', input: {name: 'Treasury', userId: ''}}};
	expect(wholeItem(item, 60, 5)).toStrictEqual([]);
	expect(wholeItem(item, 24, 5).map(({text}) => text)).toStrictEqual([' ', '✗ 7  Treasury: It is', 'still listed.']);
	expect(wholeItem(item, 24, 2).map(({text}) => text)).toStrictEqual(['✗ 7  Treasury: It is', 'still listed.']);
	expect(wholeItem(item, 24, 0)).toStrictEqual([]);
	expect(wholeItem(undefined, 24, 5)).toStrictEqual([]);
});
