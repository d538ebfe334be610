import {changeSegments} from '../../domain/bulk-edit/change-segments.ts';
import {lineText} from '../../files/notification-file.ts';
import {sanitise, sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {widthOf, wrap} from '../../terminal/width.ts';
import {segmentPieces, type ShownChange} from '../bulk-edit/edit-row.ts';
import {fitWidths} from '../list/fit-widths.ts';
import {cutTo, messages, type Message} from '../shared/message.ts';
import {objectLines} from '../shared/object-lines.ts';
import {shownChanges, type PlanRow} from './file-plan-rows.ts';
import {warningText} from './file-plan-texts.ts';

/** The height of a body from which the row under the cursor is told below the rows, and from which a line with its place is above that. */
const detailFrom = 6;
const titleFrom = 10;

/** The share of the lines that the row under the cursor takes, and its lines at most. Where all rows fit, it takes what they leave. */
const detailShare = 0.3;
const mostLines = 9;

/** The number of lines for the row under the cursor, with its title. `above`: the lines above the rows. */
export function detailHeight(rows: number, above: number, count: number): number {
	if (rows < detailFrom || count === 0) {
		return 0;
	}

	return rows < titleFrom ? 2 : Math.max(Math.min(Math.floor(rows * detailShare), mostLines), rows - above - count);
}

/** What stands in the rule above the row under the cursor: its line in the file, or its ID; undefined if there is no room for it. */
export function detailTitle(row: PlanRow, rows: number): string | undefined {
	if (rows < titleFrom || row.kind === 'fold') {
		return undefined;
	}

	return row.kind === 'change'
		? sanitise(row.change.place === undefined ? row.change.of.id : lineText(row.change.place))
		: sanitise(row.notification.id);
}

/** The row under the cursor as a whole, in lines below the rows: all that changes or the notification, and its warnings. */
export function rowDetail(row: PlanRow, columns: number, height: number): Message[] {
	if (height < 1 || row.kind === 'fold') {
		return [];
	}

	if (row.kind !== 'change') {
		return cutTo(objectLines(row.notification, columns, height), height);
	}

	const {change} = row;
	const warnings = cutTo(
		row.warnings.flatMap(warning => messages('warning', `! ${warningText(warning)}`, columns)),
		Math.ceil(height / 2),
	);
	const room = Math.max(1, height - warnings.length);
	const told =
		change.kind === 'replace'
			? changeLines(shownChanges(change), columns, room)
			: objectLines(change.kind === 'create' ? change.input : change.of, columns, room);
	return cutTo([...cutTo(told, room), ...warnings], height);
}

/** All that changes in a notification. Long values that differ in a part show that part, and as much of the rest as there is room for. */
function changeLines(changes: readonly ShownChange[], columns: number, height: number): Message[] {
	const parts = changes.map(({name, old, new: after}) => {
		const label = `${name}: `;
		const width = Math.max(leastWidth, columns - 2 - widthOf(label));
		const text = `${shownValue(old)} → ${shownValue(after)}`;
		const isShort = widthOf(text) <= width;
		const segments = changeSegments(sanitiseCell(old), sanitiseCell(after));
		const whole = Object.values(segments).join('');
		// A line that ends before a word leaves room empty.
		const slack = whole.includes(' ') ? Math.floor(width / 2) : 0;
		return {
			label,
			width,
			text,
			segments,
			isShort,
			slack,
			lines: isShort ? 1 : Math.ceil((widthOf(whole) + segmentSigns + slack) / width),
		};
	});
	const lines = fitWidths(
		parts.map(({lines: whole}) => ({least: 1, distinct: whole, common: whole, whole})),
		height,
	);
	return parts.flatMap(({label, width, text, segments, isShort, slack}, index) => {
		const count = Math.max(1, lines[index]!);
		const told = isShort
			? text
			: segmentPieces(segments, count * width - (count > 1 ? slack : 0))
					.map(piece => piece.text)
					.join('');
		const indent = ' '.repeat(widthOf(label));
		return wrap(told, width)
			.slice(0, count)
			.map((line, at): Message => ({tone: 'plain', text: ` ${at === 0 ? label : indent}${line}`}));
	});
}

/** The least width of a value. A name that leaves less is cut with its line. */
const leastWidth = 8;

/** The width of the signs around what differs: `[→]`. */
const segmentSigns = 3;
