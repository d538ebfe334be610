import {Text} from 'ink';
import {changeSegments, type ChangeSegments} from '../../query/bulk-edit.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate, truncateMiddle, truncateStart, widthOf} from '../../terminal/width.ts';
import {theme} from '../theme.ts';
import {fieldGap, share, sum} from '../ui/fit.ts';

/** A piece of a row with its style. */
export type RowPiece = {readonly role?: 'faint' | 'good' | 'bad' | 'warning' | undefined; readonly text: string};

/** Pieces side by side, without their styles on the row under the cursor. */
export function Pieces({pieces, isHere}: {readonly pieces: readonly RowPiece[]; readonly isHere: boolean}) {
	return pieces.map(({role, text}, index) => (
		<Text key={index} {...(role === undefined || isHere ? {} : theme[role])}>
			{text}
		</Text>
	));
}

export const piecesText = (pieces: readonly RowPiece[]): string => pieces.map(({text}) => text).join('');

/** The width of pieces in columns. */
export const piecesWidth = (pieces: readonly RowPiece[]): number => sum(pieces.map(({text}) => widthOf(text)));

/** What a row of changes shows, safe to show. `piecesIn`: what changes, in at most so many columns; `note`: what stands at its end, if anything does. */
type ChangeRow = {
	readonly sign: readonly RowPiece[];
	readonly id: RowPiece;
	readonly piecesIn: (room: number) => readonly RowPiece[];
	readonly note: RowPiece;
};

/** The share of the columns that a note takes at most, if the change needs the rest. */
const noteShare = 0.5;

/** A row of changes in at most `columns`, with its ID in `idWidth`. */
export function changeRow({sign, id, piecesIn, note}: ChangeRow, idWidth: number, columns: number): RowPiece[] {
	const start = [...sign, {...id, text: `${fit(truncateMiddle(id.text, idWidth), idWidth)}  `}];
	const whole = columns - piecesWidth(start);
	const noteWidth = note.text === '' ? 0 : Math.min(widthOf(note.text), Math.floor(columns * noteShare)) + 2;
	const pieces = piecesIn(Math.max(4, whole - noteWidth));
	const left = whole - piecesWidth(pieces);
	const text = truncate(note.text, left - 2);
	const gap = ' '.repeat(Math.max(2, left - widthOf(text)));
	return [...start, ...pieces, ...(note.text === '' ? [] : [{text: gap}, {...note, text}])];
}

/** The change of a field; the texts need not be safe to show, the name does. `name`: empty if it is not shown. */
export type ShownChange = {readonly name: string; readonly old: string; readonly new: string};

/** The changes of a notification on one line, each with its name and its changed part marked. What one leaves of the room goes to the others, and those without any are counted. Safe to show. `between`: the sign between the two, one column wide. */
export function changePieces(changes: readonly ShownChange[], room: number, between = '→'): RowPiece[] {
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
		...shown.flatMap(({label, segments}, index): RowPiece[] => [
			...(index === 0 ? [] : [{role: 'faint', text: fieldGap} as const]),
			...(label === '' ? [] : [{role: 'faint', text: label} as const]),
			...segmentPieces(segments, Math.max(leastSegments, widths[index]! - widthOf(label)), between),
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
export function segmentPieces(
	{start, old, new: changed, end}: ChangeSegments,
	columns: number,
	between = '→',
): RowPiece[] {
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
		{text: between},
		{role: 'good', text: to},
		{text: ']'},
		{text: truncateMiddle(end, endWidth)},
	];
}
