import {Box, Text} from 'ink';
import {widthOf} from '../../terminal/width.ts';
import {hintsOf, keyToShow} from '../keys/match.ts';
import type {LiveKeys} from '../keys/use-keys.ts';
import {theme} from '../theme.ts';

export type FooterProps = {
	readonly keys: LiveKeys;
	readonly columns: number;
};

/** The keys that matter here, as many as fit on one line. Help comes first, because it names the others. */
export function Footer({keys: {scope, guards}, columns}: FooterProps) {
	const hints = hintsOf(scope, guards).map(binding => ({key: keyToShow(binding, scope), hint: binding.hint!, isDangerous: binding.isDangerous}));
	let room = columns;
	const fitting = hints.filter(({key, hint}) => {
		room -= widthOf(key) + widthOf(hint) + 3;
		return room >= 0;
	});

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
