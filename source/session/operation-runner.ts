import {collectValues} from '../domain/draft/suggest.ts';
import {awaitTurn} from '../operations/await-turn.ts';
import type {CreateOutcome} from '../operations/create.ts';
import type {Sighting} from '../operations/evidence.ts';
import type {OperationContext} from '../operations/operation-context.ts';
import type {ImpossibleResult} from '../operations/operation-result.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import {bestEffort} from '../storage/best-effort.ts';
import {LedgerError, PendingChangeError} from '../storage/ledger-error.ts';
import type {AccountOperations} from './account-operations.ts';
import {changedIds} from './changed-ids.ts';
import {trackClaims} from './claim-tracker.ts';
import type {ListingStore} from './listing-store.ts';

export type OperationRunnerOptions = {
	readonly profileKey: string;
	readonly isReadOnly: boolean;
	readonly listing: ListingStore;
	/** The ledger for one operation, whose writes stop waiting when the signal fires. */
	readonly openLedger: (signal?: AbortSignal) => Promise<AwaitedLedger>;
	readonly createContext: (ledger: AwaitedLedger, signal: AbortSignal) => OperationContext;
	/** Called when an operation has ended. */
	readonly onEnd: () => void;
};

const readOnly: ImpossibleResult = {kind: 'impossible', reason: 'Nothing was sent: this profile is read-only.'};
/** Why nothing was done with an operation or a batch that could not be claimed. */
export const busyElsewhere: ImpossibleResult = {kind: 'impossible', reason: 'Another chainbell is working on it, or it has finished.'};

/** What an operation does with the ledger and what it needs to send requests. */
export type Act<T> = (ledger: AwaitedLedger, context: OperationContext) => Promise<T>;

/** Of an operation that has to wait before it begins. */
type Waiting = Pick<OperationContext, 'onPhase'> & {
	/** Ends the waiting, beside the operation's own signal. */
	readonly stop?: AbortSignal | undefined;
	/** It begins at once: it sends nothing, or can do without. */
	readonly needsNoWait?: boolean;
};

export type OperationRunner = Pick<AccountOperations, 'settlePending'> & {
	/** Runs one operation, unless the profile is read-only. Nothing is sent that the journal could not take first, nor before the service may be asked again. A failure of the ledger becomes a result, and releases what was claimed. */
	readonly run: <T>(signal: AbortSignal, act: Act<T>, waiting?: Waiting) => Promise<T | ImpossibleResult>;
	/** What follows every operation on one notification, whatever its result: the listing is brought up to date, the claim is released. Returns the result. */
	readonly settle: <T extends CreateOutcome>(result: T, ledger: AwaitedLedger) => Promise<T>;
};

/** Runs the operations of an account. */
export function createOperationRunner({profileKey, isReadOnly, listing, openLedger, createContext, onEnd}: OperationRunnerOptions): OperationRunner {
	/** Operations under way: they judge listings themselves. */
	let running = 0;
	/** Ends when pending changes are settled. */
	let settling: Promise<unknown> = Promise.resolve();
	/** The last listing of the operation: one after its last request saves another. */
	let latest: Sighting | undefined;
	const run: OperationRunner['run'] = async (signal, act, {onPhase, stop, needsNoWait = false} = {}) => {
		if (isReadOnly) {
			return readOnly;
		}

		let releaseAll: (() => Promise<void>) | undefined;
		running++;
		try {
			await settling;
			const opened = await openLedger(signal);
			if (opened.newer !== undefined) {
				return {kind: 'impossible', reason: `Nothing was sent. ${opened.newer}`};
			}

			const tracker = trackClaims(opened);
			const context = createContext(tracker.ledger, signal);
			const early = needsNoWait ? undefined : await awaitTurn({...context, onPhase, signal: stop === undefined ? signal : AbortSignal.any([signal, stop])});
			if (early !== undefined) {
				return early;
			}

			const {ledger} = tracker;
			releaseAll = tracker.releaseAll;
			latest = undefined;
			return await act(ledger, {
				...context,
				onListing(sighting) {
					latest = sighting;
				},
			});
		} catch (error) {
			await releaseAll?.();
			if (error instanceof LedgerError) {
				return error instanceof PendingChangeError
					? {kind: 'impossible', reason: `Nothing was sent. ${error.message}`, isPending: true}
					: {kind: 'impossible', reason: `${error.message} Nothing more was sent. Check the listing before you continue.`};
			}

			throw error;
		} finally {
			running--;
			onEnd();
		}
	};

	const settleNow = async (sighting: Sighting) => {
		const [ledger, settle] = await Promise.all([openLedger(), import('./settle-pending.ts')]);
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

		if (result.kind !== 'failed' || operation.state === 'rolled-back') {
			listing.applyLocalChange(changedIds(operation));
			const last = ledger.journal.requestsOf(operation.id).at(-1)?.moment;
			if (latest?.listing.complete === true && last?.era === latest.startedAt.era && last.at <= latest.startedAt.at) {
				listing.adopt(latest);
			} else {
				listing.refresh();
			}
		}

		return result;
	};

	return {
		run,
		settle,
		async settlePending(sighting) {
			if (isReadOnly) {
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
