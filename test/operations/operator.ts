import {expect} from 'vitest';
import type {NotificationSnapshot, Operation} from '../../source/storage/journal/operation.ts';
import {canonicalForm} from '../../source/domain/equivalence.ts';
import type {NotificationInput} from '../../source/domain/notification.ts';
import type {OperationContext} from '../../source/operations/operation-context.ts';
import {create, type CreatePolicy, type CreateOutcome} from '../../source/operations/create.ts';
import {resume} from '../../source/operations/resume.ts';
import {remove} from '../../source/operations/delete.ts';
import {replace} from '../../source/operations/replace.ts';
import {rollBack} from '../../source/operations/roll-back.ts';
import type {OperationResult} from '../../source/operations/operation-result.ts';

/** What an operator wants. */
export type Wish = {
	readonly act: 'create' | 'edit' | 'delete' | 'undo';
	/** Which of those that are there; after the last one comes the first one. */
	readonly which: number;
	readonly input: NotificationInput;
	/** Goes on although one says the same, or although there is no telling. */
	readonly isBold: boolean;
	/** What is to become of what stays open. */
	readonly recovery: 'finish' | 'roll back';
};

/** What is edited or deleted, and the last deletion. */
export type Matter = {readonly chosen: NotificationSnapshot | undefined; readonly deleted: NotificationSnapshot | undefined};

/** Does what the operator wants; undefined where there is nothing to do it to. */
export async function attempt(context: OperationContext, {act, input, isBold}: Wish, {chosen, deleted}: Matter): Promise<CreateOutcome | undefined> {
	switch (act) {
		case 'create': {
			return insist(isBold, async options => create(context, input, options));
		}

		case 'edit': {
			return chosen && replace(context, chosen, input);
		}

		case 'delete': {
			return chosen && remove(context, chosen);
		}

		case 'undo': {
			return deleted && insist(isBold, async options => create(context, {
				...deleted.input, template: deleted.template ?? '', topics: deleted.topics ?? ['', '', '', ''],
			}, {...options, restored: deleted}));
		}
	}
}

/** Creates, and says yes to what is asked first, if the operator is bold. */
async function insist(isBold: boolean, send: (options: CreatePolicy) => Promise<CreateOutcome>): Promise<CreateOutcome> {
	let options: CreatePolicy = {acceptedIds: new Set(), isUnchecked: false};
	let outcome = await send(options);
	if (!isBold) {
		return outcome;
	}

	while (outcome.kind === 'duplicates' || (outcome.kind === 'unchecked' && !options.isUnchecked)) {
		options = outcome.kind === 'duplicates'
			? {...options, acceptedIds: new Set(outcome.duplicates.map(({id}) => id))}
			: {...options, isUnchecked: true};
		outcome = await send(options);
	}

	return outcome;
}

/** The account by id, in canonical form. */
export type Account = ReadonlyMap<string, string>;

type OpenOne = Extract<OperationResult, {kind: 'open'}>;

/** Finishes or rolls back what stays open, as the operator wants it or else as the program says. */
export async function settle(context: OperationContext, open: OpenOne, wish: Wish, told: Account): Promise<Operation> {
	const go = async ({operation, candidates = [], reason}: OpenOne, before: Wish['recovery'], triesLeft: number): Promise<Operation> => {
		// An operator knows which were there.
		const fresh = candidates.find(id => !told.has(id));
		const chosenId = fresh ?? candidates[0];
		const recovery = advised(reason, candidates.length > 0 && fresh === undefined) ?? before;
		const settled = await (recovery === 'finish' ? resume(context, operation, {mayResend: true, chosenId}) : rollBack(context, operation, chosenId));
		if (settled.kind === 'open') {
			expect(triesLeft).toBeGreaterThan(0);
			return go(settled, recovery, triesLeft - 1);
		}

		expect(settled.kind).not.toBe('impossible');
		return (settled as Extract<OperationResult, {operation: Operation}>).operation;
	};

	return go(open, wish.recovery, 3);
}

/** What the program says is to be done; one that was there before is not to be deleted. */
function advised(reason: string, wasThere: boolean): Wish['recovery'] | undefined {
	if (reason.includes('Finish it instead') || wasThere) {
		return 'finish';
	}

	return reason.includes('Roll it back') ? 'roll back' : undefined;
}

/** What is there by what an operator was told of an operation that is over. `found`: what is there, for a new one whose ID was not told. */
export function believe(told: Account, {kind, state, input, snapshot, newId}: Operation, found: Account): Account {
	const believed = new Map(told);
	if (state === 'done') {
		if (kind === 'delete' || kind === 'replace') {
			believed.delete(snapshot!.id);
		}

		if (input !== undefined) {
			const form = canonicalForm(input);
			const alike = found.keys().filter(id => found.get(id) === form).toArray();
			// A service that put it in the place of one that says the same leaves nothing to be found.
			const id = newId ?? alike.find(each => told.get(each) !== form) ?? alike[0];
			believed.set(id ?? 'nowhere', form);
		}
	} else if (state === 'rolled-back' && newId !== undefined) {
		believed.delete(newId);
	}

	return believed;
}
