import {expect, test} from 'vitest';
import type {Failure} from '../../../source/api/failure.ts';
import {checkLines, instructionLines, rejectionLines} from '../../../source/tui/api-key/key-report.ts';

const failure: Failure = {kind: 'unauthorized', outcome: 'rejected', summary: 'The service rejected the API key (401).', nextStep: 'Enter another.', method: 'DELETE'};
const texts = (lines: ReadonlyArray<{readonly text: string}>) => lines.map(({text}) => text.trim());

test('the request that was refused is named', () => {
	expect(texts(rejectionLines(failure, 200))).toEqual(['✗ Could not delete the notification. The service rejected the API key (401).']);
	expect(texts(rejectionLines({...failure, method: undefined}, 200))).toEqual(['✗ The service rejected the API key (401).']);
});

test('a new key that was not accepted, and one that could not be checked', () => {
	expect(texts(checkLines(failure, true, 200))).toEqual(['✗ The new key was not accepted. The service rejected the API key (401).']);
	expect(texts(checkLines(failure, false, 200))).toEqual(['✗ The new key could not be checked. The service rejected the API key (401).', 'Enter another.']);
});

test('the longest instruction that fits', () => {
	const lines = (isRejected: boolean, height: number) => texts(instructionLines('api.example.com', isRejected, 60, height)).join(' ');
	expect(lines(true, 2)).toBe('Enter another API key for api.example.com. You will return to where you were.');
	expect(lines(false, 2)).toBe('Enter another API key for api.example.com. The one in use stays until the service accepts the new one.');
	expect(lines(true, 1)).toBe('Enter another API key for api.example.com.');
	expect(lines(true, 0)).toBe('');
});
