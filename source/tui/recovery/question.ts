import {kindWords, type BatchKind} from '../../notification/operation-texts.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {upperFirst, numberText} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {othersText} from '../shared/notification-name.ts';

/** A question that `y` answers. */
export type Confirming = {
	readonly what: 'batch' | 'drop' | 'dropBatch';
	/** The ID of the operation or batch. */
	readonly id: number;
};

/** The facts that a question states. */
type QuestionFacts = {
	/** The change as a noun: `edit of 7`; safe to show. */
	readonly change: string;
	/** The number of items of the batch that were not sent or are half done. */
	readonly remaining: number;
	/** The number of items of the batch that are half done or have an unknown outcome. */
	readonly open: number;
	readonly batchKind: BatchKind;
	readonly place: string;
};

/** A question, and the effect of the answer. The notification stands between them. */
type PendingQuestion = {readonly asked: string; readonly consequence: string};

/** The notifications that finishing a batch deletes besides. */
const deletions: Partial<Record<BatchKind, string>> = {
	replace: 'Each old one is deleted once its new one is listed.',
	mixed: 'This can delete notifications.',
};

/** The question, with the effect of the answer. */
export function questionOf(
	{what}: Confirming,
	{change, remaining, open, batchKind, place}: QuestionFacts,
): PendingQuestion {
	switch (what) {
		case 'batch': {
			const {verb, preposition} = kindWords[batchKind];
			return {
				asked: `${upperFirst(verb)} the remaining ${numberText(remaining)} ${preposition} ${place}?`,
				consequence: [remaining > 1 ? `This one${othersText(remaining)}.` : '', deletions[batchKind] ?? '']
					.filter(text => text !== '')
					.join(' '),
			};
		}

		case 'dropBatch': {
			return {
				asked: `Stop following the ${open} open ${open === 1 ? 'item' : 'items'} of the bulk ${kindWords[batchKind].noun}?`,
				consequence: 'What was sent may still take effect, and what was not sent is skipped.',
			};
		}

		case 'drop': {
			return {
				asked: `Stop following the ${change}?`,
				consequence: 'What was sent may still take effect, and nothing will tell you.',
			};
		}
	}
}

/** A change as a noun, safe to show: `edit of 7`. */
export const changeNoun = ({kind, snapshot}: Pick<Operation, 'kind' | 'snapshot'>): string =>
	`${kindWords[kind].noun}${snapshot === undefined ? '' : ` of ${sanitise(snapshot.id)}`}`;
