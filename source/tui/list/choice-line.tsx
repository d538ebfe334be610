import {Box, Text} from 'ink';
import {theme} from '../theme.ts';
import {shownChoices, type FieldChoice} from './choices.ts';

export type ChoiceLineProps = {
	readonly title: string;
	readonly choices: readonly FieldChoice[];
	/** The index of the choice under the cursor. */
	readonly chosen: number;
	/** The width in terminal columns. */
	readonly width: number;
};

/** Fields to choose from, on one line. */
export function ChoiceLine({title, choices, chosen, width}: ChoiceLineProps) {
	return (
		<Box height={1} flexShrink={0}>
			<Text wrap="truncate-end">
				<Text {...theme.label}> {title}:</Text>
				{shownChoices(choices, chosen, width - title.length - 2).map(({text, isChosen}, index) => (
					<Text key={index} {...(isChosen ? theme.selected : {})}>
						{text}
					</Text>
				))}
			</Text>
		</Box>
	);
}
