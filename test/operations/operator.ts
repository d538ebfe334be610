import {expect} from 'vitest';
import type {NotificationSnapshot, Operation} from '../../source/ledger/journal/operation.ts';
import {canonicalForm} from '../../source/notification/equivalence.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import type {OperationContext} from '../../source/operations/operation-context.ts';
import {
	create,
	type CreateOutcome,
	type CreatePolicy,
	drop,
	remove,
	replace,
	resume,
	rollBack,
} from '../../source/operations/one.ts';
import type {OperationResult} from '../../source/operations/refusals.ts';

/** What the operator does next. */
export type OperatorAction = {
	readonly act: 'create' | 'edit' | 'delete' | 'undo';
	/** Which notification of the account, counted in a circle. */
	readonly which: number;
	readonly input: NotificationInput;
	/** Whether the operator accepts duplicates, or that they cannot be checked. */
	readonly isBold: boolean;
	/** What the operator does with an open operation. */
	readonly recovery: 'finish' | 'roll back';
};

/** What is edited or deleted, and what an undo recreates. */
export type ActionTarget = {
	readonly chosen: NotificationSnapshot | undefined;
	readonly deleted: NotificationSnapshot | undefined;
};

/** Performs the action. Returns undefined if there is nothing to perform it on. */
export async function perform(
	context: OperationContext,
	{act, input, isBold}: OperatorAction,
	{chosen, deleted}: ActionTarget,
): Promise<CreateOutcome | undefined> {
	switch (act) {
		case 'create': {
			return createConfirmed(isBold, async options => create(context, input, options));
		}

		case 'edit': {
			return chosen && replace(context, chosen, input);
		}

		case 'delete': {
			return chosen && remove(context, chosen);
		}

		case 'undo': {
			return (
				deleted &&
				createConfirmed(isBold, async options =>
					create(
						context,
						{
							...deleted.input,
							template: deleted.template ?? '',
							topics: deleted.topics ?? ['', '', '', ''],
						},
						{...options, recreated: deleted},
					),
				)
			);
		}
	}
}

/** Creates; a bold operator confirms what is asked first. */
async function createConfirmed(
	isBold: boolean,
	send: (options: CreatePolicy) => Promise<CreateOutcome>,
): Promise<CreateOutcome> {
	let options: CreatePolicy = {acceptedIds: new Set(), isUnchecked: false};
	let outcome = await send(options);
	if (!isBold) {
		return outcome;
	}

	while (outcome.kind === 'duplicates' || (outcome.kind === 'unchecked' && !options.isUnchecked)) {
		options =
			outcome.kind === 'duplicates'
				? {...options, acceptedIds: new Set(outcome.duplicates.map(({id}) => id))}
				: {...options, isUnchecked: true};
		outcome = await send(options);
	}

	return outcome;
}

/** The account: the canonical form of each notification by ID. */
export type Account = ReadonlyMap<string, string>;

type OpenOne = Extract<OperationResult, {kind: 'open' | 'accepted'}>;

/** Finishes or rolls back an open operation, as the operator wants or, where that is refused, as the program advises. */
export async function settle(
	context: OperationContext,
	open: OpenOne,
	wish: OperatorAction,
	told: Account,
): Promise<Operation> {
	const continueBy = async (
		operation: Operation,
		how: OperatorAction['recovery'] | 'drop',
		chosenId: string | undefined,
	) => {
		if (how === 'drop') {
			return drop(context, operation);
		}

		return how === 'finish'
			? resume(context, operation, {mayResend: true, chosenId})
			: rollBack(context, operation, chosenId);
	};

	const go = async (
		{operation, reason, ...rest}: OpenOne,
		before: OperatorAction['recovery'],
		triesLeft: number,
	): Promise<Operation> => {
		const {candidates = []} = rest as {readonly candidates?: readonly string[]};
		// The operator knows which IDs existed before.
		const fresh = candidates.find(id => !told.has(id));
		const chosenId = fresh ?? candidates[0];
		const recovery = advised(reason, candidates.length > 0 && fresh === undefined) ?? before;
		const settled = await continueBy(operation, reason.includes('Stop following it') ? 'drop' : recovery, chosenId);
		if (settled.kind === 'open' || settled.kind === 'accepted') {
			expect(triesLeft, `${recovery}: ${settled.reason}`).toBeGreaterThan(0);
			return go(settled, recovery, triesLeft - 1);
		}

		expect(settled.kind).not.toBe('impossible');
		return (settled as Extract<OperationResult, {operation: Operation}>).operation;
	};

	return go(open, wish.recovery, 3);
}

/** What the program advises. A notification that existed before must not be deleted. */
function advised(reason: string, wasThere: boolean): OperatorAction['recovery'] | undefined {
	if (reason.includes('Finish it instead') || wasThere) {
		return 'finish';
	}

	return reason.includes('Roll it back') ? 'roll back' : undefined;
}

/** The account that follows from the result of an operation. `found` is the real one: it supplies the new ID where the result does not have it. */
export function expectedAccount(
	told: Account,
	{kind, state, input, snapshot, newId}: Operation,
	found: Account,
): Account {
	const believed = new Map(told);
	if (state === 'done') {
		if (kind === 'delete' || kind === 'replace') {
			believed.delete(snapshot!.id);
		}

		if (input !== undefined) {
			const form = canonicalForm(input);
			const alike = found
				.keys()
				.filter(id => found.get(id) === form)
				.toArray();
			// If the service replaced an identical notification, there is no new ID.
			const id = newId ?? alike.find(each => told.get(each) !== form) ?? alike[0];
			believed.set(id ?? 'nowhere', form);
		}
	} else if (state === 'rolled-back' && newId !== undefined) {
		believed.delete(newId);
	}

	return believed;
}
