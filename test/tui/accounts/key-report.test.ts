import {expect, test} from 'vitest';
import type {Failure} from '../../../source/service/failure.ts';
import {
	acceptedNotice,
	checkSaid,
	instructionTexts,
	rejectionSaid,
	typedKeyFailure,
} from '../../../source/tui/accounts/connect.tsx';
import {told} from '../../helpers/told.ts';
import type {Said} from '../../../source/tui/ui/line.tsx';

const failure: Failure = {
	kind: 'unauthorized',
	outcome: 'rejected',
	summary: 'The service rejected the API key (401).',
	nextStep: 'Enter another.',
	method: 'DELETE',
};
const texts = (said: Said) => told(said).map(({text}) => text.trim());

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
	expect(texts(rejectionSaid({...failure, ...change}, undefined))).toEqual([said]);
});

test('the listing after a change was refused: what is known of the change is said', () => {
	const listing: Failure = {...failure, method: 'GET'};
	const notice = {
		text: `Pending (!). The service confirmed the deletion, but no complete listing has shown it gone. ${rejected}`,
		refusal: listing,
	} as const;
	expect(texts(rejectionSaid(listing, notice))).toEqual([notice.text]);
	expect(
		texts(rejectionSaid(listing, {tone: 'warning', text: '? Not known whether 1 was deleted.', refusal: listing})),
	).toEqual([`✗ Could not list the notifications. ${rejected}`, '? Not known whether 1 was deleted.']);
	expect(texts(rejectionSaid(failure, {...notice, refusal: failure}))).toEqual([
		`✗ Could not delete the notification. ${rejected} This request deleted nothing.`,
	]);
});

test('a new key that was not accepted, and one that could not be checked', () => {
	expect(texts(checkSaid(failure, 1))).toEqual([
		'✗ The new key was not accepted. The service rejected the API key (401).',
		'Enter another.',
	]);
	expect(texts(checkSaid(failure, 0))).toEqual([
		'✗ The new key could not be checked. The service rejected the API key (401).',
		'Enter another.',
	]);
	expect(texts(checkSaid(typedKeyFailure(failure), 2))).toEqual([
		'✗ This key was not accepted either: 2 new keys were refused. The service rejected the API key (401).',
		'Check the key you typed.',
	]);
});

test('the instruction has a long and a short wording', () => {
	expect(instructionTexts('api.example.com', true, undefined)).toEqual([
		'Enter another API key for api.example.com. You will return to where you were.',
		'Enter another API key for api.example.com.',
	]);
	expect(instructionTexts('api.example.com', false, undefined)[0]).toBe(
		'Enter another API key for api.example.com. The one in use stays until the service accepts the new one.',
	);
});

test('a profile with a key command is offered to run it again, first', () => {
	expect(instructionTexts('api.example.com', true, 'pass')[0]).toBe(
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
