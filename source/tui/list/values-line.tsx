import {Box, Text} from 'ink';
import {theme} from '../theme.ts';
import {fittingValues, valueSeparator} from './typed-values.ts';
import type {TypedValues} from './use-typed-values.ts';

export type ValuesLineProps = {
	readonly typed: TypedValues;
	/** The width in terminal columns. */
	readonly width: number;
};

/** The margin at the left, as wide as the one of the search. */
const margin = 3;

/** The values of the field that is being typed in the search, with their counts, on one line. */
export function ValuesLine({typed: {values, isCounting}, width}: ValuesLineProps) {
	return (
		<Box height={1} flexShrink={0} marginLeft={margin}>
			{values.length === 0 ? (
				<Text {...theme.label} wrap="truncate-end">
					{isCounting ? 'counting …' : 'no such value'}
				</Text>
			) : (
				<Text wrap="truncate-end">
					{fittingValues(values, width - margin - 1).map(({value, count}, index) => (
						<Text key={value}>
							{index === 0 ? '' : <Text {...theme.faint}>{valueSeparator}</Text>}
							{value} <Text {...theme.label}>{count}</Text>
						</Text>
					))}
				</Text>
			)}
		</Box>
	);
}
