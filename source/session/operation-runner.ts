import {setImmediate as turn} from 'node:timers/promises';
import type {ListedRecord} from '../notification/notification.ts';
import {batchNumber} from '../notification/operation-texts.ts';
import {collectValues} from '../notification/suggest.ts';
import {awaitTurn} from '../operations/pool.ts';
import type {CreateOutcome} from '../operations/one.ts';
import type {OnPhase, OperationContext, Sighting} from '../operations/operation-context.ts';
import type {ImpossibleResult} from '../operations/refusals.ts';
import {numberText} from '../platform/text.ts';
import {type AccountRules, createGuards} from '../query/rules.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {totalOf} from '../ledger/batches/batch.ts';
import {bestEffort} from '../ledger/best-effort.ts';
import type {Operation} from '../ledger/journal/operation.ts';
import {LedgerError, PendingChangeError, problemText, TeamRefusalError} from '../ledger/ledger-error.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {ListingStore} from './listing-store.ts';
import {rulesProblemText, type RuleStore} from './rule-store.ts';
import type {Settlement} from './settle-pending.ts';
import type {TeamRun} from './team/team-journal.ts';

/** The account that operations act on. */
export type RunnerOptions = {
	readonly profileKey: string;
	/** The reason why nothing can be changed (`readOnlyReason`). */
	readonly readOnly: string | undefined;
	readonly listing: Pick<ListingStore, 'applyLocalChange' | 'latest' | 'refresh'>;
	/** Opens the ledger for one operation. Its writes stop waiting when the signal fires. */
	readonly openLedger: (signal?: AbortSignal) => Promise<AwaitedLedger>;
	/** The rules of config.yaml for the changes of the account. */
	readonly rules: Pick<RuleStore, 'load'>;
	readonly createContext: (ledger: AwaitedLedger, signal: AbortSignal) => OperationContext;
	/** The team of the account, if it has one. `lastListed`: the records of the last listing that the operation has read. */
	readonly guard?:
		| ((ledger: AwaitedLedger, lastListed: () => readonly ListedRecord[] | undefined) => Promise<TeamRun | undefined>)
		| undefined;
	/** Called when an operation has ended. */
	readonly onEnd: () => void;
};

/** The options of every change. What takes back, finishes or ends an earlier change is stopped by no policy, and by no rule that cannot be read. */
export type RunOptions = {
	/** Fires when the operator stops waiting. */
	readonly signal: AbortSignal;
	/** Called when a phase starts. */
	readonly onPhase?: OnPhase | undefined;
	/** Whether the operator decided that protected notifications may be deleted or replaced. */
	readonly isUnprotected?: boolean | undefined;
	/** The listing that showed the operator what is to be deleted. If it is older than ten seconds by then, the account is listed again. */
	readonly shown?: Sighting | undefined;
	/** Whether the change is new, and takes back or continues no earlier one. */
	readonly isNew?: boolean;
	/** Ends the wait before it starts, like the signal. */
	readonly stop?: AbortSignal | undefined;
	/** Starts without waiting, because it sends nothing or can do so later. */
	readonly needsNoWait?: boolean;
};

/** The result if an operation or a batch could not be claimed. */
export const busyElsewhere: ImpossibleResult = {
	kind: 'impossible',
	reason: 'Another chainbell is working on it, or it has finished.',
};

/** The result if a rule cannot be used: it might protect what is about to change. */
const unusableRules = ({problems: [problem]}: AccountRules): ImpossibleResult => ({
	kind: 'impossible',
	reason: sanitise(`Nothing was sent. ${rulesProblemText(problem!)}`),
	cause: 'rules',
});

