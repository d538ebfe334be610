import type {ListedRecord} from '../domain/notification.ts';
import {raiseLimit} from '../platform/limits.ts';
import {numberText} from '../platform/text.ts';
import type {AccountOptions} from './account-request.ts';
import {openAccount} from './account.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {UsageError} from './command-error.ts';
import {createListingComparison} from './compare-listing.ts';
import {exitCode} from './exit-codes.ts';
import {isSkipped, notificationCsv, notificationOutput} from './output/notification-output.ts';
import {chooseFormat, type OutputFormat, type OutputValues} from './output/output-format.ts';
import {writeRecords, type OutputKind} from './output/write-records.ts';
import {findMatches, listAll, readQuery, warnOfListing} from './read-listing.ts';

export type RunListOptions = {
	readonly options: AccountOptions &
		Omit<OutputValues, 'output'> &
		Pick<GlobalValues, 'quiet'> & {
			readonly output: OutputFormat | 'name' | undefined;
			readonly columns: string | undefined;
			readonly limit: number | undefined;
			readonly watch: boolean;
			/** The interval of --watch in seconds. */
			readonly every: number;
		};
	/** A search, as on the list screen (domain/query/search.ts). */
	readonly query: string;
};

type ListOptions = RunListOptions['options'];

/**
Prints the notifications of an account that match a query.

@returns The exit code: 0 complete, 3 partial; of --watch 129, 130 or 143 after a signal.
@throws CommandError if nothing could be listed; UsageError for an invalid query or columns.
*/
export async function runList({options, query: text}: RunListOptions, context: CommandContext): Promise<number> {
	const format = chooseFormat(options, context.host);
	const kind = await readKind(options.columns, format);
	const query = await readQuery(text);
	if (options.watch) {
		if (format !== 'table' || context.host.outputColumns() === undefined) {
			throw new UsageError('--watch redraws a table on a terminal. To print each change, run chainbell watch.');
		}

		const {watchList} = await import('./watch-list.ts');
		return watchList({options, query, kind}, context);
	}

	const account = await openAccount(options, context);
	const comparison = createListingComparison(account, options, context);
	try {
		const startedAt = context.host.clock.elapsed.now();
		const listing = await listAll(account.connection, options, context);
		const found = findMatches(listing.records, query);
		const isWhole = await printFound(found.slice(0, options.limit), {kind, format, options}, context);
		warnOfListing(listing, context);
		if (found.length > (options.limit ?? Infinity) && !options.quiet && context.host.errorColumns() !== undefined) {
			context.printError(`${numberText(options.limit!)} of ${numberText(found.length)} notifications (--limit).`);
		}

		await comparison.compare({listing, startedAt});
		return listing.complete && isWhole ? exitCode.done : exitCode.incomplete;
	} finally {
		await comparison[Symbol.asyncDispose]();
		await account.close();
	}
}

/** The output of a format, with the columns of --columns. @throws UsageError */
async function readKind(columns: string | undefined, format: OutputFormat | 'name'): Promise<OutputKind<ListedRecord>> {
	const kind = format === 'csv' ? notificationCsv : notificationOutput;
	if (columns === undefined) {
		return kind;
	}

	if (format !== 'table' && format !== 'tsv' && format !== 'csv') {
		throw new UsageError(
			`--columns is for table, tsv and csv. ${format === 'name' ? '-o name prints the ID alone' : 'JSON and YAML have the whole record; jq chooses members of it'}.`,
		);
	}

	const {chooseColumns} = await import('./output/chosen-columns.ts');
	return {...kind, columns: chooseColumns(columns, format)};
}

/** Prints records in a format, with warnings about those that it leaves out or cuts. Returns whether all that was asked for is printed. */
async function printFound(
	records: readonly ListedRecord[],
	{
		kind,
		format,
		options,
	}: {readonly kind: OutputKind<ListedRecord>; readonly format: OutputFormat | 'name'; readonly options: ListOptions},
	context: CommandContext,
): Promise<boolean> {
	if (format === 'name') {
		const {printIds} = await import('./output/id-output.ts');
		return printIds(records, {options, context});
	}

	await writeRecords(records, kind, format, {options, context});
	if (format !== 'table' && format !== 'tsv') {
		warnOfOmissions(records, format === 'csv', context);
	}

	return true;
}

/** Warns about records that a format leaves out. */
function warnOfOmissions(found: readonly ListedRecord[], isCsv: boolean, {printError}: CommandContext): void {
	const unreadable = isCsv ? found.filter(({kind}) => kind === 'unreadable').length : 0;
	if (unreadable > 0) {
		printError(
			`${unreadable === 1 ? '1 record that cannot be read is' : `${numberText(unreadable)} records that cannot be read are`} not in the CSV; -o json prints them.`,
		);
	}

	const cut = isCsv ? 0 : found.filter(record => isSkipped(record) && record.json === undefined).length;
	if (cut > 0) {
		printError(
			`${cut === 1 ? '1 record is' : `${numberText(cut)} records are`} too large; only the beginning is printed, as a string. ${raiseLimit('record')}`,
		);
	}
}
