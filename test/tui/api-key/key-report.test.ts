import {expect, test} from 'vitest';
import type {Failure} from '../../../source/api/failure.ts';
import {acceptedNotice, checkLines, instructionLines, rejectionLines} from '../../../source/tui/api-key/key-report.ts';

const failure: Failure = {kind: 'unauthorized', outcome: 'rejected', summary: 'The service rejected the API key (401).', nextStep: 'Enter another.', method: 'DELETE'};
const texts = (lines: ReadonlyArray<{readonly text: string}>) => lines.map(({text}) => text.trim());

test('the request that was refused is named', () => {
	expect(texts(rejectionLines(failure, 200))).toEqual(['✗ Could not delete the notification. The service rejected the API key (401).']);
	expect(texts(rejectionLines({...failure, method: undefined}, 200))).toEqual(['✗ The service rejected the API key (401).']);
});

test('a new key that was not accepted, and one that could not be checked', () => {
	expect(texts(checkLines(failure, 1, 200))).toEqual(['✗ The new key was not accepted. The service rejected the API key (401).']);
	expect(texts(checkLines(failure, 0, 200))).toEqual(['✗ The new key could not be checked. The service rejected the API key (401).', 'Enter another.']);
	expect(texts(checkLines(failure, 2, 200))).toEqual(['✗ This key was not accepted either: 2 new keys were refused. The service rejected the API key (401).']);
});

test('the longest instruction that fits', () => {
	const lines = (isRejected: boolean, height: number) => texts(instructionLines({host: 'api.example.com', isRejected}, 60, height)).join(' ');
	expect(lines(true, 2)).toBe('Enter another API key for api.example.com. You will return to where you were.');
	expect(lines(false, 2)).toBe('Enter another API key for api.example.com. The one in use stays until the service accepts the new one.');
	expect(lines(true, 1)).toBe('Enter another API key for api.example.com.');
	expect(lines(true, 0)).toBe('');
});

test('a profile with a key command is offered to run it again, first', () => {
	expect(texts(instructionLines({host: 'api.example.com', isRejected: true, command: 'pass'}, 200, 2)).join(' ')).toBe('enter: run pass again for the API key. Or enter another one for api.example.com. You will return to where you were.');
});

test('what is still to be finished is said again once a key was accepted', () => {
	expect(acceptedNotice(undefined, '✓ Accepted.')).toEqual({tone: 'good', text: '✓ Accepted.'});
	expect(acceptedNotice({tone: 'bad', text: '✗ Pending.', refusal: failure, follows: '7'}, '✓ Accepted.')).toEqual({tone: 'bad', text: '✓ Accepted. ✗ Pending.', follows: '7'});
});
