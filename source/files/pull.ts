import {
	isMap,
	isNode,
	isScalar,
	isSeq,
	parseAllDocuments,
	parseDocument,
	stringify,
	type Node,
	type YAMLMap,
	type YAMLSeq,
} from 'yaml';
import {printFilters} from '../notification/filter-line.ts';
import type {NotificationFields, Unlisted} from '../notification/notification.ts';
import {bodyShape, detailsName, type Shape} from '../notification/spec.ts';
import {isObject, member, plainValue, type JsonObject} from '../platform/json.ts';
import {safeJson, sanitiseCell} from '../terminal/sanitise.ts';
import {toEntry, toListedEntry} from './export.ts';
import {BodiesError, changeLine, type FileEntry, type Mistake, type NotificationFile} from './notification-file.ts';
import {
	planFiles,
	type AccountState,
	type BlockedByChange,
	type FileChange,
	type FilePlan,
	type Planning,
} from './plan.ts';
import {readFile, type FileReading} from './read-file.ts';
import type {ReferenceSources} from './find-files.ts';

/** A file to write the account into. */
type PullRequest = {
	readonly text: string;
	readonly file: NotificationFile;
	readonly sources: ReferenceSources;
	/** The entries that are known to describe a notification, with its ID. */
	readonly linked: ReadonlyMap<FileEntry, string>;
	/** Whether another file has a notification, by its ID: then it is not added to this one. */
	readonly isElsewhere: (id: string) => boolean;
};

/** The effect of a pull on a file. */
export type Pulling =
	| {readonly kind: 'mistakes'; readonly mistakes: readonly Mistake[]}
	/** The form of the file cannot be edited. */
	| {readonly kind: 'impossible'}
	/** `pending`: the changes because of which entries stay as they are. */
	| {readonly kind: 'unchanged'; readonly pending: readonly BlockedByChange[]}
	| {
			readonly kind: 'changed';
			readonly pending: readonly BlockedByChange[];
			/** The changes, safe to show: of each its line, which begins with `~`, `-` or `+`, and indented ones. */
			readonly lines: readonly string[];
			/** The file as it is then, with its text and its plan. */
			readonly text: string;
			readonly file: NotificationFile;
			readonly plan: FilePlan;
	  };

/** Edits the text of a file so that it says what the account is, apart from what is parked: that is for the operator to say. It is used only if the file needs no change afterwards. */
export function pullFile({text, file, sources, linked, isElsewhere}: PullRequest, account: AccountState): Pulling {
	const planOf = (read: NotificationFile): Planning => {
		const planned = planFiles([read], account, {linked, isElsewhere, prune: false, acceptUnknownTemplate: false});
		return planned.ok
			? {...planned, plan: {...planned.plan, changes: planned.plan.changes.filter(({pause}) => pause === undefined)}}
			: planned;
	};

	const planning = planOf(file);
	if (!planning.ok) {
		return {kind: 'mistakes', mistakes: planning.mistakes};
	}

	const {pending} = planning.plan;
	const lines = pullLines(planning.plan);
	if (lines.length === 0) {
		return {kind: 'unchanged', pending};
	}

	const pulled = pullInto(text, file.entries, planning.plan, account.sent);
	const reading = pulled === undefined ? undefined : readAgain(pulled, file.name, sources);
	const again = reading?.mistakes.length === 0 ? planOf(reading.file) : undefined;
	return again?.ok !== true || pullLines(again.plan).length > 0
		? {kind: 'impossible'}
		: {kind: 'changed', pending, lines, text: pulled!, file: reading!.file, plan: again.plan};
}

/** Reads the text of an edited file; undefined if it became too large. */
function readAgain(...file: readonly [text: string, name: string, sources: ReferenceSources]): FileReading | undefined {
	try {
		return readFile(...file);
	} catch (error) {
		if (error instanceof BodiesError) {
			return undefined;
		}

		throw error;
	}
}

/** The changes of a file, in lines that are safe to show. */
function pullLines({changes, unmanaged}: FilePlan): string[] {
	return [
		...changes.flatMap(({kind, place, of, asked, changes: members = []}) => [
			`${kind === 'create' ? '-' : '~'} ${headOf([`line ${place!.line}`, of?.id ?? ''], asked!.entry.record)}`,
			// The account is what will be.
			...members.map(each => changeLine({...each, old: each.new, new: each.old})),
		]),
		...unmanaged.map(record => `+ ${headOf([record.id], record)}`),
	];
}

/** What a row is about: `where` it is, in the file and in the account, its name, its user and its channel. */
const headOf = (
	where: readonly string[],
	{name, userId, channel}: Pick<NotificationFields, 'name' | 'userId' | 'channel'>,
): string =>
	[...where, name, userId, channel]
		.filter(text => text !== '')
		.map(text => sanitiseCell(text))
		.join('  ');

