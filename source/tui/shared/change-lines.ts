import type {Readable} from '../../notification/notification.ts';
import {differences} from '../../notification/spec.ts';
import {noValue, sanitise} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import {labelWidth, linesOf, type Line} from '../ui/line.ts';

/** The differences between two notifications, one line for each field: `old → new`; safe to show. The template and topics are compared only if both are known. */
export const changesSaid = (before: Readable, after: Readable): Line[] =>
	differences(before, after).map(({field: {label}, old, new: now}) => ({
		label,
		text: `${shownText(old)} → ${shownText(now)}`,
	}));

/** The same, below a question: indented lines for a terminal of `columns`. */
export const indentedChanges = (before: Readable, after: Readable, columns: number): Line[] =>
	linesOf(changesSaid(before, after), columns - 2).map(({label = '', text}) => ({
		text: `  ${fit(label, labelWidth)}${text}`,
	}));

const shownText = (text: string): string => (text === '' ? noValue : sanitise(text));
