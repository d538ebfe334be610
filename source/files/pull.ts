import {memberOf, YamlError, type YamlMapping, type YamlSequence} from '../api/bodies/yaml-node.ts';
import {parseYaml} from '../api/bodies/yaml-tree.ts';
import type {KnownUnlisted} from '../domain/draft/edit.ts';
import {documented} from '../domain/undocumented.ts';
import {isObject, member, type JsonObject} from '../platform/json.ts';
import {toEntry, toListedEntry} from './export.ts';
import type {FileEntry} from './notification-file.ts';
import type {FilePlan} from './plan.ts';
import {applyEdits, indentOf, inlineYaml, isFlow, lineEnd, lineStart, rangeOf, type TextEdit} from './text-edits.ts';

/** A file edited so that it says what the account is; undefined if its form cannot be edited. */
export type Pulled = {
	readonly text: string;
	readonly changed: number;
	readonly removed: number;
	readonly added: number;
};

/** The members of `event_details` that are written as a whole. */
const wholeDetails: ReadonlySet<string> = new Set(['addresses', 'filters', 'graphql']);

/**
Edits the text of a file so that the account is its content. Comments, the order of entries and what did not change stay as they are.

@param text - The text that the entries were read from.
@param entries - The entries of the file, in its order.
@param plan - What applying the file would change, without pruning.
@param sent - Returns the template and topics of an ID, as far as they are known: listings never have them.
*/
export function pullInto(
	text: string,
	entries: readonly FileEntry[],
	{items, unmanaged}: Pick<FilePlan, 'items' | 'unmanaged'>,
	sent: (id: string) => KnownUnlisted | undefined,
): Pulled | undefined {
	const list = listIn(text);
	if (list?.items.length !== entries.length) {
		return undefined;
	}

	const edits: TextEdit[] = [];
	const indexes = new Map(entries.map((entry, index) => [entry, index]));
	const gone = new Set(items.flatMap(item => (item.kind === 'create' ? [indexes.get(item.entry)!] : [])));
	const replaced = items.flatMap(item => (item.kind === 'replace' ? [item] : []));
	for (const {entry, listed, changes} of replaced) {
		const node = list.items[indexes.get(entry)!]!;
		if (node.kind !== 'mapping') {
			return undefined;
		}

		edits.push(
			...editEntry(text, node, toEntry(listed, sent(listed.id)), new Set(changes.map(({field}) => slotOf(field)))),
		);
	}

	const added = unmanaged.map(found => toListedEntry(found, sent(found.id)));
	// The list is edited after its entries, because brackets around them are written as a whole.
	const lineEndOfText = /\r?\n/v.exec(text)?.[0] ?? '\n';
	const apply = (before: string, changes: readonly TextEdit[]) =>
		applyEdits(
			before,
			changes.map(edit => ({...edit, by: edit.by.replaceAll('\n', lineEndOfText)})),
		);
	const edited = apply(text, edits);
	const editedList = listIn(edited);
	return (
		editedList && {
			text: apply(edited, editList(edited, editedList, gone, added)),
			changed: replaced.length,
			removed: gone.size,
			added: added.length,
		}
	);
}

/** The list of notifications in a text of one document; undefined if there is none. */
function listIn(text: string): YamlSequence | undefined {
	const [root, ...others] = documentsIn(text);
	const list = root?.kind === 'sequence' ? root : memberOf(root, 'notifications');
	return others.length === 0 && list?.kind === 'sequence' ? list : undefined;
}

/** The documents of a text. It was read before, so that it is no larger than a file may be; one with an object a line is not YAML. */
function documentsIn(text: string): ReturnType<typeof parseYaml> {
	try {
		return parseYaml(text, {limit: Infinity});
	} catch (error) {
		if (error instanceof YamlError) {
			return [];
		}

		throw error;
	}
}

/** The member that is written when a field changes: filters, addresses and topics as a whole. */
function slotOf(field: string): string {
	const [first, second] = field.split('.');
	return first !== 'event_details' || second === undefined ? first! : `event_details.${second}`;
}

/** Writes members of an entry as the account has them. */
function editEntry(text: string, node: YamlMapping, wanted: JsonObject, slots: ReadonlySet<string>): TextEdit[] {
	const details = memberOf(node, 'event_details');
	const inner = slots
		.values()
		.filter(slot => slot.startsWith('event_details.'))
		.map(slot => slot.slice('event_details.'.length))
		.toArray();
	const outer = slots
		.values()
		.filter(slot => !slot.startsWith('event_details.'))
		.toArray();
	if (details?.kind !== 'mapping' && inner.length > 0) {
		return [
			...outer.flatMap(name => setMember(text, node, name, wanted[name], documented.record.has(name))),
			...addMember(
				text,
				node,
				'event_details',
				Object.fromEntries(inner.map(name => [name, member(wanted.event_details, name)])),
			),
		];
	}

	return [
		...outer.flatMap(name => setMember(text, node, name, wanted[name], documented.record.has(name))),
		...inner.flatMap(name =>
			setMember(
				text,
				details as YamlMapping,
				name,
				member(wanted.event_details, name),
				!wholeDetails.has(name) && documented.details.has(name),
			),
		),
	];
}

