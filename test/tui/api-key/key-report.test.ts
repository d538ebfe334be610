import {expect, test} from 'vitest';
import type {Failure} from '../../../source/api/failure.ts';
import {acceptedNotice, checkLines, instructionLines, rejectionLines} from '../../../source/tui/api-key/key-report.ts';

const failure: Failure = {
	kind: 'unauthorized',
	outcome: 'rejected',
	summary: 'The service rejected the API key (401).',
	nextStep: 'Enter another.',
	method: 'DELETE',
};
const texts = (lines: ReadonlyArray<{readonly text: string}>) => lines.map(({text}) => text.trim());

const rejected = 'The service rejected the API key (401).';

test.each<[string, Partial<Failure>, string]>([
	['a DELETE', {}, `✗ Could not delete the notification. ${rejected} This request deleted nothing.`],
	['a POST', {method: 'POST'}, `✗ Could not create the notification. ${rejected} This request created nothing.`],
	['a listing', {method: 'GET'}, `✗ Could not list the notifications. ${rejected}`],
	[
		'a listing before a change',
		{method: 'GET', outcome: 'not-sent'},
		`✗ Could not list the notifications. ${rejected} Nothing was sent.`,
	],
	['an unnamed one', {method: undefined}, `✗ ${rejected}`],
])('the request that was refused is named, and what it did: %s', (_what, change, said) => {
	expect(texts(rejectionLines({...failure, ...change}, undefined, 200))).toEqual([said]);
});

test('the listing after a change was refused: what is known of the change is said', () => {
	const listing: Failure = {...failure, method: 'GET'};
	const notice = {
		tone: 'plain',
		text: `Pending (!). The service confirmed the deletion, but no complete listing has shown it gone. ${rejected}`,
		refusal: listing,
	} as const;
	expect(texts(rejectionLines(listing, notice, 200))).toEqual([notice.text]);
	expect(
		texts(
			rejectionLines(listing, {tone: 'warning', text: '? Not known whether 1 was deleted.', refusal: listing}, 200),
		),
	).toEqual([`✗ Could not list the notifications. ${rejected}`, '? Not known whether 1 was deleted.']);
	expect(texts(rejectionLines(failure, {...notice, refusal: failure}, 200))).toEqual([
		`✗ Could not delete the notification. ${rejected} This request deleted nothing.`,
	]);
});

test('a new key that was not accepted, and one that could not be checked', () => {
	expect(texts(checkLines(failure, 1, 200))).toEqual([
		'✗ The new key was not accepted. The service rejected the API key (401).',
	]);
	expect(texts(checkLines(failure, 0, 200))).toEqual([
		'✗ The new key could not be checked. The service rejected the API key (401).',
		'Enter another.',
	]);
	expect(texts(checkLines(failure, 2, 200))).toEqual([
		'✗ This key was not accepted either: 2 new keys were refused. The service rejected the API key (401).',
	]);
});

test('the longest instruction that fits', () => {
	const lines = (isRejected: boolean, height: number) =>
		texts(instructionLines({host: 'api.example.com', isRejected}, 60, height)).join(' ');
	expect(lines(true, 2)).toBe('Enter another API key for api.example.com. You will return to where you were.');
	expect(lines(false, 2)).toBe(
		'Enter another API key for api.example.com. The one in use stays until the service accepts the new one.',
	);
	expect(lines(true, 1)).toBe('Enter another API key for api.example.com.');
	expect(lines(true, 0)).toBe('');
});

test('a profile with a key command is offered to run it again, first', () => {
	expect(texts(instructionLines({host: 'api.example.com', isRejected: true, command: 'pass'}, 200, 2)).join(' ')).toBe(
		'enter: run pass again for the API key. Or enter another one for api.example.com. You will return to where you were.',
	);
});

test('what is still to be finished is said again once a key was accepted', () => {
	expect(acceptedNotice(undefined, '✓ Accepted.')).toEqual({tone: 'good', text: '✓ Accepted.'});
	expect(acceptedNotice({tone: 'bad', text: '✗ Pending.', refusal: failure, follows: '7'}, '✓ Accepted.')).toEqual({
		tone: 'bad',
		text: '✓ Accepted. ✗ Pending.',
		follows: '7',
	});
});
