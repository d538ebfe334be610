import type {Connection} from '../service/connection.ts';
import {collectValues} from '../notification/suggest.ts';
import type {ListedRecord, Notification, NotificationInput} from '../notification/notification.ts';
import type {BatchPlan, DuplicatesResult} from '../operations/plan.ts';
import type {BulkContext, BulkProgress, BulkResult} from '../operations/item-set.ts';
import type {UndoPlan} from '../operations/undo-plan.ts';
import type {RecreationSurvey, UndoSurvey} from '../operations/undo.ts';
import {createPauseControl, type PauseControl} from '../operations/pool.ts';
import type {CreateOutcome, CreatePolicy} from '../operations/one.ts';
import type * as Engine from '../operations/index.ts';
import type {OperationContext} from '../operations/operation-context.ts';
import type {ImpossibleResult, OperationResult, RefusedResult} from '../operations/refusals.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {bestEffort} from '../ledger/best-effort.ts';
import type {Operation} from '../ledger/journal/operation.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import type {ListingStore} from './listing-store.ts';
import {busyElsewhere, type OperationRunner, type RunnerOptions, type RunOptions} from './operation-runner.ts';
import {discardSentDrafts} from './unsent-drafts.ts';

export {refusedPaths} from '../operations/item-set.ts';
export {createPauseControl, type PauseControl};

/** A change of a set: what is replaced or deleted, what is sent, and its position in the input, such as `line 3`. */
type SetChange = {
	readonly kind: 'create' | 'replace' | 'delete';
	readonly of?: Notification | undefined;
	readonly input?: NotificationInput | undefined;
	readonly place?: string | undefined;
};

/** The options for sending one notification. */
export type CreateOptions = RunOptions & {
	/** The stored draft to discard once the notification was sent. */
	readonly draftId?: number | undefined;
	/** The IDs of duplicates that the operator has seen and accepts, or `all`. */
	readonly acceptedIds?: readonly string[] | 'all' | undefined;
	/** Sends even if the check for duplicates is not possible. */
	readonly isUnchecked?: boolean | undefined;
	/** The position in the input of the command, such as `line 3`. */
	readonly place?: string | undefined;
};

/** The options for continuing a pending operation. `chosenId`: of the new notification, chosen by the operator from several candidates. */
type ContinueOptions = RunOptions & {readonly chosenId?: string | undefined};

/** The options for running a batch. */
export type BulkOptions = RunOptions & {
	readonly pauseControl: PauseControl;
	/** Called on every change of the progress. */
	readonly onProgress: (progress: BulkProgress) => void;
	/** The number of concurrent requests; by default 8 for deletes and 4 for others. */
	readonly concurrency?: number | undefined;
};

export type BulkOutcome = BulkResult | RefusedResult | ImpossibleResult;

/** The account that operations act on. */
export type OperationAccount = Pick<RunnerOptions, 'profileKey' | 'readOnly' | 'openLedger' | 'rules'> & {
	readonly listing: ListingStore;
	readonly connection: Connection;
};

/** All operations on an account, for screens and commands: see `createAccountOperations`. */
export type AccountOperations = ReturnType<typeof createAccountOperations>;

const otherAccount: ImpossibleResult = {
	kind: 'impossible',
	reason:
		'Nothing was sent: this bulk operation belongs to another account. Enter the API key of that account to continue.',
};

/** The number of connections that are opened while a bulk operation begins: as many as it creates notifications at once, unless another number is given. */
const connectionsAhead = 4;

