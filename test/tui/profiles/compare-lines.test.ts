import {expect, test} from 'vitest';
import {comparedRowLine, comparisonLines, comparisonTitle, notComparedLines} from '../../../source/tui/profiles/compare-lines.ts';
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

test('a partial listing proves nothing absent, and says so', () => {
	const comparison = {rows: [], onlyFirst: 1, onlySecond: 0, both: 2, unreadable: 1};
	const text = comparisonLines({kind: 'compared', comparison, partial: [{name: 'staging', reason: 'Page 2 could not be read.'}]}, ['production', 'staging'], 200).map(line => line.text).join('\n');
	expect(text).toContain('Only in production: 1 · only in staging: 0 · in both: 2');
	expect(text).toContain('The listing of staging is partial: what is missing there may exist. Page 2 could not be read.');
	expect(text).toContain('1 record could not be read, and was not compared.');
});

test('a profile that cannot be connected is named', () => {
	expect(notComparedLines({kind: 'failed', name: 'staging', problem: 'KEY is not set'}, 80).map(({text}) => text)).toEqual([' ✗ Not compared: staging: KEY is not set.']);
});
