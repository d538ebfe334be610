import {Box} from 'ink';
import type {TextLine} from '../detail/detail-lines.ts';
import type {Message} from './message.ts';
import {Messages} from './messages.tsx';
import type {ObjectQuestion} from './object-lines.ts';
import {TextLines} from './text-lines.tsx';

/** The lines of a question about one notification, and of its details. */
export type ObjectLayout = {
	readonly fixed: readonly Message[];
	/** The lines of the question that scroll before the details do. */
	readonly scrolled: readonly Message[];
	readonly details: readonly TextLine[];
	/** The number of lines for what scrolls. */
	readonly height: number;
	/** The number of lines that scroll. */
	readonly count: number;
	/** Whether a blank line is above what scrolls. */
	readonly hasGap: boolean;
};

/** The fewest lines for details below a question that does not scroll. */
const fewestDetails = 3;

/** Lays out a question with details in `rows` lines. In few lines all but what is asked scrolls, beginning with the notification. */
export function layOutObject({lines, asked, rest}: Omit<ObjectQuestion, 'isShown'>, details: readonly TextLine[], rows: number): ObjectLayout {
	const room = rows - lines.length - 1;
	return room >= fewestDetails || details.length === 0
		? {fixed: lines, scrolled: [], details, height: Math.max(0, room), count: details.length, hasGap: true}
		: {fixed: asked.slice(0, rows), scrolled: rest, details, height: Math.max(1, rows - asked.length), count: rest.length + details.length, hasGap: false};
}

export type ObjectQuestionViewProps = {
	readonly layout: ObjectLayout;
	/** The first line shown of those that scroll. */
	readonly top: number;
};

/** A question about one notification, and its details. */
export function ObjectQuestionView({layout: {fixed, scrolled, details, height, hasGap}, top}: ObjectQuestionViewProps) {
	const messages = scrolled.slice(top, top + height);
	return (
		<>
			<Messages messages={fixed}/>
			<Box flexDirection='column' flexShrink={0} marginTop={hasGap && height > 0 ? 1 : 0}>
				<Messages messages={messages}/>
				<TextLines hasLabels lines={details} top={Math.max(0, top - scrolled.length)} height={height - messages.length}/>
			</Box>
		</>
	);
}
