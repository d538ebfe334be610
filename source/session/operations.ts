import type {NotificationInput} from '../domain/notification.ts';
import type {CreateOutcome} from '../operations/create.ts';
import type {OperationContext} from '../operations/operation-context.ts';
import type {OperationResult} from '../operations/operation-result.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import {bestEffort} from '../storage/best-effort.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {colleagueText} from '../storage/journal/colleague.ts';
import type {AccountOperations, CreateOptions} from './account-operations.ts';
import {createBulkOperations, type OperationAccount} from './bulk-operations.ts';
import {busyElsewhere, type OperationRunner} from './operation-runner.ts';
import {discardSentDrafts} from './unsent-drafts.ts';

/** Creates the operations on an account. The implementations are loaded when they are first used. */
export function createAccountOperations(runner: OperationRunner, account: OperationAccount): AccountOperations {
	const {profileKey} = account;
	const {run, settle} = runner;

	const discardDraft = async ({kind}: CreateOutcome, ledger: AwaitedLedger, id: number | undefined) => {
		if ((kind === 'done' || kind === 'accepted') && id !== undefined) {
			await bestEffort(async () => ledger.drafts.discard(id));
		}
	};

	const save = async (
		input: NotificationInput,
		deletion: Operation | undefined,
		{signal, draftId, onPhase, acceptedIds = [], isUnchecked = false, place}: CreateOptions,
	) =>
		run(
			signal,
			async (ledger, context) => {
				const {create} = await import('../operations/index.ts');
				const result = await create({...context, onPhase}, input, {
					acceptedIds: toAccepted(acceptedIds),
					isUnchecked,
					recreated: deletion?.snapshot,
					undoes: deletion?.id,
					place,
				});
				await discardDraft(result, ledger, draftId);
				return settle(result, ledger);
			},
			{onPhase, isNew: deletion === undefined},
		);

	/** Continues an operation after claiming it, so that no other process acts on it at the same time. */
	const continueOperation = async (
		id: number,
		signal: AbortSignal,
		act: (
			context: OperationContext,
			operation: Operation,
			journal: AwaitedLedger['journal'],
		) => Promise<OperationResult>,
		options: Parameters<typeof run>[2] = {},
	) =>
		run(
			signal,
			async (ledger, context) => {
				const {journal} = ledger;
				const {batch} = journal.get(id)!;
				if (batch !== undefined && !(await journal.claimBatch(batch))) {
					return busyElsewhere;
				}

				try {
					if (!(await journal.claim(id))) {
						return busyElsewhere;
					}

					const result = await act(context, journal.get(id)!, journal);
					if (result.kind === 'done') {
						await discardSentDrafts(ledger, profileKey);
					}

					return await settle(result, ledger);
				} finally {
					if (batch !== undefined) {
						await bestEffort(async () => journal.releaseBatch(batch));
					}
				}
			},
			options,
		);

	const prepare = async (input: NotificationInput | undefined, connections: number) => {
		const [{openAhead}, {prepareRecords}] = await Promise.all([
			import('../api/http.ts'),
			import('../operations/index.ts'),
		]);
		// One more for the listing before or after them.
		openAhead(account.connection.baseUrl, connections + 1);
		const records = input === undefined ? undefined : account.listing.latest()?.listing.records;
		if (records !== undefined) {
			await prepareRecords(records, input);
		}
	};

	return {
		...createBulkOperations(runner, account),
		prepare({input, connections = 1} = {}) {
			if (account.readOnly === undefined) {
				// What cannot be made ready is done by the change itself, which says what is wrong.
				prepare(input, connections).catch(() => undefined);
			}
		},
		sendAgain: async (id, signal) =>
			continueOperation(id, signal, async (context, operation) => {
				if (operation.by !== undefined) {
					return {
						kind: 'open',
						operation,
						reason: `Nothing was sent: the machine of ${colleagueText(operation.by)} may still send its own. Create it anew once this has ended.`,
					};
				}

				const {resume} = await import('../operations/index.ts');
				return resume(context, operation, {mayResend: true, resendsUnknown: true});
			}),
		keep: async (id, which, signal, {isUnprotected} = {}) =>
			continueOperation(
				id,
				signal,
				async (context, operation, journal) => {
					const {keep} = await import('../operations/index.ts');
					const result = await keep(context, operation, which);
					if (!('operation' in result) || result.operation.id !== id) {
						await bestEffort(async () => journal.release(id));
					}

					return result;
				},
				{isUnprotected},
			),
		drop: async (id, signal) =>
			continueOperation(
				id,
				signal,
				async (context, operation) => {
					const {drop} = await import('../operations/index.ts');
					return drop(context, operation);
				},
				{needsNoWait: true},
			),
		create: async (input, options) => save(input, undefined, options),
		recreate: async (deletion, input, options) => save(input, deletion, options),
		undo: async (plan, {signal, onPhase, isUnprotected, acceptedIds = [], isUnchecked = false}) =>
			run(
				signal,
				async (ledger, context) => {
					const {undo} = await import('../operations/index.ts');
					return settle(
						await undo({...context, onPhase}, ledger, plan, {acceptedIds: toAccepted(acceptedIds), isUnchecked}),
						ledger,
					);
				},
				{onPhase, isUnprotected},
			),
		replace: async (of, input, {signal, draftId, onPhase, isUnprotected}) =>
			run(
				signal,
				async (ledger, context) => {
					const {replace, takeSnapshot} = await import('../operations/index.ts');
					const result = await replace(
						{...context, onPhase},
						takeSnapshot(of, ledger.sent.get(profileKey, of.id)),
						input,
					);
					await discardDraft(result, ledger, draftId);
					return settle(result, ledger);
				},
				{onPhase, isNew: true, isUnprotected},
			),
		delete: async (target, signal, {isUnprotected, shown, onPhase} = {}) =>
			run(
				signal,
				async (ledger, context) => {
					const {remove, takeSnapshot} = await import('../operations/index.ts');
					return settle(
						await remove({...context, onPhase}, takeSnapshot(target, ledger.sent.get(profileKey, target.id))),
						ledger,
					);
				},
				{onPhase, isNew: true, isUnprotected, shown},
			),
		finish: async (id, {signal, chosenId, isUnprotected, onPhase}) =>
			continueOperation(
				id,
				signal,
				async (context, operation, journal) => {
					const {resume} = await import('../operations/index.ts');
					// A POST that may have taken effect is not sent again, so its draft is kept; a DELETE of a batch only together with the check of what must still be listed.
					return resume({...context, onPhase}, operation, {
						chosenId,
						mayResend:
							operation.state !== 'creating' &&
							(operation.batch === undefined || journal.batch(operation.batch).keeps.length === 0),
					});
				},
				{onPhase, isUnprotected},
			),
		rollBack: async (id, {signal, chosenId, isUnprotected, onPhase}) =>
			continueOperation(
				id,
				signal,
				async (context, operation) => {
					const {rollBack} = await import('../operations/index.ts');
					return rollBack({...context, onPhase}, operation, chosenId);
				},
				{onPhase, isUnprotected},
			),
	};
}

const toAccepted = (ids: readonly string[] | 'all'): ReadonlySet<string> | 'all' =>
	ids === 'all' ? ids : new Set(ids);
