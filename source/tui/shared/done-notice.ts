import {doneText} from '../../notification/operation-texts.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';

/** The notice that an operation is done. `place`: the account. */
export function doneNotice(operation: Operation, place?: string): string {
	return `✓ ${sanitise(doneText(operation, place))}`;
}
