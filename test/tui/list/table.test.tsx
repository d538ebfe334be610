import chalk from 'chalk';
import {Box} from 'ink';
import {afterEach, describe, expect, test} from 'vitest';
import type {FieldName} from '../../../source/notification/spec.ts';
import type {Notification} from '../../../source/notification/notification.ts';
import {columnsOf, sampleOf} from '../../../source/tui/list/columns.ts';
import {RecordLine} from '../../../source/tui/list/table.tsx';
import {chooseTheme} from '../../../source/tui/ui/theme.ts';
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

const plain = {
	words: [],
	isMarked: false,
	isInRange: false,
	isPending: false,
	isClaimed: false,
	change: undefined,
	width: 80,
};

test('a word that was searched in one field is underlined in that field alone', () => {
	const records = [
		{...row(1), name: 'email digest'},
		{...row(2), name: 'E-mail'},
	];
	const placed = columnsOf(sampleOf(records), {room: 78}).columns;
	const underlined = (field: FieldName | undefined) => {
		const {frames} = renderScreen(
			<Box flexDirection="column">
				{records.map((record, index) => (
					<RecordLine
						key={index}
						{...plain}
						record={record}
						columns={placed}
						words={[{text: 'email', field}]}
						isSelected={index === 1}
					/>
				))}
			</Box>,
		);
		return frames
			.at(-1)!
			.split('\n')
			.map(line => [...line.matchAll(/\u{1B}\[4m(?<text>[^\u{1B}]*)/gv)].map(({groups}) => groups!.text));
	};

	expect(underlined('channel')).toEqual([['EMAIL'], ['EMAIL']]);
	expect(underlined('name')).toEqual([['email'], []]);
	expect(underlined(undefined)).toEqual([['email', 'EMAIL'], ['EMAIL']]);
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
			const {columns: placed} = columnsOf(sampleOf(records), {room: 78});
			const screen = renderScreen(
				<Box flexDirection="column">
					{records.map((record, index) => (
						<RecordLine key={index} {...plain} record={record} columns={placed} isSelected={index === 0} />
					))}
				</Box>,
			);
			const [selected, , other] = screen.frames.at(-1)!.split('\n');
			expect(selected).toContain(bar);
			expect(selected).toContain(channel);
			expect(other).not.toContain(bar);
			expect(other).toContain(channel);
		},
	);
});
