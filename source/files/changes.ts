import type {MemberChange} from '../api/draft-changes.ts';
import {toHeldInput} from '../domain/fields.ts';
import {canonicalForm} from '../domain/equivalence.ts';
import type {ListedRecord, Notification, NotificationInput} from '../domain/notification.ts';
import {numberText} from '../platform/text.ts';
import {lineText, type FilePlace} from './notification-file.ts';
import type {FilePlan, PlanItem} from './plan.ts';

/** A change that files ask for, ready to be sent, or kept for later. */
export type FileChange =
	| {
			readonly kind: 'create';
			readonly place: FilePlace;
			readonly of?: undefined;
			readonly input: NotificationInput;
			/** The number of equal ones in the listing of the plan. */ readonly existing: number;
			readonly changes?: undefined;
	  }
	| {
			readonly kind: 'replace';
			readonly place: FilePlace;
			readonly of: Notification;
			readonly input: NotificationInput;
			readonly changes: readonly MemberChange[];
	  }
	| {readonly kind: 'delete'; readonly place?: undefined; readonly of: Notification; readonly changes?: undefined};

/** The changes of a plan, with what is sent. */
export function changesOf({items, ofUsers}: Pick<FilePlan, 'items' | 'ofUsers'>): FileChange[] {
	const existing = countForms(
		ofUsers,
		new Set(items.flatMap(item => (item.kind === 'create' ? [canonicalForm(item.entry.record)] : []))),
	);
	return items.map(item => changeOf(item, existing));
}

function changeOf(item: PlanItem, existing: ReadonlyMap<string, number>): FileChange {
	switch (item.kind) {
		case 'create': {
			const {
				entry: {place, draft, record},
			} = item;
			return {
				kind: 'create',
				place,
				input: toHeldInput(draft, record),
				existing: existing.get(canonicalForm(record)) ?? 0,
			};
		}

		case 'replace': {
			const {
				entry: {place, record},
				listed: of,
				after,
				changes,
			} = item;
			return {kind: 'replace', place, of, input: {...toHeldInput(after, of, record), listed: of.raw}, changes};
		}

		case 'delete': {
			return {kind: 'delete', of: item.listed};
		}
	}
}

/** Says which of the changes a plan that was made again no longer has; undefined if it has all of them; not yet safe to show. */
export function whyReplanned(changes: readonly FileChange[], again: readonly FileChange[]): string | undefined {
	const kept = new Set(again.map(change => identityOf(change)));
	const gone = changes.filter(change => !kept.has(identityOf(change)));
	return gone.length === 0
		? undefined
		: changedText(gone.map(({kind, place, of}) => `${of?.id ?? lineText(place!)} (no longer to ${kind})`));
}

const identityOf = ({kind, place, of}: FileChange): string => JSON.stringify([kind, of?.id, place]);

const changedText = (outdated: readonly string[]): string => {
	const others = outdated.length - 10;
	return `the account was changed since the plan: ${outdated.slice(0, 10).join(', ')}${others > 0 ? ` and ${numberText(others)} more` : ''}. Plan again.`;
};

/** Counts the notifications that have one of these forms. */
function countForms(records: Iterable<ListedRecord>, forms: ReadonlySet<string>): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const record of forms.size === 0 ? [] : records) {
		const form = record.kind === 'notification' ? canonicalForm(record) : '';
		if (forms.has(form)) {
			counts.set(form, (counts.get(form) ?? 0) + 1);
		}
	}

	return counts;
}

/** Says which of the changes no longer fit a newer listing: what they replace or delete was changed or deleted, or what they create exists now. Undefined if all fit; not yet safe to show. */
export function whyOutdated(changes: readonly FileChange[], records: readonly ListedRecord[]): string | undefined {
	const byId = new Map(records.flatMap(record => (record.kind === 'notification' ? [[record.id, record]] : [])));
	const existing = countForms(
		records,
		new Set(changes.flatMap(change => (change.kind === 'create' ? [canonicalForm(change.input)] : []))),
	);
	const outdated = changes.flatMap(change => {
		if (change.kind === 'create') {
			const isNew = (existing.get(canonicalForm(change.input)) ?? 0) > change.existing;
			return isNew ? [`${lineText(change.place)} (it exists now)`] : [];
		}

		const now = byId.get(change.of.id);
		return now !== undefined && canonicalForm(now) === canonicalForm(change.of)
			? []
			: [`${change.of.id} (${now === undefined ? 'no longer listed' : 'changed'})`];
	});
	return outdated.length === 0 ? undefined : changedText(outdated);
}