/** Tracks what an operation writes to the journal, for when the ledger fails in the middle of it. Claims are released then, which would last until the program ends, and it is known whether anything was sent. */
export function trackJournal(ledger: AwaitedLedger) {
	const {journal} = ledger;
	const held: Array<{readonly operation?: number; readonly batch?: number}> = [];
	let hasSent = false;
	const noting =
		<Given extends unknown[], Result>(
			write: (...given: Given) => Promise<Result>,
			note: (result: Result, ...given: Given) => void,
		) =>
		async (...given: Given): Promise<Result> => {
			const result = await write(...given);
			note(result, ...given);
			return result;
		};
	const noteSent = () => {
		hasSent = true;
	};

	const hold = (isHeld: boolean, claim: (typeof held)[number]) => {
		if (isHeld) {
			held.push(claim);
		}
	};

	const tracked: AwaitedLedger['journal'] = {
		...journal,
		requestSent: noting(journal.requestSent, noteSent),
		itemSent: noting(journal.itemSent, noteSent),
		begin: noting(journal.begin, ({id}) => hold(true, {operation: id})),
		claim: noting(journal.claim, (isClaimed, operation) => hold(isClaimed, {operation})),
		beginBatch: noting(journal.beginBatch, batch => hold(true, {batch})),
		claimBatch: noting(journal.claimBatch, (isClaimed, batch) => hold(isClaimed, {batch})),
	};
	return {
		ledger: {...ledger, journal: tracked},
		/** Releases all claims that were made through it. */
		async releaseAll() {
			for (const {operation, batch} of held) {
				await bestEffort(async () => (batch === undefined ? journal.release(operation!) : journal.releaseBatch(batch)));
			}
		},
		/** Whether a request may have been sent: one was recorded. */
		mayHaveSent: () => hasSent,
		/** The operation or the batch that was begun or claimed last. */
		current: () => held.at(-1) ?? {},
	};
}

/** The result if the ledger or the board failed after something was sent: what was done by then, as far as it is recorded. */
function stopped(
	{message}: LedgerError,
	{current, ledger: {journal}}: ReturnType<typeof trackJournal>,
): ImpossibleResult {
	const {operation, batch} = current();
	const result = (pending: string, rest: string) =>
		({
			kind: 'impossible',
			cause: 'stopped',
			reason: `${message} Nothing more was sent. ${rest}`,
			pending,
		}) as const;
	if (batch === undefined) {
		return result(String(operation), `Operation ${operation} is pending: its outcome is unknown.`);
	}

	const {counts} = journal.batch(batch);
	const number = batchNumber(batch);
	const unknown = counts.unknown === 0 ? '' : `, and the outcome of ${numberText(counts.unknown)} is unknown`;
	return result(
		number,
		`Of ${numberText(totalOf(counts))} changes of bulk operation ${number}, ${numberText(counts.done)} are done${unknown}.`,
	);
}

/** The IDs of the notifications that an operation has deleted (`gone`) and created so far. */
export function changedIds({kind, state, snapshot, newId}: Operation): {
	readonly gone: readonly string[];
	readonly created: readonly string[];
} {
	const isRolledBack = state === 'rolled-back';
	const isOldGone = state === 'done' && kind !== 'recreate' && snapshot !== undefined && snapshot.id !== newId;
	return {
		gone: [isOldGone ? snapshot.id : undefined, isRolledBack ? newId : undefined].filter(id => id !== undefined),
		created: newId === undefined || isRolledBack ? [] : [newId],
	};
}

/** Runs the operations of an account: see `createOperationRunner`. */
export type OperationRunner = ReturnType<typeof createOperationRunner>;

