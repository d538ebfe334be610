import {useIsScreenReaderEnabled} from 'ink';
import {numberText} from '../../platform/text.ts';
import {useBodySize} from './frame.tsx';

/** The width of a line for a screen reader, in columns: wider than nearly all values, because it reads a sentence or a value as a whole. */
export const readerWidth = 1000;

/** The size of a screen of text: `useBodySize`, with lines that a screen reader reads as a whole. `atOnce`: the number of list items shown at once at most, because each key reads all again. */
export function useTextSize(): {readonly columns: number; readonly rows: number; readonly atOnce: number} {
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	return {columns: isReader ? readerWidth : columns, rows, atOnce: isReader ? 1 : Infinity};
}

/** A row of a list as a screen reader reads it: its parts with commas instead of the spaces that align them, and its place. `14 s ago, deleted 59 notifications, row 1 of 3` */
export const readerRowLine = (line: string, index: number, count: number): string =>
	`${line.trim().replaceAll(/ {2,}/gv, ', ')}, row ${numberText(index + 1)} of ${numberText(count)}`;
