import {Box, Text} from 'ink';
import {widthOf} from '../../terminal/width.ts';
import {tooSmallText} from '../keys/use-confirmation.ts';
import {theme} from '../theme.ts';
import {TextField} from './text-field.tsx';
import type {TypedText} from './use-typed-text.ts';

export type AnswerLineProps = {
	/** The text before the answer, safe to show. */
	readonly prompt: string;
	readonly typed: Pick<TypedText, 'edit'>;
	readonly columns: number;
	/** The number of lines that are missing for the question; above 0 it cannot be answered, and the line says so. */
	readonly missing?: number;
};

/** The line on which the answer to a question is typed. */
export function AnswerLine({prompt, typed: {edit}, columns, missing = 0}: AnswerLineProps) {
	if (missing > 0) {
		return <Text {...theme.warning} wrap='truncate-end'> {tooSmallText(missing)}</Text>;
	}

	return (
		<Box height={1} flexShrink={0}>
			<Text> {prompt}</Text>
			<TextField text={edit.text} cursor={edit.cursor} width={Math.max(3, columns - widthOf(prompt) - 2)}/>
		</Box>
	);
}
