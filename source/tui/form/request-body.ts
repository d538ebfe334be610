import {toSentBody} from '../../api/sent-body.ts';
import {type NotificationInput, rawOf} from '../../domain/notification.ts';
import type {JsonObject} from '../../platform/json.ts';
import type {FormOrigin} from './origin.ts';

/** The listed record that the form was filled in from. */
export function listedRecordOf(origin: FormOrigin, input: NotificationInput): unknown {
	switch (origin.kind) {
		case 'edit': {
			return rawOf(origin.of);
		}

		case 'recreate': {
			return origin.deletion.snapshot!.raw;
		}

		case 'new':
		case 'clone': {
			return input.listed;
		}
	}
}

/** The request body of a form. */
export const requestBody = (origin: FormOrigin, input: NotificationInput): JsonObject =>
	toSentBody(input, listedRecordOf(origin, input));
