import {differences, type Readable} from '../../domain/spec.ts';
import {sanitise, noValue} from '../../terminal/sanitise.ts';
import {wrap} from '../../terminal/width.ts';
import {type TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from './label-width.ts';

/** The differences between two notifications, at least one line for each field: `old → new`. Sanitised, and at most `columns` wide. The template and topics are compared only if both are known. */
export const changeLines = (before: Readable, after: Readable, columns: number): TextLine[] =>
	differences(before, after).flatMap(({field: {label}, old, new: now}) =>
		wrap(`${shownText(old)} → ${shownText(now)}`, columns - labelWidth).map((text, index) => ({
			label: index === 0 ? label : '',
			text,
		})),
	);

const shownText = (text: string): string => (text === '' ? noValue : sanitise(text));
