import type {HeldRecord} from '../../api/restore-body.ts';
import {hasRedaction} from '../stored-json.ts';
import type {NotificationSnapshot} from './operation.ts';

/** What the service held of a notification that is edited or recreated. Where the journal has it without the API key, it cannot be recreated exactly: the operator enters the key again, and only what interface.md does not allow is sent as listed. */
export function heldRecordOf(purpose: HeldRecord['purpose'], {raw}: NotificationSnapshot): HeldRecord {
	return {purpose: hasRedaction(raw) ? 'edit' : purpose, listed: raw};
}
