import {canonicalForm} from '../../domain/equivalence.ts';
import type {ListedRecord, NotificationFields} from '../../domain/notification.ts';
import {restorability} from '../../domain/restorability.ts';
import {canHaveTopics} from '../../domain/topics.ts';
import type {Journal} from '../../storage/journal/journal.ts';
import type {NotificationSnapshot, Operation} from '../../storage/journal/operation.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {inSlices} from '../../system/time-slices.ts';
import {pagedRows} from './paged-rows.ts';

/** The number of notifications that can be recreated, shown to the operator before a bulk delete and before its undo. */
export type RestoreSurvey = {
	readonly count: number;
	/** The number of notifications recreated without a template or topics, because this machine does not know them. */
	readonly contentUnknown: number;
	/** Whether some of these can have topics. */
	readonly losesTopics?: boolean;
	/** The number of notifications that the service may refuse to recreate, or change, because they differ from its documented fields. */
	readonly undocumented: number;
	/** The number of notifications that cannot be recreated because they contain the API key, which is never stored. */
	readonly incomplete: number;
	/** The number of notifications identical to one that is listed now; 0 before they are deleted. */
	readonly duplicates: number;
};

const emptySurvey: RestoreSurvey = {count: 0, contentUnknown: 0, undocumented: 0, incomplete: 0, duplicates: 0};

/** Counts the notifications of a bulk delete that can be recreated. */
export async function surveyRestore(journal: Pick<Journal, 'undoableItems'>, batch: number, records: readonly ListedRecord[]): Promise<RestoreSurvey> {
	const listed = await idsByForm(records, canonicalForm);
	let survey = emptySurvey;
	for await (const slice of inSlices(pagedRows(page => journal.undoableItems(batch, page)))) {
		const restorable = slice.filter(item => canRestore(item)).map(({snapshot}) => snapshot!);
		survey = addToSurvey(survey, restorable, slice.length - restorable.length);
		survey = {...survey, duplicates: survey.duplicates + restorable.filter(({input}) => listed.has(canonicalForm(input))).length};
	}

	return survey;
}

/** Counts the notifications that could be recreated if they were deleted. */
export async function surveyDelete(targets: Iterable<NotificationSnapshot>): Promise<RestoreSurvey> {
	let survey = emptySurvey;
	for await (const slice of inSlices(targets)) {
		const restorable = slice.filter(snapshot => !isStoredRedacted(snapshot));
		survey = addToSurvey(survey, restorable, slice.length - restorable.length);
	}

	return survey;
}

function addToSurvey({count, contentUnknown, losesTopics = false, undocumented, incomplete, duplicates}: RestoreSurvey, snapshots: readonly NotificationSnapshot[], redacted: number): RestoreSurvey {
	const found = snapshots.map(snapshot => ({...restorability(snapshot), canHaveTopics: canHaveTopics(snapshot.input)}));
	return {
		count: count + found.length,
		contentUnknown: contentUnknown + found.filter(({isContentUnknown}) => isContentUnknown).length,
		...(losesTopics || found.some(one => one.isContentUnknown && one.canHaveTopics)) && {losesTopics: true},
		undocumented: undocumented + found.filter(one => one.undocumented.length > 0).length,
		incomplete: incomplete + redacted,
		duplicates,
	};
}

/** Whether a bulk undo can recreate the notification that an operation deleted. */
export const canRestore = ({isRedacted}: Operation): boolean => isRedacted !== true;

/** Returns the IDs of the listed notifications, grouped by a form of their content. */
export async function idsByForm(records: readonly ListedRecord[], formOf: (fields: NotificationFields) => string): Promise<Map<string, string[]>> {
	const ids = new Map<string, string[]>();
	for await (const slice of inSlices(records)) {
		const notifications = slice.filter(record => record.kind === 'notification');
		for (const notification of notifications) {
			const form = formOf(notification);
			const alike = ids.get(form) ?? [];
			alike.push(notification.id);
			ids.set(form, alike);
		}
	}

	return ids;
}
