import {kindWords, type BatchKind} from '../../domain/operation-kind.ts';
import {maskRecipient} from '../../storage/journal/mask.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {spanText} from '../../system/pace.ts';
import {notificationName, othersText} from '../shared/notification-name.ts';

/** A question that `y` answers. */
export type Confirming = {
	readonly what: 'batch' | 'sendAgain' | 'drop' | 'dropBatch' | 'mine' | 'theirs';
	/** The ID of the operation or batch. */
	readonly id: number;
};

/** The facts that a question states. */
type QuestionFacts = {
	/** The name of the notification or item, safe to show. */
	readonly name: string;
	/** The number of items of the batch that were not sent or are half done. */
	readonly remaining: number;
	/** The number of items of the batch that are half done or have an unknown outcome. */
	readonly open: number;
	/** The IDs of the two edits of one notification, safe to show. */
	readonly mine: string;
	readonly theirs: string;
	readonly batchKind: BatchKind;
	readonly place: string;
	/** The time since the operation began, as text. */
	readonly age: string;
	/** The number of notifications that appeared since the changes were last acknowledged. */
	readonly appeared: number;
};

/** The notifications that finishing a batch deletes besides. */
const deletions: Partial<Record<BatchKind, string>> = {replace: ' Each old one is deleted once its new one is listed.', mixed: ' This can delete notifications.'};

/** The question, with the effect of the answer. */
export function questionText({what}: Confirming, {name, remaining, open, mine, theirs, batchKind, place, age, appeared}: QuestionFacts): string {
	switch (what) {
		case 'batch': {
			const {verb, preposition} = kindWords[batchKind];
			return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} the remaining ${remaining} ${preposition} ${place}: ${name}?${deletions[batchKind] ?? ''}`;
		}

		case 'sendAgain': {
			return `Send ${name} again? The first attempt began ${age} ago and may still take effect: two notifications may result. ${appeared === 0 ? 'Nothing new has appeared in the list.' : `${appeared} new in the list (marked +): check them first.`}`;
		}

		case 'mine': {
			return `Delete ${theirs}, which somebody else made of ${name}, from ${place}?`;
		}

		case 'theirs': {
			return `Delete ${mine}, which you made of ${name}, from ${place}? ${theirs} of somebody else is kept.`;
		}

		case 'dropBatch': {
			return `Stop following the ${open} open ${open === 1 ? 'item' : 'items'} of the bulk ${kindWords[batchKind].noun}? What was sent may still take effect, and what was not sent is skipped.`;
		}

		case 'drop': {
			return `Stop following the change of ${name}? What was sent may still take effect, and nothing will tell you.`;
		}
	}
}

/** The name of an operation's notification: the one that it changes or, without one, the one to create. The recipient is masked as in the history. */
export function operationName({snapshot, input}: Operation, columns: number): string {
	const fields = snapshot?.input ?? input;
	return fields === undefined ? 'the notification' : notificationName({...fields, id: snapshot?.id, recipient: maskRecipient(fields.channel, fields.recipient)}, columns);
}

/** The name of the next unsent item of a batch, and the number of the others. */
export function remainingName(next: Operation | undefined, remaining: number, columns: number): string {
	return next === undefined ? 'the rest' : `${operationName(next, columns)}${othersText(remaining)}`;
}

/** The time since an operation began, as text. */
export const ageText = (operation: Operation | undefined, now: number): string => operation === undefined ? '' : spanText(now - operation.startedAt);
