import {hasRedaction} from '../stored-json.ts';
import type {NotificationSnapshot} from './operation.ts';

/** The record of a snapshot as listed, to recreate it exactly. Undefined where the journal has it without the API key: only the operator can enter that again. */
export function listedRecordOf(snapshot: NotificationSnapshot | undefined): unknown {
	return hasRedaction(snapshot?.raw) ? undefined : snapshot?.raw;
}
