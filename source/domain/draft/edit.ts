import {type Notification, rawOf, type Topics} from '../notification.ts';
import {recreationLosses} from '../recreation-losses.ts';
import {
	fieldsOf,
	filterOf,
	filterParts,
	hasAnyTopic,
	hasTopics,
	readField,
	toDraft,
	type Draft,
	type FieldId,
} from '../fields.ts';

/** The template and topics of a notification, as this machine sent them. */
export type KnownUnlisted = {readonly template: string; readonly topics: Topics};

/** A notification to edit. */
export type Editable = {
	readonly of: Notification;
	/** Its current content, as far as it is known. */
	readonly before: Draft;
	/** Whether it may have a template or topics that are unknown on this machine. */
	readonly isContentUnknown: boolean;
};

/** The draft for editing a notification: the listed content, with the template and topics if this machine knows them. */
export function knownDraft(notification: Notification, sent: KnownUnlisted | undefined): Draft {
	return {...toDraft(notification), ...(sent !== undefined && {template: sent.template, topics: sent.topics})};
}

/** The draft that copies a notification to another account: all that is listed, with the template and topics if this machine knows them. */
export const copyDraft = (notification: Notification, sent: KnownUnlisted | undefined): Draft => ({
	...knownDraft(notification, sent),
	listed: rawOf(notification),
});

/** Prepares a notification for editing. `sent`: its template and topics, if this machine sent them. */
export function toEditable(of: Notification, sent: KnownUnlisted | undefined): Editable {
	const {isContentUnknown} = recreationLosses({
		raw: rawOf(of),
		input: of,
		template: sent?.template,
		topics: sent?.topics,
	});
	return {of, before: knownDraft(of, sent), isContentUnknown};
}

/**
Whether an edit loses a template or topics that are unknown on this machine.

@param editable - The notification.
@param after - Its content after the edit.
@param given - The fields for which the operator gave a value, which may be empty.
*/
export function losesContent(
	{before, isContentUnknown}: Pick<Editable, 'before' | 'isContentUnknown'>,
	after: Draft,
	given: ReadonlySet<FieldId>,
): boolean {
	const hasTemplate = given.has('template') || after.template !== '';
	const hasGivenTopics =
		!hasTopics(before) || hasAnyTopic(after) || [...given].some(field => field.startsWith('topic.'));
	return isContentUnknown && !(hasTemplate && hasGivenTopics);
}

/** The fields that differ between two drafts, from top to bottom. */
export function changedFields(before: Draft, after: Draft): FieldId[] {
	return before === after
		? []
		: [...new Set([...fieldsOf(before), ...fieldsOf(after)])].filter(
				field => readField(before, field) !== readField(after, field),
			);
}

/** Whether the check of a field depends on what an edit changes: the field itself, the channel of a recipient or of topics, another part of the same filter. */
export function isAffected(field: FieldId, before: Draft, after: Draft): boolean {
	const isChanged = (other: FieldId) => readField(before, other) !== readField(after, other);
	const filter = filterOf(field);
	if (filter !== undefined) {
		return (
			before.filters[filter.index] !== after.filters[filter.index] &&
			filterParts.some(part => isChanged(`filter.${filter.index}.${part}`))
		);
	}

	return (
		isChanged(field) ||
		(field === 'recipient' && isChanged('channel')) ||
		(field.startsWith('topic.') && (isChanged('channel') || isChanged('eventType')))
	);
}
