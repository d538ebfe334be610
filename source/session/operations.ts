import {isDeepStrictEqual} from 'node:util';
import {toInput} from '../domain/draft/draft.ts';
import {collectValues} from '../domain/draft/suggest.ts';
import type {Notification, NotificationInput} from '../domain/notification.ts';
import type {DuplicatesResult} from '../operations/bulk/bulk-create.ts';
import type {BulkContext, BulkProgress, BulkResult} from '../operations/bulk/bulk-context.ts';
import type {PauseControl} from '../operations/bulk/pause-control.ts';
import type {UndoSurvey} from '../operations/bulk/bulk-undo.ts';
import type {RestoreSurvey} from '../operations/bulk/restorable.ts';
import type {CreateOutcome} from '../operations/create.ts';
import type {Sighting} from '../operations/evidence.ts';
import type {OperationContext, OperationPhase} from '../operations/operation-context.ts';
import type {ImpossibleResult, OperationResult, RefusedResult} from '../operations/operation-result.ts';
import type {UndoPlan} from '../operations/undo-plan.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import {bestEffort} from '../storage/best-effort.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {LedgerError} from '../storage/ledger-error.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {changedIds} from './changed-ids.ts';
import {trackClaims} from './claim-tracker.ts';
import type {ListingStore} from './listing-store.ts';
import type {settlePending} from './settle-pending.ts';

export {createPauseControl, type PauseControl} from '../operations/bulk/pause-control.ts';

/** How a notification is sent. */
export type SendOptions = {
	/** Fires when the operator stops waiting. */
	readonly signal: AbortSignal;
	/** The stored draft to discard once it was sent. */
	readonly draftId?: number | undefined;
	/** Called when a phase of sending begins. */
	readonly onPhase?: ((phase: OperationPhase) => void) | undefined;
};

/** How a notification is created. */
export type CreateOptions = SendOptions & {
	/** IDs of duplicates that the operator has seen and accepts; or all of them. */
	readonly acceptedIds?: readonly string[] | 'all' | undefined;
	/** Sends even if the check for duplicates is not possible. */
	readonly isUnchecked?: boolean | undefined;
};

/** How an unfinished operation is continued. */
export type ContinueOptions = {
	readonly signal: AbortSignal;
	/** The ID of the new notification, chosen by the operator from several candidates. */
	readonly chosenId?: string | undefined;
};

/** How a batch is run. */
export type BulkOptions = {
	readonly signal: AbortSignal;
	readonly pauseControl: PauseControl;
	/** Called with every change. */
	readonly onProgress: (progress: BulkProgress) => void;
	/** Requests at a time; 8 deletes or 4 others unless given. */
	readonly concurrency?: number | undefined;
};

export type BulkOutcome = BulkResult | RefusedResult | ImpossibleResult;

