import type {Connection} from '../api/connection.ts';
import type {Notification} from '../domain/notification.ts';
import {collectValues} from '../domain/draft/suggest.ts';
import type {DuplicatesResult} from '../operations/bulk/bulk-create.ts';
import type {BulkContext, BulkResult} from '../operations/bulk/bulk-context.ts';
import type {OperationContext} from '../operations/operation-context.ts';
import type {ImpossibleResult} from '../operations/operation-result.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import {bestEffort} from '../storage/best-effort.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import type {AccountOperations, BulkOptions, BulkOutcome} from './account-operations.ts';
import type {ListingStore} from './listing-store.ts';
import {busyElsewhere, type Act, type OperationRunner, type OperationRunnerOptions} from './operation-runner.ts';

const otherAccount: ImpossibleResult = {
	kind: 'impossible',
	reason:
		'Nothing was sent: this bulk operation belongs to another account. Enter the API key of that account to continue.',
};

type BulkOperations = Pick<
	AccountOperations,
	| 'bulkCreate'
	| 'applySet'
	| 'bulkReplace'
	| 'bulkDelete'
	| 'undoBatch'
	| 'surveyUndo'
	| 'surveyDelete'
	| 'resumeBatch'
	| 'retryFailed'
	| 'skipRest'
	| 'dropBatch'
>;

type BulkRunOptions = NonNullable<Parameters<OperationRunner['run']>[2]>;

/** The number of connections that are opened while a bulk operation begins: as many as it creates notifications at once, unless another number is given. */
const connectionsAhead = 4;

/** The options of a bulk operation that takes back or continues no earlier one. */
const isNew: BulkRunOptions = {isNew: true};

/** Runs a planned batch. The result also says what was left out. */
async function runPlan(
	bulk: BulkContext,
	{batch, skipped = []}: {readonly batch: number; readonly skipped?: readonly string[]},
	runBatch: (bulk: BulkContext, batch: number) => Promise<BulkResult>,
): Promise<BulkResult> {
	const result = await runBatch(bulk, batch);
	return skipped.length === 0 ? result : {...result, skipped};
}

/** The account that operations act on. */
export type OperationAccount = Pick<OperationRunnerOptions, 'profileKey' | 'readOnly' | 'openLedger' | 'rules'> & {
	readonly listing: ListingStore;
	readonly connection: Connection;
};

