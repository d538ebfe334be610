import {Box, useIsScreenReaderEnabled} from 'ink';
import {fit} from '../../terminal/width.ts';
import type {TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from './label-width.ts';
import {questionLines, type Message} from './message.ts';
import {Messages} from './messages.tsx';
import {readerRowLine} from './reader.ts';
import {TextLines} from './text-lines.tsx';

/** A question about many notifications. */
export type ManyQuestion = {
	/** The question itself, and its warnings. */
	readonly asked: readonly Message[];
	/** The notifications by user, channel and network. */
	readonly summary: readonly TextLine[];
	readonly consequences: readonly Message[];
	/** The number of notifications. */
	readonly count: number;
};

/** The lines of a question about many notifications. */
export type ManyLayout = Omit<ManyQuestion, 'count'> & {
	/** The lines that scroll before the notifications do. */
	readonly scrolled: readonly Message[];
	/** The number of lines that scroll. */
	readonly count: number;
	/** The number of lines for what scrolls. */
	readonly height: number;
	/** Whether a blank line is above what scrolls. */
	readonly hasGap: boolean;
	/** Whether all that is asked is shown. */
	readonly isShown: boolean;
	/** The number of lines that are missing for that, and for one line below it. */
	readonly missing: number;
};

/** The number of notifications that are visible below a summary that does not scroll. */
const fewestTargets = 3;

/** Lays out a question in `rows` lines. In few lines the summary scrolls with the notifications, so that the consequences stay visible; where they do not fit either, they scroll above it. `atOnce`: the lines that scroll, of which as many are shown at most. */
export function layOutMany({asked, summary, consequences, count}: ManyQuestion, rows: number, atOnce = Infinity): ManyLayout {
	const fixed = asked.length + summary.length + consequences.length + 1;
	if (fixed + Math.min(count, fewestTargets) <= rows) {
		return {asked, summary, consequences, scrolled: [], count, height: Math.min(atOnce, rows - fixed), hasGap: true, isShown: true, missing: 0};
	}

	const areFixed = asked.length + consequences.length < rows;
	const head = questionLines(asked, areFixed ? consequences : [], Math.max(1, rows - 1));
	const scrolled = [...areFixed ? [] : consequences, ...summary.map(({label, text}): Message => ({tone: 'plain', text: ` ${fit(label, labelWidth)}${text}`}))];
	return {asked: head, summary: [], consequences: [], scrolled, count: scrolled.length + count, height: Math.min(atOnce, Math.max(0, rows - head.length)), hasGap: false, isShown: asked.length < rows, missing: Math.max(0, asked.length + 1 - rows)};
}

export type ManyQuestionViewProps = {
	readonly layout: ManyLayout;
	/** The first line shown of those that scroll. */
	readonly top: number;
	/** Returns a notification as a line, safe to show. */
	readonly textAt: (index: number) => string;
};

/** A question about many notifications: what is asked, a summary, the consequences, and as many notifications as fit. */
export function ManyQuestionView({layout: {asked, summary, consequences, scrolled, count, height, hasGap}, top, textAt}: ManyQuestionViewProps) {
	const isReader = useIsScreenReaderEnabled();
	const textOf = (index: number) => isReader ? readerRowLine(textAt(index), index, count - scrolled.length) : textAt(index);
	const shown = Array.from({length: Math.max(0, Math.min(height, count - top))}, (_, line): Message => (
		scrolled[top + line] ?? {tone: 'plain', text: ` ${textOf(top + line - scrolled.length)}`}
	));
	return (
		<>
			<Messages messages={asked}/>
			<TextLines hasLabels lines={summary} height={summary.length}/>
			<Messages messages={consequences}/>
			<Box flexDirection='column' flexShrink={0} marginTop={hasGap ? 1 : 0}>
				<Messages messages={shown}/>
			</Box>
		</>
	);
}
