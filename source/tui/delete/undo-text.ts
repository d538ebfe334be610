import {restorability, type RestoreSource} from '../../domain/restorability.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {sanitise} from '../../terminal/sanitise.ts';

/** Why an undo may not recreate a notification exactly, a sentence each, safe to show; empty where it recreates it exactly. */
export function undoProblems(source: RestoreSource): string[] {
	const {isContentUnknown, undocumented} = restorability(source);
	return [
		...isStoredRedacted(source) ? ['It contains the API key, which is never stored: after a restart you must enter it again.'] : [],
		...isContentUnknown ? ['Its template and topics, if it has any, would be lost: the service never returns them, and they were not sent from this machine.'] : [],
		...undocumented.length === 0 ? [] : [`It is sent as it was, but the service may refuse or ignore what it does not document: ${sanitise(undocumented.join('; '))}.`],
	];
}
