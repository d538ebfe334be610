import type {ListedRecord} from '../domain/notification.ts';
import {raiseLimit} from '../system/limits.ts';
import type {AccountOptions} from './account-request.ts';
import {openAccount} from './account.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {createListingComparison} from './compare-listing.ts';
import {exitCode} from './exit-codes.ts';
import {isSkipped, notificationCsv, notificationOutput} from './output/notification-output.ts';
import {chooseFormat, type OutputValues} from './output/output-format.ts';
import {writeRecords} from './output/write-records.ts';
import {findMatches, listAll, readQuery, warnOfListing} from './read-listing.ts';

export type RunListOptions = {
	readonly options: AccountOptions & OutputValues & Pick<GlobalValues, 'quiet'>;
	/** A search, as on the list screen (domain/query/search.ts). */
	readonly query: string;
};

/**
Prints the notifications of an account that match a query.

@returns The exit code: 0 complete, 3 partial.
@throws CommandError if nothing could be listed; UsageError for an invalid query.
*/
export async function runList({options, query: text}: RunListOptions, context: CommandContext): Promise<number> {
	const format = chooseFormat(options, context.host);
	const query = await readQuery(text);
	const account = await openAccount(options, context);
	const comparison = createListingComparison(account, options, context);
	try {
		const startedAt = context.host.clock.elapsed.now();
		const listing = await listAll(account.connection, options, context);
		const found = findMatches(listing.records, query);
		await writeRecords(found, format === 'csv' ? notificationCsv : notificationOutput, format, {options, context});
		warnOfListing(listing, context);
		if (format !== 'table' && format !== 'tsv') {
			warnOfOmissions(found, format === 'csv', context);
		}

		await comparison.compare({listing, startedAt});
		return listing.complete ? exitCode.done : exitCode.incomplete;
	} finally {
		await comparison[Symbol.asyncDispose]();
		await account.close();
	}
}

/** Warns about records that a format leaves out. */
function warnOfOmissions(found: readonly ListedRecord[], isCsv: boolean, {printError}: CommandContext): void {
	const unreadable = isCsv ? found.filter(({kind}) => kind === 'unreadable').length : 0;
	if (unreadable > 0) {
		printError(`${unreadable === 1 ? '1 record that cannot be read is' : `${unreadable.toLocaleString('en')} records that cannot be read are`} not in the CSV; -o json prints them.`);
	}

	const cut = isCsv ? 0 : found.filter(record => isSkipped(record) && record.json === undefined).length;
	if (cut > 0) {
		printError(`${cut === 1 ? '1 record is' : `${cut.toLocaleString('en')} records are`} too large; only the beginning is printed, as a string. ${raiseLimit('record')}`);
	}
}
