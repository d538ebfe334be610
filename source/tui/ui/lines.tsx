import {Box, Text, Transform} from 'ink';
import {fit} from '../../terminal/width.ts';
import {remembered} from '../shared/remembered.ts';
import {chalkOf, theme} from '../theme.ts';
import {labelWidth, type Line} from './line.ts';

/** Lines, from `top` on. */
export function Lines({
	lines,
	top = 0,
	height = lines.length,
}: {
	readonly lines: readonly Line[];
	readonly top?: number;
	readonly height?: number;
}) {
	return (
		<Box flexDirection="column" flexShrink={0}>
			{lines.slice(top, top + height).map(({text, tone, label, isFlush}, index) => {
				const margin = label === undefined ? '' : fit(label, labelWidth);
				const plain = text === '' ? ' ' : text;
				const before = isFlush === true ? '' : ' ';
				// One transform instead of an element for each part: a preview beside the list is drawn with each of its frames.
				const style = remembered(() => {
					const draw = tone === undefined ? undefined : chalkOf(theme[tone]);
					return `${before}${chalkOf(theme.label)?.(margin) ?? margin}${draw?.(plain) ?? plain}`;
				});
				return (
					<Text key={top + index} wrap="truncate-end">
						<Transform transform={style}>{`${before}${margin}${plain}`}</Transform>
					</Text>
				);
			})}
		</Box>
	);
}
