import {doneText, namesTwins} from '../../notification/operation-texts.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';

/** The notice that an operation is done. If its request created more than one notification, it names the key of the screen that deletes duplicates. `place`: the account. */
export function doneNotice(operation: Operation, place?: string): string {
	return `✓ ${sanitise(doneText(operation, place))}${namesTwins(operation.detail) ? ` ${keyOf('list', 'duplicates')}: duplicates` : ''}`;
}
