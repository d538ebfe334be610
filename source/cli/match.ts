import {BodiesError, mistakeText} from '../files/notification-file.ts';
import {readEvent} from '../files/read-values.ts';
import {type ListedRecord, type Notification, notificationsOf} from '../notification/notification.ts';
import {matchEvent, type EventMatch, tryFilters} from '../notification/try-filters.ts';
import {counted, joined, numberText} from '../platform/text.ts';
import {openAccount} from './account.ts';
import {invalidInput, exitCode} from './command-error.ts';
import {chooseFormat, note, type Run} from './command.ts';
import type {matchOptions} from './commands/files.ts';
import {inputName} from './files/read-files.ts';
import {findMatches, listAll, readQuery, warnOfListing} from './listing.ts';
import {printIds} from './output/notification-output.ts';
import {writeRecords, type OutputKind} from './output/write-records.ts';
import {readInput} from './read-input.ts';

/** A notification that the event fires, or nearly. */
type Row = EventMatch & {readonly of: Notification};

/** Lists the notifications that an event would fire, and those that it nearly fires. Returns the exit code. @throws CommandError, exit code 5 for a file that is no event */
export async function runMatch(run: Run<typeof matchOptions>) {
	const {
		options,
		words: [file = '', ...words],
	} = run;
	const query = readQuery(words.join(' '));
	const text = await readInput(file, run.host.input, options);
	const event = eventIn(text, inputName(file));
	await using account = await openAccount(run);
	const listing = await listAll(account.connection, run);
	const found = findMatches(listing.records, query);
	const matches = notificationsOf(found).map((of): Row => ({of, ...matchEvent(of, event)}));
	const firing = matches.filter(({isFiring}) => isFiring);
	const near = matches.filter(({isNear}) => isNear);
	const format = chooseFormat(run);
	let isWhole = true;
	if (format === 'name') {
		isWhole = await printIds(
			firing.map(({of}) => of),
			run,
		);
	} else {
		await writeRecords([...firing, ...near], matchOutput, format, run);
	}

	warnOfListing(listing, run);
	note(run, summaryOf(found, firing.length, near.length, tryFilters([], event).length));
	return listing.complete && isWhole ? exitCode.done : exitCode.incomplete;
}

/** @throws CommandError, exit code 5 for a text that is no event */
function eventIn(text: string, name: string): unknown {
	try {
		return readEvent(text, name);
	} catch (error) {
		if (error instanceof BodiesError && error.mistake !== undefined) {
			const message = mistakeText(error.mistake);
			throw invalidInput(`${message}.`, error.hint, [{field: '', message}]);
		}

		throw error;
	}
}

const whyText = ({failed, notCompared}: EventMatch) => {
	const reasons = failed.map(
		({condition, wanted, reason}) => `${condition === 'filter' ? '' : `${condition} `}${wanted}: ${reason}`,
	);
	return (notCompared.length === 0 ? reasons : [...reasons, `not compared: ${notCompared.join(', ')}`]).join('; ');
};

const matchOutput: OutputKind<Row> = {
	columns: [
		{title: 'id', read: ({of}) => of.id, priority: 1, cut: 'middle'},
		{title: 'fires', read: ({isFiring}) => (isFiring ? 'yes' : 'near'), priority: 1},
		{title: 'name', read: ({of}) => of.name, priority: 3},
		{title: 'user', read: ({of}) => of.userId, priority: 4},
		{title: 'why', read: whyText, priority: 2},
	],
	json: ({of: {id, name, userId, channel}, isFiring, failed, notCompared}) =>
		JSON.stringify({id, fires: isFiring, name, user: userId, channel, failed, notCompared}),
};

/** The counts in sentences: `1 of 120 would fire, 2 near misses. Evaluated by chainbell; the service may differ.` */
function summaryOf(found: readonly ListedRecord[], firing: number, near: number, activities: number) {
	const unreadable = found.filter(({kind}) => kind === 'unreadable').length;
	const total = numberText(found.length - unreadable);
	return joined(
		[
			activities === 0 && 'The event contains no activity.',
			`${firing === 0 ? 'None' : numberText(firing)} of ${total} would fire, ${numberText(near)} near ${near === 1 ? 'miss' : 'misses'}.`,
			unreadable > 0 && `${counted(unreadable, 'record')} cannot be read.`,
			'Evaluated by chainbell; the service may differ.',
		],
		' ',
	);
}
