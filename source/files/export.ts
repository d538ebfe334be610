import {readRecord} from '../service/listing/read-record.ts';
import {bodyOfListed} from '../service/body.ts';
import {toDraft, toHeldInput} from '../notification/fields.ts';
import {canonicalForm} from '../notification/equivalence.ts';
import {type Notification, rawOf, type Unlisted} from '../notification/notification.ts';
import {knownTemplate} from '../notification/losses.ts';
import type {JsonObject} from '../platform/json.ts';
import {hasSecret, hideSecrets, hideSecretsIn} from '../terminal/secrets.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {yamlText} from '../terminal/yaml-text.ts';
import {checkEntries} from './check-entries.ts';
import type {Mistake} from './notification-file.ts';
import {readEntry} from './read-entry.ts';

/** A notification as an entry of a file. `sent`: its template and topics, if they are known; without them the entry does not say what they are. The API key is hidden, and a member that interface.md does not name and that holds it is left out, as it is when it is sent: files are shared. */
export function toEntry(notification: Notification, sent: Unlisted | undefined): JsonObject {
	const raw = rawOf(notification);
	const read = hasSecret(JSON.stringify(raw)) ? (readRecord(hideSecretsIn(raw), 0) as Notification) : notification;
	const draft = {...toDraft(read), ...(sent && {topics: sent.topics})};
	const {template: _template, ...body} = bodyOfListed(toHeldInput(draft, read), read);
	const template = knownTemplate({raw: rawOf(read), template: sent?.template});
	return {...body, ...(template !== undefined && {template})};
}

/** A listed notification as an entry. It has its ID only if a body with its content would be refused: then it says that the service has it so. */
export function toListedEntry(notification: Notification, sent: Unlisted | undefined): JsonObject {
	const entry = toEntry(notification, sent);
	const mistakes: Mistake[] = [];
	const read = readEntry(entry, {
		defaults: {},
		placeOf: () => nowhere,
		mistakes,
	});
	const isRefused = mistakes.length > 0 || read === undefined || checkEntries([read]).mistakes.length > 0;
	return isRefused ? {id: notification.id, ...entry} : entry;
}

const nowhere = {file: '', line: 0, column: 0};

/** The content of a file of notifications. */
export type FileContent = {
	readonly notifications: readonly Notification[];
	/** Makes an entry of one; `toListedEntry` by default. */
	readonly entryOf?: typeof toListedEntry;
	/** The query that found them, or `all`; undefined for a file without a scope. */
	readonly scope: string | undefined;
	/** Returns the template and topics, as far as they are known: listings never have them. */
	readonly sent: (notification: Notification) => Unlisted | undefined;
	/** Those that are parked. */
	readonly parked?: Pick<ReadonlySet<Notification>, 'has'>;
	/** The lines of the comment at its beginning. */
	readonly comment?: readonly string[];
};

/** Formats notifications as a file, sorted by their content, so that it stays the same while the account does. */
export const fileText = ({
	notifications,
	scope,
	sent,
	parked,
	entryOf = toListedEntry,
	comment = [],
}: FileContent): string =>
	[
		...comment.map(line => `# ${sanitise(line)}\n`),
		yamlText({version: 1, ...(scope !== undefined && {scope: hideSecrets(scope)})}),
		notifications.length === 0 ? 'notifications: []\n' : 'notifications:\n',
		...byContent(notifications).map(notification => {
			const entry = entryOf(notification, sent(notification));
			return yamlText([parked?.has(notification) === true ? {...entry, parked: true} : entry]);
		}),
	].join('');

/** Sorts by user, name and then everything else, never by the ID. */
const byContent = (notifications: readonly Notification[]): Notification[] =>
	notifications
		.map(found => ({found, form: JSON.stringify([found.userId, found.name, canonicalForm(found)])}))
		.toSorted((a, b) => Number(a.form > b.form) - Number(a.form < b.form))
		.map(({found}) => found);
