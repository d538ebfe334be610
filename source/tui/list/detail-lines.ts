import {useMemo, useSyncExternalStore} from 'react';
import {topicTexts} from '../../notification/events.ts';
import {withLabel} from '../../notification/labels.ts';
import {
	isGraphqlEvent,
	rawOf,
	type ListedRecord,
	type Notification,
	type Unlisted,
} from '../../notification/notification.ts';
import {contentFields, detailsName, fields} from '../../notification/spec.ts';
import {isObject} from '../../platform/json.ts';
import {joined} from '../../platform/text.ts';
import {numberOf, type Item} from '../../ledger/item.ts';
import {colleagueText} from '../../ledger/owner.ts';
import type {Parked} from '../../account/pending-changes.ts';
import type {ToldFields} from '../../notification/sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {formatTime} from '../../terminal/time.ts';
import {widthOf, wrap} from '../../terminal/width.ts';
import {sentenceLines} from '../ui/sentence.ts';
import {useSession} from '../ui/session.ts';
import {channelRole} from '../ui/theme.ts';
import {faint, labelWidth, linesOf, title, type Line} from '../ui/line.tsx';

const knownPaths = new Set([detailsName, ...fields.map(({path}) => path)]);

/**
Describes a record: the fields of a notification, its template and topics, and members that interface.md does not name.

@param record - As listed.
@param columns - Terminal columns that a line may take.
@param sent - The template and topics, with the time if this machine sent the notification.
@param shown - The names of the fields that are left out.
@returns Sanitised lines.
*/
export function detailLines(
	record: ListedRecord,
	columns: number,
	sent?: Content,
	shown?: ReadonlySet<string>,
): Line[] {
	const room = columns - labelWidth;
	if (record.kind === 'unreadable') {
		return [
			...laidOut([{label: 'Unreadable', text: `record ${record.index + 1} of the listing: ${record.problem}`}], room),
			{label: '', text: ''},
			...rawLines(record, room).map(line => ({...line, label: ''})),
		];
	}

	const listed = fields
		.filter(({name}) => shown?.has(name) !== true)
		.flatMap(({name, label, read, readAll, ifEmpty}) => {
			const values = readAll?.(record) ?? [read(record)];
			const texts = name === 'address' ? values.map(value => withLabel(value)) : values;
			return valueLines(label, texts, ifEmpty, name === 'channel' ? channelRole(record.channel) : undefined);
		});
	// A member's name comes from the service as well. A name that does not fit into the margin is shown before its value.
	const unknown = unknownMembers(rawOf(record)).map(([name, value]) => {
		const [label, text] = [sanitise(name), JSON.stringify(value)];
		return widthOf(label) < labelWidth ? {label, text} : {label: 'Other', text: `${name}: ${text}`};
	});
	return laidOut([...listed, ...sentLines(record, sent), ...unknown], room);
}

/** The values of a field, a line each, or what is said if they are empty. */
const valueLines = (label: string, values: readonly string[], ifEmpty?: string, tone?: Line['tone']): Line[] =>
	ifEmpty !== undefined && values.join('') === ''
		? [{label, text: ifEmpty, tone: 'faint'}]
		: values.map((text, index) => ({label: index === 0 ? label : '', text, tone}));

/** The lines of the sentence at the top of a notification, at most. */
const headRows = 5;

/** The sentence of a notification, to stand above its fields. */
export const headLines = (told: ToldFields, columns: number): Line[] =>
	sentenceLines(told, columns, headRows).map(text => title(text));

/** The number of characters of one record that are measured and broken into lines, so that a key press is not delayed. */
const shownLength = 30_000;

/** Matches texts whose width is their length, so that they need no measuring. */
const ascii = /^[\u{20}-\u{7E}]*$/v;

/** Breaks lines that are not safe to show yet into such of at most `columns`, until all of them together are too long. The last one says so. */
function laidOut(lines: readonly Line[], columns: number): Line[] {
	let left = shownLength;
	const shown = lines.filter(({text}) => {
		const isShown = left > 0;
		left -= ascii.test(text) ? text.length / 20 : text.length;
		return isShown;
	});
	const rest = faint('The rest of this record is too long to be shown.');
	return [
		...shown.map(line => ({...line, text: sanitise(line.text)})),
		...(shown.length < lines.length ? [rest] : []),
	].flatMap(line =>
		wrap(line.text, columns).map((text, index) => ({...line, text, ...(index > 0 && 'label' in line && {label: ''})})),
	);
}

