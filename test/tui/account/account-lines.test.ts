import {expect, test} from 'vitest';
import {accountQuestion} from '../../../source/tui/account/account-lines.ts';

const place = 'staging-eu-west-1 (127.0.0.1:18312)';
const linesIn = (columns: number, rows: number) => {
	const {asked, rest} = accountQuestion(place, {columns, rows});
	return [...asked, ...rest].map(({text}) => text);
};

test.each([
	[40, 6],
	[60, 12],
	[80, 20],
	[300, 90],
])('at %ix%i both answers are whole, whatever the length of the name', (columns, rows) => {
	const lines = linesIn(columns, rows);
	expect(lines.length).toBeLessThanOrEqual(rows);
	expect(lines.filter(line => line.startsWith(' y  '))).toHaveLength(1);
	expect(lines.filter(line => line.startsWith(' n  '))).toHaveLength(1);
});

test('what follows the first line of an answer stands below its words', () => {
	const lines = linesIn(60, 12);
	expect(lines[lines.findIndex(line => line.startsWith(' n  ')) + 1]).toMatch(/^ {4}\S/v);
});

test('why it is asked is left out before an answer is', () => {
	expect(linesIn(80, 9).join(' ')).toContain('chainbell cannot tell');
	expect(linesIn(80, 6).join(' ')).not.toContain('chainbell cannot tell');
});