/**
Everything that can be done to an account, for screens and commands alike. Every method refuses on a read-only profile, turns failures of the ledger into results, and afterwards brings the listing up to date and releases what it has claimed.
*/
export type AccountOperations = {
	readonly create: (input: NotificationInput, options: CreateOptions) => Promise<CreateOutcome>;
	/** Edits a notification: creates the new one, verifies it, then deletes the old one. */
	readonly replace: (of: Notification, input: NotificationInput, options: SendOptions) => Promise<OperationResult | RefusedResult>;
	/** Undoes an operation that has ended, as it was planned (session/undo-plan.ts) and confirmed. It sends nothing if a fresh listing leads to another plan. */
	readonly undo: (plan: UndoPlan, options: CreateOptions) => Promise<CreateOutcome>;
	/** Undoes a deletion with other content than was deleted. */
	readonly restore: (deletion: Operation, input: NotificationInput, options: CreateOptions) => Promise<CreateOutcome>;
	readonly delete: (target: Notification, signal: AbortSignal) => Promise<OperationResult>;
	/** Continues an operation of the journal to its end. A POST of unknown outcome is never sent again. */
	readonly finish: (operation: number, options: ContinueOptions) => Promise<OperationResult>;
	readonly rollBack: (operation: number, options: ContinueOptions) => Promise<OperationResult>;
	/** Creates many notifications, unless some exist already. */
	readonly bulkCreate: (inputs: readonly NotificationInput[], options: BulkOptions & {readonly canRepeat: boolean}) => Promise<BulkOutcome | DuplicatesResult>;
	/** Edits many notifications, each as `replace` does. */
	readonly bulkReplace: (edits: ReadonlyArray<{readonly of: Notification; readonly input: NotificationInput}>, options: BulkOptions) => Promise<BulkOutcome>;
	readonly bulkDelete: (targets: readonly Notification[], options: BulkOptions) => Promise<BulkOutcome>;
	/** Undoes a bulk operation: recreates what it deleted, or deletes what it created. */
	readonly undoBatch: (batch: number, options: BulkOptions) => Promise<BulkOutcome>;
	/** What undoing a bulk operation would do, compared with what is listed now. */
	readonly surveyUndo: (batch: number) => Promise<UndoSurvey>;
	/** How much of these notifications could be recreated if they were deleted. */
	readonly surveyDelete: (targets: readonly Notification[]) => Promise<RestoreSurvey>;
	/** Continues a batch that was interrupted. */
	readonly resumeBatch: (batch: number, options: BulkOptions) => Promise<BulkOutcome>;
	/** Sends the failed items of a batch again, and only those. */
	readonly retryFailed: (batch: number, options: BulkOptions) => Promise<BulkOutcome>;
	/** Ends a batch without sending the rest. Of half-done replacements the new notification is deleted. */
	readonly skipRest: (batch: number, signal: AbortSignal) => Promise<BulkOutcome>;
	/** Sends the POST of a pending operation again, although the first may still take effect: two notifications may result. */
	readonly sendAgain: (operation: number, signal: AbortSignal) => Promise<OperationResult>;
	/** Stops following a pending operation. What was sent may still take effect. */
	readonly drop: (operation: number, signal: AbortSignal) => Promise<OperationResult>;
	/** Settles pending changes by a listing; does nothing and returns undefined while an operation is running. */
	readonly settlePending: (sighting: Sighting) => Promise<Awaited<ReturnType<typeof settlePending>> | undefined>;
};

