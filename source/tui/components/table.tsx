import {Box, Text} from 'ink';
import type {ListedRecord} from '../../notifications/notification.ts';
import {highlight} from '../../terminal/highlight.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import {theme} from '../theme.ts';
import {
	columns as allColumns,
	gap,
	placeColumns,
	type PlacedColumn,
} from './columns.ts';

export type TableProps = {
	/** All rows; only those in the window are drawn. */
	readonly records: readonly ListedRecord[];
	/** Words to mark where they occur, in lower case. */
	readonly words?: readonly string[];
	readonly selected: number;
	readonly top: number;
	/** Lines for rows, beside the one for titles. */
	readonly height: number;
	/** Terminal columns. */
	readonly width: number;
};

const none: readonly string[] = [];

/** What stands before the first column: the mark of the selected row. */
const margin = 2;

/** The notifications, one a line. */
export function Table({records, words = none, selected, top, height, width}: TableProps) {
	const columns = placeColumns(allColumns, width - margin);

	return (
		<Box flexDirection='column'>
			<Text {...theme.label} wrap='truncate-end'>
				{' '.repeat(margin) + columns.map(column => fit(column.title, column.width)).join(' '.repeat(gap))}
			</Text>
			{records.slice(top, top + height).map((record, index) => (
				<Row
					key={record.kind === 'notification' ? record.id : `#${record.index}`}
					record={record}
					columns={columns}
					words={words}
					width={width}
					isSelected={top + index === selected}
				/>
			))}
		</Box>
	);
}

type RowProps = {
	readonly record: ListedRecord;
	readonly columns: readonly PlacedColumn[];
	readonly words: readonly string[];
	readonly width: number;
	readonly isSelected: boolean;
};

function Row({record, columns, words, width, isSelected}: RowProps) {
	const text = record.kind === 'notification'
		? columns.map(column => fit(column.cut(sanitiseCell(column.value(record)), column.width), column.width)).join(' '.repeat(gap))
		: `unreadable record: ${record.problem}`;

	return (
		<Text {...(isSelected ? theme.selected : {})} {...(record.kind === 'unreadable' && theme.warning)} wrap='truncate-end'>
			{highlight(fit(`${isSelected ? '>' : ' '} ${text}`, width), words).map((piece, index) => (
				<Text key={index} {...(piece.isMatch ? theme.match : {})}>{piece.text}</Text>
			))}
		</Text>
	);
}
