import {fit} from '../../terminal/width.ts';
import type {TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from './label-width.ts';
import {cutTo, type Message} from './message.ts';
import type {ObjectQuestion} from './object-lines.ts';

/** The lines of a question, and of the rows below it. */
export type QuestionLayout = {
	/** The lines that stay above: at least what is asked, if that leaves a line below it. */
	readonly head: readonly Message[];
	/** The notifications by user, channel and network, below the head; empty if they scroll. */
	readonly summary: readonly TextLine[];
	/** The consequences, below the summary. */
	readonly foot: readonly Message[];
	/** The lines of the question that scroll, before the rows do. */
	readonly scrolled: readonly Message[];
	/** The number of these lines, from the first on, without which the question cannot be answered. */
	readonly required: number;
	/** The number of lines that scroll, with the rows. */
	readonly count: number;
	/** The number of lines for what scrolls. */
	readonly height: number;
	/** Whether a blank line is above what scrolls. */
	readonly hasGap: boolean;
	/** The number of lines that the terminal lacks for a question. */
	readonly missing: number;
};

/** The fewest rows below a question that does not scroll. */
const fewestRows = 3;

/** The fewest lines for what scrolls below what happened, if that stays. */
const fewestBelowStatus = 2;

/** Lays out a question about one notification in `rows` lines. In few lines all but what is asked and what happened scrolls; in fewer, what happened does, too, and is first. `count`: the number of lines of its details. */
export function layOutObject(
	{asked, object, status, consequences}: ObjectQuestion,
	count: number,
	rows: number,
): QuestionLayout {
	const whole = [...asked, ...object, ...status, ...consequences];
	const room = rows - whole.length - 1;
	if (room >= fewestRows || (count === 0 && room >= -1)) {
		return {
			head: whole,
			summary: [],
			foot: [],
			scrolled: [],
			required: 0,
			count,
			height: Math.max(0, room),
			hasGap: true,
			missing: 0,
		};
	}

	const isStatusFixed = asked.length + status.length + fewestBelowStatus <= rows;
	const head = isStatusFixed ? [...asked, ...status] : asked;
	return scrolling(
		{head, above: isStatusFixed ? [] : status, required: [...object, ...consequences], more: []},
		count,
		rows,
	);
}

/** The number of lines of the command that are shown at most where it does not scroll. */
export const shownCommandLines = 2;

/** A question about many notifications. */
export type ManyQuestion = {
	/** The question itself, and its warnings. */
	readonly asked: readonly Message[];
	/** The notifications by user, channel and network. */
	readonly summary: readonly TextLine[];
	readonly consequences: readonly Message[];
	/** The command that does the same; none by default. */
	readonly command?: readonly Message[];
	/** The number of notifications. */
	readonly count: number;
};

/** Lays out a question about many notifications in `rows` lines. In few lines the summary scrolls with the notifications, so that the consequences stay visible; where they do not fit either, they scroll above it. `atOnce`: the lines that scroll, of which as many are shown at most. */
export function layOutMany(
	{asked, summary, consequences, command = [], count}: ManyQuestion,
	rows: number,
	atOnce = Infinity,
): QuestionLayout {
	const shortCommand = cutTo(command, shownCommandLines);
	const fixed = asked.length + summary.length + consequences.length + shortCommand.length + 1;
	if (fixed + Math.min(count, fewestRows) <= rows) {
		return {
			head: asked,
			summary,
			foot: [...consequences, ...shortCommand],
			scrolled: [],
			required: 0,
			count,
			height: Math.min(atOnce, rows - fixed),
			hasGap: true,
			missing: 0,
		};
	}

	const areFixed = asked.length + consequences.length < rows;
	const counts = summary.map(({label, text}): Message => ({tone: 'plain', text: ` ${fit(label, labelWidth)}${text}`}));
	const layout = scrolling(
		{
			head: areFixed ? [...asked, ...consequences] : asked,
			above: [],
			required: areFixed ? [] : consequences,
			more: [...counts, ...command],
		},
		count,
		rows,
	);
	return {...layout, height: Math.min(atOnce, layout.height)};
}

type Scrolled = {
	/** The lines that stay, if they leave a line below them. */
	readonly head: readonly Message[];
	/** The lines that come first where they scroll. */
	readonly above: readonly Message[];
	/** The lines that have to be read. */
	readonly required: readonly Message[];
	readonly more: readonly Message[];
};

/** The fewest lines in which a question can be read and answered. */
const fewestLines = 2;

/** A layout in which all but the head scrolls. A head that leaves no line below it scrolls, too. */
function scrolling({head, above, required, more}: Scrolled, count: number, rows: number): QuestionLayout {
	const isFixed = head.length < rows || rows < fewestLines;
	const shown = isFixed ? head.slice(0, Math.max(0, rows)) : [];
	const toRead = [...above, ...(isFixed ? [] : head), ...required];
	return {
		head: shown,
		summary: [],
		foot: [],
		scrolled: [...toRead, ...more],
		required: toRead.length,
		count: toRead.length + more.length + count,
		height: Math.max(0, rows - shown.length),
		hasGap: false,
		missing: Math.max(0, fewestLines - rows),
	};
}
