import type {Notification, NotificationInput} from '../../source/domain/notification.ts';
import {
	adviceIn,
	applySet,
	createMany,
	createOne,
	decide,
	deleteMany,
	deleteOne,
	editMany,
	editOne,
	isSendingAgain,
	look,
	notificationsSeen,
	pendingChanges,
	undoLast,
	type Decision,
	type PendingChange,
	type Told,
} from './adapter.ts';
import {contents, type Step} from './life.ts';
import type {Program} from './program.ts';

/** Told of what the operator chooses and knows. */
export type OperatorOptions = {
	/** A notification is to be deleted or replaced. */
	readonly chooseTarget: (id: string) => void;
	/** A notification is said to be the new one of an operation. */
	readonly chooseAsNew: (operation: number, id: string) => void;
	/** The program said that a create may result in two notifications. */
	readonly tellOfSecond: (operation: number) => void;
	/** Whether an operation created a notification: of several, the operator knows which. */
	readonly isCreatedBy: (operation: number, id: string) => boolean;
};

/** Somebody who uses the program. */
export type Operator = {
	/** Does what a step says. Undefined if there was nothing to do. */
	readonly act: (program: Program, step: Step) => Promise<Told | undefined>;
	/** Reads a new listing. */
	readonly refresh: (program: Program) => Promise<Told | undefined>;
	/** Finishes or rolls back a pending change, or does what the program advises instead. */
	readonly settle: (program: Program, change: PendingChange, decision: Decision) => Promise<Told>;
};

/** Makes an operator who has seen nothing yet. */
export function createOperator({chooseTarget, chooseAsNew, tellOfSecond, isCreatedBy}: OperatorOptions): Operator {
	/** Chooses from the account as it is listed now. */
	const choose = async (program: Program, which: number, isMany = false): Promise<readonly Notification[]> => {
		const sighting = await look(program);
		const listed = sighting === undefined ? [] : notificationsSeen(sighting);
		const chosen = isMany ? listed.slice(0, which + 1) : listed.slice(which % Math.max(1, listed.length)).slice(0, 1);
		for (const {id} of chosen) {
			chooseTarget(id);
		}

		return chosen;
	};

	const refresh: Operator['refresh'] = async program => {
		const sighting = await look(program);
		if (sighting === undefined) {
			return {kind: 'no listing'};
		}

		return {kind: 'listed'};
	};

	/** Answers what the program asks, at most a few times. */
	const settle = async (program: Program, change: PendingChange, decision: Decision, left: number): Promise<Told> => {
		if (change.operation !== undefined && isSendingAgain(change, decision)) {
			tellOfSecond(change.operation.id);
		}

		const told = await decide(program, change, decision);
		const {operation, candidates = []} = told;
		if (operation === undefined || told.kind !== 'open' || left === 0) {
			return told;
		}

		const chosenId = candidates.find(id => isCreatedBy(operation.id, id)) ?? candidates[0];
		if (chosenId !== undefined) {
			chooseAsNew(operation.id, chosenId);
		}

		const kind = adviceIn(told) ?? decision.kind;
		return chosenId === undefined && kind === decision.kind
			? told
			: settle(program, {operation}, {...decision, kind, chosenId}, left - 1);
	};

	const decideOn = async (
		program: Program,
		{which, isBold}: Step,
		kind: Decision['kind'],
	): Promise<Told | undefined> => {
		const pending = pendingChanges(program);
		const change = pending[which % pending.length];
		return change && settle(program, change, {kind, isBold}, 2);
	};

	return {
		refresh,
		settle: async (program, change, decision) => settle(program, change, decision, 2),
		async act(program, step) {
			const {which, isBold} = step;
			const input = contents[step.content] ?? contents[0];
			switch (step.act) {
				case 'create': {
					return createOne(program, input, isBold);
				}

				case 'edit': {
					const [target] = await choose(program, which);
					return target && editOne(program, target, input);
				}

				case 'delete': {
					const [target] = await choose(program, which);
					return target && deleteOne(program, target);
				}

				case 'undo': {
					return undoLast(program, isBold);
				}

				case 'bulk create': {
					return createMany(
						program,
						inputsFrom(step)
							.take(which + 1)
							.toArray(),
						isBold,
					);
				}

				case 'bulk edit': {
					const targets = await choose(program, which, true);
					const inputs = inputsFrom(step).take(targets.length).toArray();
					return targets.length === 0
						? undefined
						: editMany(
								program,
								targets.map((target, index) => ({target, input: inputs[index]!})),
							);
				}

				case 'bulk delete': {
					const targets = await choose(program, which, true);
					return targets.length === 0 ? undefined : deleteMany(program, targets);
				}

				case 'set': {
					const [edit, ...deletions] = await choose(program, which, true);
					return applySet(program, {create: input, edit, deletions});
				}

				case 'finish':
				case 'roll back': {
					return decideOn(program, step, step.act);
				}

				case 'refresh': {
					return refresh(program);
				}
			}
		},
	};
}

/**
The contents of a bulk operation, in a circle.

@yields The next one.
*/
function* inputsFrom({content}: Step): Generator<NotificationInput, void, void> {
	for (let index = content; ; index++) {
		yield contents[index % contents.length]!;
	}
}
