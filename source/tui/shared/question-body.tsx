import {Box} from 'ink';
import type {ReactNode} from 'react';
import {Messages} from './messages.tsx';
import type {QuestionLayout} from './question-layout.ts';
import {TextLines} from './text-lines.tsx';

export type QuestionBodyProps = {
	readonly layout: QuestionLayout;
	/** The first line shown of those that scroll. */
	readonly top: number;
	/** Draws `height` rows from the one at `first` on. */
	readonly children: (first: number, height: number) => ReactNode;
};

/** A question, with its consequences, and the rows below it. */
export function QuestionBody({
	layout: {head, summary, foot, scrolled, height, hasGap},
	top,
	children,
}: QuestionBodyProps) {
	const shown = scrolled.slice(top, top + height);
	return (
		<>
			<Messages messages={head} />
			<TextLines hasLabels lines={summary} height={summary.length} />
			<Messages messages={foot} />
			<Box flexDirection="column" flexShrink={0} marginTop={hasGap && height > 0 ? 1 : 0}>
				<Messages messages={shown} />
				{children(Math.max(0, top - scrolled.length), height - shown.length)}
			</Box>
		</>
	);
}
