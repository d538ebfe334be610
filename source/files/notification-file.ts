import type {Draft} from '../notification/fields.ts';
import {withLabel} from '../notification/labels.ts';
import type {Notification} from '../notification/notification.ts';
import {joined, numberText} from '../platform/text.ts';
import type {Query} from '../query/match.ts';
import type {MemberChange} from '../service/body.ts';
import {sanitiseCell, shownValue} from '../terminal/sanitise.ts';

/** The members of a file beside the list of notifications, and that list. */
export const headerNames = ['version', 'profile', 'scope', 'defaults', 'notifications'] as const;

export type HeaderName = (typeof headerNames)[number];

/** A position in a file: its line and its column, from 1. In the account of a profile, `file` is its name. */
export type FilePlace = {
	readonly file: string;
	readonly line: number;
	readonly column: number;
	/** The ID of a notification in the account of a profile, which has no lines. */
	readonly id?: string | undefined;
};

/** A mistake in a file. The message completes the sentence that its field begins, and quotes the file: sanitise it before it is shown. */
export type Mistake = FilePlace & {
	/** The path of the field in the service's format, such as `event_details.filters.0.value`; empty for the whole file or entry. */
	readonly field: string;
	readonly message: string;
	/** Whether the operator may send it anyway. */
	readonly canOverride?: boolean | undefined;
};

/** Mistakes and warnings, file by file, in the order of the lines. */
export const byPlace = <T extends FilePlace>(found: readonly T[]): readonly T[] =>
	[...Map.groupBy(found, ({file}) => file).values()].flatMap(same =>
		same.toSorted((a, b) => (a.line === b.line ? a.column - b.column : a.line - b.line)),
	);

/** A text that cannot be read as notifications, or that has invalid ones. The message quotes the text: sanitise it before it is shown. */
export class BodiesError extends Error {
	/** The advice on what to do next, in one line. */
	readonly hint: string;
	readonly issues: ReadonlyArray<Pick<Mistake, 'field' | 'message'>>;
	/** Set if the text cannot be parsed: the mistake that prevents it. */
	readonly mistake: Mistake | undefined;

	constructor(message: string, hint: string, issues: BodiesError['issues'] = [], mistake?: Mistake) {
		super(message);
		this.hint = hint;
		this.issues = issues;
		this.mistake = mistake;
	}
}

/** Creates the error for a text that cannot be parsed. `name`: the name of the file. */
export function unreadableInput(
	name: string,
	mistake: Pick<Mistake, 'message'> & Partial<Pick<FilePlace, 'line' | 'column'>>,
): BodiesError {
	const {message, line, column} = mistake;
	const place = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `;
	return new BodiesError(
		`Nothing was sent: ${name} cannot be read: ${place}${message}.`,
		'Correct the file and run it again.',
		[],
		{file: name, line: 1, column: 1, field: '', ...mistake},
	);
}

/** The most mistakes of a file that are found; what follows is not looked at. */
export const mostMistakes = 10_000;

/** The most mistakes of one entry, or of what is around the entries, that are told. */
export const mostOfEntry = 100;

/** The notifications that belong to a file: an empty query matches all. */
export type FileScope = {readonly text: string; readonly query: Query; readonly place: FilePlace};

/** A notification that a file describes. */
export type FileEntry = {
	readonly place: FilePlace;
	/** Finds the position of a field, by its path in the service's format. */
	readonly locate: (field: string) => FilePlace;
	/** Its content as a listing would show it. */
	readonly record: Notification;
	/** Its content, with the defaults of the file and the texts of its references. */
	readonly draft: Draft;
	/** The ID of a listed record, a hint for pairing. */
	readonly id: string | undefined;
	/** Whether the file says what the template is. Otherwise the template of the listed one stays. */
	readonly statesTemplate: boolean;
	/** The same for the topics. */
	readonly statesTopics: boolean;
	/** Whether it says that the notification is parked: `parked: true`. */
	readonly isParked?: true;
	/** The paths of the fields that have a mistake already; undefined if none has. Such an entry is only checked further. */
	readonly mistaken?: readonly string[];
	/** Set if it is a notification of another account. `isContentUnknown`: it may have a template or topics there that are unknown on this machine. */
	readonly copied?: {readonly isContentUnknown: boolean};
};

/** A file of notifications. */
export type NotificationFile = {
	readonly name: string;
	/** The path at which it was read, where its name in messages is another one. */
	readonly path?: string;
	/** The only profile that it may be applied to. */
	readonly profile: string | undefined;
	readonly scope: FileScope | undefined;
	readonly entries: readonly FileEntry[];
	/** Whether its content is copied into the account once: the file does not describe the account afterwards. */
	readonly isImport?: boolean;
	/** Whether it is no file, but the account of a profile. Its name is that of the profile. */
	readonly isAccount?: boolean;
};

/** The line of a position: `alerts.yaml, line 12`. A notification of another account has its profile and ID: `staging 17`. */
export const lineText = ({file, line, id}: Pick<FilePlace, 'file' | 'line' | 'id'>): string =>
	id === undefined ? `${file}, line ${line}` : `${file} ${id}`;

/** The position of a mistake for a person: `alerts.yaml, line 12, column 3`. */
export const placeText = (place: FilePlace): string =>
	place.id === undefined ? `${lineText(place)}, column ${place.column}` : lineText(place);

/** A mistake as compilers print it: `alerts.yaml:12:5: event_details.network must be text`. */
export function mistakeText({field, message, ...place}: Mistake): string {
	const {file, line, column, id} = place;
	return `${id === undefined ? `${file}:${line}:${column}` : lineText(place)}: ${joined([field, message], ' ')}`;
}

/** The most IDs and lines in a sentence. */
export const maxNamed = 10;

/** The IDs that a sentence names, the first ones of many, safe to show. */
export function namedIds(ids: readonly string[], most = maxNamed): string {
	const named = ids.slice(0, most).map(id => sanitiseCell(id));
	return `${named.join(', ')}${ids.length > most ? ` and ${numberText(ids.length - most)} more` : ''}`;
}

/** A change of a member in a line, safe to show. */
export const changeLine = ({field, old, new: after}: MemberChange): string =>
	`    ${sanitiseCell(field)}: ${shownValue(withLabel(old))} → ${shownValue(withLabel(after))}`;

/** The signs of the changes that files ask for. */
export const changeSigns = {create: '+', replace: '~', delete: '-'} as const;
