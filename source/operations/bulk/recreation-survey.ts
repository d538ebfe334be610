import {canonicalForm} from '../../notification/equivalence.ts';
import {canHaveTopics, type ListedRecord} from '../../notification/notification.ts';
import {type LossCounts, recreationLosses} from '../../notification/losses.ts';
import {inSlices} from '../../platform/time-slices.ts';
import type {NotificationSnapshot} from '../../storage/journal/operation.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {idsByForm} from './ids-by-form.ts';

/** The number of notifications that can be recreated, shown to the operator before a bulk delete and before an undo. */
export type RecreationSurvey = LossCounts & {
	readonly count: number;
	/** The number of notifications identical to one that is listed now; 0 before they are deleted. */
	readonly duplicates: number;
};

/** A notification to create again, and the ID of the listed one that is deleted in exchange. */
export type Recreated = {readonly snapshot: NotificationSnapshot; readonly replaces?: string};

/** Counts the notifications that can be recreated as they were. `records`: the listed records, among which duplicates are counted. */
export async function surveyRecreation(
	recreated: Iterable<Recreated>,
	records: readonly ListedRecord[] = [],
): Promise<RecreationSurvey> {
	const listed = await idsByForm(records, canonicalForm);
	const counts = {count: 0, contentUnknown: 0, undocumented: 0, incomplete: 0, duplicates: 0};
	let losesTopics = false;
	for await (const slice of inSlices(recreated)) {
		for (const {snapshot, replaces} of slice) {
			if (isStoredRedacted(snapshot)) {
				counts.incomplete++;
				continue;
			}

			const {isContentUnknown, undocumented} = recreationLosses(snapshot);
			losesTopics ||= isContentUnknown && canHaveTopics(snapshot.input);
			counts.count++;
			counts.contentUnknown += Number(isContentUnknown);
			counts.undocumented += Number(undocumented.length > 0);
			counts.duplicates += Number(listed.get(canonicalForm(snapshot.input))?.some(id => id !== replaces) ?? false);
		}
	}

	return {...counts, ...(losesTopics && {losesTopics})};
}
