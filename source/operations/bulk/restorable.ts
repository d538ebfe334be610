import type {Journal} from '../../storage/journal/journal.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {canonicalForm} from '../../domain/equivalence.ts';
import type {ListedRecord, NotificationInput} from '../../domain/notification.ts';
import {inSlices} from '../../system/time-slices.ts';
import {pagedRows} from './paged-rows.ts';

/** What there is to know before a bulk delete is taken back. */
export type RestoreSurvey = {
	readonly count: number;
	/** How many come back without a template or topics, as far as this machine knows. */
	readonly contentUnknown: number;
	/** How many cannot come back, because they hold the API key, which is never kept. */
	readonly incomplete: number;
	/** How many say the same as one that is listed now. */
	readonly duplicates: number;
};

/** Counts what can be restored of a deleting batch. */
export async function surveyRestore(journal: Journal, batch: number, records: readonly ListedRecord[]): Promise<RestoreSurvey> {
	const listed = await idsByCanonicalForm(records);
	let survey: RestoreSurvey = {count: 0, contentUnknown: 0, incomplete: 0, duplicates: 0};
	for await (const slice of inSlices(pagedRows(page => journal.undoableItems(batch, page)))) {
		const can = slice.filter(item => canRestore(item));
		survey = {
			count: survey.count + can.length,
			contentUnknown: survey.contentUnknown + can.filter(({snapshot}) => snapshot!.template === undefined).length,
			incomplete: survey.incomplete + slice.length - can.length,
			duplicates: survey.duplicates + can.filter(({snapshot}) => listed.has(canonicalForm(snapshot!.input))).length,
		};
	}

	return survey;
}

export const canRestore = ({isIncomplete}: Operation): boolean => isIncomplete !== true;

/** What is to be created to bring back what a deletion took. */
export function restoredInput({snapshot}: Operation): NotificationInput {
	const {input, template, topics} = snapshot!;
	return {...input, template: template ?? '', topics: topics ?? ['', '', '', '']};
}

/** The ids of all notifications that say the same, by what they say; of those only that `isWanted`. */
export async function idsByCanonicalForm(records: readonly ListedRecord[], isWanted: (userId: string) => boolean = () => true): Promise<Map<string, string[]>> {
	const ids = new Map<string, string[]>();
	for await (const slice of inSlices(records)) {
		const wanted = slice.filter(record => record.kind === 'notification').filter(({userId}) => isWanted(userId));
		for (const record of wanted) {
			const form = canonicalForm(record);
			const alike = ids.get(form) ?? [];
			alike.push(record.id);
			ids.set(form, alike);
		}
	}

	return ids;
}
