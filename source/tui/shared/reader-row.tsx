import {Text} from 'ink';
import {readerRowLine} from './reader.ts';

export type ReaderRowProps = {
	/** The text of the row, safe to show, its parts two spaces apart. Undefined if there is none. */
	readonly line: string | undefined;
	/** The place of the row among all, from 0. */
	readonly index: number;
	readonly count: number;
};

/** The row under the cursor, which is the one that a screen reader reads. */
export function ReaderRow({line, index, count}: ReaderRowProps) {
	return line === undefined ? null : <Text>{readerRowLine(line, index, count)}</Text>;
}
