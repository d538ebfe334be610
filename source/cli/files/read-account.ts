import {statSync} from 'node:fs';
import type {Listing} from '../../service/listing/list-notifications.ts';
import {betweenListings} from '../../query/changes.ts';
import {canonicalForm} from '../../notification/equivalence.ts';
import type {Query} from '../../query/match.ts';
import {isFileName} from '../../files/find-files.ts';
import type {NotificationFile} from '../../files/notification-file.ts';
import {accountAsFile, isOneAccount, unreadableSourceText} from '../../account/account-files.ts';
import {sentence} from '../../platform/text.ts';
import {CommandError, commandError, UsageError} from '../command-error.ts';
import type {Running} from '../command.ts';
import type {Interrupt} from '../confirm.ts';
import {type ListedAccount, identify, listNow} from '../open-session.ts';
import {listAll, readQuery} from '../listing.ts';
import type {PlanValues} from './plan-account.ts';

/** The account of another profile, which a command line names in place of files. */
export type AccountInput = {
	readonly kind: 'account';
	/** The name of the profile. */
	readonly name: string;
	/** The query that finds the notifications to compare, in both accounts; all of them by default. */
	readonly scope: {readonly text: string; readonly query: Query};
};

/** Reads the value of `--from` and the query beside it. @throws UsageError */
export async function readAccountInput(name: string, words: readonly string[]): Promise<AccountInput> {
	const file = words.find(
		word =>
			word === '-' || isFileName(word) || word.endsWith('.plan') || statSync(word, {throwIfNoEntry: false})?.isFile(),
	);
	if (file !== undefined) {
		throw new UsageError(`--from takes the account of ${name} in place of files: ${file} cannot be named with it.`);
	}

	const text = words.join(' ').trim();
	const query = await readQuery(text);
	if (query.some(terms => terms.some(({field}) => field === 'id'))) {
		throw new UsageError(
			'An ID is of one account only, so that id: cannot choose in two. Use another field, such as name:=Treasury.',
		);
	}

	return {kind: 'account', name, scope: {text: text === '' ? 'all' : text, query}};
}

/**
Lists the account of another profile and makes a file of it. Nothing is sent to it.

@throws CommandError if it is the open account, cannot be opened or listed completely, or has pending changes.
*/
export async function readAccount(
	{name, scope}: AccountInput,
	{session: target, services, ledger, place, interrupt}: ListedAccount,
	run: Running<PlanValues>,
): Promise<NotificationFile> {
	const profiles = await services.profiles();
	const found = await profiles.openBeside(name, services.keyCommand.policy);
	interrupt.throwIfInterrupted();
	if (!found.ok) {
		throw commandError(
			'failed',
			'no-account',
			sentence(`Nothing was sent: the account of ${name} could not be opened: ${found.problem}`),
			'chainbell profile list prints the profiles.',
		);
	}

	const source = await identify(found.session, services, run);
	if (isOneAccount(source, target)) {
		throw new UsageError(`--from needs another account: ${name} is the account of ${place}.`);
	}

	const listing = await listOne(name, interrupt, async () => listNow(source, interrupt.signal));
	const contentOf = ({records}: Listing) => accountAsFile(ledger, source.profileKey, {name, scope, records});
	const {file, unreadable, problem} = contentOf(listing);
	if (problem !== undefined) {
		throw commandError('failed', 'pending', `Nothing was sent: ${problem}`, `Run chainbell recover --profile ${name}.`);
	}

	if (unreadable > 0) {
		run.printError(unreadableSourceText(unreadable, name));
	}

	if (!run.options.prune) {
		return file;
	}

	if (unreadable > 0) {
		throw incomplete(
			`not all that ${name} has can be read, so that --prune could delete what it has.`,
			`chainbell list --profile ${name} -o json shows all. Run it without --prune.`,
		);
	}

	// One listing may lack what is there: nothing is deleted before a second one agrees.
	const again = await listOne(name, interrupt, async () => {
		await run.host.clock.sleep(betweenListings, interrupt.signal);
		return listAll(source.connection, run, interrupt.signal);
	});
	if (formsOf(contentOf(again).file) !== formsOf(file)) {
		throw incomplete(`two listings of ${name} differ.`, 'Run it again.');
	}

	return file;
}

/** Lists the account of a profile. An error names the profile, because the command uses two. */
async function listOne(name: string, interrupt: Interrupt, list: () => Promise<Listing>): Promise<Listing> {
	let listing: Listing;
	try {
		listing = await list();
	} catch (error) {
		interrupt.throwIfInterrupted();
		throw error instanceof CommandError
			? new CommandError({...error, message: `The profile ${name} could not be listed. ${error.message}`})
			: error;
	}

	interrupt.throwIfInterrupted();
	if (!listing.complete) {
		throw incomplete(`a plan needs a complete listing of ${name}. ${listing.reason}`, 'Run it again.');
	}

	return listing;
}

const incomplete = (why: string, hint: string): CommandError =>
	commandError('incomplete', 'incomplete', `Nothing was sent: ${why}`, hint);

/** The content of an account, to be compared. */
const formsOf = ({entries}: NotificationFile): string =>
	entries
		.map(({record}) => canonicalForm(record))
		.toSorted((a, b) => (a < b ? -1 : 1))
		.join('\n');
