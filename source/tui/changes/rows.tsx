import {changeSigns} from '../../files/notification-file.ts';
import {maskedFields} from '../../ledger/mask.ts';
import {numberOf, type Item, type Phase} from '../../ledger/item.ts';
import {comparableAddress} from '../../notification/equivalence.ts';
import {labelled, labelledPair} from '../../notification/labels.ts';
import type {NotificationFields, Readable} from '../../notification/notification.ts';
import {itemReason, kindWords, toldKind, undoKinds, type ToldKind} from '../../notification/operation-texts.ts';
import {asListed, cellText, differences, fieldNamed, heldFields} from '../../notification/spec.ts';
import {joined, range} from '../../platform/text.ts';
import {changeSegments, type ChangeSegments} from '../../query/bulk-edit.ts';
import {sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {fit, share, truncate, truncateMiddle, truncateStart, widthOf} from '../../terminal/width.ts';
import {cellOf, columnsOf, gap as cellGap, parkedSign, sampleOf} from '../list/columns.ts';
import {countFitting, fieldGap, fitWindow, scrollStatus, sum} from '../ui/layout.ts';
import {cutTo, gap, lineOfSpans, Lines, linesOf, type Line, type Span} from '../ui/line.tsx';
import {List, rowMargin, useList, type ListRows} from '../ui/list.tsx';
import {sayItem} from '../ui/notices.ts';

/*
A row of a question, a result, a pending change, a plan or an undo: a notification in the columns of the list, and what happens to it. Draw it with `List`, or below a `Question`:

	const rows = changeRows({count: items.length, rowAt: index => itemRow(items[index]!)}, columns - 2);
	<List of={list} title={rows.title} textAt={rows.lineAt} />
*/

/** A notification, and what happens to it: not yet safe to show. */
export type Row = {
	readonly sign?: Sign | undefined;
	/** Its ID, `7 → 9` of one that was replaced, or where it stands in a file. */
	readonly id: string;
	readonly fields: NotificationFields;
	/** What changes, or another value that is of interest: in place of the recipient and the filters. */
	readonly what?: readonly ShownChange[] | string | undefined;
	/** What stands at the end of the row, and says why. */
	readonly note?: Span | undefined;
	/** Whether nothing happens to it. */
	readonly isFaint?: boolean | undefined;
};

/** The sign before a row, and what a screen reader reads for it. */
export type Sign = Span & {readonly spoken?: string};

/** The sign of each kind of change. */
export const signs: Readonly<Record<ToldKind, Sign>> = {
	create: {text: changeSigns.create, role: 'good', spoken: kindWords.create.noun},
	recreate: {text: changeSigns.create, role: 'good', spoken: kindWords.recreate.noun},
	resume: {text: changeSigns.create, role: 'good', spoken: kindWords.resume.noun},
	delete: {text: changeSigns.delete, role: 'bad', spoken: kindWords.delete.noun},
	park: {text: parkedSign, role: 'bad', spoken: kindWords.park.noun},
	replace: {text: changeSigns.replace, spoken: kindWords.replace.noun},
};

/** The sign of how far an item is. */
const phaseSigns: Partial<Readonly<Record<Phase, Sign>>> = {
	done: {text: '✓', role: 'good', spoken: 'done'},
	failed: {text: '✗', role: 'bad', spoken: 'failed'},
	unfollowed: {text: '?', role: 'warning', spoken: 'not followed'},
	planned: {text: '·', role: 'faint', spoken: 'not started'},
	'rolled-back': {text: '–', role: 'faint', spoken: 'rolled back'},
};

/** An item of a change: how far it is, its number, what it changes and, if it is done, what is said of it. Recipients are masked, as in the whole history. */
export function itemRow(item: Item): Row {
	const {kind, phase, snapshot, input, newId} = item;
	const unknown = {text: '?', role: 'warning', spoken: 'pending'} as const;
	const {text, role, spoken} = phaseSigns[phase] ?? unknown;
	const number = numberOf(item);
	return {
		sign: {text: `${text} ${number} `, role, spoken: `${spoken}, ${number}`},
		id: [snapshot?.id, newId].filter(id => id !== undefined).join(' → '),
		fields: maskedFields((input ?? snapshot?.input)!),
		what: kind === 'replace' ? changesBetween(maskedFields(heldFields(snapshot!)), maskedFields(input!)) : undefined,
		note: {text: phase === 'done' ? itemReason({...item, detail: sayItem(item)}) : '', role: 'faint'},
	};
}

/** What undoing an item does, as a row: to the notification that it created or, if it only deleted one, to that. */
export function undoRow(item: Item): Row {
	const {kind, snapshot, input, newId} = item;
	const fields = (newId === undefined ? (snapshot?.input ?? input) : (input ?? snapshot?.input))!;
	const changes = kind === 'replace' && snapshot !== undefined ? changesBetween(fields, heldFields(snapshot)) : [];
	return {
		sign: signs[undoKinds[toldKind(item)]],
		id: newId ?? snapshot?.id ?? '',
		fields,
		what: changes.length === 0 ? undefined : changes,
	};
}

/** What changes between two notifications. The case of a hexadecimal address does not count (EIP-55). */
export const changesBetween = (before: Readable, after: Readable): readonly ShownChange[] =>
	differences(before, after)
		.filter(({field, old, new: now}) => field.isHex !== true || comparableAddress(old) !== comparableAddress(now))
		.map(({field: {alias, name, label}, ...change}) => ({...change, name: alias ?? name, label}));

/** The number of rows that are measured: there may be many. */
const measured = 50;

/** The columns of the list that rows have, the most important first. */
const names = ['id', 'channel', 'user', 'recipient', 'filter', 'address'] as const;

/** How many of them say whose it is, and stay before what changes. */
const whoseNames = 3;

/** The columns beside the changes of a row from which its recipient is shown as well. */
const roomyChanges = 64;

/** The share of the columns that a note takes at most beside columns. */
const noteShare = 0.4;

/** The columns in which a change says something, and then those in which a note does. */
const leastChange = 24;
const leastNote = 12;

/** Rows in the columns of the list, at most `width` wide. One may be a line of its own between them: the head of some. */
export function changeRows(
	{count, rowAt}: {readonly count: number; readonly rowAt: (index: number) => Row | Line},
	width: number,
): ListRows {
	const sample = range(Math.min(count, measured))
		.map((index, _, {length}) => rowAt(length === 1 ? 0 : Math.round((index * (count - 1)) / (length - 1))))
		.filter(row => 'fields' in row);
	const widest = (textOf: (row: Row) => string | undefined) =>
		Math.max(0, ...sample.map(row => widthOf(textOf(row) ?? '')));
	const spaced = (columns: number, space = cellGap) => (columns === 0 ? 0 : columns + space);
	const signWidth = spaced(
		widest(({sign}) => sign?.text),
		1,
	);
	const noteWidth = (text: string) => spaced(Math.min(widthOf(text), Math.floor(width * noteShare)));
	const room = width - signWidth;
	const {columns} = columnsOf(sampleOf(sample.map(({fields, id}) => asListed(fields, id))), {names, room});
	const others = columns.filter(({field}) => field.name !== 'filter' && field.name !== 'address');
	const taken = sum(others.map(each => each.width + cellGap)) + noteWidth(' '.repeat(widest(({note}) => note?.text)));
	const beside = room - taken >= roomyChanges ? others : others.filter(({field}) => field.name !== 'recipient');
	const isChanged = sample.length > 0 && sample.every(({what}) => what !== undefined);
	const titles = (isChanged ? beside : columns).map(each => fit(each.title, each.width));

	const spansOf = ({sign, fields, id, what, note, isFaint = false}: Row): readonly Span[] => {
		const role = isFaint ? 'faint' : undefined;
		const notification = asListed(fields, id);
		const cells = (what === undefined ? columns : beside).map(each => fit(cellOf(notification, each), each.width));
		const values = cells.join(' '.repeat(cellGap));
		const reason = sanitiseCell(note?.text ?? '');
		const whatIn = (most: number): readonly Span[] =>
			typeof what === 'object'
				? changePieces(what, most)
				: [{role, text: truncate(shownValue(labelled(what ?? '')), most)}];
		const left = room - widthOf(values) - cellGap;
		const [wholeWhat, wholeNote] = [widthOfSpans(whatIn(left)), spaced(widthOf(reason))];
		const leastWhat = Math.min(wholeWhat, leastChange);
		const [forWhat = 0, forNote = 0] =
			what === undefined
				? [0, noteWidth(reason)]
				: share(left, [leastWhat, 0], [leastWhat, Math.min(wholeNote, leastNote)], [wholeWhat, wholeNote]);
		const shown = cutSpans(
			[
				{...sign, text: fit(sign?.text ?? '', signWidth)},
				{role, text: what === undefined ? values.trimEnd() : `${values}${' '.repeat(cellGap)}`},
				...(what === undefined ? [] : whatIn(forWhat)),
			],
			width - forNote,
		);
		const free = width - widthOfSpans(shown);
		const space = {text: ' '.repeat(Math.max(cellGap, free - widthOf(reason)))};
		return forNote <= cellGap ? shown : [...shown, space, {...note, text: truncate(reason, free - cellGap)}];
	};

	return {
		count,
		title: truncate(
			' '.repeat(signWidth) + [...titles, ...(isChanged ? ['CHANGE'] : [])].join(' '.repeat(cellGap)),
			width,
		),
		lineAt(index) {
			const row = rowAt(index);
			if (!('fields' in row)) {
				return row;
			}

			return {...lineOfSpans(spansOf(row)), spoken: spokenRow(row)};
		},
	};
}

/** A row as a screen reader reads it: `edit, 8, EMAIL, ops-1, Name from Hot wallet to Treasury`. */
function spokenRow({sign, id, fields, what, note}: Row): string {
	const notification = asListed(fields, id);
	const changes = typeof what === 'object' ? what : [];
	const cells = names
		.slice(0, what === undefined ? names.length : whoseNames)
		.map(name => cellText(fieldNamed(name), notification));
	const told = changes.map(each => {
		const [old, now] = labelledPair(each.old, each.new).map(text => shownValue(text));
		return `${each.label ?? each.name} from ${old} to ${now}`;
	});
	const value = typeof what === 'string' && shownValue(labelled(what));
	return sanitiseCell(joined([sign?.spoken, ...cells, value, ...told, note?.text], ', '));
}

const widthOfSpans = (spans: readonly Span[]): number => sum(spans.map(({text}) => widthOf(text)));

/** Spans in at most `width` columns. What is cut ends with `…`, also between two. */
function cutSpans(spans: readonly Span[], width: number): readonly Span[] {
	let left = width;
	return spans.flatMap((span, index) => {
		const isCut = widthOf(span.text) >= left && widthOfSpans(spans.slice(index)) > left;
		const text = isCut ? truncate(`${span.text} `, left) : span.text;
		left -= widthOf(text);
		return text === '' ? [] : [{...span, text}];
	});
}

/** The change of a field; the texts need not be safe to show, the name does. `name`: empty if it is not shown. */
export type ShownChange = {
	readonly name: string;
	/** What a screen reader reads for the name. */
	readonly label?: string;
	readonly old: string;
	readonly new: string;
};

/** The lines from which three rows stay above what is told of one, and those from which the titles stand above the rows. */
const roomForRows = 8;
const leastTitled = 4;

/** A list in `room` lines with what is told of the row under the cursor below it. `toldOf`: that, in the lines that it may take at most; of more, the last are shown. `title`: the titles of its columns. */
export function useToldList(
	keys: Parameters<typeof useList>[0],
	room: number,
	toldOf: (index: number, most: number) => readonly Line[],
	title?: string,
) {
	const list = useList(keys, room);
	const {count, selected} = list;
	const most = Math.max(0, room - Math.min(count, room < roomForRows ? 1 : 3));
	const all = count === 0 ? [] : toldOf(Math.min(selected, count - 1), most);
	const told = all.slice(Math.max(0, all.length - most));
	const isTitled = count > 0 && room - told.length > leastTitled;
	const height = Math.max(1, room - told.length - Number(isTitled && title !== undefined));
	const window = {...list, ...fitWindow(list, count, height), height};
	return {...window, told, title: isTitled ? title : undefined, status: scrollStatus(window.top, height, count)};
}

/** The whole of a line that is too long for its row, to be told below the rows in at most `most` lines. */
export const restBelow = (line: Line, columns: number, most: number): Line[] =>
	widthOf(line.text) <= columns - rowMargin ? [] : [gap, ...cutTo(linesOf(line, columns), most - 1)];

/** See `useToldList`. */
export const ToldList = ({
	of,
	textAt,
}: {
	readonly of: ReturnType<typeof useToldList>;
	readonly textAt: ListRows['lineAt'];
}) => (
	<>
		<List of={of} title={of.title} textAt={textAt} />
		<Lines lines={of.told} />
	</>
);

/** The changes of a notification on one line, each with its name and its changed part marked. What one leaves of the room goes to the others, and those without any are counted. Safe to show. */
export function changePieces(changes: readonly ShownChange[], room: number): Span[] {
	const parts = changes.map(({name, old, new: after}) => {
		const label = name === '' ? '' : `${name} `;
		const [before, now] = labelledPair(old, after).map(text => sanitiseCell(text));
		const segments = changeSegments(before!, now!);
		const whole = sum(Object.values(segments).map(text => widthOf(text))) + segmentSigns;
		return {label, segments, whole, least: Math.min(whole, leastSegments)};
	});
	const leastTexts = parts.map(({label, least}) => label + ' '.repeat(least));
	const countText = (count: number) => (count === 0 ? '' : `${fieldGap}${count} more`);
	const fitting = countFitting(leastTexts, room, fieldGap.length);
	const reserved = fitting === parts.length ? 0 : countText(parts.length).length;
	const shown = parts.slice(0, Math.max(1, countFitting(leastTexts, room - reserved, fieldGap.length)));
	const more = countText(parts.length - shown.length);
	const widths = share(
		room - widthOf(shown.map(({label}) => label).join(fieldGap) + more),
		shown.map(({least}) => least),
		shown.map(({whole}) => whole),
	);
	const spans = shown.flatMap(({label, segments}, index): Span[] => [
		{role: 'faint', text: `${index === 0 ? '' : fieldGap}${label}`},
		...segmentPieces(segments, Math.max(leastSegments, widths[index]!)),
	]);
	return [...spans, {role: 'faint', text: more}];
}

/** The signs around a changed part: `[→]`. */
const segmentSigns = 3;

/** The width in which a changed text is worth showing. */
const leastSegments = 8;

/** A changed text, `https://[old→new].example.org`, at most `columns` wide. What is the same is cut first, and of it the end last, which tells webhooks of one host apart. */
export function segmentPieces({start, old, new: changed, end}: ChangeSegments, columns: number): Span[] {
	const texts = [start, old, changed, end];
	const wholes = texts.map(text => widthOf(text));
	const [before = 0, from = 0, to = 0, after = 0] = share(columns - segmentSigns, wholes.with(0, 0).with(3, 0), wholes);
	return [
		{text: truncateStart(start, before)},
		{text: '['},
		{role: 'faint', text: truncateMiddle(old, from)},
		{text: '→'},
		{role: 'good', text: truncateMiddle(changed, to)},
		{text: ']'},
		{text: truncateMiddle(end, after)},
	];
}
