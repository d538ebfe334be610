import {toSentBody} from '../api/sent-body.ts';
import {toDraft, toHeldInput} from '../domain/draft/draft.ts';
import type {KnownUnlisted} from '../domain/draft/edit.ts';
import {canonicalForm} from '../domain/equivalence.ts';
import type {Notification} from '../domain/notification.ts';
import {knownTemplate} from '../domain/recreation-losses.ts';
import type {JsonObject} from '../system/json.ts';
import {yamlText} from '../terminal/yaml-text.ts';

/** A notification as an entry of a file. `sent`: its template and topics, if they are known; without them the entry does not say what they are. */
export function toEntry(notification: Notification, sent: KnownUnlisted | undefined): JsonObject {
	const draft = {...toDraft(notification), ...sent && {topics: sent.topics}};
	const {template: _template, ...body} = toSentBody(toHeldInput(draft, notification), notification.raw);
	const template = knownTemplate({raw: notification.raw, template: sent?.template});
	return {...body, ...template !== undefined && {template}};
}

/**
Formats notifications as a file, sorted by their content, so that it stays the same while the account does.

@param notifications - The notifications.
@param scope - The query that found them, or `all`; undefined for a file without a scope.
@param sent - What listings never return, as far as it is known.
*/
export function fileText(notifications: readonly Notification[], scope: string | undefined, sent: (id: string) => KnownUnlisted | undefined): string {
	const sorted = notifications.map(notification => ({notification, form: JSON.stringify([notification.userId, notification.name, canonicalForm(notification)])})).toSorted((a, b) => a.form < b.form ? -1 : (a.form > b.form ? 1 : 0));
	const head = yamlText({version: 1, ...scope !== undefined && {scope}});
	const entries = sorted.map(({notification}) => yamlText([toEntry(notification, sent(notification.id))]));
	return `${head}notifications:${entries.length === 0 ? ' []\n' : `\n${entries.join('')}`}`;
}
