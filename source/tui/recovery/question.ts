import type {BatchKind} from '../../storage/batches/batch.ts';
import {maskRecipient} from '../../storage/journal/mask.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {spanText} from '../../system/pace.ts';
import {notificationName, othersText} from '../shared/notification-name.ts';
import {keyOf} from '../keys/match.ts';

/** A question that y answers. */
export type Confirming = {
	readonly what: 'batch' | 'sendAgain' | 'drop';
	/** Of the operation or batch. */
	readonly id: number;
};

/** What a question tells. */
type QuestionFacts = {
	/** What the change is about; safe to show. */
	readonly name: string;
	/** Items of the batch that were not sent, or are half done. */
	readonly remaining: number;
	readonly batchKind: BatchKind;
	readonly place: string;
	/** How long ago the operation began. */
	readonly age: string;
	/** How many notifications have appeared since the last manual refresh. */
	readonly appeared: number;
};

/** What is asked, and what the answer does. */
export function questionText({what}: Confirming, {name, remaining, batchKind, place, age, appeared}: QuestionFacts): string {
	switch (what) {
		case 'batch': {
			return batchKind === 'replace'
				? `Replace the remaining ${remaining} on ${place}: ${name}? Each old one is deleted once its new one is listed. Press ${keyOf('recovery', 'confirm')} to replace.`
				: `Delete the remaining ${remaining} from ${place}: ${name}? Press ${keyOf('recovery', 'confirm')} to delete.`;
		}

		case 'sendAgain': {
			return `Send ${name} again? The first attempt began ${age} ago and may still take effect: two notifications may result. ${appeared === 0 ? 'Nothing new has appeared in the list.' : `${appeared} new in the list (marked +): check them first.`} Press ${keyOf('recovery', 'confirm')} to send.`;
		}

		case 'drop': {
			return `Stop following the change of ${name}? What was sent may still take effect, and nothing will tell you. Press ${keyOf('recovery', 'confirm')} to drop it.`;
		}
	}
}

/** Names the notification of an operation: the one that it changes or, without one, the one to create. As history does, it masks the recipient. */
export function operationName({snapshot, input}: Operation, columns: number): string {
	const fields = snapshot?.input ?? input;
	return fields === undefined ? 'the notification' : notificationName({...fields, id: snapshot?.id, recipient: maskRecipient(fields.channel, fields.recipient)}, columns);
}

/** Names the next item of a batch that was not sent, and counts the others. */
export function remainingName(next: Operation | undefined, remaining: number, columns: number): string {
	return next === undefined ? 'the rest' : `${operationName(next, columns)}${othersText(remaining)}`;
}

/** How long ago an operation began. */
export const ageText = (operation: Operation | undefined, now: number): string => operation === undefined ? '' : spanText(now - operation.startedAt);
