import type {Failure} from '../api/failure.ts';
import type {Operation} from '../ledger/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Bench} from './bench.ts';
import type {Settled} from './settled.ts';

/** Leaves an operation where it stands, for the operator to decide; says why. */
export function open(bench: Bench, operation: Operation, reason: string): Extract<Settled, {kind: 'open'}> {
	// Ids in it are the service's words.
	const shown = sanitise(reason);
	return {kind: 'open', operation: bench.log.advance(operation.id, {note: shown}), reason: shown};
}

/** Ends an operation that took no effect. */
export function fail(bench: Bench, operation: Operation, note: string, failure?: Failure): Settled {
	return {kind: 'failed', operation: bench.log.advance(operation.id, {state: 'failed', note: sanitise(note)}), failure};
}
