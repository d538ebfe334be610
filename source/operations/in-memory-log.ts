import {finalStates, type Operation} from '../storage/journal/operation.ts';
import type {OperationLog} from './operation-context.ts';

/** A log for when the ledger cannot be written: it lasts as long as the operation. */
export function createInMemoryLog(): OperationLog {
	let operation: Operation | undefined;

	return {
		begin(begun) {
			operation = {
				id: 0, state: 'planned', startedAt: 0, endedAt: undefined, input: undefined, snapshot: undefined, newId: undefined, knownIds: [], detail: undefined, ...begun,
			};
			return operation;
		},
		advance(_id, change) {
			operation = {...operation!, ...change};
			return finalStates.includes(operation.state) ? {...operation, endedAt: 0} : operation;
		},
		requestSent: () => 0,
		requestAnswered() {
			// Nothing is kept.
		},
	};
}
