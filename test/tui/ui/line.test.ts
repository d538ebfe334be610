import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Failure} from '../../../source/service/failure.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {cutTo, failureSaid, linesOf} from '../../../source/tui/ui/line.tsx';
import {told} from '../../helpers/told.ts';

const failure: Failure = {
	kind: 'server',
	outcome: 'unknown',
	summary: 'The service failed (500).',
	nextStep: 'Try again later.',
};

describe('a failure', () => {
	test("says the service's own serverMessage, and which request it was", () => {
		expect(told(failureSaid({...failure, serverMessage: 'Out of disk', requestId: 'req-1'}), 80)).toEqual([
			{tone: 'bad', text: ' ✗ The service failed (500). (request req-1)'},
			{tone: 'plain', text: ' The service says: Out of disk'},
			{tone: 'faint', text: ' Try again later.'},
		]);
	});

	test('that is a stop of the operator is no error', () => {
		const stopped: Failure = {
			kind: 'cancelled',
			outcome: 'not-sent',
			summary: 'The request was cancelled.',
			nextStep: 'Nothing was sent.',
		};
		expect(told(failureSaid(stopped), 80)).toEqual([
			{tone: 'plain', text: ' The request was cancelled.'},
			{tone: 'faint', text: ' Nothing was sent.'},
		]);
		expect(told(failureSaid({...stopped, outcome: 'unknown', nextStep: 'It may still succeed.'}), 80)).toEqual([
			{tone: 'warning', text: ' ? The request was cancelled.'},
			{tone: 'faint', text: ' It may still succeed.'},
		]);
	});

	test('never shows control sequences', () => {
		const shown = told(
			failureSaid({...failure, serverMessage: '\u{1B}[31m<h1>\n\u{202E}', requestId: '\u{1B}]0;x\u{7}'}),
			80,
		).map(({text}) => text);
		expect(shown).toEqual([
			' ✗ The service failed (500). (request ␛]0;x␇)',
			' The service says: ␛[31m<h1>␊<U+202E>',
			' Try again later.',
		]);
	});

	test('cuts a server message that is a whole page', () => {
		const text = told(failureSaid({...failure, serverMessage: '<p>'.repeat(5000)}), 80)
			.map(message => message.text)
			.join('');
		expect(text.length).toBeLessThan(600);
		expect(text).toContain('…');
	});
});

test('a text becomes lines with a space before each', () => {
	expect(told('one two\nthree', 7)).toEqual([
		{tone: 'plain', text: ' one'},
		{tone: 'plain', text: ' two'},
		{tone: 'plain', text: ' three'},
	]);
});

const textsOf = (lines: ReadonlyArray<{readonly text: string}>) => lines.map(({text}) => text);

test('of lines that are cut, the last one has a sign', () => {
	const lines = linesOf('a\nb\nc', 10);
	expect(textsOf(cutTo(lines, 3))).toEqual(['a', 'b', 'c']);
	expect(textsOf(cutTo(lines, 2))).toEqual(['a', 'b…']);
	expect(textsOf(cutTo(lines, 1))).toEqual(['a…']);
	expect(cutTo(lines, 0)).toEqual([]);
	expect(cutTo(lines, -1)).toEqual([]);
});

test('no line is wider than the screen', () => {
	fc.assert(
		fc.property(
			fc.string({unit: 'grapheme', maxLength: 200}),
			fc.integer({min: 10, max: 80}),
			(serverMessage, columns) => {
				for (const {text} of told(failureSaid({...failure, serverMessage}), columns)) {
					expect(widthOf(text)).toBeLessThanOrEqual(columns);
				}
			},
		),
	);
});

test('the messages about fields are part of what the service says, unless they stand at their fields', () => {
	const refused: Failure = {
		...failure,
		serverMessage: 'Not valid.',
		issues: [
			{path: ['event_details', 'network'], message: 'is unknown'},
			{path: [], message: 'Too many'},
		],
	};
	expect(told(failureSaid(refused), 80)[1]).toEqual({
		tone: 'plain',
		text: ' The service says: Not valid. event_details.network: is unknown Too many',
	});
	expect(told(failureSaid(refused, false), 80)[1]).toEqual({tone: 'plain', text: ' The service says: Not valid.'});
});

test('what is said is flattened; a condition that does not hold, and an empty text, are nothing', () => {
	expect(linesOf(['a', false, undefined, '', ['b', [{text: 'c', tone: 'bad'}]]], 20)).toEqual([
		{text: 'a'},
		{text: 'b'},
		{text: 'c', tone: 'bad'},
	]);
});