/** Creates the operations on many notifications. After each batch a listing that began after its requests is shown. */
export function createBulkOperations(
	{run}: OperationRunner,
	{profileKey, connection, listing, openLedger, rules}: OperationAccount,
): BulkOperations {
	const runBulk = async <T extends BulkOutcome | DuplicatesResult>(
		{
			signal,
			pauseControl,
			isUnprotected,
			concurrency = connectionsAhead,
		}: Pick<BulkOptions, 'signal'> & Partial<BulkOptions>,
		act: Act<T>,
		options: BulkRunOptions = {},
	): Promise<T | ImpossibleResult> =>
		run(
			signal,
			async (ledger, context) => {
				const {journal} = ledger;
				const {openAhead} = await import('../api/http.ts');
				// One more for the listing.
				openAhead(connection.baseUrl, Math.min(concurrency, connectionsAhead) + 1);
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
					const {isAfterRequests} = await import('../operations/index.ts');
					const last = context.lastSighting?.();
					if (last?.listing.complete === true && isAfterRequests(context, last)) {
						listing.adopt(last);
					} else {
						listing.refresh();
					}
				}
			},
			{...options, stop: pauseControl?.signal, isUnprotected},
		);

	const toBulk = (
		{journal}: AwaitedLedger,
		context: OperationContext,
		{pauseControl, onProgress, concurrency}: BulkOptions,
	): BulkContext => ({context, journal, pauseControl, onProgress, limit: concurrency});

	/** Checks the account, because the API key may have been replaced by that of another account while the result was displayed. */
	const isOfThisAccount = ({journal}: AwaitedLedger, batch: number) =>
		journal.batch(batch).profile === hideSecrets(profileKey);

	const continueBatch = async (
		batch: number,
		options: BulkOptions,
		prepare: (ledger: AwaitedLedger) => Promise<void>,
	) =>
		runBulk(options, async (ledger, context) => {
			if (!isOfThisAccount(ledger, batch)) {
				return otherAccount;
			}

			if (!(await ledger.journal.claimBatch(batch))) {
				return busyElsewhere;
			}

			const {refusalWithout, runBatch} = await import('../operations/index.ts');
			const refusal = await refusalWithout(context, new Set(ledger.journal.batch(batch).keeps), true);
			if (refusal !== undefined) {
				await ledger.journal.releaseBatch(batch);
				return refusal;
			}

			await prepare(ledger);
			return runBatch(toBulk(ledger, context, options), batch);
		});

	const endBatch = async (batch: number, signal: AbortSignal, how: 'skipRest' | 'dropBatch') =>
		runBulk(
			{signal},
			async (ledger, context) => {
				const {journal} = ledger;
				if (!isOfThisAccount(ledger, batch)) {
					return otherAccount;
				}

				if (!(await journal.claimBatch(batch))) {
					return busyElsewhere;
				}

				const operations = await import('../operations/index.ts');
				return operations[how]({context, journal}, batch);
			},
			{needsNoWait: true},
		);

	return {
		bulkCreate: async (inputs, options) =>
			runBulk(
				options,
				async (ledger, context) => {
					const {planCreates, runBatch} = await import('../operations/index.ts');
					const bulk = toBulk(ledger, context, options);
					const plan = await planCreates(bulk, inputs, options);
					if (plan.kind !== 'planned') {
						return plan;
					}

					await bestEffort(async () => ledger.learned.write(profileKey, collectValues(inputs)));
					return runBatch(bulk, plan.batch);
				},
				isNew,
			),
		applySet: async (changes, {whyChanged, ...options}) =>
			runBulk(
				options,
				async (ledger, context) => {
					const {planSet, runBatch, takeSnapshot} = await import('../operations/index.ts');
					const bulk = toBulk(ledger, context, options);
					const snapshotOf = (of: Notification) => takeSnapshot(of, ledger.sent.get(profileKey, of.id));
					const plan = await planSet(
						bulk,
						changes.map(({kind, of, input, place}) => ({kind, input, place, snapshot: of && snapshotOf(of)})),
						whyChanged,
					);
					return plan.kind === 'planned' ? runBatch(bulk, plan.batch) : plan;
				},
				isNew,
			),
		bulkReplace: async (edits, options) =>
			runBulk(
				options,
				async (ledger, context) => {
					const {planReplaces, runBatch, takeSnapshot} = await import('../operations/index.ts');
					const bulk = toBulk(ledger, context, options);
					const plan = await planReplaces(
						bulk,
						Iterator.from(edits).map(({of, input}) => ({
							snapshot: takeSnapshot(of, ledger.sent.get(profileKey, of.id)),
							input,
						})),
					);
					return plan.kind === 'planned' ? runPlan(bulk, plan, runBatch) : plan;
				},
				isNew,
			),
		bulkDelete: async (targets, options) =>
			runBulk(
				options,
				async (ledger, context) => {
					const {planDeletes, refusalWithout, runBatch, takeSnapshot, withoutProtected} =
						await import('../operations/index.ts');
					const refusal = await refusalWithout(context, options.keeps);
					if (refusal !== undefined) {
						return refusal;
					}

					const bulk = toBulk(ledger, context, options);
					const chosen = await withoutProtected(
						context,
						targets.map(target => takeSnapshot(target, ledger.sent.get(profileKey, target.id))),
					);
					if (chosen.kind !== 'left') {
						return chosen;
					}

					return runPlan(
						bulk,
						{batch: await planDeletes(bulk, chosen.left, options.keeps), skipped: chosen.skipped},
						runBatch,
					);
				},
				{...isNew, shown: options.shown},
			),
		undoBatch: async (batch, options) =>
			runBulk(options, async (ledger, context) => {
				if (!isOfThisAccount(ledger, batch)) {
					return otherAccount;
				}

				const {planBatchUndo, runBatch} = await import('../operations/index.ts');
				const bulk = toBulk(ledger, context, options);
				const plan = await planBatchUndo(bulk, ledger, batch);
				return plan.kind === 'planned' ? runBatch(bulk, plan.batch) : plan;
			}),
		async surveyUndo(batch, {isUnprotected = false} = {}) {
			const [{journal}, {surveyUndo}, {createGuards}, current] = await Promise.all([
				openLedger(),
				import('../operations/index.ts'),
				import('../domain/policies/change-guards.ts'),
				rules.load(),
			]);
			const guards = createGuards(current, {isUnprotected, hasPolicies: false});
			const state = listing.get().listing;
			return 'value' in state
				? surveyUndo(journal, batch, state.value.records, state.value.complete, guards)
				: surveyUndo(journal, batch, [], false);
		},
		async surveyDelete(targets) {
			const [{sent}, {surveyRecreation, takeSnapshot}] = await Promise.all([
				openLedger(),
				import('../operations/index.ts'),
			]);
			return surveyRecreation(
				targets.values().map(target => ({snapshot: takeSnapshot(target, sent.get(profileKey, target.id))})),
			);
		},
		resumeBatch: async (batch, options) => continueBatch(batch, options, async () => undefined),
		retryFailed: async (batch, options) =>
			continueBatch(batch, options, async ({journal}) => journal.reopenFailed(batch, options.without)),
		skipRest: async (batch, signal) => endBatch(batch, signal, 'skipRest'),
		dropBatch: async (batch, signal) => endBatch(batch, signal, 'dropBatch'),
	};
}
