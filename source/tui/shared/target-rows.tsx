import {useIsScreenReaderEnabled} from 'ink';
import type {Message} from './message.ts';
import {Messages} from './messages.tsx';
import {readerRowLine} from './reader.ts';

export type TargetRowsProps = {
	/** The index of the first row shown. */
	readonly first: number;
	/** The number of rows that fit. */
	readonly height: number;
	/** The number of all rows. */
	readonly count: number;
	/** Returns a notification as a line, safe to show. */
	readonly textAt: (index: number) => string;
};

/** The notifications that a question is about, those in the window. */
export function TargetRows({first, height, count, textAt}: TargetRowsProps) {
	const isReader = useIsScreenReaderEnabled();
	const textOf = (index: number) => (isReader ? readerRowLine(textAt(index), index, count) : textAt(index));
	return (
		<Messages
			messages={Array.from({length: Math.max(0, Math.min(height, count - first))}, (_, line): Message => ({
				tone: 'plain',
				text: ` ${textOf(first + line)}`,
			}))}
		/>
	);
}