/**
Edits the text of a file so that the account is its content. Comments, the order of entries and what did not change stay as they are.

@param source - The text that the entries were read from.
@param entries - The entries of the file, in its order.
@param plan - What applying the file would change, without pruning.
@param sent - Returns the template and topics of an ID, as far as they are known: listings never have them.
@returns Its text then; undefined if its form cannot be edited.
*/
export function pullInto(
	source: string,
	entries: readonly FileEntry[],
	{changes: planned, unmanaged}: FilePlan,
	sent: (id: string) => Unlisted | undefined,
): string | undefined {
	// A byte order mark is not a column.
	const [mark, text] = source.startsWith('\uFEFF') ? ['\uFEFF', source.slice(1)] : ['', source];
	const list = listIn(text);
	if (list?.items.length !== entries.length) {
		return undefined;
	}

	const edits: TextEdit[] = [];
	const indexes = new Map(entries.map((entry, index) => [entry, index]));
	const gone = new Set(planned.flatMap(({kind, asked}) => (kind === 'create' ? [indexes.get(asked!.entry)!] : [])));
	for (const change of planned.filter(each => each.kind === 'replace')) {
		const node = list.items[indexes.get(change.asked!.entry)!]!;
		const edit = isMap(node) ? editEntry(text, node, change, sent(change.of.id)) : undefined;
		if (edit === undefined) {
			return undefined;
		}

		edits.push(edit);
	}

	const added = unmanaged.map(found => toListedEntry(found, sent(found.id)));
	// The list is edited after its entries, because brackets around them are written as a whole.
	const edited = applyEdits(text, edits);
	const editedList = listIn(edited);
	return editedList && mark + applyEdits(edited, editList(edited, editedList, gone, added));
}

/** The list of notifications in a text of one document; undefined if there is none. One with an object a line is no document. */
function listIn(text: string): YAMLSeq<Node> | undefined {
	const documents = parseAllDocuments(text, {schema: 'failsafe', uniqueKeys: false});
	const [document] = Array.isArray(documents) ? documents : [];
	if (document === undefined || documents.length > 1 || document.errors.length > 0) {
		return undefined;
	}

	const {contents} = document;
	const list = isMap(contents) ? pairOf(contents, 'notifications')?.value : contents;
	return isSeq<Node>(list) ? list : undefined;
}

/** The member of a mapping with a name. */
const pairOf = ({items}: YAMLMap, name: string) =>
	items.find(({key}) => isScalar(key) && key.source === name) as
		| {readonly key: Node; readonly value: Node | null}
		| undefined;

/** A part of a text to replace. */
type TextEdit = {readonly start: number; readonly end: number; readonly by: string};

/** Whether a value is written on lines of its own: a block of text, or a collection without brackets. */
const isBlock = (node: Node | null): boolean =>
	isMap(node) || isSeq(node) ? node.flow !== true : isScalar(node) && node.type?.startsWith('BLOCK') === true;

/** The offset at which a value begins. */
const startOf = (node: Node): number => node.range![0];

/** The offset after a value. */
function endOf(node: Node): number {
	let last: unknown;
	if (isBlock(node) && isMap(node)) {
		const pair = node.items.at(-1);
		last = pair?.value ?? pair?.key;
	} else if (isBlock(node) && isSeq(node)) {
		last = node.items.at(-1);
	}

	return last === undefined ? node.range![1] : endOf(last as Node);
}

/** Writes an entry again with members as the account has them, and with its comments: filters, addresses and topics as a whole. Undefined if it cannot be read by itself, as with an alias. */
function editEntry(
	text: string,
	node: YAMLMap,
	{of, changes}: Extract<FileChange, {readonly kind: 'replace'}>,
	sent: Unlisted | undefined,
): TextEdit | undefined {
	const wanted = toEntry(of, sent);
	const line = printFilters(of.filters);
	const [start, end] = [startOf(node), endOf(node)];
	const indent = indentOf(text, start);
	const written = text.slice(start, end);
	const document = parseDocument(indent + written, {schema: 'failsafe'});
	const filters = document.getIn([detailsName, 'filters'], true);
	const isLine = line !== '' && isScalar(filters) && filters.source !== '';
	if (document.errors.length > 0) {
		return undefined;
	}

	for (const {field} of changes) {
		const path = field.split('.', field.startsWith(detailsName) ? 2 : 1);
		const inner = path.reduce<unknown>((value, name) => member(value, name), wanted);
		const value = path[1] === 'filters' && isLine ? line : inner;
		// A documented text or list is emptied, because the defaults may have it.
		const {kind} = path.reduce<Shape | undefined>((shape, name) => shape?.members?.[name], bodyShape) ?? {};
		const empty = kind === 'list' ? [] : undefined;
		const said = value ?? (kind === 'text' ? '' : empty);
		if (said === undefined) {
			document.deleteIn(path);
			continue;
		}

		const present = document.getIn(path, true);
		const {contents} = parseDocument<Node>(inlineYaml(said), {schema: 'failsafe'});
		contents!.comment = isNode(present) ? (present.comment ?? null) : null;
		document.setIn(path, contents);
	}

	const by = document.toString({lineWidth: 0, flowCollectionPadding: false}).trimEnd();
	return {start, end, by: by.replaceAll(/\n(?=.)/gv, `\n${indent}`) + (written.endsWith('\n') ? '\n' : '')};
}

