import {knownMembers} from '../../api/listing/read-record.ts';
import type {SentContent} from '../../storage/sent-content.ts';
import {filterSentence} from '../../domain/filters/sentence.ts';
import type {ListedRecord, Notification} from '../../domain/notification.ts';
import type {JsonObject} from '../../system/json.ts';
import {formatTime} from '../../terminal/time.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {widthOf, wrap} from '../../terminal/width.ts';

/** One line of a text screen: a label in the margin, or a continuation without one. */
export type TextLine = {
	readonly label: string;
	readonly text: string;
	readonly isFaint?: boolean;
};

/** Columns of the margin that holds labels. */
export const labelWidth = 13;

/** Everything known of a record, as lines of at most `columns`, harmless to show. */
export function detailLines(record: ListedRecord, columns: number, sent?: SentContent): TextLine[] {
	const room = columns - labelWidth;
	const field = (label: string, value: string, isFaint = false): TextLine[] => wrap(sanitise(value), room)
		.map((text, index) => ({label: index === 0 ? label : '', text, isFaint}));

	if (record.kind === 'unreadable') {
		return [
			...field('Unreadable', `record ${record.index + 1} of the listing: ${record.problem}`),
			{label: '', text: ''},
			...rawLines(record.raw, room),
		];
	}

	// Names of members are the service's words, too; one that does not fit into the margin stands before its value.
	const unknown = (name: string, value: string) => widthOf(sanitise(name)) < labelWidth
		? field(sanitise(name), value)
		: field('', `${name}: ${value}`);
	const optional = (label: string, value: string) => field(label, value === '' ? 'none' : value, value === '');
	return [
		...field('ID', record.id),
		...optional('Name', record.name),
		...field('User', record.userId),
		...field('Channel', record.channel),
		...field('Recipient', record.recipient),
		...field('Network', record.network),
		...field('Event', record.eventType),
		...record.addresses.flatMap((address, index) => field(index === 0 ? 'Address' : '', address)),
		...filterLines(record, field),
		...sentLines(record, sent, field),
		...unknownMembers(record).flatMap(([name, value]) => unknown(name, JSON.stringify(value))),
	];
}

/** A record as the service sent it, as indented JSON. */
export function rawLines(raw: unknown, columns: number): TextLine[] {
	return wrap(sanitiseLines(JSON.stringify(raw, undefined, 2)), columns).map(text => ({label: '', text}));
}

const notReturned = 'not returned by the service';

/** What listings never return: as sent from this machine, where it was. */
function sentLines({eventType}: Notification, sent: SentContent | undefined, field: Field): TextLine[] {
	if (sent === undefined) {
		return [...field('Template', notReturned, true), ...eventType === 'GRAPHQL' ? field('Topics', notReturned, true) : []];
	}

	const topics = sent.topics.filter(topic => topic !== '');
	return [
		...sent.template === '' ? field('Template', 'none', true) : sent.template.split('\n').flatMap((line, index) => field(index === 0 ? 'Template' : '', line)),
		...topics.flatMap((topic, index) => field(index === 0 ? 'Topics' : '', topic)),
		...field('', `as sent from this machine on ${formatTime(sent.at)}`, true),
	];
}

type Field = (label: string, value: string, isFaint?: boolean) => TextLine[];

function filterLines({filters}: Notification, field: Field): TextLine[] {
	return filters.length === 0
		? field('Filters', 'none: every event of the address', true)
		: filters.flatMap((filter, index) => field(index === 0 ? 'Filters' : '', `${index === 0 ? '' : 'and '}${filterSentence(filter)}`));
}

/** Members that interface.md does not name, of the record and of its event_details. */
function unknownMembers({raw, extras = {}}: Notification): Array<readonly [string, unknown]> {
	return [
		...Object.entries(raw as JsonObject).filter(([name]) => !knownMembers.has(name)),
		...Object.entries(extras).map(([name, value]) => [`event_details.${name}`, value] as const),
	];
}