/** Writes one member, or removes it if the account has none. `isText`: one that is documented is emptied instead, because the defaults may have it. */
function setMember(text: string, node: YamlMapping, name: string, value: unknown, isText: boolean): TextEdit[] {
	const wanted = value ?? (isText ? '' : wholeDetails.has(name) && name !== 'graphql' ? [] : undefined);
	const index = node.members.findIndex(({key}) => key.text === name);
	if (index === -1) {
		return wanted === undefined ? [] : addMember(text, node, name, wanted);
	}

	const {key, value: present} = node.members[index]!;
	const range = rangeOf(text, present);
	const end = range?.end ?? present.end;
	if (wanted === undefined) {
		return [
			isFlow(text, node)
				? {start: key.start, end: afterComma(text, end), by: ''}
				: {start: lineStart(text, key.start), end: afterLine(text, end), by: ''},
		];
	}

	const isOnOneLine = range !== undefined && (present.kind === 'scalar' || isFlow(text, present));
	// A value on several lines is written again from the colon on.
	const start = isOnOneLine ? range.start : text.indexOf(':', key.end) + 1;
	return [
		{start, end, by: `${text[start - 1] === ':' ? ' ' : ''}${inlineYaml(wanted)}${text[end - 1] === '\n' ? '\n' : ''}`},
	];
}

function addMember(text: string, node: YamlMapping, name: string, value: unknown): TextEdit[] {
	const said = `${inlineYaml(name)}: ${inlineYaml(value)}`;
	const range = rangeOf(text, node)!;
	if (isFlow(text, node)) {
		return [{start: range.end - 1, end: range.end - 1, by: `${node.members.length === 0 ? '' : ', '}${said}`}];
	}

	// Before the first member, which may stand after the dash of its item.
	const first = node.members[0]!.key.start;
	return [{start: first, end: first, by: `${said}\n${indentOf(text, first)}`}];
}

/** Removes items from the list, by their indexes, and appends others. */
function editList(
	text: string,
	list: YamlSequence,
	gone: ReadonlySet<number>,
	added: readonly JsonObject[],
): TextEdit[] {
	const range = rangeOf(text, list)!;
	if (isFlow(text, list)) {
		if (gone.size === 0 && added.length === 0) {
			return [];
		}

		const kept = list.items
			.filter((_item, index) => !gone.has(index))
			.map(item => {
				const {start, end} = rangeOf(text, item)!;
				return text.slice(start, end);
			});
		if (kept.length === 0 && !/^[\s\uFEFF]*[\[\{]/v.test(text)) {
			// A list that is empty in a file of lines gets lines, too.
			return [
				{
					...range,
					by:
						added.length === 0
							? '[]'
							: `\n${added
									.map(entry => blockItem(entry, ''))
									.join('')
									.trimEnd()}`,
				},
			];
		}

		const all = [...kept, ...added.map(entry => inlineYaml(entry))];
		return [{...range, by: all.length === 0 ? '[]' : `[\n${all.map(item => `  ${item}`).join(',\n')}\n ]`}];
	}

	const indent = indentOf(text, list.start);
	const removals = list.items.flatMap((item, index) => {
		const start = lineStart(text, dashBefore(text, item.start));
		return gone.has(index)
			? [
					{
						start: withCommentsAbove(text, start),
						end: withCommentsBelow(text, afterLine(text, rangeOf(text, item)?.end ?? item.end), indent),
						by: '',
					},
				]
			: [];
	});
	const last = list.items.at(-1);
	const end = afterLine(text, last === undefined ? list.end : (rangeOf(text, last)?.end ?? last.end));
	const appended = added.map(entry => blockItem(entry, indent)).join('');
	const isEmptied = gone.size === list.items.length && added.length === 0;
	return [
		...removals,
		...(appended === '' && !isEmptied
			? []
			: [{start: end, end, by: `${text[end - 1] === '\n' ? '' : '\n'}${isEmptied ? `${indent}[]\n` : appended}`}]),
	];
}

/** The beginning of the comments that stand right above a line. */
function withCommentsAbove(text: string, start: number): number {
	let from = start;
	while (from > 0 && isComment.test(text.slice(lineStart(text, from - 1), from))) {
		from = lineStart(text, from - 1);
	}

	return from;
}

/** The end of the comments that stand right below an item, further in than its dash. */
function withCommentsBelow(text: string, end: number, indent: string): number {
	let to = end;
	while (to < text.length && text.startsWith(`${indent} `, to) && isComment.test(text.slice(to, lineEnd(text, to)))) {
		to = afterLine(text, to + 1);
	}

	return to;
}

const isComment = /^ *#/v;

/** The offset after the line that a range ends on. */
const afterLine = (text: string, end: number): number => Math.min(lineEnd(text, Math.max(0, end - 1)) + 1, text.length);

/** The offset after the comma that follows a member in brackets, if there is one. */
const afterComma = (text: string, end: number): number => end + (/^\s*,\s*/v.exec(text.slice(end))?.[0].length ?? 0);

/** The offset of the dash of an item. */
const dashBefore = (text: string, start: number): number => text.lastIndexOf('-', start - 1);

/** An entry as an item of a block list. */
function blockItem(entry: JsonObject, indent: string): string {
	const lines = Object.entries(entry).flatMap(([name, value]) =>
		name === 'event_details' && isObject(value)
			? [`${name}:`, ...Object.entries(value).map(([inner, each]) => `  ${inlineYaml(inner)}: ${inlineYaml(each)}`)]
			: [`${inlineYaml(name)}: ${inlineYaml(value)}`],
	);
	return lines.map((line, index) => `${indent}${index === 0 ? '- ' : '  '}${line}\n`).join('');
}
