import type {Listing} from '../api/listing/list-notifications.ts';
import type {AccountOptions} from './account-request.ts';
import type {CommandContext} from './command.ts';
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

@throws CommandError when it cannot be opened or listed, and when a signal came meanwhile. Nothing was sent then.
*/
export async function openListed(options: AccountOptions, context: CommandContext): Promise<ListedAccount> {
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

		const listing = await listNow(opened.session, interrupt.signal);
		interrupt.throwIfInterrupted();
		return {opened, interrupt, listing, [Symbol.asyncDispose]: close};
	} catch (error) {
		await close();
		throw error;
	}
}
