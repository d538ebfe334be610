/**
How the lives drive the operations. Nothing else in this folder calls them, so that only this file follows when they change.
*/
import type {Notification, NotificationInput} from '../../source/domain/notification.ts';
import {planCreates} from '../../source/operations/bulk/bulk-create.ts';
import {planDeletes} from '../../source/operations/bulk/bulk-delete.ts';
import {planReplaces} from '../../source/operations/bulk/bulk-replace.ts';
import {planBatchUndo} from '../../source/operations/bulk/bulk-undo.ts';
import type {BulkContext} from '../../source/operations/bulk/bulk-context.ts';
import {listBefore, planBatch} from '../../source/operations/bulk/plan-batch.ts';
import {createPauseControl} from '../../source/operations/bulk/pause-control.ts';
import {dropBatch, runBatch, skipRest} from '../../source/operations/bulk/run-batch.ts';
import {create, type CreateOutcome, type CreatePolicy} from '../../source/operations/create.ts';
import {remove} from '../../source/operations/delete.ts';
import {notificationsIn, type Sighting} from '../../source/operations/operation-context.ts';
import {replace} from '../../source/operations/replace.ts';
import {resume} from '../../source/operations/resume.ts';
import {drop, rollBack} from '../../source/operations/roll-back.ts';
import {takeSnapshot} from '../../source/operations/snapshot.ts';
import {undo} from '../../source/operations/undo.ts';
import {fetchListing} from '../../source/operations/verify.ts';
import {settlePending} from '../../source/session/settle-pending.ts';
import {findUndo} from '../../source/session/undo-plan.ts';
import type {Operation} from '../../source/storage/journal/operation.ts';
import {LedgerError} from '../../source/storage/ledger-error.ts';
import {awaited, profile} from '../operations/context.ts';
import type {Program} from './program.ts';

/** What the operator was told at the end of an operation. */
export type Told = {
	readonly kind: string;
	readonly operation?: Operation;
	/** Why it stopped, in the words of the program. */
	readonly reason?: string;
	/** IDs of which the operator must choose one. */
	readonly candidates?: readonly string[];
};

/** What stands in for a pending change: an operation, or a batch. */
export type PendingChange =
	| {readonly operation: Operation; readonly batch?: never}
	| {readonly batch: number; readonly operation?: never};

/** What an operator decides about a pending change. */
export type Decision = {
	readonly kind: 'finish' | 'roll back' | 'drop';
	readonly chosenId?: string | undefined;
	/** Whether the operator wants a POST of unknown outcome sent again, knowing that two notifications may result. */
	readonly isBold: boolean;
};

/** Failures of the ledger are results, as in session/operations.ts. */
async function orImpossible(act: () => Promise<Told>): Promise<Told> {
	try {
		return await act();
	} catch (error) {
		if (error instanceof LedgerError) {
			return {kind: 'impossible', reason: error.message};
		}

		throw error;
	}
}

/** Shows the last listing on the screen, which settles what it can of the pending changes. */
export async function settleByScreen(program: Program): Promise<void> {
	const sighting = program.adoptListing();
	if (sighting !== undefined) {
		await orImpossible(async () => {
			await settlePending(
				{journal: program.journal, drafts: awaited(program.ledger).drafts},
				program.context(),
				sighting,
			);
			return {kind: 'settled'};
		});
	}
}

/** The listing that the operator looks at; undefined if there is none. */
export async function look(program: Program): Promise<Sighting | undefined> {
	const attempt = await fetchListing(program.context());
	await settleByScreen(program);
	return 'failure' in attempt ? undefined : attempt;
}

/** What a sighting shows. */
export const notificationsSeen = ({listing}: Sighting): readonly Notification[] => notificationsIn(listing);

type Send = (policy: CreatePolicy) => Promise<CreateOutcome>;

/** Creates a notification, or undoes something. A bold operator accepts duplicates, and that they cannot be checked. */
async function sendBoldly(send: Send, isBold: boolean): Promise<Told> {
	const retry = async (policy: CreatePolicy): Promise<Told> => {
		const outcome = await send(policy);
		if (isBold && outcome.kind === 'duplicates') {
			return retry({...policy, acceptedIds: new Set([...policy.acceptedIds, ...outcome.duplicates.map(({id}) => id)])});
		}

		return isBold && outcome.kind === 'unchecked' && !policy.isUnchecked
			? retry({...policy, isUnchecked: true})
			: outcome;
	};

	return orImpossible(async () => retry({acceptedIds: new Set(), isUnchecked: false}));
}

