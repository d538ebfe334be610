import type {Journal} from '../ledger/journal.ts';
import type {Operation} from '../ledger/operation.ts';
import {canonicalForm} from '../notifications/canonical.ts';
import type {ListedRecord, NotificationInput} from '../notifications/notification.ts';
import {rowsOf, slices} from './slices.ts';

/** What there is to know before a bulk delete is taken back. */
export type Restorable = {
	readonly count: number;
	/** How many come back without a template or topics, as far as this machine knows. */
	readonly contentUnknown: number;
	/** How many cannot come back, because they hold the API key, which is never kept. */
	readonly incomplete: number;
	/** How many say the same as one that is listed now. */
	readonly alike: number;
};

/** Counts what can be restored of a deleting batch. */
export async function surveyRestore(journal: Journal, batch: number, records: readonly ListedRecord[]): Promise<Restorable> {
	const listed = await idsByForm(records);
	let survey: Restorable = {count: 0, contentUnknown: 0, incomplete: 0, alike: 0};
	for await (const slice of slices(rowsOf(page => journal.undoableItems(batch, page)))) {
		const can = slice.filter(item => canRestore(item));
		survey = {
			count: survey.count + can.length,
			contentUnknown: survey.contentUnknown + can.filter(({old}) => old!.template === undefined).length,
			incomplete: survey.incomplete + slice.length - can.length,
			alike: survey.alike + can.filter(({old}) => listed.has(canonicalForm(old!.input))).length,
		};
	}

	return survey;
}

export const canRestore = ({isIncomplete}: Operation): boolean => isIncomplete !== true;

/** What is to be created to bring back what a deletion took. */
export function restoredInput({old}: Operation): NotificationInput {
	const {input, template, topics} = old!;
	return {...input, template: template ?? '', topics: topics ?? ['', '', '', '']};
}

/** The ids of all notifications that say the same, by what they say; of those only that `isWanted`. */
export async function idsByForm(records: readonly ListedRecord[], isWanted: (userId: string) => boolean = () => true): Promise<Map<string, string[]>> {
	const ids = new Map<string, string[]>();
	for await (const slice of slices(records)) {
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
