import chalk from 'chalk';
import {afterEach, describe, expect, test} from 'vitest';
import type {FieldName} from '../../../source/notification/spec.ts';
import type {Notification} from '../../../source/notification/notification.ts';
import {emptyView, layOutRows, noFolds} from '../../../source/query/view.ts';
import {range} from '../../../source/platform/text.ts';
import {columnsOf, sampleOf} from '../../../source/tui/list/columns.ts';
import {Table} from '../../../source/tui/list/table.tsx';
import {chooseTheme} from '../../../source/tui/theme.ts';
import {noChanges} from '../../../source/session/listing-state.ts';
import {renderScreen} from '../../helpers/screen.tsx';

const row = (id: number): Notification => ({
	kind: 'notification',
	id: String(id),
	userId: 'u',
	channel: 'EMAIL',
	name: `name ${id}`,
	recipient: 'r',
	network: 'N',
	eventType: 'E',
	addresses: [],
	filters: [],
});

const none: ReadonlySet<string> = new Set();
const plain = {
	words: [],
	more: undefined,
	isGrouped: false,
	folds: noFolds,
	marked: none,
	range: undefined,
	pending: none,
	claimed: undefined,
	changes: noChanges,
	hasTitles: true,
	hasRule: false,
};

test('reads only the rows in the window', () => {
	const untouchable = new Proxy(row(0), {
		get() {
			throw new Error('a row outside of the window was read');
		},
	});
	const records = Array.from({length: 100_000}, (_value, index) =>
		index >= 500 && index < 520 ? row(index) : untouchable,
	);
	const matches = range(records.length);
	const rows = layOutRows({...emptyView, records, matches}, noFolds);
	const {columns: placed} = columnsOf(sampleOf(records.slice(500, 520)), {room: 78});
	const screen = renderScreen(
		<Table {...plain} rows={rows} columns={placed} selected={505} top={500} height={20} width={80} />,
	);
	expect(screen.frame()).toContain('▌ 505');
	expect(screen.frame()).toContain('name 519');
	expect(screen.frame().split('\n')).toHaveLength(21);
});

test('a word that was searched in one field is underlined in that field alone', () => {
	const records = [
		{...row(1), name: 'email digest'},
		{...row(2), name: 'E-mail'},
	];
	const placed = columnsOf(sampleOf(records), {room: 78}).columns;
	const rows = layOutRows({...emptyView, records, matches: [0, 1]}, noFolds);
	const underlined = (field: FieldName | undefined) => {
		const {frames} = renderScreen(
			<Table
				{...plain}
				rows={rows}
				columns={placed}
				words={[{text: 'email', field}]}
				selected={1}
				top={0}
				height={2}
				width={80}
			/>,
		);
		return frames
			.at(-1)!
			.split('\n')
			.map(line => [...line.matchAll(/\u{1B}\[4m(?<text>[^\u{1B}]*)/gv)].map(({groups}) => groups!.text));
	};

	expect(underlined('channel')).toEqual([[], ['EMAIL'], ['EMAIL']]);
	expect(underlined('name')).toEqual([[], ['email'], []]);
	expect(underlined(undefined)).toEqual([[], ['email', 'EMAIL'], ['EMAIL']]);
});

describe('with colours', () => {
	const {level} = chalk;

	afterEach(() => {
		chalk.level = level;
		chooseTheme('mono');
		chooseTheme('auto');
	});

	test.each([
		{colours: 256, chalkLevel: 2, bar: '\u{1B}[48;5;238m', channel: '\u{1B}[38;5;80mEMAIL'},
		{colours: 16, chalkLevel: 1, bar: '\u{1B}[7m', channel: '\u{1B}[36mEMAIL'},
	] as const)(
		'the row under the cursor has a background, and keeps the colour of its channel: $colours colours',
		({chalkLevel, bar, channel}) => {
			chalk.level = chalkLevel;
			chooseTheme('mono');
			chooseTheme('dark');
			const records = [row(0), {...row(1), channel: 'SLACK'}, row(2)];
			const matches = range(3);
			const rows = layOutRows({...emptyView, records, matches}, noFolds);
			const {columns: placed} = columnsOf(sampleOf(records), {room: 78});
			const screen = renderScreen(
				<Table {...plain} rows={rows} columns={placed} selected={0} top={0} height={3} width={80} hasTitles={false} />,
			);
			const [selected, , other] = screen.frames.at(-1)!.split('\n');
			expect(selected).toContain(bar);
			expect(selected).toContain(channel);
			expect(other).not.toContain(bar);
			expect(other).toContain(channel);
		},
	);
});
