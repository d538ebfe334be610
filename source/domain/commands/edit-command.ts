import {appendFilter, setField, type DraftChange} from '../draft/change.ts';
import {checkedDraft} from '../draft/check-edit.ts';
import {blankDraft, filterOf, toHeldInput, typedText} from '../fields.ts';
import {changedFields, losesContent} from '../draft/edit.ts';
import {contentFields, textsOf} from '../spec.ts';
import type {NotificationInput} from '../notification.ts';
import {recreationLosses, type KnownContent} from '../recreation-losses.ts';
import {filterArgument, isArgument, isFilterText} from './create-command.ts';
import {setWords, type CommandWords} from './words.ts';

/** A notification before an edit, and what replaced it. */
export type EditedContent = {readonly before: KnownContent; readonly input: NotificationInput};

/** The options of `edit` that make a change of one notification; undefined if they cannot say it. */
export function editOptions({before: held, input}: EditedContent): CommandWords | undefined {
	const before = {
		...blankDraft,
		...held.input,
		...(held.template !== undefined && {template: held.template}),
		...(held.topics && {topics: held.topics}),
	};
	const fields = changedFields(before, input);
	const isReplaced = before.filters.length !== input.filters.length;
	if (isReplaced && !input.filters.every(filter => isFilterText(filter))) {
		return undefined;
	}

	const texts = fields
		.filter(field => !isReplaced || filterOf(field) === undefined)
		.map(field => ({field, text: typedText(input, field)}));
	const steps: ReadonlyArray<{readonly words: CommandWords; readonly change: DraftChange}> = [
		...texts.map(({field, text}) => ({words: setWords(field, text), change: setField(field, text)})),
		...(isReplaced
			? [
					{words: ['--set', 'filter='], change: appendFilter(undefined)},
					...input.filters.map(filter => ({
						words: ['--set', `filter=${filterArgument(filter)}`],
						change: appendFilter(filter),
					})),
				]
			: []),
	];
	let made = before;
	for (const {change} of steps) {
		made = change(made);
	}

	const words = steps.flatMap(step => step.words);
	if (words.length === 0 || !isArgument(words) || !isSame(toHeldInput(made, held.input), input)) {
		return undefined;
	}

	const editable = {before, isContentUnknown: recreationLosses(held).isContentUnknown};
	return [
		...words,
		...(losesContent(editable, input, new Set(fields)) ? ['--accept-unknown-template'] : []),
		...(checkedDraft(input, {held: before, acceptInvalid: false}).errors.length > 0 ? ['--accept-invalid'] : []),
	];
}

/** Whether two inputs have the same content. */
const isSame = (one: NotificationInput, other: NotificationInput): boolean => contentText(one) === contentText(other);

function contentText(input: NotificationInput): string {
	const {filters, extras = {}, recordExtras = {}} = input;
	const texts = contentFields.map(row => textsOf(input, row));
	return JSON.stringify([texts, filters.map(filter => filter.extras ?? {}), extras, recordExtras]);
}
