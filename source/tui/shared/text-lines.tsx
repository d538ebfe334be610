import {Box, Text} from 'ink';
import {fit} from '../../terminal/width.ts';
import {type TextLine} from '../detail/detail-lines.ts';
import {channelStyle, theme} from '../theme.ts';
import {labelWidth} from './label-width.ts';

export type TextLinesProps = {
	readonly lines: readonly TextLine[];
	readonly top?: number;
	readonly height: number;
	/** Whether lines have a margin with labels. */
	readonly hasLabels?: boolean;
};

/** The visible lines of a text, from `top` on. */
export function TextLines({lines, top = 0, height, hasLabels = false}: TextLinesProps) {
	return (
		<Box flexDirection='column' flexShrink={0}>
			{lines.slice(top, top + height).map(({label, text, isFaint = false, isHead = false, hasNoMargin = false, channel}, index) => (
				<Text key={top + index} wrap='truncate-end'>
					{' '}
					{hasLabels && !hasNoMargin && <Text {...theme.label}>{fit(label, labelWidth)}</Text>}
					<Text {...(isFaint ? theme.faint : {})} {...(isHead ? theme.title : {})} {...(channel !== undefined && channelStyle(channel))}>{text === '' ? ' ' : text}</Text>
				</Text>
			))}
		</Box>
	);
}
