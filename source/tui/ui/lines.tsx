import {Box, Text, Transform} from 'ink';
import {fit} from '../../terminal/width.ts';
import {remembered} from '../shared/remembered.ts';
import {chalkOf, theme} from '../theme.ts';
import {labelWidth, type Line} from './line.ts';

/** The text of a line with the styles of its tone or of its parts, as escape sequences. */
export const styledText = ({text, tone, spans = [{text, role: tone}]}: Line): string =>
	spans
		.map(span => (span.role === undefined ? undefined : chalkOf(theme[span.role]))?.(span.text) ?? span.text)
		.join('');

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
			{lines.slice(top, top + height).map((line, index) => {
				const {text, label, isFlush} = line;
				const margin = label === undefined ? '' : fit(label, labelWidth);
				const plain = text === '' ? ' ' : text;
				const before = isFlush === true ? '' : ' ';
				// One transform instead of an element for each part: a preview beside the list is drawn with each of its frames.
				const style = remembered(
					() => `${before}${chalkOf(theme.label)?.(margin) ?? margin}${styledText({...line, text: plain})}`,
				);
				return (
					<Text key={top + index} wrap="truncate-end">
						<Transform transform={style}>{`${before}${margin}${plain}`}</Transform>
					</Text>
				);
			})}
		</Box>
	);
}
