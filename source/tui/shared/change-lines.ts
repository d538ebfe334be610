import {contentFields, type Field, type Readable} from '../../domain/spec.ts';
import {sanitise, noValue} from '../../terminal/sanitise.ts';
import {wrap} from '../../terminal/width.ts';
import {type TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from './label-width.ts';

/** The differences between two notifications, at least one line for each field: `old → new`. Sanitised, and at most `columns` wide. The template and topics are compared only if both are known. */
export const changeLines = (before: Readable, after: Readable, columns: number): TextLine[] =>
	contentFields
		.filter(
			({key, isUnlisted}) => !isUnlisted || [before, after].every(each => each[key as keyof Readable] !== undefined),
		)
		.map(field => [field.label, valueText(field, before), valueText(field, after)] as const)
		.filter(([, from, to]) => from !== to)
		.flatMap(([label, from, to]) =>
			wrap(`${shownText(from)} → ${shownText(to)}`, columns - labelWidth).map((text, index) => ({
				label: index === 0 ? label : '',
				text,
			})),
		);

/** The values of a field as the detail screen shows them. */
const valueText = ({read, readAll}: Field, notification: Readable): string =>
	readAll?.(notification).join(' ') ?? read(notification);

const shownText = (text: string): string => (text === '' ? noValue : sanitise(text));
