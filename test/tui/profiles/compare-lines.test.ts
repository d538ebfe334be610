import {expect, test} from 'vitest';
import type {Listing} from '../../../source/api/listing/list-notifications.ts';
import type {Notification} from '../../../source/domain/notification.ts';
import type {ComparedAccount} from '../../../source/session/compare-profiles.ts';
import type {Session} from '../../../source/session/session.ts';
import {
	comparedRowLine,
	comparisonLines,
	comparisonTitle,
	directionParts,
	notComparedLines,
	readerComparedRow,
} from '../../../source/tui/profiles/compare-lines.ts';
import {copyRefusal, idsOnlyIn, layOutComparison, onlyIn} from '../../../source/tui/profiles/compare-rows.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const hostile = notificationWith({name: 'a\u{1B}[31m\nb', recipient: 'wide 宛先 '.repeat(20)});

test.each([10, 40, 59, 60, 80, 121])('at %i columns each line is exactly so wide, and safe to show', columns => {
	for (const kind of ['first', 'second', 'differs', 'both'] as const) {
		const line = comparedRowLine({kind, first: hostile, second: hostile}, columns);
		expect(widthOf(line)).toBe(columns);
		expect(line).not.toMatch(/[\n\u{1B}]/v);
	}

	expect(widthOf(comparisonTitle(['a\nb', 'c'], columns))).toBe(columns);
});

/** A compared account, whose profile is opened as `change` says. */
function compared(
	name: string,
	{
		isReadOnly = false,
		earlier,
		listing = {records: [], complete: true},
	}: {readonly isReadOnly?: boolean; readonly earlier?: Session['earlier']; readonly listing?: Listing} = {},
): ComparedAccount {
	const session = {
		profile: {name, isReadOnly},
		connection: {baseUrl: `https://${name}.example.com/`},
		earlier,
	} as unknown as Session;
	return {name, session, listing};
}

test.each([20, 40, 60, 80, 120])('at %i columns the account that is written to is named', columns => {
	const {from, to} = directionParts(compared('staging'), compared('production', {isReadOnly: true}), columns);
	expect(to).toContain('production');
	expect(widthOf(from + to)).toBeLessThan(columns);
});

test('with room for it the direction has the host that is written to', () => {
	const {from, to} = directionParts(compared('staging'), compared('production'), 80);
	expect(from + to).toBe('Copy from staging to production (production.example.com)');
	expect(comparisonTitle(['staging', 'production'], 80)).toMatch(
		/^< staging {2}> production {2}\| differ {2}= both +$/v,
	);
	expect(comparisonTitle(['production', 'staging-of-the-custody-department'], 60)).toMatch(
		/^< production {2}> staging-of-th…y-department {2}\| differ {2}= both *$/v,
	);
});

test('what is written to has to be writable, both listings complete, and the account known', () => {
	const staging = compared('staging');
	expect(copyRefusal(staging, compared('production'))).toBeUndefined();
	expect(copyRefusal(staging, compared('production', {isReadOnly: true}))).toBe(
		'production is read-only: nothing can be copied from staging to production.',
	);
	const partial = compared('production', {listing: {records: [], complete: false, reason: 'More follow.'}});
	expect(copyRefusal(staging, partial)).toContain('The listing of production is partial');
	expect(copyRefusal(partial, staging)).toContain('The listing of production is partial');
	expect(copyRefusal(staging, compared('production', {earlier: {account: 'a', usedAt: 1}}))).toContain(
		'Open production once',
	);
});

test('what is only in one is what can be copied from it; all of them are those without one of the same name', () => {
	const first = notificationWith({id: '1'});
	const second = notificationWith({id: '2'});
	const rows = [
		{kind: 'differs', first, second},
		{kind: 'first', first},
		{kind: 'second', second},
		{kind: 'both', first, second},
	] as const;
	expect(rows.map(row => onlyIn(row, 0)?.id)).toEqual(['1', '1', undefined, undefined]);
	expect(rows.map(row => onlyIn(row, 1)?.id)).toEqual(['2', undefined, '2', undefined]);
	expect([idsOnlyIn(rows, 0), idsOnlyIn(rows, 1)]).toEqual([['1'], ['2']]);
	const laidOut = layOutComparison(rows, 0);
	expect(rows.map((_row, index) => laidOut.indexOf(laidOut.keyAt(index)!))).toEqual([0, 1, 2, 3]);
	// What can be copied comes first.
	expect(rows.map((_row, index) => laidOut.at(index)!.kind)).toEqual(['differs', 'first', 'second', 'both']);
	const reversed = layOutComparison(rows, 1);
	expect(rows.map((_row, index) => reversed.at(index)!.kind)).toEqual(['differs', 'second', 'first', 'both']);
});

test('a partial listing proves nothing absent, and says so', () => {
	const comparison = {rows: [], onlyFirst: 1, onlySecond: 0, differ: 3, both: 2, unreadable: 1};
	const accounts = [
		compared('production'),
		compared('staging', {listing: {records: [], complete: false, reason: 'Page 2 could not be read.'}}),
	] as const;
	const text = comparisonLines({kind: 'compared', comparison, accounts}, 200, 4)
		.map(line => line.text)
		.join('\n');
	expect(text).toContain('Only in production: 1 · only in staging: 0 · differ: 3 · in both: 2');
	expect(text).toContain(
		'The listing of staging is partial: what is missing there may exist. Page 2 could not be read.',
	);
	expect(text).toContain('1 record could not be read, and was not compared.');
});

test('a profile that cannot be connected is named', () => {
	expect(
		notComparedLines({kind: 'failed', name: 'staging', problem: 'KEY is not set'}, 80).map(({text}) => text),
	).toEqual([' ✗ Not compared: staging: KEY is not set.']);
});

test('in a small terminal the counts have the signs of the rows, and the note about templates is left out', () => {
	const comparison = {rows: [], onlyFirst: 1200, onlySecond: 0, differ: 3, both: 2, unreadable: 0};
	const result = {kind: 'compared', comparison, accounts: [compared('production'), compared('staging')]} as const;
	expect(comparisonLines(result, 40, 1).map(({text}) => text)).toEqual([' < only 1,200 · > only 0 · | 3 · = 2']);
	expect(comparisonLines(result, 80, 2).map(({text}) => text)).toEqual([
		' Only in production: 1,200 · only in staging: 0 · differ: 3 · in both: 2',
		' Templates and topics are never listed, so not compared.',
	]);
});

test('what one side has takes the whole line; of two that differ it says what they share, then what differs', () => {
	const first = notificationWith({
		name: 'Alerts',
		channel: 'EMAIL',
		recipient: 'a-long-mailbox-of-many-words@notifications.example.com',
		userId: 'ops',
	});
	const second = {...first, name: 'Alarms'};
	expect(comparedRowLine({kind: 'first', first}, 80)).toMatch(
		/^< Alerts · EMAIL · a-long-mailbox-of-many-words@notifications\.example\.com · ops +$/v,
	);
	expect(comparedRowLine({kind: 'second', second}, 80)).toMatch(/^> Alarms .* · ops +$/v);
	expect(comparedRowLine({kind: 'both', first, second}, 80)).toMatch(/^= Alerts .* · ops +$/v);
	expect(comparedRowLine({kind: 'differs', first, second}, 120)).toMatch(
		/^\| EMAIL · a-long-mailbox-of-many-words@notifications\.example\.com · ops · name \[Alerts\|Alarms\] +$/v,
	);
});

test('a screen reader is told which account has a notification, and in what two differ', () => {
	const first = notificationWith({name: 'Alerts', channel: 'EMAIL', recipient: 'a@example.com', userId: 'ops'});
	const second = {...first, name: 'Alarms'};
	const lines = (
		[
			{kind: 'first', first},
			{kind: 'second', second},
			{kind: 'both', first, second: first},
			{kind: 'differs', first, second},
		] as const
	).map(row => readerComparedRow(row, ['staging', 'production']));
	expect(lines).toEqual([
		'only in staging  Alerts · EMAIL · a@example.com · ops',
		'only in production  Alarms · EMAIL · a@example.com · ops',
		'in both  Alerts · EMAIL · a@example.com · ops',
		'differs between staging and production  EMAIL · a@example.com · ops · name [Alerts and Alarms]',
	]);
});

test.each([39, 59, 79, 119])('in %i columns it can be seen what two long ones differ in', columns => {
	const first = notificationWith({
		name: 'Treasury: any movement',
		channel: 'WEBHOOK',
		recipient: `https://hooks.example.org/${'ingest/'.repeat(40)}500909`,
		userId: '6ad8-e3da-4221-ad33-6a082a598547',
		filters: [{fieldName: 'value', operator: 'gt', value: '10', valueType: 'int'}],
	});
	const lineOf = (second: Notification) => comparedRowLine({kind: 'differs', first, second}, columns).trimEnd();
	expect(lineOf({...first, recipient: first.recipient.replace('500909', '999999')})).toMatch(
		/^\| T.* · to .*\[50.*9\|99.*99\]$/v,
	);
	expect(lineOf({...first, filters: [{...first.filters[0]!, value: '25'}]})).toMatch(
		/^\| T.* · filters .*\[10\|25\]$/v,
	);
	expect(lineOf({...first})).toMatch(/differ$/v);
});

test('in one line the counts have the signs of the rows', () => {
	const comparison = {rows: [], onlyFirst: 39_937, onlySecond: 17, differ: 5, both: 63, unreadable: 0};
	const accounts = [compared('production'), compared('staging-of-the-custody-department')] as const;
	expect(comparisonLines({kind: 'compared', comparison, accounts}, 80, 1).map(line => line.text)).toEqual([
		' < only 39,937 · > only 17 · | 5 · = 63',
	]);
});
