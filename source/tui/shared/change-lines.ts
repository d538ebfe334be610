import {fields} from '../../domain/fields.ts';
import type {Notification, NotificationFields, Topics} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {wrap} from '../../terminal/width.ts';
import {labelWidth, type TextLine} from '../detail/detail-lines.ts';

/** What is known of a notification; the template and topics only where this machine sent them. */
export type ComparedNotification = NotificationFields & {
	readonly template?: string | undefined;
	readonly topics?: Topics | undefined;
};

/** A notification that is not listed, for what shows listed ones. */
export function asListed(notification: NotificationFields, id = '', raw?: unknown): Notification {
	const {userId, channel, name, recipient, network, eventType, addresses, filters, extras, recordExtras} = notification;
	return {kind: 'notification', id, raw, userId, channel, name, recipient, network, eventType, addresses, filters, ...(extras !== undefined && {extras}), ...(recordExtras !== undefined && {recordExtras})};
}

/** What differs between two notifications, a field a line at least: `old → new`. Sanitised, and of at most `columns`. The template and topics are compared only where both are known. */
export function changeLines(before: ComparedNotification, after: ComparedNotification, columns: number): TextLine[] {
	const [old, current] = [asListed(before), asListed(after)];
	const texts = [
		...fields.filter(({name}) => name !== 'id').map(({label, read}) => [label, read(old), read(current)] as const),
		...before.template === undefined || after.template === undefined ? [] : [['Template', before.template, after.template] as const],
		...before.topics === undefined || after.topics === undefined ? [] : [['Topics', before.topics.join(' ').trim(), after.topics.join(' ').trim()] as const],
	];
	return texts.filter(([, from, to]) => from !== to).flatMap(([label, from, to]) => (
		wrap(`${shownText(from)} → ${shownText(to)}`, columns - labelWidth).map((text, index) => ({label: index === 0 ? label : '', text}))
	));
}

const shownText = (text: string): string => text === '' ? 'none' : sanitise(text);
