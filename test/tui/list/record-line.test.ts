import chalk from 'chalk';
import {afterEach, describe, expect, test} from 'vitest';
import type {Group} from '../../../source/query/group.ts';
import {columnsOf, marginOf, recordLine, rowText, sampleOf, type RowSigns} from '../../../source/tui/list/columns.ts';
import {groupLine} from '../../../source/tui/list/table.ts';
import {chooseTheme} from '../../../source/tui/ui/theme.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const record = notificationWith({id: '7', name: 'name 7', channel: 'EMAIL', network: 'N', userId: 'u', recipient: 'r'});
const {columns} = columnsOf(sampleOf([record]), {room: 78});
const draw = (signs: Partial<RowSigns> = {}, of: typeof record = record) =>
	recordLine(of, rowText(of, columns), {isSelected: false, ...signs}, 80);

test('what a search found is drawn cell by cell', () => {
	const line = recordLine(record, rowText(record, columns), {isSelected: false}, 80, (text, field) =>
		field === 'channel' || field === 'name' ? `[${text}]` : text,
	);
	expect(line).toMatch(/^ {2}7 {3}\[name 7\] +\[EMAIL\] +u /v);
});

test('the header of a group keeps its counts, and cuts its name', () => {
	const group: Group = {kind: 'group', field: 'user', value: 'x'.repeat(100), members: [0, 1, 2]};
	const lineOf = (marked: number, isClosed = false) =>
		groupLine(group, {isSelected: false, isInRange: false, isClosed, marked}, 40);
	expect(lineOf(0)).toMatch(/^ {2}▾ x{31}… · 3$/v);
	expect(lineOf(2, true)).toMatch(/^ {2}▸ x+… · 3 · 2 marked$/v);
	expect(lineOf(3)).toMatch(/^ ●▾ x+… · 3 · 3 marked$/v);
});

test.each<[Partial<RowSigns>, string]>([
	[{}, '  '],
	[{isSelected: true}, '▌ '],
	[{hasAppeared: true}, ' +'],
	[{hasVanished: true}, ' -'],
	[{hasVanished: true, isPending: true}, ' !'],
	[{isPending: true, isInRange: true}, ' :'],
	[{isClaimed: true, hasAppeared: true}, ' ~'],
	[{isClaimed: true, isPending: true}, ' !'],
	[{isSelected: true, isMarked: true, isInRange: true, isPending: true, hasAppeared: true}, '▌●'],
])('the signs of a row: %j', (signs, text) => {
	expect(marginOf({isSelected: false, ...signs})).toBe(text);
});

describe('with colours', () => {
	const {level} = chalk;

	afterEach(() => {
		chalk.level = level;
		chooseTheme('mono');
		chooseTheme('auto');
	});

	test.each([
		{colours: 256, chalkLevel: 2, bar: '\u{1B}[48;5;238m', channel: '\u{1B}[38;5;80mEMAIL', good: '38;5;113m'},
		{colours: 16, chalkLevel: 1, bar: '\u{1B}[7m', channel: '\u{1B}[36mEMAIL', good: '[32m'},
	] as const)(
		'the row under the cursor has a background and the colour of its channel, a changed one its own alone: $colours colours',
		({chalkLevel, bar, channel, good}) => {
			chalk.level = chalkLevel;
			chooseTheme('mono');
			chooseTheme('dark');
			expect(draw({isSelected: true})).toContain(bar);
			expect(draw({isSelected: true})).toContain(channel);
			expect(draw()).not.toContain(bar);
			expect(draw()).toContain(channel);
			expect(draw({hasAppeared: true})).toContain(good);
			expect(draw({hasAppeared: true})).not.toContain(channel);
		},
	);
});