/** Creates a notification. */
export const createOne = async (program: Program, input: NotificationInput, isBold: boolean): Promise<Told> =>
	sendBoldly(async policy => create(program.context(), input, policy), isBold);

const snapshotOf = ({ledger}: Program, notification: Notification) =>
	takeSnapshot(notification, ledger.sent.get(profile, notification.id));

export const editOne = async (program: Program, target: Notification, input: NotificationInput): Promise<Told> =>
	orImpossible(async () => replace(program.context(), snapshotOf(program, target), input));

export const deleteOne = async (program: Program, target: Notification): Promise<Told> =>
	orImpossible(async () => remove(program.context(), snapshotOf(program, target)));

/** One request at a time: several would not arrive in the same order in every run. */
const bulkOf = (program: Program): BulkContext => ({
	context: program.context(),
	journal: program.journal,
	pauseControl: createPauseControl(),
	onProgress: () => undefined,
	limit: 1,
});

export const deleteMany = async (program: Program, targets: readonly Notification[]): Promise<Told> =>
	orImpossible(async () => {
		const bulk = bulkOf(program);
		return runBatch(
			bulk,
			await planDeletes(
				bulk,
				targets.map(target => snapshotOf(program, target)),
			),
		);
	});

/** Creates notifications. A bold operator repeats what exists. */
export const createMany = async (
	program: Program,
	inputs: readonly NotificationInput[],
	isBold: boolean,
): Promise<Told> =>
	orImpossible(async () => {
		const bulk = bulkOf(program);
		const plan = await planCreates(bulk, inputs, {canRepeat: isBold});
		return plan.kind === 'planned' ? runBatch(bulk, plan.batch) : plan;
	});

/** Replaces notifications. */
export const editMany = async (
	program: Program,
	edits: ReadonlyArray<{readonly target: Notification; readonly input: NotificationInput}>,
): Promise<Told> =>
	orImpossible(async () => {
		const bulk = bulkOf(program);
		const plan = await planReplaces(
			bulk,
			edits.map(({target, input}) => ({snapshot: snapshotOf(program, target), input})),
		);
		return plan.kind === 'planned' ? runBatch(bulk, plan.batch) : plan;
	});

/** Applies a set of changes: a creation, edits and deletions in one batch. */
export const applySet = async (
	program: Program,
	{
		create: input,
		edit,
		deletions,
	}: {
		readonly create: NotificationInput;
		readonly edit: Notification | undefined;
		readonly deletions: readonly Notification[];
	},
): Promise<Told> =>
	orImpossible(async () => {
		const bulk = bulkOf(program);
		const before = await listBefore(bulk.context);
		if (before.kind !== 'listed') {
			return before;
		}

		const batch = await planBatch(
			bulk,
			[
				{kind: 'create', input},
				...(edit === undefined ? [] : [{kind: 'replace', snapshot: snapshotOf(program, edit), input} as const]),
				...deletions.map(target => ({kind: 'delete', snapshot: snapshotOf(program, target)}) as const),
			],
			{records: before.listing.records},
		);
		return runBatch(bulk, batch!);
	});

/** Undoes what was changed last, one or many; undefined if there is nothing. */
export async function undoLast(program: Program, isBold: boolean): Promise<Told | undefined> {
	const {ledger} = program;
	const sighting = await look(program);
	const plan =
		sighting &&
		findUndo(ledger.journal, profile, {records: sighting.listing.records, isComplete: sighting.listing.complete});
	const batch = plan?.operation.batch;
	return batch === undefined
		? plan && sendBoldly(async policy => undo(program.context(), ledger, plan, policy), isBold)
		: undoMany(program, batch);
}

const undoMany = async (program: Program, batch: number): Promise<Told> =>
	orImpossible(async () => {
		const bulk = bulkOf(program);
		const plan = await planBatchUndo(bulk, program.ledger, batch);
		return plan.kind === 'planned' ? runBatch(bulk, plan.batch) : plan;
	});

