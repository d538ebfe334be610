import {adviceIn, type Account, type Body, type Decision, type Listed, type Pending, type Told} from '../door.ts';
import {contents, type Step} from './life.ts';

/** Told of what the operator chooses and knows. */
export type OperatorOptions = {
	/** A notification is to be deleted or replaced. */
	readonly chooseTarget: (id: string) => void;
	/** A notification is said to be the new one of a change. */
	readonly chooseAsNew: (change: number, id: string) => void;
	/** Whether a change created a notification: of several, the operator knows which. */
	readonly isCreatedBy: (change: number, id: string) => boolean;
};

/** What an operator decides, knowing what it can result in or not. */
export type Wish = {readonly act: Decision; readonly chosenId?: string | undefined; readonly isBold: boolean};

/** Somebody who uses the program. */
export type Operator = {
	/** Does what a step says. Undefined if there was nothing to do. */
	readonly act: (account: Account, step: Step) => Promise<Told | undefined>;
	/** Reads a new listing. */
	readonly refresh: (account: Account) => Promise<Told | undefined>;
	/** Finishes or rolls back a pending change, or does what the program advises instead. */
	readonly settle: (account: Account, pending: Pending, wish: Wish) => Promise<Told>;
};

/** Makes an operator who has seen nothing yet. */
export function createOperator({chooseTarget, chooseAsNew, isCreatedBy}: OperatorOptions): Operator {
	/** Chooses from the account as it is listed now. */
	const choose = async (account: Account, which: number, isMany = false): Promise<readonly Listed[]> => {
		const listed = (await account.look()) ?? [];
		const chosen = isMany ? listed.slice(0, which + 1) : listed.slice(which % Math.max(1, listed.length)).slice(0, 1);
		for (const {id} of chosen) {
			chooseTarget(id);
		}

		return chosen;
	};

	const refresh: Operator['refresh'] = async account => {
		const listed = await account.look();
		return {kind: listed === undefined ? 'no listing' : 'listed'};
	};

	/** Answers what the program asks, at most a few times. */
	const settle = async (account: Account, pending: Pending, wish: Wish, left: number): Promise<Told> => {
		const told = await account.perform({pending, ...wish});
		const {change, candidates = []} = told;
		if (change === undefined || told.kind !== 'open' || left === 0) {
			return told;
		}

		const chosenId = candidates.find(id => isCreatedBy(change.id, id)) ?? candidates[0];
		if (chosenId !== undefined) {
			chooseAsNew(change.id, chosenId);
		}

		const act = adviceIn(told) ?? wish.act;
		return chosenId === undefined && act === wish.act
			? told
			: settle(account, {change}, {...wish, act, chosenId}, left - 1);
	};

	const decideOn = async (account: Account, {which, isBold}: Step, act: Decision): Promise<Told | undefined> => {
		const pending = account.pending();
		const one = pending[which % pending.length];
		return one && settle(account, one, {act, isBold}, 2);
	};

	return {
		refresh,
		settle: async (account, pending, wish) => settle(account, pending, wish, 2),
		async act(account, step) {
			const {which, isBold} = step;
			const body = contents[step.content] ?? contents[0];
			switch (step.act) {
				case 'create': {
					return account.perform({act: 'create', body, isBold});
				}

				case 'edit': {
					const [target] = await choose(account, which);
					return target && account.perform({act: 'edit', target, body});
				}

				case 'delete': {
					const [target] = await choose(account, which);
					return target && account.perform({act: 'delete', target});
				}

				case 'undo': {
					const told = await account.perform({act: 'undo', isBold});
					return told.kind === 'nothing to do' ? undefined : told;
				}

				case 'bulk create': {
					return account.perform({act: 'bulk create', bodies: bodiesFrom(step, which + 1), isBold});
				}

				case 'bulk edit': {
					const targets = await choose(account, which, true);
					const bodies = bodiesFrom(step, targets.length);
					const edits = targets.map((target, index) => ({target, body: bodies[index]!}));
					return edits.length === 0 ? undefined : account.perform({act: 'bulk edit', edits});
				}

				case 'bulk delete': {
					const targets = await choose(account, which, true);
					return targets.length === 0 ? undefined : account.perform({act: 'bulk delete', targets});
				}

				case 'set': {
					const [edited, ...deleted] = await choose(account, which, true);
					return account.perform({
						act: 'set',
						items: [
							{act: 'create', body},
							...(edited === undefined ? [] : [{act: 'edit', target: edited, body} as const]),
							...deleted.map(target => ({act: 'delete', target}) as const),
						],
					});
				}

				case 'finish':
				case 'roll back': {
					return decideOn(account, step, step.act);
				}

				case 'refresh': {
					return refresh(account);
				}
			}
		},
	};
}

/** The contents of a bulk operation, in a circle. */
const bodiesFrom = ({content}: Step, count: number): readonly Body[] =>
	Array.from({length: count}, (_, index) => contents[(content + index) % contents.length]!);
