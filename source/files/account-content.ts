import {copyDraft, toEditable, type KnownUnlisted} from '../notification/edit.ts';
import {type ListedRecord, type Notification, rawOf} from '../notification/notification.ts';
import {knownTemplate} from '../notification/losses.ts';
import type {FileEntry, FileScope, NotificationFile} from './notification-file.ts';
import {createScopeMatcher} from './areas.ts';

/** The account of a profile, to be used in place of a file. */
export type AccountSource = {
	/** The name of its profile. */
	readonly name: string;
	/** The scope; also what is taken of the account. Without one nothing is outside, and nothing is deleted. */
	readonly scope?: Pick<FileScope, 'text' | 'query'> | undefined;
	/** The IDs to take; by default all in the scope. */
	readonly ids?: ReadonlySet<string> | undefined;
	/** A complete listing. */
	readonly records: readonly ListedRecord[];
	/** The template and topics of a notification, which listings never return; undefined if they are not known. */
	readonly sent: (id: string) => KnownUnlisted | undefined;
};

/** Makes a file of notifications from the account of a profile. What cannot be read is left out. */
export function accountContent({name, scope, ids, records, sent}: AccountSource): NotificationFile {
	const isMatching = createScopeMatcher(scope?.query ?? []);
	const taken = records
		.filter(record => record.kind === 'notification')
		.filter(record => isMatching(record) && (ids?.has(record.id) ?? true));
	return {
		name,
		profile: undefined,
		scope: scope && {...scope, place: {file: name, line: 0, column: 0}},
		entries: taken.map(record => toFileEntry(name, record, sent(record.id))),
		isAccount: true,
	};
}

/** Makes an entry of a notification of another account. Its ID is no hint for pairing: IDs of two accounts have nothing to do with each other. */
function toFileEntry(name: string, record: Notification, sent: KnownUnlisted | undefined): FileEntry {
	const place = {file: name, line: 0, column: 0, id: record.id};
	return {
		place,
		locate: () => place,
		record,
		draft: copyDraft(record, sent),
		id: undefined,
		statesTemplate: knownTemplate({raw: rawOf(record), template: sent?.template}) !== undefined,
		statesTopics: sent !== undefined,
		copied: {isContentUnknown: toEditable(record, sent).isContentUnknown},
	};
}