/** The pending changes, oldest first, batches last. */
export const pendingChanges = ({ledger: {journal}}: Program): PendingChange[] => [
	...journal.unfinished(profile).map(operation => ({operation})),
	...journal.unfinishedBatches(profile).map(({id}) => ({batch: id})),
];

/** The items of a batch for which the operator has to choose. */
export const openItems = ({ledger: {journal}}: Program, {batch}: PendingChange): PendingChange[] =>
	batch === undefined ? [] : journal.openItems(batch, {after: 0, limit: 1000}).map(operation => ({operation}));

/** Finishes or rolls back a pending change, as session/operations.ts does. */
export const decide = async (
	program: Program,
	{operation, batch}: PendingChange,
	{kind, chosenId, isBold}: Decision,
): Promise<Told> =>
	orImpossible(async () => {
		if (operation === undefined) {
			await program.journal.claimBatch(batch);
			const act = {finish: runBatch, 'roll back': skipRest, drop: dropBatch}[kind];
			return act(bulkOf(program), batch);
		}

		await (operation.batch === undefined
			? program.journal.claim(operation.id)
			: program.journal.claimBatch(operation.batch));
		switch (kind) {
			case 'finish': {
				return resume(program.context(), operation, {
					chosenId,
					mayResend: operation.state !== 'creating',
					resendsUnknown: isBold,
				});
			}

			case 'roll back': {
				return rollBack(program.context(), operation, chosenId);
			}

			case 'drop': {
				return drop(program.context(), operation);
			}
		}
	});

/** Whether a decision may send a POST of unknown outcome again. */
export const isSendingAgain = ({operation}: PendingChange, {kind, isBold}: Decision): boolean =>
	kind === 'finish' && isBold && operation?.state === 'creating';

/** Whether an operation that ended as failed says that its outcome is not known: then it promises nothing. */
export const isUndetermined = (operation: Operation): boolean =>
	/^(?:You stopped following it|Which of them is the new one is unknown)/v.test(operation.detail ?? '') ||
	saysSentAgain(operation);

/** Whether an operation that ended as failed says that its old notification is not listed as it was. It still promises that nothing is left of what it sent. */
export const saysOldIsGone = ({snapshot, detail = ''}: Operation): boolean =>
	snapshot !== undefined && detail.includes(`Neither ${snapshot.id} `);

/** Whether an operation that is done says that no listing shows its notification, only the service's answer. */
export const isOnlyConfirmed = ({detail = ''}: Operation): boolean =>
	/^The service confirmed it.*no listing shows it/v.test(detail);

/** Whether an operation that is done says that its notification may have existed before: nothing could be checked. */
export const isUncheckedResult = ({detail = ''}: Operation): boolean => detail.includes('without a check');

/** Whether an operation names a notification besides its own, as one that it may have made too, or its own as one that a later listing shows. */
export const isNamedBeside = (operation: Operation, id: string): boolean => {
	const {newId, detail = ''} = operation;
	return (
		(id !== newId || isRevised(operation)) &&
		!detail.startsWith('The service confirmed it as ID') &&
		detail.split(/[^\w]+/v).includes(id)
	);
};

/** Whether an operation says that what it created took the place of another notification. */
export const saysOverwritten = ({detail = ''}: Operation): boolean =>
	/\b(?:overwrote|overwritten|former content)\b/v.test(detail);

/** Whether an operation says that its POST was sent several times, so that there may be another notification. */
export const saysSentAgain = ({detail = ''}: Operation): boolean => /It was sent \d+ times/v.test(detail);

/** Whether an operation that has ended says that a later listing contradicts its end. */
export const isRevised = ({detail = ''}: Operation): boolean => detail.startsWith('It counted as ');

/** What the program advises when it refuses. */
export function adviceIn({reason = ''}: Told): Decision['kind'] | undefined {
	if (reason.includes('Stop following it')) {
		return 'drop';
	}

	return /Finish (?:it instead|this to keep)/v.test(reason)
		? 'finish'
		: /Roll it back|cannot be finished/v.test(reason)
			? 'roll back'
			: undefined;
}