/** The length of JSON that is indented at most. Indenting can add up to 200 characters for each. */
const indentedLength = 100_000;

/** A record as the service sent it, as indented JSON. A record that is very long or was not parsed is not indented. */
export function rawLines(record: ListedRecord, columns: number): Line[] {
	const pieces = hideSecrets(rawText(record))
		.split('\n')
		.flatMap(line => piecesOf(line));
	return laidOut(
		pieces.map(text => ({text})),
		columns,
	);
}

/** The pieces of long JSON that is not indented, of which only the beginning would be shown otherwise. */
const piecesOf = (line: string): readonly string[] => line.match(/.{1,5000}/gsv) ?? [''];

function rawText(record: ListedRecord): string {
	const raw = rawOf(record);
	if (record.kind === 'unreadable' && record.isSkipped === true && typeof raw === 'string') {
		return raw;
	}

	const json = JSON.stringify(raw);
	return json.length > indentedLength ? json : JSON.stringify(raw, undefined, 2);
}

/** What listings never return, with the time in milliseconds since the epoch if this machine sent it. */
type Content = Unlisted & {readonly at?: number};

/** What listings never return, as sent from this machine. */
function sentLines(record: Notification, sent: Content | undefined): Line[] {
	if (sent === undefined) {
		return [];
	}

	const unlisted = contentFields.filter(
		({isUnlisted, key}) => isUnlisted && (key !== 'topics' || isGraphqlEvent(record)),
	);
	const lines = unlisted.flatMap(({key, label, ifEmpty = ''}) => {
		const texts = key === 'topics' ? topicTexts(sent.topics) : sent.template.split('\n');
		return valueLines(label, texts, ifEmpty);
	});
	return sent.at === undefined
		? lines
		: [...lines, {label: '', text: `as sent from this machine on ${formatTime(sent.at)}`, tone: 'faint'}];
}

/** The members of the record, and of its event_details, that no field reads. */
function unknownMembers(raw: unknown): Array<[string, unknown]> {
	const members = membersOf(raw);
	const details = membersOf(members.find(([name]) => name === detailsName)?.[1]).map(
		([name, value]): [string, unknown] => [`${detailsName}.${name}`, value],
	);
	return [
		...members.filter(([name]) => name.includes('.') || !knownPaths.has(name)),
		...details.filter(([path]) => !knownPaths.has(path)),
	];
}

const membersOf = (value: unknown): Array<[string, unknown]> => (isObject(value) ? Object.entries(value) : []);

/** The item that parked what a row shows; undefined if it is not parked. A row whose ID is used again has another one. */
export const parkerOf = (parked: readonly Parked[], record: ListedRecord): Item | undefined =>
	record.kind === 'notification' && record.source !== undefined
		? parked.find(({record: {source}}) => source === record.source)?.item
		: undefined;

/** The item that parked what a row shows; undefined if it is not parked. */
export function useParked(record: ListedRecord | undefined): Item | undefined {
	const {pending} = useSession();
	const {parked} = useSyncExternalStore(pending.subscribe, pending.get);
	return record && parkerOf(parked, record);
}

/** When, by which change and by whom it was parked. */
const parkedText = ({startedAt, by, ...item}: Item): string =>
	joined([formatTime(startedAt), `change ${numberOf(item)}`, by && colleagueText(by)], ' · ');

/** The lines of a record, at most `columns` wide: its sentence, then its fields with what was sent from this machine; or its JSON. `shown`: the fields that are left out. */
export function useDetailLines(
	record: ListedRecord,
	columns: number,
	isRaw: boolean,
	shown?: ReadonlySet<string>,
): readonly Line[] {
	const {ledger, profileKey} = useSession();
	const parked = useParked(record);
	return useMemo(() => {
		if (isRaw) {
			return rawLines(record, columns);
		}

		const told = record.kind === 'notification' ? record : undefined;
		const sent = told && ledger?.sent.get(profileKey, told.id);
		const head = told === undefined ? [] : headLines({...told, topics: sent?.topics}, columns);
		const kept = parked && {label: 'Parked', text: parkedText(parked)};
		return [...head, ...linesOf(kept, columns), ...detailLines(record, columns, sent, shown)];
	}, [isRaw, record, columns, ledger, profileKey, shown, parked]);
}