/** Runs the operations of an account. */
export function createOperationRunner({
	profileKey,
	readOnly,
	listing,
	openLedger,
	rules,
	createContext,
	guard,
	onEnd,
}: RunnerOptions) {
	/** The number of operations in progress, which evaluate listings themselves. */
	let running = 0;
	/** Resolves when pending changes are settled. */
	let settling: Promise<unknown> = Promise.resolve();
	/** The last listing requested by the operation. If it is newer than the operation's last request, no other is needed. */
	let latest: Sighting | undefined;
	const run = async <T>(
		{signal, onPhase, stop = signal, needsNoWait = false, isNew = false, isUnprotected = false, shown}: RunOptions,
		act: (ledger: AwaitedLedger, context: OperationContext) => Promise<T>,
	): Promise<T | ImpossibleResult> => {
		if (readOnly !== undefined) {
			return {kind: 'impossible', reason: `Nothing was sent. ${readOnly}`};
		}

		let tracker: ReturnType<typeof trackJournal> | undefined;
		let team: TeamRun | undefined;
		running++;
		try {
			await settling;
			const current = await rules.load();
			if (isNew && current.problems.length > 0) {
				return unusableRules(current);
			}

			const opened = await openLedger(signal);
			if (opened.problem !== undefined) {
				return {kind: 'impossible', reason: problemText(opened.problem, 'Nothing was sent')};
			}

			latest = shown;
			team = await guard?.(opened, () => {
				const last = latest ?? listing.latest();
				return last?.listing.complete === true ? last.listing.records : undefined;
			});
			const tracked = trackJournal(team?.ledger ?? opened);
			const context = {...createContext(tracked.ledger, signal), onPhase};
			const early = needsNoWait ? undefined : await awaitTurn({...context, signal: AbortSignal.any([signal, stop])});
			if (early !== undefined) {
				return early;
			}

			tracker = tracked;
			return await act(tracked.ledger, {
				...context,
				guards: createGuards(current, {isUnprotected, hasPolicies: isNew}),
				lastListed: () => latest?.listing.records ?? context.listed?.() ?? [],
				lastSighting: () => latest,
				onListing(sighting) {
					latest = sighting;
				},
			});
		} catch (error) {
			await tracker?.releaseAll();
			if (!(error instanceof LedgerError)) {
				throw error;
			}

			return tracker?.mayHaveSent() === true
				? stopped(error, tracker)
				: {
						kind: 'impossible',
						reason: `Nothing was sent. ${error.message}`,
						...(error instanceof PendingChangeError && {isPending: true}),
						...(error instanceof TeamRefusalError && error.isBoardMissing && {cause: 'board'}),
					};
		} finally {
			running--;
			team?.end();
			onEnd();
		}
	};

	const settleNow = async (sighting: Sighting) => {
		const ledger = await openLedger();
		if (ledger.problem !== undefined) {
			return {settled: [], wait: undefined};
		}

		const {settlePending} = await import('./settle-pending.ts');
		return settlePending(ledger, createContext(ledger, new AbortController().signal), sighting);
	};

	const settle = async <T extends CreateOutcome>(result: T, ledger: AwaitedLedger): Promise<T> => {
		if (!('operation' in result)) {
			return result;
		}

		const {kind, operation} = result;
		if (kind === 'open' || kind === 'accepted') {
			await bestEffort(async () => ledger.journal.release(operation.id));
		}

		const {input} = operation;
		if ((kind === 'done' || kind === 'accepted') && input !== undefined) {
			await bestEffort(async () => ledger.learned.write(profileKey, collectValues([input])));
		}

		// In a large account the verdict, and then showing and drawing the listing, each take as long as a key may wait.
		await turn();
		if (kind !== 'failed' || operation.state === 'rolled-back' || operation.overwritten !== undefined) {
			const last = ledger.journal.requestsOf(operation.id).at(-1)?.moment;
			const isAfter =
				latest?.listing.complete === true && last?.era === latest.startedAt.era && last.at <= latest.startedAt.at;
			listing.applyLocalChange(changedIds(operation), isAfter ? latest : undefined);
			if (!isAfter) {
				listing.refresh();
			}
		}

		return result;
	};

	return {
		/** Runs one operation, unless the profile is read-only. A request is sent only after it is recorded in the journal, and after a wait that the service asked for. An error of the ledger becomes a result, and the claims are released. */
		run,
		/** Finishes an operation on one notification, whatever its result: updates the listing and releases the claim. Returns the result. */
		settle,
		/** Whether an operation is running. */
		isRunning: () => running > 0,
		/** Settles pending changes with a listing, while no operation is running. */
		async settlePending(sighting: Sighting): Promise<Settlement | undefined> {
			if (readOnly !== undefined) {
				return {settled: [], wait: undefined};
			}

			if (running > 0) {
				return undefined;
			}

			const settled = settling.then(async () => settleNow(sighting));
			settling = Promise.allSettled([settled]);
			return settled;
		},
	};
}
