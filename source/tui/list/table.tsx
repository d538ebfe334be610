import {Box, Text, type DOMElement} from 'ink';
import {memo, type Ref} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {isFolded, noFolds, type Folds, type ListRows} from '../../domain/query/rows.ts';
import type {SoughtWord} from '../../domain/query/search.ts';
import {noChanges, type Changes} from '../../session/listing-changes.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import {RuleLine} from '../shared/rule-line.tsx';
import {theme} from '../theme.ts';
import type {MoreColumns, PlacedColumn} from './columns.ts';
import {GroupLine} from './group-line.tsx';
import {RecordLine} from './record-line.tsx';
import {titleLine} from './row-text.ts';
import {windowRows} from './window-rows.ts';

export type TableProps = {
	/** All rows. Only those in the window are read. */
	readonly rows: ListRows;
	/** The words to highlight. Pass the same array while they do not change. */
	readonly words?: readonly SoughtWord[];
	/** The columns in screen order. Pass the same array while they do not change. */
	readonly columns: readonly PlacedColumn[];
	/** The columns out of sight. Pass the same object while they do not change. */
	readonly more?: MoreColumns | undefined;
	/** Whether the rows are grouped: then the header of a group stays in sight while its rows are scrolled. */
	readonly isGrouped?: boolean;
	readonly folds?: Folds;
	/** The IDs of the marked notifications. */
	readonly marked?: ReadonlySet<string>;
	/** The first and the last row of the range that is being marked. */
	readonly range?: readonly [number, number] | undefined;
	/** The IDs of notifications with a pending change. */
	readonly pending?: ReadonlySet<string>;
	/** The notifications that colleagues are changing, by ID. */
	readonly claimed?: ReadonlyMap<string, unknown> | undefined;
	/** The changes since the changes were last acknowledged, by ID. */
	readonly changes?: Changes;
	readonly selected: number;
	readonly top: number;
	/** The number of lines for rows, without the title line and the rule. */
	readonly height: number;
	/** The width in terminal columns. */
	readonly width: number;
	readonly hasTitles?: boolean;
	readonly hasRule?: boolean;
	/** The reference for the box with the rows. */
	readonly box?: Ref<DOMElement>;
};

const noWords: readonly SoughtWord[] = [];
const noIds: ReadonlySet<string> = new Set();

/** The table of notifications, one per line, below the headers of their groups. */
export function Table({
	rows,
	words = noWords,
	columns,
	more,
	isGrouped = false,
	folds = noFolds,
	marked = noIds,
	pending = noIds,
	claimed,
	range,
	changes = noChanges,
	selected,
	top,
	height,
	width,
	hasTitles = true,
	hasRule = false,
	box,
}: TableProps) {
	const lineAt = (index: number) => {
		const row = rows.at(index)!;
		// Keys repeat after each screen height, so that a row scrolling in reuses the line of the one scrolling out.
		const key = index < top ? 'header' : index % height;
		const shared = {
			width,
			isSelected: index === selected,
			isInRange: range !== undefined && index >= range[0] && index <= range[1],
		};
		return row.kind === 'group' ? (
			<GroupLine key={key} group={row} isFolded={isFolded(folds, row)} idsOf={rows.idsOf} marked={marked} {...shared} />
		) : (
			<RecordLine
				key={key}
				record={row}
				columns={columns}
				words={words}
				isMarked={row.kind === 'notification' && marked.has(row.id)}
				isPending={row.kind === 'notification' && pending.has(row.id)}
				isClaimed={row.kind === 'notification' && claimed?.has(row.id) === true}
				change={changeOf(row, changes)}
				{...shared}
			/>
		);
	};

	return (
		<Box flexDirection="column">
			{hasTitles && <Titles columns={columns} more={more} width={width} />}
			{hasRule && <RuleLine width={width} />}
			<Box ref={box} flexDirection="column">
				{windowRows(rows, top, height, isGrouped).map(index => lineAt(index))}
			</Box>
		</Box>
	);
}

const Titles = memo(({columns, more, width}: Pick<TableProps, 'columns' | 'more' | 'width'>) => {
	useThemeChanges();
	return (
		<Text {...theme.label} wrap="truncate-end">
			{titleLine(columns, width, more)}
		</Text>
	);
});

/** Whether a record appeared or vanished since the changes were last acknowledged. */
export function changeOf(record: ListedRecord, {appeared, vanished}: Changes): 'appeared' | 'vanished' | undefined {
	if (record.kind === 'unreadable') {
		return undefined;
	}

	return appeared.has(record.id) ? 'appeared' : vanished.has(record.id) ? 'vanished' : undefined;
}