/** Removes items from the list, by their indexes, and appends others. */
function editList(
	text: string,
	list: YAMLSeq<Node>,
	gone: ReadonlySet<number>,
	added: readonly JsonObject[],
): TextEdit[] {
	if (gone.size === 0 && added.length === 0) {
		return [];
	}

	const [start, end] = [startOf(list), endOf(list)];
	if (!isBlock(list)) {
		const kept = list.items
			.filter((_item, index) => !gone.has(index))
			.map(item => text.slice(startOf(item), endOf(item)));
		const all = [...kept, ...added.map(entry => inlineYaml(entry))];
		let by = all.length === 0 ? '[]' : `[\n${all.map(item => `  ${item}`).join(',\n')}\n ]`;
		// A list that is empty in a file of lines gets lines, too.
		if (kept.length === 0 && added.length > 0 && !/^\s*[\[\{]/v.test(text)) {
			by = `\n${added
				.map(entry => blockItem(entry, ''))
				.join('')
				.trimEnd()}`;
		}

		return [{start, end, by}];
	}

	const indent = indentOf(text, start);
	const removals = list.items
		.filter((_item, index) => gone.has(index))
		.map(item => ({
			start: withCommentsAbove(text, lineStart(text, text.lastIndexOf('-', startOf(item) - 1))),
			end: withCommentsBelow(text, afterLine(text, endOf(item)), indent),
			by: '',
		}));
	const after = afterLine(text, end);
	const isEmptied = gone.size === list.items.length && added.length === 0;
	// Unlike a list in lines, brackets must stand further in than the member that has them.
	const appended = isEmptied
		? `${indent === '' ? ' ' : indent}[]\n`
		: added.map(entry => blockItem(entry, indent)).join('');
	return [
		...removals,
		{start: after, end: after, by: `${appended !== '' && text[after - 1] !== '\n' ? '\n' : ''}${appended}`},
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
	const comments = new RegExp(String.raw`(?:${indent} +#[^\n]*\n?)*`, 'vy');
	comments.lastIndex = end;
	return end + comments.exec(text)![0].length;
}

const isComment = /^ *#/v;

/** The offset after the line that a range ends on. */
function afterLine(text: string, end: number): number {
	const found = text.indexOf('\n', Math.max(0, end - 1));
	return found === -1 ? text.length : found + 1;
}

/** An entry as an item of a block list. */
function blockItem(entry: JsonObject, indent: string): string {
	const lines = Object.entries(entry).flatMap(([name, value]) =>
		name === detailsName && isObject(value)
			? [`${name}:`, ...Object.entries(value).map(([inner, each]) => `  ${inlineYaml(inner)}: ${inlineYaml(each)}`)]
			: [`${inlineYaml(name)}: ${inlineYaml(value)}`],
	);
	return lines.map((line, index) => `${indent}${index === 0 ? '- ' : '  '}${line}\n`).join('');
}

/** Applies edits, which must not overlap, with the line ends of the text. */
function applyEdits(text: string, edits: readonly TextEdit[]): string {
	const newLine = /\r?\n/v.exec(text)?.[0] ?? '\n';
	let edited = text;
	for (const {start, end, by} of edits.toSorted((a, b) => (b.start === a.start ? b.end - a.end : b.start - a.start))) {
		edited = edited.slice(0, start) + by.replaceAll('\n', newLine) + edited.slice(end);
	}

	return edited;
}

/** A value as YAML on one line. With a line end, or a character that YAML does not allow or a terminal would interpret, it is written as JSON, with escapes. */
function inlineYaml(value: unknown): string {
	const json = JSON.stringify(value);
	const escaped = safeJson(json);
	return escaped === json && !/\\[nru]/v.test(json)
		? stringify(plainValue(value), {collectionStyle: 'flow', lineWidth: 0}).trimEnd()
		: escaped;
}

/** The offset of the beginning of the line of an offset. */
const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** The white space before the first character of an item or a member of a block. */
const indentOf = (text: string, offset: number): string => ' '.repeat(offset - lineStart(text, offset));
