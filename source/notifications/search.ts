import {filtersSentence} from './filters.ts';
import type {ListedRecord, Notification} from './notification.ts';

/** One condition of a query. */
export type Term = {
	/** The field it has to occur in; anywhere without one. */
	readonly field: SearchField | undefined;
	/** In lower case. */
	readonly text: string;
	/** It must not occur. */
	readonly isNot: boolean;
};

const fields = {
	id: ({id}: Notification) => id,
	name: ({name}: Notification) => name,
	channel: ({channel}: Notification) => channel,
	user: ({userId}: Notification) => userId,
	recipient: ({recipient}: Notification) => recipient,
	network: ({network}: Notification) => network,
	event: ({eventType}: Notification) => eventType,
	address: ({addresses}: Notification) => addresses.join(' '),
	filter: ({filters}: Notification) => filtersSentence(filters),
} as const;

export type SearchField = keyof typeof fields;

/** Names a query can put before a colon. */
export const searchFields = Object.keys(fields) as readonly SearchField[];

/** Between two fields, so that a word cannot match across them. */
const border = '\n';

const haystacks = new WeakMap<ListedRecord, string>();

/**
Reads a query: words that must all occur, `"two words"` as one, `-word` that must not occur, `channel:email` for one field only. A prefix that is no field is plain text.
*/
export function parseQuery(query: string): Term[] {
	const words = query.toLowerCase().match(/-?(?:[a-z]{1,12}:)?(?:"[^"]*"?|[^\s"]+)/gv) ?? [];
	return words.flatMap(word => {
		const isNot = word.startsWith('-') && word.length > 1;
		const rest = isNot ? word.slice(1) : word;
		const colon = rest.indexOf(':');
		const field = searchFields.find(name => colon !== -1 && name === rest.slice(0, colon));
		const text = (field === undefined ? rest : rest.slice(colon + 1)).replaceAll('"', '');
		return text === '' ? [] : [{field, text, isNot}];
	});
}

/** Whether a record meets every term of a query. A record that cannot be read is searched in its JSON. */
export function isFound(record: ListedRecord, terms: readonly Term[]): boolean {
	return terms.every(({field, text, isNot}) => {
		const hay = field === undefined ? haystackOf(record) : fieldOf(record, field);
		return hay.includes(text) !== isNot;
	});
}

/** Whether every record that meets `next` also meets `previous`: what was found can be narrowed instead of searched anew. */
export function isNarrower(next: readonly Term[], previous: readonly Term[]): boolean {
	return previous.every(old => next.some(({field, text, isNot}) => (
		isNot === old.isNot && (old.field === undefined || old.field === field) && (isNot ? text === old.text && field === old.field : text.includes(old.text))
	)));
}

function haystackOf(record: ListedRecord): string {
	let hay = haystacks.get(record);
	if (hay === undefined) {
		hay = record.kind === 'notification'
			? searchFields.map(field => fields[field](record)).join(border).toLowerCase()
			: JSON.stringify(record.raw).toLowerCase();
		haystacks.set(record, hay);
	}

	return hay;
}

function fieldOf(record: ListedRecord, field: SearchField): string {
	return record.kind === 'notification' ? fields[field](record).toLowerCase() : '';
}
