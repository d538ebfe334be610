import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate, truncateMiddle, widthOf} from '../../terminal/width.ts';
import type {OutputColumn, OutputKind} from './write-records.ts';

/** The number of records, from the first on, from which column widths are computed. */
const sampleSize = 1000;

/** The maximum width of a column, and the minimum width, unless all cells are narrower. */
const maxWidth = 60;
const minWidth = 8;

const gap = 2;

/**
Formats an aligned table with a header in the width of the terminal. Columns are truncated, and if that is not enough, left out.

@yields A line.
*/
export function* tablePieces<T>(
	records: Iterable<T>,
	{columns, problem}: OutputKind<T>,
	{columns: room, hasColour}: {readonly columns: number; readonly hasColour: boolean},
): Generator<string> {
	const iterator = Iterator.from(records);
	const sample: T[] = [];
	while (sample.length < sampleSize) {
		const next = iterator.next();
		if (next.done === true) {
			break;
		}

		sample.push(next.value);
	}

	if (sample.length === 0) {
		return;
	}

	const readable = sample.filter(record => problem?.(record) === undefined);
	const widths = layOut(
		columns.map(column => ({
			priority: column.priority,
			width: Math.min(
				maxWidth,
				Math.max(widthOf(column.title), ...readable.map(record => widthOf(cellOf(column, record)))),
			),
		})),
		room,
	);
	const shown = columns.flatMap((column, index) =>
		widths[index] === undefined ? [] : [{column, width: widths[index]}],
	);
	const header = shown
		.map(({column, width}, index) =>
			padded(truncate(column.title.toUpperCase(), width), width, index === shown.length - 1),
		)
		.join(' '.repeat(gap));
	yield hasColour ? `\u{1B}[1m${header}\u{1B}[22m\n` : `${header}\n`;
	const lineOf = (record: T) => {
		const said = problem?.(record);
		return said === undefined
			? shown
					.map(({column, width}, index) =>
						padded(
							(column.cut === 'end' ? truncate : truncateMiddle)(cellOf(column, record), width),
							width,
							index === shown.length - 1,
						),
					)
					.join(' '.repeat(gap))
			: truncate(sanitiseCell(said.replaceAll('\t', '  ')), room);
	};

	for (const record of sample) {
		yield `${lineOf(record)}\n`;
	}

	for (const record of iterator) {
		yield `${lineOf(record)}\n`;
	}
}

const cellOf = <T>({read, readForTable = read}: OutputColumn<T>, record: T): string =>
	sanitiseCell(readForTable(record));

const padded = (cell: string, width: number, isLast: boolean): string => (isLast ? cell : fit(cell, width));

/** Computes the width of each column so that all fit next to each other; undefined for one that is left out. The widest columns are truncated first. */
export function layOut(
	columns: ReadonlyArray<{readonly width: number; readonly priority: number}>,
	room: number,
): Array<number | undefined> {
	const widthIn = (widths: readonly number[]) => {
		let sum = -gap;
		for (const width of widths) {
			sum += width + gap;
		}

		return sum;
	};

	const byPriority = columns.map((_, index) => index).toSorted((a, b) => columns[a]!.priority - columns[b]!.priority);
	while (byPriority.length > 1 && widthIn(byPriority.map(index => Math.min(columns[index]!.width, minWidth))) > room) {
		byPriority.pop();
	}

	const widths = columns.map(({width}, index) => (byPriority.includes(index) ? width : undefined));
	const shown = () => widths.filter(width => width !== undefined);
	while (widthIn(shown()) > room && Math.max(...shown()) > 1) {
		widths[widths.indexOf(Math.max(...shown()))]!--;
	}

	return widths;
}
