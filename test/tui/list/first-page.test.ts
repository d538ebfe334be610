import {expect, test} from 'vitest';
import type {Profile} from '../../../source/config/profile.ts';
import type {ListedRecord} from '../../../source/notification/notification.ts';
import type {AccountListing} from '../../../source/account/listing-state.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {firstPage, type FirstPageOptions} from '../../../source/tui/list/first-page.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const records: ListedRecord[] = Array.from({length: 30}, (_, index) =>
	notificationWith({
		id: String(index + 1),
		name: `Alert ${index + 1}`,
		userId: `user-${index % 7}`,
		channel: index % 2 === 0 ? 'EMAIL' : 'WEBHOOK',
		addresses: [`0x${index}`],
	}),
);

const profile: Profile = {
	name: 'work',
	isSandbox: false,
	baseUrl: 'https://api.example.com/',
	apiKey: '',
	isReadOnly: false,
	hasColour: true,
};

const accountOf = (listed: readonly ListedRecord[], state: 'remembered' | 'ready' = 'remembered'): AccountListing => {
	const value = {records: listed, complete: false, reason: 'It is from an earlier run.'} as const;
	return {
		listing: state === 'ready' ? {state, value, at: 0} : {state, value, at: 0, count: listed.length},
		shown: listed,
		progress: undefined,
		changes: {appeared: new Set(), vanished: new Set()},
		watch: undefined,
	};
};

const draw = (columns: number, rows: number, change: Partial<FirstPageOptions> = {}) =>
	firstPage({
		profile,
		account: accountOf(records),
		hasCertificateWarning: false,
		settings: {},
		now: 60_000,
		size: {columns, rows},
		...change,
	})?.linesAt({selected: 0, top: 0});

test.each([
	[80, 24],
	[120, 40],
	[140, 34],
	[40, 10],
	[41, 29],
	[80, 30],
	[150, 12],
])('at %ix%i every line but the last has its place, and none is wider', (columns, rows) => {
	const lines = draw(columns, rows)!;
	// The last line of the terminal stays empty.
	expect(lines).toHaveLength(rows - 1);
	expect(Math.max(...lines.map(line => widthOf(line)))).toBeLessThanOrEqual(columns);
	expect(lines[0]).toMatch(columns < 60 ? /^ work/v : /^ chainbell · work/v);
	expect(lines.filter(line => line.startsWith('▌ '))).toHaveLength(1);
	expect(lines.findIndex(line => line.startsWith('▌ '))).toBe(rows < 30 ? 2 : 4);
	expect(lines.at(-1)).toMatch(/ n \S+/v);
});

test('with little in the list, or nothing known of it, there is nothing to draw', () => {
	expect(draw(80, 24, {account: accountOf([])})).toBeUndefined();
	expect(draw(80, 24, {account: accountOf(records, 'ready')})).toBeUndefined();
	expect([draw(39, 24), draw(80, 9)]).toEqual([undefined, undefined]);
	expect([draw(40, 24), draw(80, 10)]).not.toContain(undefined);
});

test('beside a preview its border is drawn, below one its rule; without one the rows have the room', () => {
	const beside = draw(150, 24)!;
	expect(beside.filter(line => line.endsWith(' │'))).toHaveLength(24 - 4);
	expect(new Set(beside.slice(1, -2).map(line => widthOf(line))).size).toBe(1);
	const below = draw(80, 40)!;
	expect(below.filter(line => line === '─'.repeat(80))).toHaveLength(2);
	const off = draw(80, 40, {settings: {preview: 'off'}})!;
	expect(off.filter(line => line === '─'.repeat(80))).toHaveLength(1);
	expect(off.filter(line => line.includes('Alert ')).length).toBeGreaterThan(
		below.filter(line => line.includes('Alert ')).length,
	);
});

test('the views of config.yaml are tabs above the titles', () => {
	const lines = draw(80, 24, {settings: {views: [{name: 'Treasury', query: 'treasury'}]}})!;
	expect(lines[1]).toContain('Treasury');
	expect(widthOf(lines[1]!)).toBe(80);
	expect(lines[3]).toMatch(/^▌ /v);
	expect(lines).toHaveLength(23);
});

test('what a key cannot do yet is no hint: on a read-only profile, and on a record that cannot be read', () => {
	const keys = (change: Partial<FirstPageOptions>) => draw(120, 24, change)!.at(-1);
	expect(keys({})).toContain(' delete');
	expect(keys({profile: {...profile, isReadOnly: true}})).not.toContain(' delete');
	const unreadable: ListedRecord = {kind: 'unreadable', index: 0, problem: 'no name', raw: {id: '1'}};
	expect(keys({account: accountOf([unreadable, ...records])})).not.toContain(' delete');
	expect(draw(80, 24, {account: accountOf([unreadable, ...records])})![2]).toContain('no name');
});

test('an insecure connection is said at once', () => {
	expect(draw(80, 24)![0]).not.toContain('TLS unverified');
	expect(draw(80, 24, {hasCertificateWarning: true})![0]).toContain('TLS unverified');
});
