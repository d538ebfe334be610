import type {Notification} from '../domain/notification.ts';
import {canHaveTopics} from '../domain/topics.ts';
import type {SentContent} from '../storage/sent-content.ts';
import {isObject, parseJson, type JsonObject} from '../platform/json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {AccountOptions} from './account-request.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {compareListing} from './compare-listing.ts';
import {exitCode} from './exit-codes.ts';
import {openSession} from './open-session.ts';
import {chooseFormat} from './output/output-format.ts';
import {writeRecords, type OutputKind} from './output/write-records.ts';
import {listAll, warnOfListing} from './read-listing.ts';
import {findRecords, unreadableHint, unreadableText} from './targets.ts';

export type GetOptions = AccountOptions &
	Pick<GlobalValues, 'json' | 'quiet' | 'noColor'> & {
		readonly output: 'yaml' | 'json' | 'jsonl' | undefined;
	};

/** A notification with its sent content, if this machine knows it. */
type NotificationWithContent = {readonly notification: Notification; readonly sent: SentContent | undefined};

/**
Prints whole notifications, in the order of the IDs.

@returns The exit code: 1 if none was found, 3 if some are missing or unreadable, or the listing is partial.
@throws CommandError if nothing could be listed.
*/
export async function runGet(
	ids: readonly string[],
	{output, ...options}: GetOptions,
	context: CommandContext,
): Promise<number> {
	const format = chooseFormat({output: output ?? (options.json ? 'json' : 'yaml'), json: options.json}, context.host);
	await using opened = await openSession(options, context);
	const {session, services} = opened;
	const startedAt = context.host.clock.elapsed.now();
	const listing = await listAll(session.connection, options, context);
	const listed = findRecords(listing, ids);
	const {
		ledger: {sent},
	} = await services.openLedger();
	const found = listed.flatMap(({id, record}): NotificationWithContent[] =>
		record?.kind === 'notification' ? [{notification: record, sent: sent.get(session.profileKey, id)}] : [],
	);
	await writeRecords(found, recordOutput, format, {options: {...options, raw: false}, context});
	const unreadable = unreadableText(listed);
	if (unreadable !== undefined) {
		context.printError(`Not printed: ${unreadable}.`);
		context.printError(unreadableHint);
	}

	for (const {id} of listed.filter(({record}) => record === undefined)) {
		context.printError(
			`There is no notification ${sanitise(id)}${listing.complete ? '' : ' in this partial listing'}.`,
		);
	}

	warnOfListing(listing, context);
	await compareListing(session, {listing, startedAt}, context);
	if (found.length === ids.length) {
		return exitCode.done;
	}

	return listing.complete && found.length === 0 ? exitCode.failed : exitCode.incomplete;
}

/** The output of whole records, which `create -f` accepts. */
const recordOutput: OutputKind<NotificationWithContent> = {
	columns: [],
	json: known => JSON.stringify(wholeRecord(known)),
	comment: ({notification, sent}) =>
		`ID ${notification.id}${sent === undefined ? `; ${canHaveTopics(notification) ? 'template and topics' : 'template'} unknown on this machine` : ''}`,
};

/** The record as received, with its template and topics added. */
function wholeRecord({notification, sent}: NotificationWithContent): JsonObject {
	const record = parseJson(notification.json ?? JSON.stringify(notification.raw)) as JsonObject;
	if (sent === undefined) {
		return record;
	}

	const topics = sent.topics.flatMap((topic, index) => (topic === '' ? [] : [[`topic_${index}`, topic] as const]));
	const details = record.event_details;
	return {
		...record,
		...(sent.template !== '' && {template: sent.template}),
		...(topics.length > 0 && {event_details: {...(isObject(details) && details), graphql: Object.fromEntries(topics)}}),
	};
}
