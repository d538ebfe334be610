import {toSentBody} from '../../api/restore-body.ts';
import type {NotificationInput} from '../../domain/notification.ts';
import {heldRecordOf} from '../../storage/journal/listed-record.ts';
import type {JsonObject} from '../../system/json.ts';
import type {FormOrigin} from './origin.ts';

/** The body that is sent for a form. */
export function requestBody(origin: FormOrigin, input: NotificationInput): JsonObject {
	switch (origin.kind) {
		case 'edit': {
			return toSentBody(input, {purpose: 'edit', listed: origin.of.raw});
		}

		case 'restore': {
			return toSentBody(input, heldRecordOf('restore', origin.deletion.snapshot!));
		}

		case 'new':
		case 'clone': {
			return toSentBody(input, undefined);
		}
	}
}
