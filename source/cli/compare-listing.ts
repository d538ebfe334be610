import {revisedText} from '../domain/operation-texts.ts';
import type {Sighting} from '../operations/operation-context.ts';
import type {SettledChange} from '../session/settle-pending.ts';
import type {Session} from '../session/session.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {mayHaveOperations} from '../storage/may-have-operations.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {accountRequest, type AccountOptions} from './account-request.ts';
import type {OpenedAccount} from './account.ts';
import type {CommandContext} from './command.ts';

/** Prints the ends of earlier operations that a listing contradicts. Returns these operations. */
export function printContradictions(
	changes: readonly SettledChange[],
	{printError}: Pick<CommandContext, 'printError'>,
): Operation[] {
	const revised = changes.flatMap(change => (change.kind === 'revised' ? [change.operation] : []));
	for (const operation of revised) {
		printError(sanitise(revisedText(operation)));
	}

	return revised;
}

/** Settles pending changes with a listing that a command has read, compares it with how earlier changes ended, and prints what it contradicts. It sends nothing. */
export async function compareListing(
	{settle}: Pick<Session, 'settle'>,
	sighting: Sighting,
	context: Pick<CommandContext, 'printError'>,
): Promise<void> {
	const settlement = await settle(sighting);
	printContradictions(settlement?.settled ?? [], context);
}

/** Compares the listings of a command that opens no ledger with the changes that were made on this machine. */
export type ListingComparison = AsyncDisposable & {
	/** See `compareListing`. Does nothing if no change was made on this machine. */
	readonly compare: (sighting: Sighting) => Promise<void>;
	/** Whether a change is pending that a listing can settle, as of the last comparison. */
	readonly isAwaited: () => boolean;
};

/** Creates the comparison for an open account. The ledger is opened with the first listing, so that no output waits for it. */
export function createListingComparison(
	{profile}: Pick<OpenedAccount, 'profile'>,
	options: AccountOptions,
	{host, printError}: Pick<CommandContext, 'host' | 'printError'>,
): ListingComparison {
	const {ledgerFile} = host.paths();
	const open = async () => {
		const {createServices} = await import('../session/services.ts');
		const handle = createServices({
			...accountRequest(options, host),
			clock: host.clock,
			ledgerFile,
			editor: '',
			...(host.settlingTime !== undefined && {settlingTime: host.settlingTime}),
		});
		const opened = handle.services.openProfile(profile);
		return {...handle, session: opened.ok ? opened.session : undefined};
	};

	let opening: ReturnType<typeof open> | undefined;
	let isAwaited = false;
	return {
		isAwaited: () => isAwaited,
		async compare(sighting) {
			if (opening === undefined && !mayHaveOperations(ledgerFile)) {
				return;
			}

			opening ??= open();
			const {session, services} = await opening;
			// Whether an account with a new key is the one used before is decided by commands that change something.
			if (session !== undefined && session.earlier === undefined) {
				await compareListing(session, sighting, {printError});
				const {
					ledger: {journal},
				} = await services.openLedger();
				isAwaited =
					journal.unfinished(session.profileKey).length + journal.unfinishedBatches(session.profileKey).length > 0;
			}
		},
		async [Symbol.asyncDispose]() {
			const opened = await opening;
			await opened?.close();
		},
	};
}
