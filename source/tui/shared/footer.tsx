import {Box, Text} from 'ink';
import {widthOf} from '../../terminal/width.ts';
import {hintsOf, keyToShow} from '../keys/match.ts';
import type {LiveKeys} from '../keys/use-keys.ts';
import {theme} from '../theme.ts';

export type FooterProps = {
	readonly keys: LiveKeys;
	readonly columns: number;
};

/** The hints of the enabled keys, as many as fit on one line. Help comes first, because it lists the others. */
export function Footer({keys: {scope, guards}, columns}: FooterProps) {
	const hints = hintsOf(scope, guards).map(binding => ({key: keyToShow(binding, scope), hint: binding.hint!, isDangerous: binding.isDangerous}));
	const widths = hints.map(({key, hint}) => widthOf(key) + widthOf(hint) + 3);
	const fitting = hints.filter((_hint, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width, 0) <= columns);

	return (
		<Box height={1} flexShrink={0}>
			{fitting.map(({key, hint, isDangerous}) => (
				<Text key={hint} wrap='truncate-end'>
					{' '}<Text {...(isDangerous ? theme.danger : theme.key)}>{key}</Text> <Text {...theme.label}>{hint}</Text>{' '}
				</Text>
			))}
		</Box>
	);
}
