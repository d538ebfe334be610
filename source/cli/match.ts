import {matchEvent, type EventMatch} from '../domain/filters/match-event.ts';
import {tryFilters} from '../domain/filters/try-filters.ts';
import type {ListedRecord, Notification} from '../domain/notification.ts';
import {mistakeText} from '../files/notification-file.ts';
import {readEvent} from '../files/read-values.ts';
import {numberText} from '../platform/text.ts';
import type {AccountOptions} from './account-request.ts';
import {openAccount} from './account.ts';
import {invalidInput} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {exitCode} from './exit-codes.ts';
import {inputName} from './files/read-files.ts';
import {chooseFormat, type OutputValues} from './output/output-format.ts';
import {writeRecords, type OutputKind} from './output/write-records.ts';
import {inputLimit, readInput} from './read-input.ts';
import {findMatches, listAll, readQuery, warnOfListing} from './read-listing.ts';

export type MatchOptions = AccountOptions &
	Omit<OutputValues, 'output'> &
	Pick<GlobalValues, 'quiet'> & {
		readonly output: 'table' | 'tsv' | 'json' | 'jsonl' | 'csv' | 'name' | undefined;
		readonly maxInput: string | undefined;
	};

/** A notification that the event fires, or nearly. */
type Row = EventMatch & {readonly of: Notification};

/** Lists the notifications that an event would fire, and those that it nearly fires. Returns the exit code. @throws CommandError, exit code 5 for a file that is no event */
export async function runMatch(
	[file, ...words]: readonly string[],
	options: MatchOptions,
	context: CommandContext,
): Promise<number> {
	const query = await readQuery(words.join(' '));
	const name = inputName(file!);
	const reading = await readEvent(
		await readInput({file: file!, input: context.host.input, limit: inputLimit(options.maxInput)}),
		name,
	);
	if (!reading.ok) {
		throw invalidInput(`${mistakeText(reading.mistake)}.`, 'Correct the file and run it again.', [
			{field: '', message: mistakeText(reading.mistake)},
		]);
	}

	const {event} = reading;
	const {connection, close} = await openAccount(options, context);
	try {
		const listing = await listAll(connection, options, context);
		const found = findMatches(listing.records, query);
		const rows = rowsOf(found, event);
		const firing = rows.filter(({isFiring}) => isFiring);
		const isWhole = await print(rows, firing, options, context);
		warnOfListing(listing, context);
		if (!options.quiet) {
			context.printError(summaryOf(found, firing.length, rows.length - firing.length, tryFilters([], event).length));
		}

		return listing.complete && isWhole ? exitCode.done : exitCode.incomplete;
	} finally {
		await close();
	}
}

/** The notifications that fire, and then those that nearly do. */
function rowsOf(found: readonly ListedRecord[], event: unknown): Row[] {
	const rows = found
		.filter(record => record.kind === 'notification')
		.map((of): Row => ({of, ...matchEvent(of, event)}));
	return [...rows.filter(({isFiring}) => isFiring), ...rows.filter(({isNear}) => isNear)];
}

/** Returns whether all that was asked for is printed. */
async function print(
	rows: readonly Row[],
	firing: readonly Row[],
	options: MatchOptions,
	context: CommandContext,
): Promise<boolean> {
	const format = chooseFormat(options, context.host);
	if (format !== 'name') {
		await writeRecords(rows, matchOutput, format, {options, context});
		return true;
	}

	const {printIds} = await import('./output/id-output.ts');
	return printIds(
		firing.map(({of}) => of),
		{options, context},
	);
}

const whyText = ({failed, notCompared}: EventMatch): string =>
	[
		...failed.map(
			({condition, wanted, reason}) => `${condition === 'filter' ? '' : `${condition} `}${wanted}: ${reason}`,
		),
		...(notCompared.length === 0 ? [] : [`not compared: ${notCompared.join(', ')}`]),
	].join('; ');

const matchOutput: OutputKind<Row> = {
	columns: [
		{title: 'id', read: ({of}) => of.id, priority: 1, cut: 'middle'},
		{title: 'fires', read: ({isFiring}) => (isFiring ? 'yes' : 'near'), priority: 1, cut: 'end'},
		{title: 'name', read: ({of}) => of.name, priority: 3, cut: 'end'},
		{title: 'user', read: ({of}) => of.userId, priority: 4, cut: 'end'},
		{title: 'why', read: whyText, priority: 2, cut: 'end'},
	],
	json: ({of: {id, name, userId, channel}, isFiring, failed, notCompared}) =>
		JSON.stringify({id, fires: isFiring, name, user: userId, channel, failed, notCompared}),
};

/** The counts in sentences: `1 of 120 would fire, 2 near misses. Evaluated by chainbell; the service may differ.` */
function summaryOf(found: readonly ListedRecord[], firing: number, near: number, activities: number): string {
	const unreadable = found.filter(({kind}) => kind === 'unreadable').length;
	const total = numberText(found.length - unreadable);
	return [
		activities === 0 ? 'The event contains no activity.' : '',
		`${firing === 0 ? `None of ${total}` : `${numberText(firing)} of ${total}`} would fire, ${numberText(near)} near ${near === 1 ? 'miss' : 'misses'}.`,
		unreadable === 0 ? '' : `${unreadable === 1 ? '1 record' : `${numberText(unreadable)} records`} cannot be read.`,
		'Evaluated by chainbell; the service may differ.',
	]
		.filter(text => text !== '')
		.join(' ');
}
