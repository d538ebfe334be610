import {finalStates, type Operation} from '../storage/journal/operation.ts';
import type {OperationLog} from './operation-context.ts';

/** A log for when the ledger cannot be written. It holds one operation, for as long as that runs. */
export function createInMemoryLog(): OperationLog {
	let operation: Operation | undefined;

	return {
		async begin(begun) {
			operation = {
				id: 0, state: 'planned', startedAt: 0, endedAt: undefined, input: undefined, snapshot: undefined, newId: undefined, knownIds: [], detail: undefined, ...begun,
			};
			return operation;
		},
		async advance(_id, change) {
			const {state = operation!.state, knownIds = operation!.knownIds, ...rest} = change;
			operation = {...operation!, newId: rest.newId ?? operation!.newId, detail: rest.detail ?? operation!.detail, state, knownIds};
			return finalStates.includes(operation.state) ? {...operation, endedAt: 0} : operation;
		},
		requestSent: async () => 0,
		async requestAnswered() {
			// Nothing is kept.
		},
	};
}
