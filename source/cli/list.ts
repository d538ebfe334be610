import type {ListedRecord} from '../notification/notification.ts';
import type {FieldName} from '../notification/spec.ts';
import {raiseLimit} from '../platform/limits.ts';
import {counted, numberText} from '../platform/text.ts';
import {finish} from '../platform/time-slices.ts';
import type {Query} from '../query/match.ts';
import {hasState} from '../query/parse.ts';
import {type Sort, sortRecords} from '../query/sort.ts';
import {truncate} from '../terminal/width.ts';
import {openAccount} from './account.ts';
import {UsageError, exitCode} from './command-error.ts';
import {type CommandContext, chooseFormat, isDumb, note, usesColour, type OutputFormat, type Run} from './command.ts';
import type {listOptions} from './commands/read.ts';
import {createListingComparison, findMatches, listAll, readQuery, warnOfListing} from './listing.ts';
import {
	chooseColumns,
	fieldFor,
	isSkipped,
	notificationCsv,
	notificationOutput,
	printIds,
} from './output/notification-output.ts';
import {tablePieces, writeRecords, type OutputKind} from './output/write-records.ts';
import {watchListings} from './watch.ts';

/**
Prints the notifications of an account that match a query.

@returns The exit code: 0 complete, 3 partial; of --watch 129, 130 or 143 after a signal.
@throws CommandError if nothing could be listed; UsageError for an invalid query or columns.
*/
export async function runList(run: Run<typeof listOptions>) {
	const {options, words} = run;
	const format = chooseFormat(run);
	const kind = readKind(options.columns, format);
	const query = readQuery(words.join(' '), 'parked');
	const sort = readSort(options.sort);
	if (options.watch) {
		if (format !== 'table' || run.host.outputColumns() === undefined) {
			throw new UsageError('--watch redraws a table on a terminal. To print each change, run chainbell watch.');
		}

		return watchList(query, sort, kind, run);
	}

	await using account = await openAccount(run);
	await using comparison = createListingComparison(account, run);
	const startedAt = run.host.clock.elapsed.now();
	const listing = await listAll(account.connection, run);
	const compare = async () => comparison.compare({listing, startedAt});
	const isStated = hasState(query);
	if (isStated) {
		// This listing may prove that a park that a crash interrupted is done.
		await compare();
	}

	const parked = isStated ? findMatches(await comparison.parked(), query, true) : [];
	const found = [...findMatches(listing.records, query), ...parked];
	const shown = inOrder(found, sort).slice(0, options.limit);
	if (found.length === 0 && run.host.outputColumns() !== undefined) {
		note(run, query.length === 0 ? 'The account has no notifications.' : 'Nothing matches the query.');
	}

	let isWhole = true;
	if (format === 'name') {
		isWhole = await printIds(shown, run);
	} else {
		await writeRecords(shown, kind, format, run);
		warnOfOmissions(shown, format, run);
	}

	warnOfListing(listing, run);
	if (!isStated) {
		await compare();
	}

	return listing.complete && isWhole ? exitCode.done : exitCode.incomplete;
}

/** Reads the value of --sort: `name`, or `name:desc` for the greatest first. @throws UsageError for an unknown field */
function readSort(text: string | undefined): Sort | undefined {
	const [name = '', order] = (text ?? '').split(/:(?=(?:asc|desc)$)/v);
	return text === undefined
		? undefined
		: {field: fieldFor(name, '--sort').name as FieldName, isDescending: order === 'desc'};
}

const inOrder = (records: readonly ListedRecord[], sort: Sort | undefined): readonly ListedRecord[] =>
	sort === undefined ? records : finish(sortRecords(records, sort)).map(index => records[index]!);

/** The output of a format, with the columns of --columns. @throws UsageError */
function readKind(columns: string | undefined, format: OutputFormat | 'name') {
	const kind = format === 'csv' ? notificationCsv : notificationOutput;
	if (columns === undefined) {
		return kind;
	}

	if (format !== 'table' && format !== 'tsv' && format !== 'csv') {
		throw new UsageError(
			`--columns is for table, tsv and csv. ${format === 'name' ? '-o name prints the ID alone' : 'JSON and YAML have the whole record; jq chooses members of it'}.`,
		);
	}

	return {...kind, columns: chooseColumns(columns, format)};
}

/** Warns about records that a format leaves out or cuts. */
function warnOfOmissions(records: readonly ListedRecord[], format: OutputFormat, {printError}: CommandContext) {
	if (format === 'table' || format === 'tsv') {
		return;
	}

	const isCsv = format === 'csv';
	const lost = records.filter(record =>
		isCsv ? record.kind === 'unreadable' : isSkipped(record) && record.json === undefined,
	);
	if (lost.length > 0) {
		const are = lost.length === 1 ? 'is' : 'are';
		const what = isCsv
			? ` that cannot be read ${are} not in the CSV; -o json prints them.`
			: ` ${are} too large; only the beginning is printed, as a string. ${raiseLimit('record')}`;
		printError(`${counted(lost.length, 'record')}${what}`);
	}
}

/** The rows of the terminal without records: the header, the status and the cursor. */
const otherRows = 3;

/**
Lists periodically, and redraws a table of what matches a query on the terminal, with a status line below.

@returns The exit code: 129, 130 or 143 after a signal.
@throws CommandError if the API key is refused.
*/
async function watchList(
	query: Query,
	sort: Sort | undefined,
	kind: OutputKind<ListedRecord>,
	run: Run<typeof listOptions>,
) {
	const {host, printError, write, options} = run;
	const {every, limit} = options;
	let table: readonly string[] = [];
	/** The number of lines that were drawn, and in which width. */
	let above = 0;
	let width: number | undefined;
	const columnsOf = () => host.outputColumns() ?? 80;
	/** Draws in the place of what was drawn before. On a terminal without escape sequences, and after a change of its width, which wraps lines, it draws below. */
	const show = async (status: string) => {
		const columns = host.outputColumns();
		const erase = above > 0 && columns === width && !isDumb(host) ? `\u{1B}[${above}A\r\u{1B}[J` : '';
		[above, width] = [table.length + 1, columns];
		return write([erase, ...table, `${truncate(status, columnsOf())}\n`].join(''));
	};

	await show('Listing…');
	return watchListings(
		{
			async onListing(records, _before, isChecked) {
				const found = inOrder(findMatches(records, query), sort).slice(0, limit);
				const shown = found.slice(0, Math.max(1, (host.outputRows() ?? 24) - otherRows));
				table = [...tablePieces(shown, kind, {columns: columnsOf(), hasColour: usesColour(options, host)})];
				const count =
					shown.length < found.length
						? `The first ${shown.length} of ${numberText(found.length)}`
						: counted(found.length, 'notification');
				return show(
					`${count}, ${isChecked ? 'checked' : 'listed'} at ${new Date(host.clock.now()).toLocaleTimeString('sv-SE')}, every ${every} s. Ctrl-C ends.`,
				);
			},
			onProblem: show,
		},
		{
			...run,
			printError(line) {
				above = 0;
				printError(line);
			},
		},
	);
}
