import type {SentContent} from '../../storage/sent-content.ts';
import {fields} from '../../domain/fields.ts';
import type {ListedRecord, Notification} from '../../domain/notification.ts';
import {formatTime} from '../../terminal/time.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {widthOf, wrap} from '../../terminal/width.ts';

/** One line of a text screen. A value that takes several lines has its label on the first; the others have an empty one. */
export type TextLine = {
	readonly label: string;
	readonly text: string;
	readonly isFaint?: boolean;
};

/** Terminal columns of the margin with the labels. */
export const labelWidth = 13;

const knownPaths = new Set(['event_details', ...fields.map(({path}) => path)]);

/**
Describes a record: the fields of a notification, its template and topics, and members that interface.md does not name.

@param record - As listed.
@param columns - Terminal columns that a line may take.
@param sent - The template and topics, if this machine sent the notification.
@returns Sanitised lines.
*/
export function detailLines(record: ListedRecord, columns: number, sent?: SentContent): TextLine[] {
	const room = columns - labelWidth;
	const field = (label: string, value: string, isFaint = false): TextLine[] => wrap(sanitise(value), room)
		.map((text, index) => ({label: index === 0 ? label : '', text, isFaint}));

	if (record.kind === 'unreadable') {
		return [
			...field('Unreadable', `record ${record.index + 1} of the listing: ${record.problem}`),
			{label: '', text: ''},
			...rawLines(record, room),
		];
	}

	// The name of a member is text from the service, too. One that does not fit into the margin is shown before its value.
	const unknown = (name: string, value: string) => widthOf(sanitise(name)) < labelWidth
		? field(sanitise(name), value)
		: field('', `${name}: ${value}`);
	return [
		...fields.flatMap(({label, read, readAll, ifEmpty}) => {
			const values = readAll?.(record) ?? [read(record)];
			return ifEmpty !== undefined && values.join('') === ''
				? field(label, ifEmpty, true)
				: values.flatMap((value, index) => field(index === 0 ? label : '', value));
		}),
		...sentLines(record, sent, field),
		...unknownMembers(record.raw).flatMap(([name, value]) => unknown(name, JSON.stringify(value))),
	];
}

/** Characters of a record that are indented: each may take up to 200 more. */
const indentedLength = 100_000;

/** A record as the service sent it, as indented JSON. One that is very long, or was not parsed, is not indented. */
export function rawLines(record: ListedRecord, columns: number): TextLine[] {
	return wrap(sanitiseLines(rawText(record)), columns).map(text => ({label: '', text}));
}

function rawText(record: ListedRecord): string {
	const {raw} = record;
	if (record.kind === 'unreadable' && record.isSkipped === true && typeof raw === 'string') {
		return raw;
	}

	const json = JSON.stringify(raw);
	return json.length > indentedLength ? json : JSON.stringify(raw, undefined, 2);
}

const notReturned = 'not returned by the service';

/** The template and topics, which listings never return: as sent from this machine, if it was. */
function sentLines({eventType}: Notification, sent: SentContent | undefined, field: FieldLines): TextLine[] {
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

type FieldLines = (label: string, value: string, isFaint?: boolean) => TextLine[];

/** The members of the record, and of its event_details, that are the path of no field. */
function unknownMembers(raw: unknown): Array<readonly [string, unknown]> {
	const members = membersOf(raw);
	const details = membersOf(members.find(([name]) => name === 'event_details')?.[1]).map(([name, value]) => [`event_details.${name}`, value] as const);
	return [
		...members.filter(([name]) => name.includes('.') || !knownPaths.has(name)),
		...details.filter(([path]) => !knownPaths.has(path)),
	];
}

function membersOf(value: unknown): Array<[string, unknown]> {
	return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
