import {listNotifications, type Listing} from '../service/listing/list-notifications.ts';
import type {Failure} from '../service/failure.ts';
import {createServices, type Services} from '../account/services.ts';
import {type AccountChange, placeOf, type Session} from '../account/session.ts';
import type {Item} from '../ledger/item.ts';
import type {LedgerProblem} from '../ledger/ledger-error.ts';
import {noAccount, noSandbox, showKeyCommand} from './account.ts';
import {commandError, type CommandError, errorOfFailure, type ExitCode} from './command-error.ts';
import {accountRequest} from './screens.ts';
import type {CommandContext, GlobalValues, Running} from './command.ts';
import {createInterrupt} from './confirm.ts';
import {printSettled, tellWait} from './listing.ts';
import {createProgressLine} from './progress.ts';

/** An account opened by a command. Disposing of it closes the ledger and the sandbox. */
type CommandSession = Awaited<ReturnType<typeof openSession>>;

/**
Opens the account with its ledger and its changes, as the screens do, and pulls what its team did unless `pulls` is false. Nothing is sent, except if the key is new and another key was used before: then a listing determines whether both belong to one account. If it is undetermined, a warning is printed, and the changes of the command are recorded separately until the screens have asked. `refuse`: the error for a problem of the ledger, which then is not told besides.

@throws CommandError if no account is set up, it has no API key, or that listing fails.
*/
export async function openSession(
	run: Running,
	line = createProgressLine('listed', run),
	refuse: (problem: LedgerProblem) => CommandError | undefined = () => undefined,
	pulls = true,
) {
	const {host, options, printError} = run;
	const {services, close} = createServices(accountRequest(options, host));
	try {
		const show = showKeyCommand(run);
		services.keyCommand.subscribe(() => {
			show(services.keyCommand.get());
		});
		const opening = await services.open();
		if (opening.state !== 'open') {
			const {problem} = opening.state === 'asking' ? opening : {};
			throw options.sandbox && problem !== undefined ? noSandbox(problem) : noAccount(opening);
		}

		let told: Failure | undefined;
		services.retryStatus.subscribe(() => {
			const waiting = services.retryStatus.waiting();
			// The seconds of a wait are counted down; it is told once.
			if (waiting !== undefined && waiting.wait > 0 && waiting.failure !== told) {
				told = waiting.failure;
				tellWait(waiting, line, run);
			}
		});
		const {notice, ledger} = await services.openLedger();
		const refusal = ledger.problem && refuse(ledger.problem);
		if (refusal !== undefined) {
			throw refusal;
		}

		if (notice !== undefined) {
			printError(notice);
		}

		const session = await identify(opening.session, services, run);
		const {team} = session;
		team?.onNotice(text => {
			// Without a pull here the command ends with the problem.
			if (pulls || text !== team.get().problem) {
				printError(text);
			}
		});
		if (pulls && team !== undefined) {
			const done = new AbortController();
			await Promise.race([team.update(), host.clock.sleep(longestPull, done.signal).catch(() => undefined)]);
			done.abort();
			const {state} = team.get();
			if (state !== 'reached') {
				const why = state === 'opening' ? "The team's board did not answer within two seconds. " : '';
				printError(`${why}What colleagues did since the last time may be missing.`);
			}
		}

		return {
			session,
			services,
			ledger,
			/** The name of the account for a sentence, safe to show. */
			place: placeOf(session),
			[Symbol.asyncDispose]: close,
		};
	} catch (error) {
		line.clear();
		await close();
		throw error;
	}
}

/** Milliseconds for which a command waits for what a team did. */
const longestPull = 2000;

/** Determines whether a new API key belongs to the account used before, as the screens do. */
export async function identify(
	session: Session,
	{keyDecisions}: Services,
	{printError}: CommandContext,
): Promise<Session> {
	const {earlier, connection, profileKey} = session;
	if (earlier === undefined) {
		return session;
	}

	const listed = await listNotifications(connection);
	if (!listed.ok) {
		throw errorOfFailure(listed.failure);
	}

	const change: AccountChange = {session, connection, earlier, account: profileKey, name: undefined};
	if ((await keyDecisions.judge(change, listed.value.records)) === 'same') {
		const decided = await keyDecisions.decide(change, 'same');
		if (decided.ok) {
			return decided.session;
		}

		printError(decided.problem);
	}

	printError(
		'This API key is new, and the listing does not show whether it belongs to the account that was used before. History and pending changes of that account are not used. Run chainbell without a command to answer that.',
	);
	return session;
}

/** An open account with its listing. Disposing of it closes the account. */
export type ListedAccount = Awaited<ReturnType<typeof openListed>>;

/** What a command needs of its account besides. */
type ListedOptions = {
	/** The exit code if changes of an earlier version are pending. */
	readonly codeIfEarlier?: ExitCode;
	/** Called before it ends because the account cannot be listed. */
	readonly ifUnlisted?: (account: CommandSession) => Promise<void>;
};

