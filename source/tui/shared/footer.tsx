import {Box, Text} from 'ink';
import {memo} from 'react';
import {fittingHints} from '../keys/hints.ts';
import type {Guards} from '../keys/match.ts';
import type {LiveKeys} from '../keys/scope-keys.ts';
import {theme} from '../theme.ts';
import {useThemeChanges} from './theme-context.ts';

/** The hints of the enabled keys that fit on one line. Help comes first, because it lists the others. Redrawn only when other keys are enabled. */
export const Footer = memo(
	({
		keys: {scope, guards, isAnswerMissing, isHarmless, cut},
		columns,
	}: {
		readonly keys: LiveKeys;
		readonly columns: number;
	}) => {
		useThemeChanges();
		return (
			<Box height={1} flexShrink={0}>
				{fittingHints(scope, guards, columns, {isAnswerMissing, isHarmless, cut}).map(({key, hint, role}) => (
					<Text key={hint} wrap="truncate-end">
						{' '}
						<Text {...theme[role]}>{key}</Text> <Text {...theme.label}>{hint}</Text>{' '}
					</Text>
				))}
			</Box>
		);
	},
	(before, after) =>
		before.columns === after.columns &&
		before.keys.scope === after.keys.scope &&
		before.keys.isAnswerMissing === after.keys.isAnswerMissing &&
		before.keys.isHarmless === after.keys.isHarmless &&
		before.keys.cut?.hint.hint === after.keys.cut?.hint.hint &&
		isSame(before.keys.guards, after.keys.guards),
);

function isSame(before: Guards, after: Guards): boolean {
	const names = Object.keys(after) as Array<keyof Guards>;
	return names.length === Object.keys(before).length && names.every(name => before[name] === after[name]);
}
