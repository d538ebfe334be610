import {Box, Text} from 'ink';
import {fittingHints} from '../keys/hints.ts';
import type {LiveKeys} from '../keys/use-keys.ts';
import {theme} from '../theme.ts';

export type FooterProps = {
	readonly keys: LiveKeys;
	readonly columns: number;
};

/** The hints of the enabled keys, as many as fit on one line. Help comes first, because it lists the others. */
export function Footer({keys: {scope, guards}, columns}: FooterProps) {
	return (
		<Box height={1} flexShrink={0}>
			{fittingHints(scope, guards, columns).map(({key, hint, role}) => (
				<Text key={hint} wrap='truncate-end'>
					{' '}<Text {...theme[role]}>{key}</Text> <Text {...theme.label}>{hint}</Text>{' '}
				</Text>
			))}
		</Box>
	);
}
