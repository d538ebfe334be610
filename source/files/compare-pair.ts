import {draftChangesBetween, type MemberChange} from '../api/draft-changes.ts';
import {joinAddresses, type Draft} from '../domain/draft/draft.ts';
import {knownDraft, losesContent, toEditable} from '../domain/draft/edit.ts';
import {asRewritten, documentedForm, rewritableForm} from '../domain/equivalence.ts';
import {isObject} from '../platform/json.ts';
import type {Pair} from './pair.ts';
import type {FilePlanOptions} from './plan.ts';

type ComparisonOptions = Pick<FilePlanOptions, 'sent' | 'sentAs' | 'replacesUnknown'>;

/** The difference between an entry and the listed notification that it describes. */
export type PairComparison = {
	/** The notification with what the entry says. */
	readonly after: Draft;
	readonly changes: readonly MemberChange[];
	/** Whether the entry says a template or topics that nobody knows, which count as equal. */
	readonly isAssumed: boolean;
	/** Whether a replacement would lose a template or topics that nobody knows. */
	readonly isLossy: boolean;
	/** Whether the listed notification has other texts than the entry, which count as equal because services rewrite text so. */
	readonly isRewritten: boolean;
};

/** Compares an entry with the listed notification that it describes. What the entry does not say stays as it is. */
export function comparePair(pair: Pair, {sent, sentAs, replacesUnknown}: ComparisonOptions): PairComparison {
	const {entry, listed, isEqual} = asSent(pair, sentAs);
	const known = sent(listed.id);
	const before = knownDraft(listed, known);
	const {draft, statesTemplate, statesTopics, copied} = entry;
	// What interface.md does not name is often of one account alone, such as a status, so that it is not compared with that of another.
	const {extras, recordExtras} = copied === undefined ? draft : {};
	const {addresses, ...texts} = isEqual ? listed : asRewritten(entry.record, listed);
	const stated: Draft = {
		...(isEqual ? before : {...draft, ...texts, address: joinAddresses(addresses)}),
		extras: merge(before.extras, extras),
		recordExtras: merge(before.recordExtras, recordExtras),
	};
	const {listed: _listed, ...listable} = {...stated, template: before.template, topics: before.topics};
	const {isContentUnknown} = toEditable(listed, known);
	const isUnknown = isContentUnknown && known === undefined;
	const isCompared = !isUnknown || replacesUnknown || draftChangesBetween(before, listable).length > 0;
	const after: Draft = {
		...listable,
		...(isCompared && statesTemplate && {template: draft.template}),
		...(isCompared && statesTopics && {topics: draft.topics}),
	};
	const changes = [
		...draftChangesBetween(before, after),
		...(isUnknown && replacesUnknown && statesTemplate && draft.template === ''
			? [{field: 'template', old: 'unknown', new: ''}]
			: []),
	];
	const given = new Set([
		...(statesTemplate ? ['template' as const] : []),
		...(statesTopics ? ['topic.0' as const] : []),
	]);
	return {
		after,
		changes,
		isAssumed: isUnknown && !isCompared && (statesTemplate || statesTopics),
		isLossy: losesContent({before, isContentUnknown}, after, given),
		isRewritten: !isEqual && documentedForm({...texts, addresses}) !== documentedForm(entry.record),
	};
}

/** The pair, equal also if the notification was created with what the entry says: then the service has rewritten the text, and would do so again. */
function asSent(pair: Pair, sentAs: ComparisonOptions['sentAs']): Pair {
	const {
		entry: {record},
		listed,
		isEqual,
	} = pair;
	const created = !isEqual && rewritableForm(record) === rewritableForm(listed) ? sentAs?.(listed.id) : undefined;
	return created !== undefined && documentedForm(created) === documentedForm(record) ? {...pair, isEqual: true} : pair;
}

/** Adds members to those that are there, deeply. */
function merge(before: unknown, after: unknown): Readonly<Record<string, unknown>> {
	const [old, added] = [before, after].map(value => (isObject(value) ? value : {}));
	return {
		...old,
		...Object.fromEntries(
			Object.entries(added!).map(([name, value]) => [
				name,
				isObject(value) && isObject(old![name]) ? merge(old![name], value) : value,
			]),
		),
	};
}
