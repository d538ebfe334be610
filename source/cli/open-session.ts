import type {RetryWait} from '../api/retry.ts';
import {type AccountChange, placeOf, type Services, type Session} from '../session/session.ts';
import {isRepeated, retryText} from '../session/retry-status.ts';
import {createServices} from '../session/services.ts';
import {accountRequest, type AccountOptions} from './account-request.ts';
import {noAccount, noSandbox} from './account.ts';
import type {CommandContext, GlobalValues} from './command.ts';

/** An account opened by a command. Disposing of it closes the ledger and the sandbox. */
export type CommandSession = AsyncDisposable & {
	readonly session: Session;
	readonly services: Services;
	/** The name of the account for a sentence, safe to show. */
	readonly place: string;
};

/**
Opens the account with its ledger and its operations, as the screens do. Nothing is sent, except if the key is new and another key was used before: then a listing determines whether both belong to one account. If it is undetermined, a warning is printed, and the changes of the command are recorded separately until the screens have asked.

@throws CommandError if no account is set up, it has no API key, or that listing fails.
*/
export async function openSession(
	options: AccountOptions & Partial<Pick<GlobalValues, 'quiet'>>,
	context: Pick<CommandContext, 'host' | 'printError' | 'writeError'>,
): Promise<CommandSession> {
	const {host, writeError, printError} = context;
	let stopWatching: (() => void) | undefined;
	const closeAll = async () => {
		stopWatching?.();
		await close();
	};

	const {environment, paths, clock, settlingTime} = host;
	const {services, close} = createServices({
		...accountRequest(options, host),
		clock,
		ledgerFile: paths().ledgerFile,
		editor: environment().editor ?? 'vi',
		...(settlingTime !== undefined && {settlingTime}),
	});
	try {
		const columns = host.errorColumns();
		if (columns !== undefined) {
			const {showKeyCommand} = await import('./key-command-line.ts');
			const show = showKeyCommand({columns, write: writeError});
			services.keyCommand.subscribe(() => {
				show(services.keyCommand.get());
			});
		}

		const opening = await services.open();
		if (opening.state !== 'open') {
			const problem = opening.state === 'asking' ? opening.problem : undefined;
			if (problem !== undefined && options.sandbox) {
				throw noSandbox(problem);
			}

			throw noAccount(
				problem === undefined
					? undefined
					: {
							problem,
							isKeyMissing: opening.state === 'asking' && opening.isKeyMissing === true,
							keyRemedy: opening.state === 'asking' ? opening.keyRemedy : undefined,
						},
			);
		}

		const stopReports = [reportLedgerLock(services, context), reportRetries(services, context, options)];
		stopWatching = () => {
			for (const stop of stopReports) {
				stop();
			}
		};

		const {notice} = await services.openLedger();
		if (notice !== undefined) {
			printError(notice);
		}

		const session = await identify(opening.session, services, context);
		session.team?.onNotice(text => {
			printError(text);
		});
		return {session, services, place: placeOf(session), [Symbol.asyncDispose]: closeAll};
	} catch (error) {
		await closeAll();
		throw error;
	}
}

/** The time in milliseconds before a wait for the lock of the ledger is reported: a short wait for another command is normal. */
const lockReportDelay = 1000;

/** Reports once that the ledger is locked, if the lock lasts. Returns a function that stops it. */
function reportLedgerLock(
	{retryStatus}: Services,
	{host: {clock}, printError}: Pick<CommandContext, 'host' | 'printError'>,
): () => void {
	const controller = new AbortController();
	let isWaiting = false;
	const say = async () => {
		try {
			await clock.sleep(lockReportDelay, controller.signal);
		} catch {
			return;
		}

		if (retryStatus.isLedgerBusy()) {
			printError('Another process has locked the ledger. Waiting for it, up to 30 s.');
			controller.abort();
		}

		isWaiting = false;
	};

	const unsubscribe = retryStatus.subscribe(() => {
		if (retryStatus.isLedgerBusy() && !isWaiting && !controller.signal.aborted) {
			isWaiting = true;
			void say();
		}
	});
	return () => {
		unsubscribe();
		controller.abort();
	};
}

/** Reports when the service limits the rate, because nothing is sent in that time; where no line on a terminal shows them, also repeated retries. Returns a function that stops it. */
function reportRetries(
	{retryStatus}: Services,
	{host, printError}: Pick<CommandContext, 'host' | 'printError'>,
	{quiet = false}: Partial<Pick<GlobalValues, 'quiet'>>,
): () => void {
	let said: RetryWait | undefined;
	return retryStatus.subscribe(() => {
		const waiting = retryStatus.waiting();
		const isTold =
			waiting?.failure.kind === 'rate-limited' ||
			(host.errorColumns() === undefined && !quiet && waiting !== undefined && isRepeated(waiting));
		if (waiting !== undefined && isTold && waiting.wait > 0 && waiting !== said) {
			said = waiting;
			printError(retryText(waiting));
		}
	});
}

/** Determines whether a new API key belongs to the account used before, as the screens do. */
export async function identify(
	session: Session,
	{accountChanges}: Pick<Services, 'accountChanges'>,
	{printError}: Pick<CommandContext, 'printError'>,
): Promise<Session> {
	const {earlier, connection, profileKey} = session;
	if (earlier === undefined) {
		return session;
	}

	const [{checkAccount}, {errorOfFailure}] = await Promise.all([
		import('../session/check-account.ts'),
		import('./failure-error.ts'),
	]);
	const listed = await checkAccount(session, new AbortController().signal);
	if (!listed.ok) {
		throw errorOfFailure(listed.failure);
	}

	const change: AccountChange = {session, connection, earlier, account: profileKey, name: undefined};
	if ((await accountChanges.judge(change, listed.value.records)) === 'same') {
		const decided = await accountChanges.decide(change, 'same');
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
