import {Box, Text, Transform} from 'ink';
import {fit} from '../../terminal/width.ts';
import {type TextLine} from '../detail/detail-lines.ts';
import {chalkOf, channelStyle, theme} from '../theme.ts';
import {labelWidth} from './label-width.ts';
import {remembered} from './remembered.ts';

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
		<Box flexDirection="column" flexShrink={0}>
			{lines
				.slice(top, top + height)
				.map(({label, text, isFaint = false, isHead = false, hasNoMargin = false, channel}, index) => {
					const margin = hasLabels && !hasNoMargin ? fit(label, labelWidth) : '';
					const plain = text === '' ? ' ' : text;
					// One transform instead of an element for each part: a preview beside the list is drawn with each of its frames.
					const style = remembered(() => {
						const draw = chalkOf({
							...(isFaint && theme.faint),
							...(isHead && theme.title),
							...(channel !== undefined && channelStyle(channel)),
						});
						return ` ${chalkOf(theme.label)?.(margin) ?? margin}${draw?.(plain) ?? plain}`;
					});
					return (
						<Text key={top + index} wrap="truncate-end">
							<Transform transform={style}>{` ${margin}${plain}`}</Transform>
						</Text>
					);
				})}
		</Box>
	);
}
