import {Buffer} from 'node:buffer';
import {type Notification, canHaveTopics} from '../notification/notification.ts';
import {isObject, parseJson, type JsonObject} from '../platform/json.ts';
import type {SentContent} from '../ledger/small-stores.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Run} from './command.ts';
import type {getOptions} from './commands/read.ts';
import {exitCode} from './command-error.ts';
import {compareListing, listAll, warnOfListing} from './listing.ts';
import {openSession} from './open-session.ts';
import {printedJson} from './output/notification-output.ts';
import {writeRecords, type OutputKind} from './output/write-records.ts';
import {findRecords, unreadableHint, unreadableText} from './targets.ts';

/** A notification with its sent content, if this machine knows it. */
type NotificationWithContent = {readonly notification: Notification; readonly sent: SentContent | undefined};

/**
Prints whole notifications, in the order of the IDs.

@returns The exit code: 5 if none exists, 1 if none can be read, 3 if some are missing or unreadable, or the listing is partial.
@throws CommandError if nothing could be listed.
*/
export async function runGet(run: Run<typeof getOptions>) {
	const {options, words: ids} = run;
	const format = options.json ? 'json' : (options.output ?? 'yaml');
	await using opened = await openSession(run);
	const {session, ledger} = opened;
	const startedAt = run.host.clock.elapsed.now();
	const listing = await listAll(session.connection, run);
	const listed = findRecords(listing, ids);
	const found = listed.flatMap(({id, record}): NotificationWithContent[] =>
		record?.kind === 'notification' ? [{notification: record, sent: ledger.sent.get(session.profileKey, id)}] : [],
	);
	await writeRecords(found, recordOutput, format, run);
	const unreadable = unreadableText(listed);
	if (unreadable !== undefined) {
		run.printError(`Not printed: ${unreadable}.`);
		run.printError(unreadableHint);
	}

	for (const {id} of listed.filter(({record}) => record === undefined)) {
		const where = listing.complete ? '' : ' in this partial listing';
		run.printError(`There is no notification ${sanitise(id)}${where}.`);
	}

	warnOfListing(listing, run);
	await compareListing(session, {listing, startedAt}, run);
	if (found.length === ids.length) {
		return exitCode.done;
	}

	if (listing.complete && listed.every(({record}) => record === undefined)) {
		return exitCode.invalid;
	}

	return listing.complete && found.length === 0 ? exitCode.failed : exitCode.incomplete;
}

/** The output of whole records, which `create -f` accepts. */
const recordOutput: OutputKind<NotificationWithContent> = {
	columns: [],
	json: wholeRecord,
	comment({notification, sent}) {
		const unknown = canHaveTopics(notification) ? 'template and topics' : 'template';
		return `ID ${notification.id}${sent === undefined ? `; ${unknown} unknown on this machine` : ''}`;
	},
};

/** The record as `list` prints it, with its template and topics added. */
function wholeRecord({notification, sent}: NotificationWithContent): Uint8Array | string {
	const json = printedJson(notification);
	if (sent === undefined) {
		return json;
	}

	const record = parseJson(Buffer.from(json).toString()) as JsonObject;
	const topics = sent.topics.flatMap((topic, index) => (topic === '' ? [] : [[`topic_${index}`, topic] as const]));
	const details = record.event_details;
	return JSON.stringify({
		...record,
		...(sent.template !== '' && {template: sent.template}),
		...(topics.length > 0 && {event_details: {...(isObject(details) && details), graphql: Object.fromEntries(topics)}}),
	});
}