export type AccountOperationsOptions = {
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
const busyElsewhere: ImpossibleResult = {kind: 'impossible', reason: 'Another chainbell is working on it, or it has finished.'};
const otherAccount: ImpossibleResult = {kind: 'impossible', reason: 'Nothing was sent: this bulk operation belongs to another account. Enter the API key of that account to continue.'};
const noJournal: ImpossibleResult = {kind: 'impossible', reason: 'Nothing was sent: a bulk operation needs the journal, and it cannot be written.'};

type Act<T> = (ledger: AwaitedLedger, context: OperationContext) => Promise<T>;

/** Everything that can be done to an account. Implementations are loaded when they are first used. */
export function createAccountOperations({profileKey, isReadOnly, listing, openLedger, createContext, onEnd}: AccountOperationsOptions): AccountOperations {
	/** Operations under way: they judge listings themselves. */
	let running = 0;
	/** Ends when pending changes are settled. */
	let settling: Promise<unknown> = Promise.resolve();
	/** The last listing of the operation: one after its last request saves another. */
	let latest: Sighting | undefined;
	/** Runs one operation, unless the profile is read-only. Nothing is sent that the journal could not take first. */
	const run = async <T>(signal: AbortSignal, act: Act<T>): Promise<T | ImpossibleResult> => {
		if (isReadOnly) {
			return readOnly;
		}

		let releaseAll: (() => Promise<void>) | undefined;
		running++;
		try {
			await settling;
			const tracker = trackClaims(await openLedger(signal));
			const {ledger} = tracker;
			releaseAll = tracker.releaseAll;
			latest = undefined;
			return await act(ledger, {
				...createContext(ledger, signal),
				onListing(sighting) {
					latest = sighting;
				},
			});
		} catch (error) {
			await releaseAll?.();
			if (error instanceof LedgerError) {
				return {kind: 'impossible', reason: `${error.message} Nothing more was sent. Check the listing before you continue.`};
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

	/** What follows every operation on one notification, whatever its result. */
	const settle = async <T extends CreateOutcome>(result: T, ledger: AwaitedLedger): Promise<T> => {
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

	const discardDraft = async ({kind}: CreateOutcome, ledger: AwaitedLedger, id: number | undefined) => {
		if ((kind === 'done' || kind === 'accepted') && id !== undefined) {
			await bestEffort(async () => ledger.drafts.discard(id));
		}
	};

	const save = async (input: NotificationInput, deletion: Operation | undefined, {signal, draftId, onPhase, acceptedIds = [], isUnchecked = false}: CreateOptions) => run(signal, async (ledger, context) => {
		const {create} = await import('../operations/create.ts');
		const result = await create({...context, onPhase}, input, {acceptedIds: acceptedIds === 'all' ? acceptedIds : new Set(acceptedIds), isUnchecked, restored: deletion?.snapshot, undoes: deletion?.id});
		await discardDraft(result, ledger, draftId);
		return settle(result, ledger);
	});

	/** Continues an operation after claiming it, so that no other process acts on it at the same time. */
	const continueOperation = async (id: number, signal: AbortSignal, act: (context: OperationContext, operation: Operation) => Promise<OperationResult>) => run(signal, async (ledger, context) => {
		if (!await ledger.journal.claim(id)) {
			return busyElsewhere;
		}

		const result = await act(context, ledger.journal.get(id)!);
		if (result.kind === 'done') {
			await discardSentDrafts(ledger, profileKey, result.operation);
		}

		return settle(result, ledger);
	});

	const runBulk = async <T extends BulkOutcome | DuplicatesResult>(signal: AbortSignal, act: Act<T>): Promise<T | ImpossibleResult> => run(signal, async (ledger, context) => {
		if (!ledger.isWritable) {
			return noJournal;
		}

		const {journal} = ledger;
		try {
			const outcome = await act(ledger, context);
			if (outcome.kind === 'ended') {
				await bestEffort(async () => {
					await journal.releaseBatch(outcome.batch);
					listing.applyLocalChange(journal.changedIdsIn(outcome.batch));
				});
			}

			return outcome;
		} finally {
			listing.refresh();
		}
	});

	const toBulk = ({journal}: AwaitedLedger, context: OperationContext, {pauseControl, onProgress, concurrency}: BulkOptions): BulkContext => ({context, journal, pauseControl, onProgress, limit: concurrency});

	/** The API key may have been replaced by that of another account while its result was on the screen. */
	const isOfThisAccount = ({journal}: AwaitedLedger, batch: number) => journal.batch(batch).profile === hideSecrets(profileKey);

	const continueBatch = async (batch: number, options: BulkOptions, prepare: (ledger: AwaitedLedger) => Promise<void>) => runBulk(options.signal, async (ledger, context) => {
		if (!isOfThisAccount(ledger, batch)) {
			return otherAccount;
		}

		if (!await ledger.journal.claimBatch(batch)) {
			return busyElsewhere;
		}

		await prepare(ledger);
		const {runBatch} = await import('../operations/bulk/run-batch.ts');
		return runBatch(toBulk(ledger, context, options), batch);
	});

	return {
		sendAgain: async (id, signal) => continueOperation(id, signal, async (context, operation) => {
			const {resume} = await import('../operations/resume.ts');
			return resume(context, operation, {mayResend: true, resendsUnknown: true});
		}),
		drop: async (id, signal) => continueOperation(id, signal, async (context, operation) => {
			const {drop} = await import('../operations/roll-back.ts');
			return drop(context, operation);
		}),
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
		create: async (input, options) => save(input, undefined, options),
		restore: async (deletion, input, options) => save(input, deletion, options),
		undo: async (plan, {signal, onPhase, acceptedIds = [], isUnchecked = false}) => run(signal, async (ledger, context) => {
			const {undo} = await import('../operations/undo.ts');
			return settle(await undo({...context, onPhase}, ledger, plan, {acceptedIds: new Set(acceptedIds), isUnchecked}), ledger);
		}),
		replace: async (of, input, {signal, draftId, onPhase}) => run(signal, async (ledger, context) => {
			const [{replace}, {takeSnapshot}] = await Promise.all([import('../operations/replace.ts'), import('../operations/snapshot.ts')]);
			const result = await replace({...context, onPhase}, takeSnapshot(of, ledger.sent.get(profileKey, of.id)), input);
			await discardDraft(result, ledger, draftId);
			return settle(result, ledger);
		}),
		delete: async (target, signal) => run(signal, async (ledger, context) => {
			const [{remove}, {takeSnapshot}] = await Promise.all([import('../operations/delete.ts'), import('../operations/snapshot.ts')]);
			return settle(await remove(context, takeSnapshot(target, ledger.sent.get(profileKey, target.id))), ledger);
		}),
		finish: async (id, {signal, chosenId}) => continueOperation(id, signal, async (context, operation) => {
			const {resume} = await import('../operations/resume.ts');
			// A POST that may have taken effect is not sent again: its draft is kept for that.
			return resume(context, operation, {chosenId, mayResend: operation.state !== 'creating'});
		}),
		rollBack: async (id, {signal, chosenId}) => continueOperation(id, signal, async (context, operation) => {
			const {rollBack} = await import('../operations/roll-back.ts');
			return rollBack(context, operation, chosenId);
		}),
		bulkCreate: async (inputs, options) => runBulk(options.signal, async (ledger, context) => {
			const [{planCreates}, {runBatch}] = await Promise.all([import('../operations/bulk/bulk-create.ts'), import('../operations/bulk/run-batch.ts')]);
			const bulk = toBulk(ledger, context, options);
			const plan = await planCreates(bulk, inputs, options.canRepeat);
			if (plan.kind !== 'planned') {
				return plan;
			}

			await bestEffort(async () => ledger.learned.write(profileKey, collectValues(inputs)));
			return runBatch(bulk, plan.batch);
		}),
		bulkReplace: async (edits, options) => runBulk(options.signal, async (ledger, context) => {
			const [{planReplaces}, {runBatch}, {takeSnapshot}] = await Promise.all([
				import('../operations/bulk/bulk-replace.ts'), import('../operations/bulk/run-batch.ts'), import('../operations/snapshot.ts'),
			]);
			const bulk = toBulk(ledger, context, options);
			const plan = await planReplaces(bulk, edits.map(({of, input}) => ({snapshot: takeSnapshot(of, ledger.sent.get(profileKey, of.id)), input})));
			return plan.kind === 'planned' ? runBatch(bulk, plan.batch) : plan;
		}),
		bulkDelete: async (targets, options) => runBulk(options.signal, async (ledger, context) => {
			const [{planDeletes}, {runBatch}, {takeSnapshot}] = await Promise.all([
				import('../operations/bulk/bulk-delete.ts'), import('../operations/bulk/run-batch.ts'), import('../operations/snapshot.ts'),
			]);
			const bulk = toBulk(ledger, context, options);
			const batch = await planDeletes(bulk, targets.values().map(target => takeSnapshot(target, ledger.sent.get(profileKey, target.id))));
			return runBatch(bulk, batch);
		}),
		undoBatch: async (batch, options) => runBulk(options.signal, async (ledger, context) => {
			if (!isOfThisAccount(ledger, batch)) {
				return otherAccount;
			}

			const [{planBatchUndo}, {runBatch}] = await Promise.all([import('../operations/bulk/bulk-undo.ts'), import('../operations/bulk/run-batch.ts')]);
			const bulk = toBulk(ledger, context, options);
			const plan = await planBatchUndo(bulk, ledger, batch);
			return plan.kind === 'planned' ? runBatch(bulk, plan.batch) : plan;
		}),
		async surveyUndo(batch) {
			const [{journal}, {surveyUndo}] = await Promise.all([openLedger(), import('../operations/bulk/bulk-undo.ts')]);
			const state = listing.get().listing;
			return 'value' in state ? surveyUndo(journal, batch, state.value.records, state.value.complete) : surveyUndo(journal, batch, [], false);
		},
		async surveyDelete(targets) {
			const [{sent}, {surveyDelete}, {takeSnapshot}] = await Promise.all([openLedger(), import('../operations/bulk/restorable.ts'), import('../operations/snapshot.ts')]);
			return surveyDelete(targets.values().map(target => takeSnapshot(target, sent.get(profileKey, target.id))));
		},
		resumeBatch: async (batch, options) => continueBatch(batch, options, async () => undefined),
		retryFailed: async (batch, options) => continueBatch(batch, options, async ({journal}) => journal.reopenFailed(batch)),
		skipRest: async (batch, signal) => runBulk(signal, async (ledger, context) => {
			const {journal} = ledger;
			if (!isOfThisAccount(ledger, batch)) {
				return otherAccount;
			}

			if (!await journal.claimBatch(batch)) {
				return busyElsewhere;
			}

			const {skipRest} = await import('../operations/bulk/run-batch.ts');
			return skipRest({context, journal}, batch);
		}),
	};
}

/** Discards the drafts whose content has been sent. */
async function discardSentDrafts({drafts}: AwaitedLedger, profileKey: string, {input}: Operation): Promise<void> {
	await bestEffort(async () => {
		for (const {id, draft} of drafts.list(profileKey)) {
			if (isDeepStrictEqual(toInput(draft), input)) {
				await drafts.discard(id);
			}
		}
	});
}
