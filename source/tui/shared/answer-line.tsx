import {Box, Text} from 'ink';
import {widthOf} from '../../terminal/width.ts';
import type {LiveKeys} from '../keys/scope-keys.ts';
import {theme} from '../theme.ts';
import {TextField} from './text-field.tsx';
import type {TypedText} from './use-typed-text.ts';

export type AnswerLineProps = {
	/** The text before the answer, safe to show. */
	readonly prompt: string;
	readonly typed: Pick<TypedText, 'edit'>;
	readonly columns: number;
	/** The keys of the question: while it is cut it cannot be answered, and the line says so. */
	readonly keys: Pick<LiveKeys, 'cut'>;
};

/** The line on which the answer to a question is typed. */
export function AnswerLine({prompt, typed: {edit}, columns, keys: {cut}}: AnswerLineProps) {
	if (cut !== undefined) {
		return (
			<Text {...theme.warning} wrap="truncate-end">
				{' '}
				{cut.text}
			</Text>
		);
	}

	return (
		<Box height={1} flexShrink={0}>
			<Text> {prompt}</Text>
			<TextField text={edit.text} cursor={edit.cursor} width={Math.max(3, columns - widthOf(prompt) - 2)} />
		</Box>
	);
}
