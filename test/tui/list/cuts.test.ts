import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {widthOf} from '../../../source/terminal/width.ts';
import {cutters, kindOf} from '../../../source/tui/list/cuts.ts';
import type {DistinctParts} from '../../../source/tui/list/distinct-cuts.ts';
import {anyUrl} from '../../helpers/any-text.ts';

const {text, middle, recipient, channel} = cutters;

const customers: DistinctParts = {prefix: '', cuts: [[14, 0], [12, 2], [0, 3]]};
const numbered: DistinctParts = {prefix: 'alpha notification ', cuts: [[24, 0], [0, 5]]};

describe('text', () => {
	test('what all values begin with is shortened first', () => {
		expect(text('alpha notification 12345', 24, numbered)).toBe('alpha notification 12345');
		expect(text('alpha notification 12345', 15, numbered)).toBe('alpha not…12345');
		expect(text('alpha notification 7', 15, numbered)).toBe('alpha notific…7');
		expect(text('alpha notification 12345', 6, numbered)).toBe('…12345');
		expect(text('alpha notification 12345', 5, numbered)).toBe('…12…5');
	});

	test('as much of the end is kept as tells the values apart besides the start', () => {
		expect(text('customer-104391', 14, customers)).toBe('customer-1…391');
		expect(text('customer-104391', 10, customers)).toBe('custom…391');
		expect(text('Treasury: large transfers 13', 14, {prefix: '', cuts: [[5, 0]]})).toBe('Treasury: lar…');
		expect(text('Treasury: large transfers 13', 14)).toBe('Treasury: lar…');
	});
});

test('both ends of an ID and an address are kept alike, where that is enough', () => {
	const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
	expect(middle(address, 12)).toBe('0xd8dA6…6045');
	expect(middle(address, 12, {prefix: '', cuts: [[5, 0], [0, 4]]})).toBe('0xd8dA6…6045');
	expect(middle(address, 12, {prefix: '', cuts: [[30, 0], [0, 8]]})).toBe('0xd…7aA96045');
	expect(middle(address, 12, {prefix: '', cuts: [[8, 0]]})).toBe('0xd8dA6B…045');
});

test('a recipient keeps what differs from others on its host, and some of the host where there is room', () => {
	const tenants: DistinctParts = {prefix: 'api.example.com/v2/tenants/', cuts: [[40, 0], [36, 2]]};
	expect(recipient('api.example.com/v2/tenants/customer-7/alerts?team=1', 24, tenants)).toBe('api.exam…customer-7/ale…');
	expect(recipient('api.example.com/v2/tenants/customer-7/alerts?team=1', 14, tenants)).toBe('…customer-7…=1');
});

test('a mailbox that no cut as a whole tells from others keeps what is before its domain', () => {
	const alike: DistinctParts = {prefix: '', cuts: [[60, 0], [9, 24]]};
	const shown = ['alerts+1@example.com', 'alerts+14@example.com', 'a.very.long.mailbox.of.team-1@sub.example.org', 'a.very.long.mailbox.of.team-7@sub.example.org'].map(value => recipient(value, 17, alike));
	expect(shown).toEqual(['alerts+1@example…', 'alerts+14@exampl…', 'a.ver…eam-1@sub.…', 'a.ver…eam-7@sub.…']);
	expect(recipient('alerts+14@example.com', 17, {prefix: '', cuts: [[9, 0], [8, 6]]})).toBe('alerts+14@exampl…');
	expect(recipient('alerts+14@example.com', 10, alike)).toHaveLength(10);
});

test('recipients are compared with those of the same host, and e-mail addresses with each other', () => {
	expect(['a.example/1', 'a.example/2', 'b.example/1', 'ops@example.com', '#ops', '-1001'].map(value => kindOf('recipient', value))).toEqual(['a.example', 'a.example', 'b.example', '@', '', '']);
	expect(kindOf('text', 'a.example/1')).toBe('');
});

test('a channel has a short form for a narrow column; one that is not known is cut', () => {
	expect(['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK', 'PAGERDUTY'].map(name => channel(name, 5))).toEqual(['EMAIL', 'HOOK', 'TGRM', 'SLACK', 'PAGE…']);
	expect(channel('TELEGRAM', 8)).toBe('TELEGRAM');
});

test('no cut is wider than its column, whatever the text, and what fits is not changed', () => {
	const value = fc.oneof(fc.string({unit: 'grapheme', maxLength: 40}), anyUrl(), fc.emailAddress());
	const distinctParts = fc.record({prefix: fc.constantFrom('', 'https://'), cuts: fc.array(fc.tuple(fc.nat(30), fc.nat(30)), {minLength: 1})});
	fc.assert(fc.property(value, fc.integer({min: 1, max: 40}), distinctParts, (whole, columns, where) => {
		for (const cut of Object.values(cutters)) {
			const shown = cut(whole, columns, where);
			expect(widthOf(shown)).toBeLessThanOrEqual(columns);
			expect(shown === whole).toBe(widthOf(whole) <= columns);
		}
	}));
});
