import {fields} from '../fields.ts';
import {filtersSentence} from '../filters/sentence.ts';
import type {Draft} from './draft.ts';

/** A field that differs, with its text before and after; an empty text for none. */
export type DraftChange = {
	readonly label: string;
	readonly before: string;
	readonly after: string;
};

/** The fields in which two drafts differ, in the order of the detail screen. Filters are compared as one sentence. */
export function draftChanges(before: Draft, after: Draft): DraftChange[] {
	const rows = fields.map(({name, label, form}) => ({label, read: form?.read ?? (name === 'filter' ? filtersOf : undefined)}));
	const topics = after.topics.map((_topic, index) => ({label: `Topic ${index}`, read: (draft: Draft) => draft.topics[index]!}));
	return [...rows, ...topics, {label: 'Template', read: (draft: Draft) => draft.template}]
		.flatMap(({label, read}) => read === undefined ? [] : [{label, before: read(before), after: read(after)}])
		.filter(change => change.before !== change.after);
}

const filtersOf = ({filters}: Draft): string => filtersSentence(filters);
