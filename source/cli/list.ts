import type {ListedRecord} from '../domain/notification.ts';
import {raiseLimit} from '../platform/limits.ts';
import {numberText} from '../platform/text.ts';
import type {Query} from '../domain/query/parse-query.ts';
import {truncate} from '../terminal/width.ts';
import type {AccountOptions} from './account-request.ts';
import {openAccount} from './account.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {UsageError} from './command-error.ts';
import {createListingComparison} from './compare-listing.ts';
import {exitCode} from './exit-codes.ts';
import {isSkipped, notificationCsv, notificationOutput} from './output/notification-output.ts';
import {chooseFormat, type OutputFormat, type OutputValues, isDumb, usesColour} from './output/output-format.ts';
import {writeRecords, type OutputKind, tablePieces} from './output/write-records.ts';
import {findMatches, listAll, readQuery, warnOfListing} from './read-listing.ts';
import {watchListings} from './watch-listings.ts';

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

export type WatchListOptions = Pick<RunListOptions, 'options'> & {
	readonly query: Query;
	readonly kind: OutputKind<ListedRecord>;
};

/** The rows of the terminal without records: the header, the status and the cursor. */
const otherRows = 3;

/**
Lists periodically, and redraws a table of what matches a query on the terminal, with a status line below.

@returns The exit code: 129, 130 or 143 after a signal.
@throws CommandError if the API key is refused.
*/
export async function watchList({options, query, kind}: WatchListOptions, context: CommandContext): Promise<number> {
	const {host, printError, write} = context;
	const {every, limit} = options;
	const draw = createRedraw(context);
	let table: readonly string[] = [];
	const columnsOf = () => host.outputColumns() ?? 80;
	const show = async (status: string) => draw([...table, `${truncate(status, columnsOf())}\n`]);
	await show('Listing…');
	return watchListings(
		{
			options,
			every,
			async onListing(records, _before, isChecked) {
				const found = findMatches(records, query).slice(0, limit);
				const shown = found.slice(0, Math.max(1, (host.outputRows() ?? 24) - otherRows));
				table = [...tablePieces(shown, kind, {columns: columnsOf(), hasColour: usesColour(options, host)})];
				const count =
					shown.length < found.length
						? `The first ${shown.length} of ${numberText(found.length)}`
						: `${numberText(found.length)} ${found.length === 1 ? 'notification' : 'notifications'}`;
				return show(
					`${count}, ${isChecked ? 'checked' : 'listed'} at ${new Date(host.clock.now()).toLocaleTimeString('sv-SE')}, every ${every} s. Ctrl-C ends.`,
				);
			},
			onProblem: show,
		},
		{
			...context,
			write,
			printError(line) {
				draw.forget();
				printError(line);
			},
		},
	);
}

type Redraw = {
	/** Replaces the lines drawn before; false if the terminal is gone. */
	(lines: readonly string[]): Promise<boolean>;
	/** Leaves the drawn lines where they are: other text follows them. */
	readonly forget: () => void;
};

/** Creates the function that draws lines in the place of those before. A line that stays at the top is not written again. On a terminal without escape sequences, and after a change of its width, which wraps lines, it draws below. */
function createRedraw({host, write}: Pick<CommandContext, 'host' | 'write'>): Redraw {
	let drawn: readonly string[] = [];
	let width: number | undefined;
	const redraw = async (lines: readonly string[]) => {
		const columns = host.outputColumns();
		const canErase = columns === width && !isDumb(host);
		const same = canErase ? lines.findIndex((line, index) => line !== drawn[index]) : 0;
		const from = same === -1 ? lines.length : same;
		const above = canErase ? drawn.length - from : 0;
		[drawn, width] = [lines, columns];
		return from === lines.length && above === 0
			? true
			: write(`${above > 0 ? `\u{1B}[${above}A\r\u{1B}[J` : ''}${lines.slice(from).join('')}`);
	};

	return Object.assign(redraw, {
		forget() {
			drawn = [];
		},
	});
}
