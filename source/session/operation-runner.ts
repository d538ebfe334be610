import {setImmediate as turn} from 'node:timers/promises';
import {batchNumber} from '../domain/change-name.ts';
import {collectValues} from '../domain/draft/suggest.ts';
import type {ListedRecord} from '../domain/notification.ts';
import type {AccountRules} from '../domain/policies/account-rules.ts';
import {createGuards} from '../domain/policies/change-guards.ts';
import {awaitTurn} from '../operations/await-turn.ts';
import type {CreateOutcome} from '../operations/create.ts';
import type {Sighting, OperationContext} from '../operations/operation-context.ts';
import type {ImpossibleResult} from '../operations/operation-result.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import {totalOf} from '../storage/batches/batch.ts';
import {bestEffort} from '../storage/best-effort.ts';
import {LedgerError, PendingChangeError, problemText, TeamRefusalError} from '../storage/ledger-error.ts';
import {numberText} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {changedIds} from './changed-ids.ts';
import {trackJournal, type JournalTracker} from './journal-tracker.ts';
import type {ListingStore} from './listing-store.ts';
import type {PendingChangesOptions} from './pending-changes.ts';
import type {RuleStore} from './rule-store.ts';
import {rulesProblemText} from './rules-problem.ts';
import type {TeamRun} from './team/team-journal.ts';

export type OperationRunnerOptions = {
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

/** The result if a rule cannot be used: it might protect what is about to change. */
const unusableRules = ({problems: [problem]}: AccountRules): ImpossibleResult => ({
	kind: 'impossible',
	reason: sanitise(`Nothing was sent. ${rulesProblemText(problem!)}`),
	cause: 'rules',
});

/** The result if an operation or a batch could not be claimed. */
export const busyElsewhere: ImpossibleResult = {
	kind: 'impossible',
	reason: 'Another chainbell is working on it, or it has finished.',
};

/** The result if the ledger or the board failed after something was sent: what was done by then, as far as it is recorded. */
function stopped({message}: LedgerError, {current, ledger: {journal}}: JournalTracker): ImpossibleResult {
	const {operation, batch} = current();
	const result = {kind: 'impossible', cause: 'stopped'} as const;
	if (batch === undefined) {
		return {
			...result,
			reason: `${message} Nothing more was sent. Operation ${operation} is pending: its outcome is unknown.`,
			pending: String(operation),
		};
	}

	const {counts} = journal.batch(batch);
	const pending = batchNumber(batch);
	const unknown = counts.unknown === 0 ? '' : `, and the outcome of ${numberText(counts.unknown)} is unknown`;
	return {
		...result,
		reason: `${message} Nothing more was sent. Of ${numberText(totalOf(counts))} changes of bulk operation ${pending}, ${numberText(counts.done)} are done${unknown}.`,
		pending,
	};
}

/** The work of an operation, with the ledger and the context for sending requests. */
export type Act<T> = (ledger: AwaitedLedger, context: OperationContext) => Promise<T>;

/** The options for an operation that may have to wait before it starts. */
type Waiting = Pick<OperationContext, 'onPhase'> & {
	/** Ends the wait, like the operation's own signal. */
	readonly stop?: AbortSignal | undefined;
	/** Starts without waiting, because the operation sends nothing or can do so later. */
	readonly needsNoWait?: boolean;
};

/** The way a change keeps the rules of config.yaml. What takes back, finishes or ends an earlier change is stopped by no policy, and by no rule that cannot be read. */
export type RuleOptions = {
	/** Whether the change is new, and takes back or continues no earlier one. */
	readonly isNew?: boolean;
	/** See `UnprotectOption`. */
	readonly isUnprotected?: boolean | undefined;
	/** See `ShownOption`. */
	readonly shown?: Sighting | undefined;
};

export type OperationRunner = {
	/** Runs one operation, unless the profile is read-only. A request is sent only after it is recorded in the journal, and after a wait that the service asked for. An error of the ledger becomes a result, and the claims are released. */
	readonly run: <T>(signal: AbortSignal, act: Act<T>, options?: Waiting & RuleOptions) => Promise<T | ImpossibleResult>;
	/** Finishes an operation on one notification, whatever its result: updates the listing and releases the claim. Returns the result. */
	readonly settle: <T extends CreateOutcome>(result: T, ledger: AwaitedLedger) => Promise<T>;
	/** Settles pending changes with a listing, while no operation is running. */
	readonly settlePending: PendingChangesOptions['settle'];
	/** Whether an operation is running. */
	readonly isRunning: () => boolean;
};

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
}: OperationRunnerOptions): OperationRunner {
	/** The number of operations in progress, which evaluate listings themselves. */
	let running = 0;
	/** Resolves when pending changes are settled. */
	let settling: Promise<unknown> = Promise.resolve();
	/** The last listing requested by the operation. If it is newer than the operation's last request, no other is needed. */
	let latest: Sighting | undefined;
	const run: OperationRunner['run'] = async (
		signal,
		act,
		{onPhase, stop, needsNoWait = false, isNew = false, isUnprotected = false, shown} = {},
	) => {
		if (readOnly !== undefined) {
			return {kind: 'impossible', reason: `Nothing was sent. ${readOnly}`};
		}

		let tracker: JournalTracker | undefined;
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
			const {ledger} = tracked;
			const context = createContext(ledger, signal);
			const early = needsNoWait
				? undefined
				: await awaitTurn({...context, onPhase, signal: stop === undefined ? signal : AbortSignal.any([signal, stop])});
			if (early !== undefined) {
				return early;
			}

			tracker = tracked;
			return await act(ledger, {
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
			if (error instanceof LedgerError) {
				const cause = error instanceof TeamRefusalError && error.isBoardMissing ? ({cause: 'board'} as const) : {};
				return tracker?.mayHaveSent() === true
					? stopped(error, tracker)
					: {
							kind: 'impossible',
							reason: `Nothing was sent. ${error.message}`,
							...(error instanceof PendingChangeError && {isPending: true}),
							...cause,
						};
			}

			throw error;
		} finally {
			running--;
			team?.end();
			onEnd();
		}
	};

	const settleNow = async (sighting: Sighting) => {
		const [ledger, settle] = await Promise.all([openLedger(), import('./settle-pending.ts')]);
		if (ledger.problem !== undefined) {
			return {settled: [], wait: undefined};
		}

		return settle.settlePending(ledger, createContext(ledger, new AbortController().signal), sighting);
	};

	const settle: OperationRunner['settle'] = async (result, ledger) => {
		if (!('operation' in result)) {
			return result;
		}

		const {operation} = result;
		if (result.kind === 'open' || result.kind === 'accepted') {
			await bestEffort(async () => ledger.journal.release(operation.id));
		}

		if ((result.kind === 'done' || result.kind === 'accepted') && operation.input !== undefined) {
			const {input} = operation;
			await bestEffort(async () => ledger.learned.write(profileKey, collectValues([input])));
		}

		// In a large account the verdict, and then showing and drawing the listing, each take as long as a key may wait.
		await turn();
		if (result.kind !== 'failed' || operation.state === 'rolled-back' || operation.overwritten !== undefined) {
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
		run,
		settle,
		isRunning: () => running > 0,
		async settlePending(sighting) {
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
