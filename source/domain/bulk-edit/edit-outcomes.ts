import {hash} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import type {DraftIssue} from '../draft/check.ts';
import {noRules, type AccountRules} from '../policies/account-rules.ts';
import {createPolicyCheck, type FindBroken} from '../policies/broken-policies.ts';
import {createProtection, type FindProtection} from '../policies/protection.ts';
import {checkedDraft} from '../draft/check-edit.ts';
import {toHeldInput, type Draft, type FieldId} from '../fields.ts';
import {changedFields, losesContent, type Editable} from '../draft/edit.ts';
import {duplicateForm} from '../equivalence.ts';
import type {ListedRecord, NotificationFields} from '../notification.ts';
import type {ReadEdits} from './field-edits.ts';

/** A notification of a bulk edit. */
export type EditItem = Editable & {
	/** A text that is equal for duplicates. */
	readonly form: string;
};

/** The effect of a bulk edit on a notification. */
export type EditOutcome = {
	readonly after: Draft;
	/** The fields that change. */
	readonly fields: readonly FieldId[];
	/** Whether anything changes: a field, or a member that interface.md does not name. */
	readonly isChanged: boolean;
	/** The first error, which prevents sending. */
	readonly error: DraftIssue | undefined;
	/** Whether a policy of config.yaml warns of it. */
	readonly isWarned: boolean;
	/** Whether it is protected: then it is not sent. */
	readonly isProtected: boolean;
	/** Whether it becomes a duplicate of another notification. */
	readonly isDuplicate: boolean;
	/** Whether it loses a template or topics that are unknown on this machine. */
	readonly isContentLost: boolean;
};

/** The number of notifications between two pauses: checking an address takes longer than anything else. */
export const outcomeStep = itemsPerSlice / 16;

/** The form of a notification for finding duplicates. The forms of a large account would take hundreds of megabytes, so they are hashed. */
export const formOf = (fields: NotificationFields): string => hash('sha256', duplicateForm(fields), 'base64');

/**
Collects the forms of the listed notifications that are not edited.

@yields Nothing; the computation can pause there.
*/
export function* formsOfOthers(
	records: readonly ListedRecord[],
	edited: ReadonlySet<string>,
): Sliced<ReadonlySet<string>> {
	const forms = new Set<string>();
	for (const [index, record] of records.entries()) {
		if (record.kind === 'notification' && !edited.has(record.id)) {
			forms.add(formOf(record));
		}

		if (index % outcomeStep === outcomeStep - 1) {
			yield;
		}
	}

	return forms;
}

export type OutcomeOptions = {
	readonly items: readonly EditItem[];
	/** The contents from the editor, by ID. */
	readonly edited: ReadonlyMap<string, Draft>;
	readonly edits: ReadEdits;
	/** The fields for which the operator gave a value. */
	readonly given: ReadonlySet<FieldId>;
	/** Whether values that fail a check that may be accepted are sent. */
	readonly acceptsInvalid: boolean;
	/** The rules of config.yaml. */
	readonly rules?: AccountRules;
	/** The forms of the other listed notifications. */
	readonly otherForms: ReadonlySet<string>;
};

/**
Determines the effect of a bulk edit on each notification.

@yields Nothing; the computation can pause there.
*/
export function* computeOutcomes({
	items,
	edited,
	edits: {changes},
	given,
	acceptsInvalid,
	rules = noRules,
	otherForms,
}: OutcomeOptions): Sliced<readonly EditOutcome[]> {
	const outcomes: EditOutcome[] = [];
	const forms: string[] = [];
	const taken = new Set<string>();
	const findBroken = createPolicyCheck(rules);
	const protectionOf = createProtection(rules);
	for (const [index, item] of items.entries()) {
		let after = edited.get(item.of.id) ?? item.before;
		for (const change of changes) {
			after = change(after);
		}

		const outcome = outcomeOf(item, after, {given, acceptsInvalid, findBroken, protectionOf});
		outcomes.push(outcome);
		forms.push(outcome.isChanged ? formOf(toHeldInput(after, item.of)) : item.form);
		if (!outcome.isChanged) {
			taken.add(item.form);
		}

		if (index % outcomeStep === outcomeStep - 1) {
			yield;
		}
	}

	// Those that stay as they are come first: one that becomes equal to them is the duplicate.
	return outcomes.map((outcome, index) => {
		const form = forms[index]!;
		const isDuplicate = outcome.isChanged && (otherForms.has(form) || taken.has(form));
		taken.add(form);
		return isDuplicate ? {...outcome, isDuplicate} : outcome;
	});
}

type OutcomeChecks = Pick<OutcomeOptions, 'given' | 'acceptsInvalid'> & {
	readonly findBroken: FindBroken;
	readonly protectionOf: FindProtection;
};

function outcomeOf(
	item: Editable,
	after: Draft,
	{given, acceptsInvalid, findBroken, protectionOf}: OutcomeChecks,
): EditOutcome {
	const {before, of} = item;
	const fields = changedFields(before, after);
	const isChanged = fields.length > 0 || hasOtherChanges(before, after);
	if (!isChanged) {
		return {
			after: before,
			fields,
			isChanged,
			error: undefined,
			isWarned: false,
			isProtected: false,
			isDuplicate: false,
			isContentLost: false,
		};
	}

	const {errors, warnings} = checkedDraft(after, {held: before, acceptInvalid: acceptsInvalid, findBroken});
	return {
		after,
		fields,
		isChanged,
		error: errors[0],
		isWarned: warnings.some(({isPolicy}) => isPolicy === true),
		isProtected: protectionOf(of) !== undefined,
		isDuplicate: false,
		isContentLost: losesContent(item, after, given),
	};
}

/** Whether members that interface.md does not name differ. Only the editor changes them. */
function hasOtherChanges(before: Draft, after: Draft): boolean {
	const othersOf = ({extras, recordExtras, filters}: Draft) => [
		extras,
		recordExtras,
		filters.map(filter => filter.extras),
	];
	return before !== after && !isDeepStrictEqual(othersOf(before), othersOf(after));
}

/** The counts of a bulk edit. One that is left out counts as nothing else. */
export type EditCounts = Readonly<
	Record<
		'changed' | 'unchanged' | 'invalid' | 'refused' | 'warned' | 'protected' | 'duplicate' | 'contentLost' | 'leftOut',
		number
	>
>;

/** Counts the outcomes. `leftOut`: the IDs of the notifications that are left out. */
export function countOutcomes(
	items: readonly EditItem[],
	outcomes: readonly EditOutcome[],
	leftOut: ReadonlySet<string>,
): EditCounts {
	const counts = {
		changed: 0,
		unchanged: 0,
		invalid: 0,
		refused: 0,
		warned: 0,
		protected: 0,
		duplicate: 0,
		contentLost: 0,
		leftOut: 0,
	};
	for (const [index, {isChanged, error, isWarned, isProtected, isDuplicate, isContentLost}] of outcomes.entries()) {
		if (leftOut.has(items[index]!.of.id)) {
			counts.leftOut++;
		} else if (!isChanged) {
			counts.unchanged++;
		} else if (isProtected) {
			counts.protected++;
		} else if (error === undefined) {
			counts.changed++;
			counts.warned += isWarned ? 1 : 0;
			counts.duplicate += isDuplicate ? 1 : 0;
			counts.contentLost += isContentLost ? 1 : 0;
		} else if (error.isPolicy === true) {
			counts.refused++;
		} else {
			counts.invalid++;
		}
	}

	return counts;
}
