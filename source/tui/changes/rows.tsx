import {say} from '../../changes/say.ts';
import {changeSigns} from '../../files/notification-file.ts';
import {maskedFields} from '../../ledger/mask.ts';
import {numberOf, type Item, type Phase} from '../../ledger/item.ts';
import {comparableAddress} from '../../notification/equivalence.ts';
import type {NotificationFields, Readable} from '../../notification/notification.ts';
import {itemReason, kindWords, type OperationKind} from '../../notification/operation-texts.ts';
import {asListed, cellText, differences, fieldNamed} from '../../notification/spec.ts';
import {range} from '../../platform/text.ts';
import {changeSegments, type ChangeSegments} from '../../query/bulk-edit.ts';
import {sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {fit, truncate, truncateMiddle, truncateStart, widthOf} from '../../terminal/width.ts';
import {cellOf, columnsOf, gap, sampleOf} from '../list/columns.ts';
import {fieldGap, share, sum} from '../ui/fit.ts';
import type {Span} from '../ui/line.tsx';
import type {ListRows} from '../ui/list.tsx';

/*
A row of a question, a result, a pending change, a plan or an undo: a notification in the columns of the list, and what happens to it. Draw it with `List`, or below a `Question`:

	const rows = changeRows({count: items.length, rowAt: index => itemRow(items[index]!)}, columns - 2);
	<List of={list} title={rows.title} textAt={rows.lineAt} />
*/

/** A notification, and what happens to it: not yet safe to show. */
export type Row = {
	readonly sign?: Sign | undefined;
	/** The number of the item in history: `12.3`. */
	readonly number?: string | undefined;
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
export const signs: Readonly<Record<OperationKind, Sign>> = {
	create: {text: changeSigns.create, role: 'good', spoken: kindWords.create.noun},
	recreate: {text: changeSigns.create, role: 'good', spoken: kindWords.recreate.noun},
	delete: {text: changeSigns.delete, role: 'bad', spoken: kindWords.delete.noun},
	replace: {text: changeSigns.replace, spoken: kindWords.replace.noun},
};

/** The sign of how far an item is. */
const phaseSigns: Partial<Readonly<Record<Phase, Sign>>> = {
	done: {text: '✓', role: 'good', spoken: 'done'},
	failed: {text: '✗', role: 'bad', spoken: 'failed'},
	planned: {text: '·', role: 'faint', spoken: 'not started'},
	'rolled-back': {text: '–', role: 'faint', spoken: 'rolled back'},
};

/** An item of a change: how far it is, what it changes and, with `hasReason`, why it is not done. Recipients are masked, as in the whole history. */
export function itemRow(item: Item, hasReason = true): Row {
	const {phase, snapshot, input, newId, of} = item;
	const reason = hasReason ? itemReason({...item, detail: say(item)}) : '';
	return {
		sign: phaseSigns[phase] ?? {text: '?', role: 'warning', spoken: 'pending'},
		number: of === 1 ? undefined : numberOf(item),
		id: [snapshot?.id, newId].filter(id => id !== undefined).join(' → '),
		fields: maskedFields((input ?? snapshot?.input)!),
		what: item.kind === 'replace' ? changesBetween(maskedFields(snapshot!.input), maskedFields(input!)) : undefined,
		note: {text: reason, role: phase === 'failed' ? 'bad' : 'faint'},
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
const names = ['id', 'channel', 'user', 'recipient', 'filter'] as const;

/** The columns beside the changes of a row from which its recipient is shown as well. */
const roomyChanges = 64;

/** The share of the columns that a note takes at most. */
const noteShare = 0.4;

/** Rows in the columns of the list, at most `width` wide. */
export function changeRows(
	{count, rowAt}: {readonly count: number; readonly rowAt: (index: number) => Row},
	width: number,
): ListRows {
	const sample = range(Math.min(count, measured)).map((index, _, {length}) =>
		rowAt(length === 1 ? 0 : Math.round((index * (count - 1)) / (length - 1))),
	);
	const widthOfNote = (text: string) =>
		text === '' ? 0 : Math.min(widthOf(text), Math.floor(width * noteShare)) + gap;
	const widthFor = (space: number, textOf: (row: Row) => string | undefined) => {
		const widest = Math.max(0, ...sample.map(row => widthOf(textOf(row) ?? '')));
		return widest === 0 ? 0 : widest + space;
	};
	const signWidth = widthFor(1, ({sign}) => sign?.text);
	const numberWidth = widthFor(gap, ({number}) => number);
	const room = width - signWidth - numberWidth;
	const listed = sample.map(({fields, id}) => asListed(fields, id));
	const {columns} = columnsOf(sampleOf(listed), {names, room});
	const others = columns.filter(({field}) => field.name !== 'filter');
	const noted = Math.max(0, ...sample.map(({note}) => widthOfNote(note?.text ?? '')));
	const isRoomy = room - noted - sum(others.map(each => each.width + gap)) >= roomyChanges;
	const left = isRoomy ? others : others.filter(({field}) => field.name !== 'recipient');
	const isChanged = sample.length > 0 && sample.every(({what}) => what !== undefined);
	const titled = [
		...(isChanged ? left : columns).map(each => fit(each.title, each.width)),
		...(isChanged ? ['CHANGE'] : []),
	];

	const spansOf = ({sign, number = '', fields, id, what, note, isFaint = false}: Row): readonly Span[] => {
		const role = isFaint ? 'faint' : undefined;
		const notification = asListed(fields, id);
		const cells = (what === undefined ? columns : left).map(column => fit(cellOf(notification, column), column.width));
		const reason = sanitiseCell(note?.text ?? '');
		const noteWidth = widthOfNote(reason);
		const start: readonly Span[] = [
			{...sign, text: fit(sign?.text ?? '', signWidth)},
			{role: 'faint', text: fit(number, numberWidth)},
		];
		const values = cells.join(' '.repeat(gap));
		const rest = room - noteWidth - widthOf(values) - gap;
		const shown = cutSpans(
			what === undefined
				? [...start, {role, text: values.trimEnd()}]
				: [
						...start,
						{role, text: `${values}${' '.repeat(gap)}`},
						...whatSpans(what, Math.max(leastSegments, rest), role),
					],
			width - noteWidth,
		);
		const free = width - spansWidth(shown);
		return reason === ''
			? shown
			: [
					...shown,
					{text: ' '.repeat(Math.max(gap, free - widthOf(reason)))},
					{...note, text: truncate(reason, free - gap)},
				];
	};

	return {
		count,
		title: truncate(`${' '.repeat(signWidth + numberWidth)}${titled.join(' '.repeat(gap))}`, width),
		lineAt(index) {
			const row = rowAt(index);
			const spans = spansOf(row);
			return {text: spans.map(({text}) => text).join(''), spans, spoken: spokenRow(row)};
		},
	};
}

/** What stands in place of the recipient and the filters. */
const whatSpans = (what: NonNullable<Row['what']>, room: number, role: 'faint' | undefined): readonly Span[] =>
	typeof what === 'string' ? [{role, text: truncate(shownValue(what), room)}] : changePieces(what, room);

/** A row as a screen reader reads it: `edit, 8, EMAIL, ops-1, Name from Hot wallet to Treasury`. */
function spokenRow({sign, number, id, fields, what, note}: Row): string {
	const notification = asListed(fields, id);
	const [whose, told] = [['id', 'channel', 'user'] as const, ['recipient', 'filter'] as const].map(each =>
		each.map(name => cellText(fieldNamed(name), notification)),
	) as [string[], string[]];
	const changes =
		typeof what === 'string'
			? [shownValue(what)]
			: what?.map(({label, name, old, new: now}) => `${label ?? name} from ${shownValue(old)} to ${shownValue(now)}`);
	return [sign?.spoken, number, ...whose, ...(changes ?? told), note?.text]
		.filter(text => text !== undefined && text !== '')
		.map(text => sanitiseCell(text!))
		.join(', ');
}

/** Spans in at most `width` columns. */
function cutSpans(spans: readonly Span[], width: number): readonly Span[] {
	let left = width;
	return spans.flatMap(span => {
		const text = truncate(span.text, Math.max(0, left));
		left -= widthOf(text);
		return text === '' ? [] : [{...span, text}];
	});
}

const spansWidth = (spans: readonly Span[]): number => sum(spans.map(({text}) => widthOf(text)));

/** The change of a field; the texts need not be safe to show, the name does. `name`: empty if it is not shown. */
export type ShownChange = {
	readonly name: string;
	/** What a screen reader reads for the name. */
	readonly label?: string;
	readonly old: string;
	readonly new: string;
};

/** The changes of a notification on one line, each with its name and its changed part marked. What one leaves of the room goes to the others, and those without any are counted. Safe to show. */
export function changePieces(changes: readonly ShownChange[], room: number): Span[] {
	const parts = changes.map(({name, old, new: after}) => {
		const label = name === '' ? '' : `${name} `;
		const segments = changeSegments(sanitiseCell(old), sanitiseCell(after));
		const {start, old: from, new: to, end} = segments;
		const whole = widthOf(label) + widthOf(start) + widthOf(from) + widthOf(to) + widthOf(end) + segmentSigns;
		return {label, segments, whole, least: Math.min(whole, widthOf(label) + leastSegments)};
	});
	const others = (count: number) => (count === 0 ? '' : `${fieldGap}${count} more`);
	const gaps = (count: number) => fieldGap.length * (count - 1);
	let count = parts.length;
	while (
		count > 1 &&
		sum(parts.slice(0, count).map(({least}) => least)) + gaps(count) + others(parts.length - count).length > room
	) {
		count--;
	}

	const rest = others(parts.length - count);
	const shown = parts.slice(0, count);
	const widths = share(
		room - rest.length - gaps(count),
		shown.map(({least}) => least),
		shown.map(({whole}) => whole),
	);
	return [
		...shown.flatMap(({label, segments}, index): Span[] => [
			...(index === 0 ? [] : [{role: 'faint', text: fieldGap} as const]),
			...(label === '' ? [] : [{role: 'faint', text: label} as const]),
			...segmentPieces(segments, Math.max(leastSegments, widths[index]! - widthOf(label))),
		]),
		...(rest === '' ? [] : [{role: 'faint', text: rest} as const]),
	];
}

/** The signs around a changed part: `[→]`. */
const segmentSigns = 3;

/** The width in which a changed text is worth showing. */
const leastSegments = 8;

/** The share of the columns that the changed part takes at most, if the rest does not fit as well. */
const changeShare = 0.75;

/** A changed text, `https://[old→new].example.org`, at most `columns` wide. What is the same is cut first. Its end stays, which tells webhooks of one host apart. */
export function segmentPieces({start, old, new: changed, end}: ChangeSegments, columns: number): Span[] {
	const isLong = widthOf(start) + widthOf(old) + widthOf(changed) + widthOf(end) + segmentSigns > columns;
	const both = Math.max(
		4,
		Math.max(Math.floor(columns * changeShare), columns - widthOf(start) - widthOf(end)) - segmentSigns,
	);
	// The shorter of the two is shown whole, if it takes less than half.
	const oldWidth = Math.max(Math.floor(both / 2), both - widthOf(changed));
	const from = isLong ? truncateMiddle(old, oldWidth) : old;
	const to = isLong ? truncateMiddle(changed, both - widthOf(from)) : changed;
	const left = Math.max(0, columns - segmentSigns - widthOf(from) - widthOf(to));
	const endWidth = Math.min(widthOf(end), Math.max(Math.floor(left / 2), left - widthOf(start)));
	return [
		{text: truncateStart(start, left - endWidth)},
		{text: '['},
		{role: 'faint', text: from},
		{text: '→'},
		{role: 'good', text: to},
		{text: ']'},
		{text: truncateMiddle(end, endWidth)},
	];
}
