import {fields, type Field} from '../../domain/fields.ts';
import type {Notification, NotificationFields, Topics} from '../../domain/notification.ts';
import {sanitise, noValue} from '../../terminal/sanitise.ts';
import {wrap} from '../../terminal/width.ts';
import {type TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from './label-width.ts';

/** The known fields of a notification. The template and topics are known only if this machine sent them. */
export type ComparedNotification = NotificationFields & {
	readonly template?: string | undefined;
	readonly topics?: Topics | undefined;
};

/** Converts a notification that is not listed to a listed one. */
export function asListed(notification: NotificationFields, id = '', raw?: unknown): Notification {
	const {userId, channel, name, recipient, network, eventType, addresses, filters, extras, recordExtras} = notification;
	return {
		kind: 'notification',
		id,
		raw,
		userId,
		channel,
		name,
		recipient,
		network,
		eventType,
		addresses,
		filters,
		...(extras !== undefined && {extras}),
		...(recordExtras !== undefined && {recordExtras}),
	};
}

/** The differences between two notifications, at least one line for each field: `old → new`. Sanitised, and at most `columns` wide. The template and topics are compared only if both are known. */
export function changeLines(before: ComparedNotification, after: ComparedNotification, columns: number): TextLine[] {
	const [old, current] = [asListed(before), asListed(after)];
	const texts = [
		...fields
			.filter(({name}) => name !== 'id')
			.map(field => [field.label, valueText(field, old), valueText(field, current)] as const),
		...(before.template === undefined || after.template === undefined
			? []
			: [['Template', before.template, after.template] as const]),
		...(before.topics === undefined || after.topics === undefined
			? []
			: [['Topics', before.topics.join(' ').trim(), after.topics.join(' ').trim()] as const]),
	];
	return texts
		.filter(([, from, to]) => from !== to)
		.flatMap(([label, from, to]) =>
			wrap(`${shownText(from)} → ${shownText(to)}`, columns - labelWidth).map((text, index) => ({
				label: index === 0 ? label : '',
				text,
			})),
		);
}

/** The values of a field as the detail screen shows them. */
const valueText = ({read, readAll}: Field, notification: Notification): string =>
	readAll?.(notification).join(' ') ?? read(notification);

const shownText = (text: string): string => (text === '' ? noValue : sanitise(text));
