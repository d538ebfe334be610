import {canonicalForm} from '../../domain/equivalence.ts';
import type {ListedRecord, NotificationInput} from '../../domain/notification.ts';
import type {Journal} from '../../storage/journal/journal.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {inSlices} from '../../system/time-slices.ts';
import {pagedRows} from './paged-rows.ts';

/** What the operator should know before a bulk delete is undone. */
export type RestoreSurvey = {
	readonly count: number;
	/** How many are recreated without a template or topics, because this machine does not know them. */
	readonly contentUnknown: number;
	/** How many cannot be recreated, because they contain the API key, which is never stored. */
	readonly incomplete: number;
	/** How many are identical to a notification that is listed now. */
	readonly duplicates: number;
};

/** Counts what can be recreated of a bulk delete. */
export async function surveyRestore(journal: Pick<Journal, 'undoableItems'>, batch: number, records: readonly ListedRecord[]): Promise<RestoreSurvey> {
	const listed = await idsByCanonicalForm(records);
	let survey: RestoreSurvey = {count: 0, contentUnknown: 0, incomplete: 0, duplicates: 0};
	for await (const slice of inSlices(pagedRows(page => journal.undoableItems(batch, page)))) {
		const restorable = slice.filter(item => canRestore(item));
		survey = {
			count: survey.count + restorable.length,
			contentUnknown: survey.contentUnknown + restorable.filter(({snapshot}) => snapshot!.template === undefined).length,
			incomplete: survey.incomplete + slice.length - restorable.length,
			duplicates: survey.duplicates + restorable.filter(({snapshot}) => listed.has(canonicalForm(snapshot!.input))).length,
		};
	}

	return survey;
}

export const canRestore = ({isRedacted}: Operation): boolean => isRedacted !== true;

/** What is created to undo a deletion. */
export function restoredInput({snapshot}: Operation): NotificationInput {
	const {input, template, topics} = snapshot!;
	return {...input, template: template ?? '', topics: topics ?? ['', '', '', '']};
}

/** The IDs of the notifications of these users (all, unless told otherwise), by canonical form. */
export async function idsByCanonicalForm(records: readonly ListedRecord[], isWantedUser: (userId: string) => boolean = () => true): Promise<Map<string, string[]>> {
	const ids = new Map<string, string[]>();
	for await (const slice of inSlices(records)) {
		const notifications = slice.filter(record => record.kind === 'notification').filter(({userId}) => isWantedUser(userId));
		for (const notification of notifications) {
			const form = canonicalForm(notification);
			const identical = ids.get(form) ?? [];
			identical.push(notification.id);
			ids.set(form, identical);
		}
	}

	return ids;
}
