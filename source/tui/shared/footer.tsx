import {Box, Text} from 'ink';
import {widthOf} from '../../terminal/width.ts';
import type {Scope} from '../keys/bindings.ts';
import {hintsOf, keyToShow, type Guards} from '../keys/match.ts';
import {theme} from '../theme.ts';

export type FooterProps = {
	readonly scope: Scope;
	readonly facts: Guards;
	readonly columns: number;
};

/** The keys that matter here, as many as fit on one line. Help comes first, because it names the others. */
export function Footer({scope, facts, columns}: FooterProps) {
	const hints = hintsOf(scope, facts).map(binding => ({key: keyToShow(binding, scope), hint: binding.hint!, isDangerous: binding.isDangerous}));
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
