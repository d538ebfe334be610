import type {BatchKind} from '../../storage/batches/batch.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {spanText} from '../bulk/pace.ts';

/** A question that y answers. */
export type Confirming = {
	readonly what: 'batch' | 'sendAgain' | 'drop';
	/** Of the operation or batch. */
	readonly id: number;
};

/** What a question tells. */
type QuestionFacts = {
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
export function questionText({what}: Confirming, {remaining, batchKind, place, age, appeared}: QuestionFacts): string {
	switch (what) {
		case 'batch': {
			return batchKind === 'replace'
				? `Replace the remaining ${remaining} on ${place}? Each old notification is deleted once its new one is listed. Press y to replace.`
				: `Delete the remaining ${remaining} from ${place}? Press y to delete.`;
		}

		case 'sendAgain': {
			return `Send it again? The first attempt began ${age} ago and may still take effect: two notifications may result. ${appeared === 0 ? 'Nothing new has appeared in the list.' : `${appeared} new in the list (marked +): check them first.`} Press y to send.`;
		}

		case 'drop': {
			return 'Stop following this change? What was sent may still take effect, and nothing will tell you. Press y to drop it.';
		}
	}
}

/** How long ago an operation began. */
export const ageText = (operation: Operation | undefined, now: number): string => operation === undefined ? '' : spanText(now - operation.startedAt);
