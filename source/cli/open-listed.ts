import type {Listing} from '../api/listing/list-notifications.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {AccountOptions} from './account-request.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {CommandError} from './command-error.ts';
import {exitCode} from './exit-codes.ts';
import {createInterrupt, type Interrupt} from './interrupt.ts';
import {listNow} from './list-now.ts';
import {openSession, type CommandSession} from './open-session.ts';

/** What a command that changes something works with. */
export type Sending<O> = {
	readonly opened: CommandSession;
	readonly interrupt: Interrupt;
	readonly options: O;
	readonly context: CommandContext;
};

/** An account that was opened and listed. Dispose of it: the account is closed then. */
export type ListedAccount = AsyncDisposable & Pick<Sending<unknown>, 'opened' | 'interrupt'> & {readonly listing: Listing};

/**
Opens an account and lists it, as every command does before it changes something: the listing also settles pending changes.

@throws CommandError when it is read-only, unless with `dryRun`; when it cannot be opened or listed; and when a signal came meanwhile. Nothing was sent then.
*/
export async function openListed(options: AccountOptions & Pick<GlobalValues, 'dryRun'>, context: CommandContext): Promise<ListedAccount> {
	const opened = await openSession(options, context);
	const interrupt = createInterrupt(context);
	const close = async () => {
		interrupt[Symbol.dispose]();
		await opened[Symbol.asyncDispose]();
	};

	try {
		const {ledger: {newer}} = await opened.services.openLedger();
		if (newer !== undefined) {
			// It was printed when the ledger was opened.
			throw new CommandError({exitCode: exitCode.failed, kind: 'ledger-newer', message: 'Nothing was sent: what is pending is not known to this version.', hint: 'Update chainbell, and run the command again.'});
		}

		if (opened.session.profile.isReadOnly && !options.dryRun) {
			throw readOnlyError(options, opened);
		}

		const listing = await listNow(opened.session, interrupt.signal);
		interrupt.throwIfInterrupted();
		return {opened, interrupt, listing, [Symbol.asyncDispose]: close};
	} catch (error) {
		await close();
		throw error;
	}
}

/** The error of a change to an account that is read-only. It names what made it so. */
function readOnlyError({readOnly}: Pick<AccountOptions, 'readOnly'>, {session: {profile}}: CommandSession): CommandError {
	const [reason, hint] = readOnly
		? ['--read-only was given', 'Run it again without --read-only, or with --dry-run.']
		: [`the profile ${sanitise(profile.name)} is read-only`, 'Remove readOnly from it in config.yaml, or pass --dry-run.'];
	return new CommandError({exitCode: exitCode.failed, kind: 'read-only', message: `Nothing was sent: ${reason}.`, hint});
}
