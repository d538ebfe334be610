import type {Listing} from '../api/listing/list-notifications.ts';
import type {Sighting} from '../operations/operation-context.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Operation} from '../storage/journal/operation.ts';
import type {Moment} from '../platform/clock.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {AccountOptions} from './account-request.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {printContradictions} from './compare-listing.ts';
import {CommandError} from './command-error.ts';
import {exitCode} from './exit-codes.ts';
import {createInterrupt, type Interrupt} from './interrupt.ts';
import {aboveLine, createListingLine} from './listing-line.ts';
import {listNow} from './list-now.ts';
import {openSession, type CommandSession} from './open-session.ts';

/** An open account with its listing. Disposing of it closes the account. */
export type ListedAccount = CommandSession & {
	readonly ledger: AwaitedLedger;
	readonly interrupt: Interrupt;
	readonly listing: Listing;
	/** The same for the operation that deletes what it shows; undefined if it is partial. */
	readonly shown: Sighting | undefined;
	/** The time before its first request was sent. */
	readonly startedAt: Moment;
	/** The operations that had ended and that listings of this command have contradicted; they were printed. */
	readonly revised: readonly Operation[];
};

/**
Opens an account and lists it, as every command does before a change. The listing also settles pending changes. `connections`: how many requests it is known to send at once.

@throws CommandError if it is read-only or the ledger cannot be written, unless with `dryRun`; if it cannot be opened or listed; and after a signal. Nothing was sent in these cases.
*/
export async function openListed(
	options: AccountOptions & Pick<GlobalValues, 'dryRun' | 'quiet'>,
	outer: CommandContext,
	connections = 1,
): Promise<ListedAccount> {
	using line = createListingLine(options, outer);
	const context = aboveLine(line, outer);
	const opened = await openSession(options, context);
	const {session, services} = opened;
	line.follow(opened);
	const interrupt = createInterrupt(context);
	const revised: Operation[] = [];
	session.pending.onSettled(changes => {
		revised.push(...printContradictions(changes, context));
	});
	const close = async () => {
		interrupt[Symbol.dispose]();
		await opened[Symbol.asyncDispose]();
	};

	try {
		const {ledger} = await services.openLedger();
		const {problem} = ledger;
		if (problem !== undefined && (problem.cause === 'newer' || !options.dryRun)) {
			throw new CommandError({
				exitCode: exitCode.failed,
				kind: `ledger-${problem.cause}`,
				message: `Nothing was sent: ${problem.what}.`,
				hint: problem.advice,
				outcome: 'not-sent',
			});
		}

		if (session.profile.isReadOnly && !options.dryRun) {
			throw readOnlyError(options, opened);
		}

		if (!options.dryRun) {
			session.operations.prepare({connections});
		}

		const startedAt = services.clock.elapsed.now();
		const listing = await listNow(session, interrupt.signal);
		interrupt.throwIfInterrupted();
		// Otherwise what is pending could change while the command is planned.
		await session.pending.listingUsed();
		return {
			...opened,
			ledger,
			interrupt,
			listing,
			shown: session.listing.latest(),
			startedAt,
			revised,
			[Symbol.asyncDispose]: close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** Creates the error for a change to a read-only account. It names the setting that makes the account read-only. */
function readOnlyError(
	{readOnly}: Pick<AccountOptions, 'readOnly'>,
	{session: {profile}}: CommandSession,
): CommandError {
	const {name, configProblem} = profile;
	const whole =
		configProblem === undefined
			? [`the profile ${sanitise(name)} is read-only`, 'Remove readOnly from it in config.yaml, or pass --dry-run.']
			: [`config.yaml cannot be used: ${configProblem}`, 'Correct it, or pass --dry-run.'];
	const [reason, hint] = readOnly
		? ['--read-only was given', 'Run it again without --read-only, or with --dry-run.']
		: whole;
	return new CommandError({
		exitCode: exitCode.failed,
		kind: 'read-only',
		message: `Nothing was sent: ${reason}.`,
		hint,
	});
}
