import type {ListedFields} from './listed-fields.ts';

/** A change of the store. */
export type StoreChange = {
	readonly at: number;
	readonly owner: string;
	readonly id: number;
	/** The record before the change, as JSON text; undefined if there was none. */
	readonly before: string | undefined;
};

/** The changes of the store in order, so that listings can show an earlier state. */
export type ChangeLog = {
	readonly add: (change: StoreChange) => void;
	readonly clear: () => void;
	/** Returns an owner's notifications at an earlier time, given the current ones. */
	readonly stateAt: (time: number, owner: string, records: readonly ListedFields[]) => readonly ListedFields[];
};

/** Creates an empty log. */
export function createChangeLog(): ChangeLog {
	let changes: readonly StoreChange[] = [];

	return {
		add(change) {
			changes = [...changes, change];
		},
		clear() {
			changes = [];
		},
		stateAt(time, owner, records) {
			const byId = new Map(records.map(record => [record.id, record]));
			for (const {id, before} of changes.filter(change => change.owner === owner && change.at > time).toReversed()) {
				if (before === undefined) {
					byId.delete(id);
				} else {
					byId.set(id, JSON.parse(before) as ListedFields);
				}
			}

			return byId
				.values()
				.toArray()
				.toSorted((one, other) => one.id - other.id);
		},
	};
}