/**
Creates the operations on an account. Every method refuses on a read-only profile, turns errors of the ledger into results, and afterwards updates the listing and releases its claims. After a batch a listing that began after its requests is shown.
*/
export function createAccountOperations(
	{run, settle}: OperationRunner,
	{profileKey, connection, readOnly, listing, openLedger, rules}: OperationAccount,
) {
	const one = async <T extends CreateOutcome>(
		options: Pick<CreateOptions, 'draftId'> & RunOptions,
		act: (engine: typeof Engine, context: OperationContext, ledger: AwaitedLedger) => Promise<T>,
	) =>
		run(options, async (ledger, context) => {
			const result = await act(await import('../operations/index.ts'), context, ledger);
			const {draftId} = options;
			if ((result.kind === 'done' || result.kind === 'accepted') && draftId !== undefined) {
				await bestEffort(async () => ledger.drafts.discard(draftId));
			}

			return settle(result, ledger);
		});

	/** Continues an operation after claiming it, so that no other process acts on it at the same time. */
	const continueOne = async (
		id: number,
		options: RunOptions,
		act: (
			engine: typeof Engine,
			context: OperationContext,
			operation: Operation,
			journal: AwaitedLedger['journal'],
		) => Promise<OperationResult>,
	): Promise<OperationResult> =>
		one(options, async (engine, context, ledger) => {
			const {journal} = ledger;
			const {batch} = journal.get(id)!;
			if (batch !== undefined && !(await journal.claimBatch(batch))) {
				return busyElsewhere;
			}

			try {
				if (!(await journal.claim(id))) {
					return busyElsewhere;
				}

				const result = await act(engine, context, journal.get(id)!, journal);
				if (result.kind === 'done') {
					await discardSentDrafts(ledger, profileKey);
				}

				return result;
			} finally {
				if (batch !== undefined) {
					await bestEffort(async () => journal.releaseBatch(batch));
				}
			}
		});

	/** Plans a batch and runs it, unless `plan` returns another result. */
	const many = async <T extends BatchPlan | BulkResult | DuplicatesResult>(
		{
			pauseControl = createPauseControl(),
			onProgress = () => undefined,
			concurrency,
			...options
		}: Partial<BulkOptions> & RunOptions,
		plan: (engine: typeof Engine, bulk: BulkContext, ledger: AwaitedLedger) => Promise<T>,
	): Promise<BulkOutcome | Extract<T, DuplicatesResult>> =>
		run({...options, stop: pauseControl.signal}, async (ledger, context) => {
			const {journal} = ledger;
			const {openAhead} = await import('../service/http.ts');
			// One more for the listing.
			openAhead(connection.baseUrl, Math.min(concurrency ?? connectionsAhead, connectionsAhead) + 1);
			const engine = await import('../operations/index.ts');
			const bulk = {context, journal, pauseControl, onProgress, limit: concurrency};
			try {
				const planned: BatchPlan | BulkResult | DuplicatesResult = await plan(engine, bulk, ledger);
				if (planned.kind !== 'planned' && planned.kind !== 'ended') {
					return planned as RefusedResult | ImpossibleResult | Extract<T, DuplicatesResult>;
				}

				const {batch, skipped = []} = planned;
				const result = planned.kind === 'ended' ? planned : await engine.runBatch(bulk, batch);
				await bestEffort(async () => {
					await journal.releaseBatch(batch);
					listing.applyLocalChange(journal.changedIdsIn(batch));
				});
				return skipped.length === 0 ? result : {...result, skipped};
			} finally {
				const last = context.lastSighting?.();
				if (last?.listing.complete === true && engine.isAfterRequests(context, last)) {
					listing.adopt(last);
				} else {
					listing.refresh();
				}
			}
		});

	/** Checks the account, because the API key may have been replaced by that of another account while the result was displayed. */
	const isOfThisAccount = ({journal}: AwaitedLedger, batch: number) =>
		journal.batch(batch).profile === hideSecrets(profileKey);

	/** Claims a batch. Returns why that is not possible. */
	const claimBatch = async (ledger: AwaitedLedger, batch: number): Promise<ImpossibleResult | undefined> => {
		if (!isOfThisAccount(ledger, batch)) {
			return otherAccount;
		}

		return (await ledger.journal.claimBatch(batch)) ? undefined : busyElsewhere;
	};

	const resumeBatch = async (
		batch: number,
		options: BulkOptions,
		prepare = async (_ledger: AwaitedLedger): Promise<void> => undefined,
	) =>
		many(options, async ({refusalWithout}, {context}, ledger) => {
			const {journal} = ledger;
			const unclaimed = await claimBatch(ledger, batch);
			if (unclaimed !== undefined) {
				return unclaimed;
			}

			const refusal = await refusalWithout(context, new Set(journal.batch(batch).keeps), true);
			if (refusal !== undefined) {
				await journal.releaseBatch(batch);
				return refusal;
			}

			await prepare(ledger);
			return {kind: 'planned', batch} as const;
		});

	const endBatch = async (batch: number, signal: AbortSignal, how: 'skipRest' | 'dropBatch') =>
		many(
			{signal, needsNoWait: true},
			async (engine, bulk, ledger) => (await claimBatch(ledger, batch)) ?? engine[how](bulk, batch),
		);

	const makeReady = async (connections: number) => {
		const [{openAhead}] = await Promise.all([import('../service/http.ts'), import('../operations/index.ts')]);
		// One more for the listing before or after them.
		openAhead(connection.baseUrl, connections + 1);
	};

	const create = async (
		input: NotificationInput,
		{acceptedIds, isUnchecked = false, place, ...options}: CreateOptions,
		deletion?: Operation,
	): Promise<CreateOutcome> =>
		one({...options, isNew: deletion === undefined}, async (engine, context) =>
			engine.create(context, input, {
				acceptedIds: toAccepted(acceptedIds),
				isUnchecked,
				recreated: deletion?.snapshot,
				undoes: deletion?.id,
				place,
			}),
		);

	return {
		/** Makes ready what a change needs, while its question is read or its listing arrives: the code and connections. Sends nothing. `connections`: how many requests it sends at once. */
		prepare({connections = 1}: {readonly connections?: number} = {}): void {
			if (readOnly === undefined) {
				// What cannot be made ready is done by the change itself, which says what is wrong.
				makeReady(connections).catch(() => undefined);
			}
		},
		create: async (input: NotificationInput, options: CreateOptions) => create(input, options),
		/** Undoes a deletion, with content that differs from what was deleted. */
		recreate: async (deletion: Operation, input: NotificationInput, options: CreateOptions) =>
			create(input, options, deletion),
		/** Edits a notification: creates the new one, verifies it, then deletes the old one. */
		replace: async (
			of: Notification,
			input: NotificationInput,
			options: CreateOptions,
		): Promise<OperationResult | RefusedResult> =>
			one({...options, isNew: true}, async (engine, context, {sent}) =>
				engine.replace(context, engine.takeSnapshot(of, sent.get(profileKey, of.id)), input),
			),
		/** Deletes a notification, if a listing shows it as `target` is. */
		delete: async (
			target: Notification,
			signal: AbortSignal,
			options: Omit<RunOptions, 'signal'> = {},
		): Promise<OperationResult | RefusedResult> =>
			one({...options, signal, isNew: true}, async (engine, context, {sent}) =>
				engine.remove(context, engine.takeSnapshot(target, sent.get(profileKey, target.id))),
			),
		/** Undoes an operation that has ended, according to a plan (session/undo-plan.ts) that was confirmed. It sends nothing if a fresh listing leads to another plan. */
		undo: async (
			plan: UndoPlan,
			{acceptedIds, isUnchecked = false, ...options}: CreateOptions,
		): Promise<CreateOutcome> =>
			one(options, async (engine, context, ledger) =>
				engine.undo(context, ledger, plan, {acceptedIds: toAccepted(acceptedIds), isUnchecked}),
			),
		/** Continues an operation of the journal, which may be an item of a batch, to its end. A POST whose outcome is unknown is never sent again. */
		finish: async (id: number, {chosenId, ...options}: ContinueOptions) =>
			continueOne(id, options, async ({resume}, context, operation, journal) =>
				resume(context, operation, {
					chosenId,
					// A POST that may have taken effect is not sent again, so its draft is kept; a DELETE of a batch only together with the check of what must still be listed.
					mayResend:
						operation.state !== 'creating' &&
						(operation.batch === undefined || journal.batch(operation.batch).keeps.length === 0),
				}),
			),
		rollBack: async (id: number, {chosenId, ...options}: ContinueOptions) =>
			continueOne(id, options, async ({rollBack}, context, operation) => rollBack(context, operation, chosenId)),
		/** Stops following a pending operation. Requests that were sent may still take effect. */
		drop: async (id: number, signal: AbortSignal) =>
			continueOne(id, {signal, needsNoWait: true}, async ({drop}, context, operation) => drop(context, operation)),
		/** Creates many notifications, unless duplicates exist. `places`: the position of each in the input. */
		bulkCreate: async (
			inputs: readonly NotificationInput[],
			options: BulkOptions & {readonly canRepeat: boolean; readonly places?: ReadonlyArray<string | undefined>},
		) =>
			many({...options, isNew: true}, async ({planCreates}, bulk, {learned}) => {
				const plan = await planCreates(bulk, inputs, options);
				if (plan.kind === 'planned') {
					await bestEffort(async () => learned.write(profileKey, collectValues(inputs)));
				}

				return plan;
			}),
		/** Makes a set of changes: creations and replacements first, then deletions, if everything else is done. `whyChanged`: says why the set no longer fits the listing that is read before anything is sent. */
		applySet: async (
			changes: readonly SetChange[],
			{
				whyChanged,
				...options
			}: BulkOptions & {readonly whyChanged: (records: readonly ListedRecord[]) => string | undefined},
		) =>
			many({...options, isNew: true}, async ({planSet, takeSnapshot}, bulk, {sent}) =>
				planSet(
					bulk,
					changes.map(({of, ...change}) => ({
						...change,
						snapshot: of && takeSnapshot(of, sent.get(profileKey, of.id)),
					})),
					whyChanged,
				),
			),
		/** Edits many notifications, each as `replace` does. The edits are taken one by one, so that they can be made when they are needed. */
		bulkReplace: async (
			edits: Iterable<{readonly of: Notification; readonly input: NotificationInput}>,
			options: BulkOptions,
		) =>
			many({...options, isNew: true}, async ({planReplaces, takeSnapshot}, bulk, {sent}) =>
				planReplaces(
					bulk,
					Iterator.from(edits).map(({of, input}) => ({snapshot: takeSnapshot(of, sent.get(profileKey, of.id)), input})),
				),
			),
		/** Deletes those of many notifications that a listing shows as they are. `keeps`: IDs that a new complete listing must contain, or nothing is deleted. */
		bulkDelete: async (
			targets: readonly Notification[],
			{keeps, ...options}: BulkOptions & {readonly keeps?: ReadonlySet<string> | undefined},
		) =>
			many({...options, isNew: true}, async (engine, bulk, {sent}) => {
				const refusal = await engine.refusalWithout(bulk.context, keeps);
				if (refusal !== undefined) {
					return refusal;
				}

				const chosen = await engine.withoutProtected(
					bulk.context,
					targets.map(target => engine.takeSnapshot(target, sent.get(profileKey, target.id))),
				);
				return chosen.kind === 'left'
					? {kind: 'planned', batch: await engine.planDeletes(bulk, chosen.left, keeps), skipped: chosen.skipped}
					: chosen;
			}),
		/** Undoes a bulk operation: recreates what it deleted, or deletes what it created, but no more than was announced (`surveyUndo`). */
		undoBatch: async (batch: number, announced: readonly number[], options: BulkOptions) =>
			many(options, async ({planBatchUndo}, bulk, ledger) =>
				isOfThisAccount(ledger, batch) ? planBatchUndo(bulk, ledger, batch, announced) : otherAccount,
			),
		/** Determines the effect of undoing a bulk operation, compared with the current listing. */
		async surveyUndo(
			batch: number,
			{isUnprotected = false}: Pick<RunOptions, 'isUnprotected'> = {},
		): Promise<UndoSurvey> {
			const [{journal}, engine, {createGuards}, current] = await Promise.all([
				openLedger(),
				import('../operations/index.ts'),
				import('../query/rules.ts'),
				rules.load(),
			]);
			const guards = createGuards(current, {isUnprotected, hasPolicies: false});
			const state = listing.get().listing;
			return 'value' in state
				? engine.surveyUndo(journal, batch, state.value.records, state.value.complete, guards)
				: engine.surveyUndo(journal, batch, [], false);
		},
		/** Determines how much of these notifications could be recreated if they were deleted. */
		async surveyDelete(targets: readonly Notification[]): Promise<RecreationSurvey> {
			const [{sent}, engine] = await Promise.all([openLedger(), import('../operations/index.ts')]);
			return engine.surveyRecreation(
				targets.values().map(target => ({snapshot: engine.takeSnapshot(target, sent.get(profileKey, target.id))})),
			);
		},
		/** Continues a batch that was interrupted. */
		resumeBatch: async (batch: number, options: BulkOptions) => resumeBatch(batch, options),
		/** Sends only the failed items of a batch again. `without`: members that the service refused, by item. */
		retryFailed: async (
			batch: number,
			{without, ...options}: BulkOptions & {readonly without?: BulkResult['refused']},
		) => resumeBatch(batch, options, async ({journal}) => journal.reopenFailed(batch, without)),
		/** Ends a batch without sending the rest. For half-done replacements the new notification is deleted. */
		skipRest: async (batch: number, signal: AbortSignal) => endBatch(batch, signal, 'skipRest'),
		/** Stops following the open items of a batch, and skips the rest. Requests that were sent may still take effect. */
		dropBatch: async (batch: number, signal: AbortSignal) => endBatch(batch, signal, 'dropBatch'),
	};
}

const toAccepted = (ids: CreateOptions['acceptedIds'] = []): CreatePolicy['acceptedIds'] =>
	ids === 'all' ? ids : new Set(ids);
