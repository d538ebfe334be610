import {expect} from 'vitest';
import type {OldNotification, Operation} from '../../source/ledger/operation.ts';
import {canonicalForm} from '../../source/notifications/canonical.ts';
import type {NotificationInput} from '../../source/notifications/notification.ts';
import type {Bench} from '../../source/operations/bench.ts';
import {create, type CreateOptions, type CreateOutcome} from '../../source/operations/create.ts';
import {pursue} from '../../source/operations/pursue.ts';
import {remove} from '../../source/operations/remove.ts';
import {replace} from '../../source/operations/replace.ts';
import {rollBack} from '../../source/operations/roll-back.ts';
import type {Settled} from '../../source/operations/settled.ts';

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
export type Matter = {readonly chosen: OldNotification | undefined; readonly deleted: OldNotification | undefined};

/** Does what the operator wants; undefined where there is nothing to do it to. */
export async function attempt(bench: Bench, {act, input, isBold}: Wish, {chosen, deleted}: Matter): Promise<CreateOutcome | undefined> {
	switch (act) {
		case 'create': {
			return insist(isBold, async options => create(bench, input, options));
		}

		case 'edit': {
			return chosen && replace(bench, chosen, input);
		}

		case 'delete': {
			return chosen && remove(bench, chosen);
		}

		case 'undo': {
			return deleted && insist(isBold, async options => create(bench, {
				...deleted.input, template: deleted.template ?? '', topics: deleted.topics ?? ['', '', '', ''],
			}, {...options, restored: deleted}));
		}
	}
}

/** Creates, and says yes to what is asked first, if the operator is bold. */
async function insist(isBold: boolean, send: (options: CreateOptions) => Promise<CreateOutcome>): Promise<CreateOutcome> {
	let options: CreateOptions = {acceptedIds: new Set(), isUnchecked: false};
	let outcome = await send(options);
	while (isBold && (outcome.kind === 'duplicates' || (outcome.kind === 'unchecked' && !options.isUnchecked))) {
		options = outcome.kind === 'duplicates'
			? {...options, acceptedIds: new Set(outcome.duplicates.map(({id}) => id))}
			: {...options, isUnchecked: true};
		outcome = await send(options);
	}

	return outcome;
}

/** The account by id, in canonical form. */
type Account = ReadonlyMap<string, string>;

/** Finishes or rolls back what stays open, as the operator wants it or else as the program says. */
export async function settle(bench: Bench, open: Extract<Settled, {kind: 'open'}>, {recovery}: Wish, told: Account): Promise<Operation> {
	let wish = recovery;
	let settled: Settled = open;
	for (let tries = 0; settled.kind === 'open'; tries++) {
		expect(tries).toBeLessThan(4);
		const {operation, candidates, reason} = settled as typeof open;
		// An operator knows which were there.
		const fresh = candidates?.find(id => !told.has(id));
		const chosenId = fresh ?? candidates?.[0];
		if (reason.includes('finish instead') || (candidates !== undefined && fresh === undefined)) {
			wish = 'finish';
		} else if (reason.includes('roll it back')) {
			wish = 'roll back';
		}

		settled = await (wish === 'finish' ? pursue(bench, operation, {mayResend: true, chosenId}) : rollBack(bench, operation, chosenId));
	}

	expect(settled.kind).not.toBe('impossible');
	return (settled as Extract<Settled, {operation: Operation}>).operation;
}

/** What is there by what an operator was told of an operation that is over. `found`: what is there, for a new one whose ID was not told. */
export function believe(told: Account, {kind, state, input, old, newId}: Operation, found: Account): Account {
	const believed = new Map(told);
	if (state === 'done') {
		if (kind === 'delete' || kind === 'replace') {
			believed.delete(old!.id);
		}

		if (input !== undefined) {
			const form = canonicalForm(input);
			const id = newId ?? found.keys().find(each => found.get(each) === form && told.get(each) !== form);
			believed.set(id ?? 'not found', form);
		}
	} else if (state === 'rolled-back' && newId !== undefined) {
		believed.delete(newId);
	}

	return believed;
}