/**
Opens an account and lists it, as every command does before a change. The listing also settles pending changes, which is printed.

@throws CommandError if it is read-only or the ledger cannot be written, unless with `dryRun`; if it cannot be opened or listed; and after a signal. Nothing was sent in these cases.
*/
export async function openListed(outer: Running, {codeIfEarlier, ifUnlisted}: ListedOptions = {}) {
	using line = createProgressLine('listed', outer);
	const run: Running = {
		...outer,
		/** Erases the line first. */
		printError(text) {
			line.clear();
			outer.printError(text);
		},
	};
	const {options} = run;
	const opened = await openSession(run, line, problem => {
		const code = problem.cause === 'earlier' ? codeIfEarlier : undefined;
		return problem.cause === 'newer' || code !== undefined || !options.dryRun
			? commandError(code ?? 'failed', `ledger-${problem.cause}`, `Nothing was sent: ${problem.what}.`, problem.advice)
			: undefined;
	});
	const {session, services, ledger} = opened;
	const interrupt = createInterrupt(run, () => {
		const numbers = ledger.changes.pending(session.profileKey).map(({id}) => id);
		return numbers.length === 0 ? '' : `\nEnded at once. Pending: ${numbers.join(', ')}. Run chainbell recover.\n`;
	});
	/** The items that had ended and that listings of this command have contradicted; they were printed. */
	const revised: Item[] = [];
	/** The numbers of the changes that listings of this command have settled. */
	const settled = new Set<number>();
	const openedAt = services.clock.now();
	/** The numbers of earlier changes that the command continues, and of which it prints what becomes of them. */
	const own = new Set<number>();
	session.pending.onSettled(changes => {
		printSettled(
			changes.filter(
				change => change.kind === 'revised' || (change.set.startedAt < openedAt && !own.has(change.set.id)),
			),
			run,
		);
		for (const change of changes) {
			if (change.kind === 'revised') {
				revised.push(change.item);
			} else {
				settled.add(change.set.id);
			}
		}
	});
	const close = async () => {
		interrupt[Symbol.dispose]();
		await opened[Symbol.asyncDispose]();
	};

	try {
		if (session.profile.isReadOnly && !options.dryRun) {
			throw readOnlyError(options, session.profile);
		}

		if (!options.dryRun) {
			session.changes.prepare();
		}

		/** The time before the first request of the listing was sent. */
		const startedAt = services.clock.elapsed.now();
		const listed = listNow(session, interrupt.signal, ended => {
			line.update({ended});
		});
		const listing = await listed.catch(async (error: unknown) => {
			line.clear();
			await ifUnlisted?.(opened);
			throw error;
		});
		interrupt.throwIfInterrupted();
		// Otherwise what is pending could change while the command is planned.
		await session.pending.listingUsed();
		return {
			...opened,
			interrupt,
			listing,
			/** The listing for the change that deletes what it shows; undefined if it is partial. */
			shown: session.listing.latest(),
			startedAt,
			revised,
			settled,
			own,
			[Symbol.asyncDispose]: close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** Creates the error for a change to a read-only account. It names the setting that makes the account read-only. */
export function readOnlyError({readOnly}: GlobalValues, {name, configProblem}: Session['profile']) {
	const whole =
		configProblem === undefined
			? [`the profile ${name} is read-only`, 'Remove readOnly from it in config.yaml, or pass --dry-run.']
			: [`config.yaml cannot be used: ${configProblem}`, 'Correct it, or pass --dry-run.'];
	const [reason, hint] = readOnly
		? ['--read-only was given', 'Run it again without --read-only, or with --dry-run.']
		: whole;
	return commandError('failed', 'read-only', `Nothing was sent: ${reason}.`, hint);
}

/**
Lists the account once, as the screens do: the listing is recorded as known, and pending changes are settled. It is the first request of every command that uses it, so that a failure has sent nothing. `onProgress`: called with the number of records so far.

@throws CommandError if it cannot be listed. When the signal fires it returns an empty partial listing: call `throwIfInterrupted` afterwards.
*/
export async function listNow(
	{listing}: Session,
	signal: AbortSignal,
	onProgress?: (count: number) => void,
): Promise<Listing> {
	const {listing: present} = listing.get();
	if (present.state === 'ready') {
		return present.value;
	}

	const listed = await listing.listAfresh(signal, onProgress);
	if (listed.ok || signal.aborted) {
		return listed.ok ? listed.value : {records: [], complete: false, reason: 'It was interrupted.'};
	}

	const {nextStep} = listed.failure;
	const nothing = 'Nothing was sent.';
	throw errorOfFailure({
		...listed.failure,
		outcome: 'not-sent',
		nextStep: nextStep.startsWith(nothing) ? nextStep : `${nothing} ${nextStep}`,
	});
}
