import {Box, Text} from 'ink';
import type {MemberChange} from '../../api/draft-changes.ts';
import {changeSegments} from '../../domain/bulk-edit/change-segments.ts';
import {nameOfField, parseFieldName} from '../../domain/draft/field-path.ts';
import {filtersText} from '../../domain/filters/sentence.ts';
import type {Notification} from '../../domain/notification.ts';
import {partSpec, rowOf} from '../../domain/spec.ts';
import {
	blockedText,
	type BlockedByChange,
	assumedEqualTexts,
	countText,
	losingTexts,
	namedIds,
	notInText,
	notReplacedTexts,
	repeatedTexts,
	rewrittenTexts,
	similarText,
	unknownTexts,
	type PlanSummary,
	type FileChange,
} from '../../files/plan-changes.ts';
import type {EntryWarning} from '../../files/check-entries.ts';
import {changeSigns, lineText} from '../../files/notification-file.ts';
import type {KeptItem} from '../../files/plan.ts';
import {numberText} from '../../platform/text.ts';
import {sanitise, sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {fit, truncate, truncateMiddle, widthOf, wrap} from '../../terminal/width.ts';
import {changePieces, segmentPieces, type RowPiece, type ShownChange} from '../shared/change-pieces.tsx';
import {keyOf} from '../keys/match.ts';
import {useClick} from '../keys/use-mouse.ts';
import {fitWidths} from '../list/fit-widths.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {sentenceLines} from '../shared/sentence-lines.ts';
import {theme} from '../theme.ts';
import {cutTo, linesOf, warning, type Line, type Said} from '../ui/line.ts';
import {objectLines} from '../ui/question.tsx';
import {warningsByChange, type ChosenPlan, type WholePlan} from './file-plan.ts';

/** The sentences about protected notifications that are not touched, with the rule of the first; safe to show. */
export const protectedNote = (kept: readonly KeptItem[]): string =>
	`Protected and not touched: ${namedIds(kept.map(({listed}) => listed.id))}. ${sanitise(kept[0]!.rule.place)} has protect: ${sanitise(kept[0]!.rule.text)}.`;

/** The sentence about a pending change because of which something is not touched; safe to show. */
const pendingText = (change: BlockedByChange): string =>
	blockedText(change, `${keyOf('list', 'pending')} in the list shows it`);

/** The lines above the rows of a plan: its counts, and what it leaves alone. `notes`: about what was read. */
export function planSaid(
	{chosen, changes, summary, warnings, tooMany}: ChosenPlan,
	notes: readonly string[],
	columns: number,
): Said[] {
	const {pending, similar, kept} = summary;
	const left = changes.length - chosen.length;
	const tone = changes.length + summary.unmanaged.length === 0 ? 'good' : undefined;
	const whole = `${countText(chosen, summary)}${left === 0 ? '' : ` ${numberText(left)} left out.`}`;
	return [
		{tone, text: widthOf(whole) <= columns - 2 ? whole : shortCounts(chosen, left, summary)},
		tooMany !== undefined && warning(`! ${sanitise(tooMany)}`),
		kept.length !== 0 &&
			warning(
				`! ${protectedNote(kept)} ${keyOf('file-plan', 'unprotect')} includes ${kept.length === 1 ? 'it' : 'them'}.`,
			),
		notes.map(note => warning(`! ${sanitise(note)}`)),
		pending.map(each => warning(`! ${pendingText(each)}`)),
		notReplacedTexts(summary, keyOf('file-plan', 'replace-unknown')).map(text => warning(`! ${text}`)),
		losingTexts(summary).map(text => warning(`! ${text}`)),
		similar.map(each => warning(`! ${similarText(each, summary.from)}`)),
		warningsSaid(warnings),
		[
			...assumedEqualTexts(summary, keyOf('file-plan', 'replace-unknown')),
			...unknownTexts(summary),
			...rewrittenTexts(summary),
			...repeatedTexts(summary),
		],
	];
}

/** The counts of a plan in few columns: `43 create · 85 replace · 2,956 same`. */
function shortCounts(
	chosen: readonly FileChange[],
	left: number,
	{unchanged, kept, unmanaged, from}: PlanSummary,
): string {
	const counted = [
		...(['create', 'replace', 'delete'] as const).map(
			verb => [chosen.filter(({kind}) => kind === verb).length, verb] as const,
		),
		[left, 'left out'] as const,
		[unmanaged.length, notInText(from)] as const,
		[kept.length, 'protected'] as const,
	];
	return [...counted.filter(([count]) => count > 0), [unchanged, 'same'] as const]
		.map(([count, what]) => `${numberText(count)} ${what}`)
		.join(' · ');
}

/** One warning, or how many there are: each is told below the rows, for the row under the cursor. */
export function warningsSaid(warnings: readonly EntryWarning[]): Said {
	const [first, ...others] = warnings;
	if (first === undefined) {
		return undefined;
	}

	const rows = new Set(warnings.map(({entry}) => entry)).size;
	return warning(
		others.length === 0
			? `! ${sanitise(lineText(first))}: ${warningText(first)}.`
			: `! ${numberText(warnings.length)} warnings in the ${rows === 1 ? 'row' : `${numberText(rows)} rows`} with !`,
	);
}

/** A warning without its place, safe to show. */
const warningText = ({field, message}: EntryWarning): string => sanitise(`${shortName(field)} ${message}`);

/** A row of a plan: a change, one that is not made because the notification is protected, the fold of the notifications that are in no file, or one of these. */
export type PlanRow =
	| {readonly kind: 'change'; readonly change: FileChange; readonly warnings: readonly EntryWarning[]}
	| {readonly kind: 'kept'; readonly notification: Notification}
	| {readonly kind: 'fold'; readonly count: number; readonly isOpen: boolean; readonly where: string}
	| {readonly kind: 'unmanaged'; readonly notification: Notification};

export type PlanParts = Pick<WholePlan, 'changes' | 'warnings'> & {
	readonly kept: readonly KeptItem[];
	readonly unmanaged: readonly Notification[];
	readonly isOpen: boolean;
	/** The profile whose account takes the place of files. */
	readonly from?: string | undefined;
};

/** Lays out the rows of a plan. */
export function layOutPlan({changes, warnings, kept, unmanaged, isOpen, from}: PlanParts): readonly PlanRow[] {
	const warned = warningsByChange(changes, warnings);
	return [
		...changes.map((change, index): PlanRow => ({kind: 'change', change, warnings: warned[index]!})),
		...kept.map(({listed}): PlanRow => ({kind: 'kept', notification: listed})),
		...(unmanaged.length === 0
			? []
			: [{kind: 'fold', count: unmanaged.length, isOpen, where: notInText(from)} as const]),
		...(isOpen ? unmanaged.map((notification): PlanRow => ({kind: 'unmanaged', notification})) : []),
	];
}

/** The ID that a row shows: that of the notification it replaces, deletes or leaves alone. What is created has none yet: its line in the file, or the ID that it has in the other account, tells it from others. */
function shownId(row: PlanRow): string {
	switch (row.kind) {
		case 'change': {
			if (row.change.kind !== 'create') {
				return sanitiseCell(row.change.of.id);
			}

			const {id, line} = row.change.place;
			return id === undefined ? `line ${line}` : sanitiseCell(id);
		}

		case 'kept':
		case 'unmanaged': {
			return sanitiseCell(row.notification.id);
		}

		case 'fold': {
			return '';
		}
	}
}

type PlanRowOptions = {
	readonly isLeftOut: boolean;
	readonly idWidth: number;
	/** The width of the row in columns, without the cursor's sign. */
	readonly columns: number;
};

/** A row of a plan on one line: its sign, the ID, and `old → new` of what changes or the sentence of what is created or deleted. Safe to show. */
export function planRow(row: PlanRow, {isLeftOut, idWidth, columns}: PlanRowOptions): RowPiece[] {
	if (row.kind === 'fold') {
		return [
			{
				role: 'faint',
				text: truncate(`${row.isOpen ? '▾' : '▸'} ${numberText(row.count)} in the scope and ${row.where}`, columns),
			},
		];
	}

	const id = `${fit(truncateMiddle(shownId(row), idWidth), idWidth)}  `;
	const [sign, note] = signOf(row, isLeftOut);
	const room = Math.max(4, columns - widthOf(id) - 2 - (note === '' ? 0 : note.length + 2));
	const pieces =
		row.kind === 'change'
			? piecesOf(row.change, isLeftOut, room)
			: [{role: 'faint', text: sentence(row.notification, room)} as const];
	const used = pieces.reduce((sum, {text}) => sum + widthOf(text), 0);
	return [
		{role: row.kind === 'change' ? roles[row.change.kind] : undefined, text: sign},
		row.kind === 'change' && row.warnings.length > 0 ? {role: 'warning', text: '!'} : {text: ' '},
		{role: isLeftOut ? 'faint' : undefined, text: id},
		...pieces,
		...(note === '' ? [] : [{role: 'faint', text: `${' '.repeat(Math.max(2, room - used + 2))}${note}`} as const]),
	];
}

/** The sign of a row, and the note at its end. */
function signOf(row: Exclude<PlanRow, {kind: 'fold'}>, isLeftOut: boolean): readonly [sign: string, note: string] {
	if (row.kind === 'kept') {
		return ['=', 'protected'];
	}

	if (row.kind === 'unmanaged') {
		return [' ', ''];
	}

	return isLeftOut ? [' ', 'left out'] : [changeSigns[row.change.kind], ''];
}

const roles = {create: 'good', replace: undefined, delete: 'warning'} as const;

function piecesOf(change: FileChange, isLeftOut: boolean, room: number): RowPiece[] {
	if (change.kind === 'replace' && !isLeftOut) {
		return changePieces(shownChanges(change), room);
	}

	return [
		{role: isLeftOut ? 'faint' : undefined, text: sentence(change.kind === 'create' ? change.input : change.of, room)},
	];
}

const sentence = (told: Parameters<typeof sentenceLines>[0], room: number): string =>
	truncate(sentenceLines(told, room)[0] ?? '', room);

/** What a replacement changes. Filters are told together, as the condition that they are. */
function shownChanges({of, input, changes}: Extract<FileChange, {readonly kind: 'replace'}>): readonly ShownChange[] {
	const [old, after] = [filtersText(of.filters), filtersText(input.filters)];
	// The condition does not tell types.
	const isTold = ({field, old: before, new: now}: MemberChange) =>
		old !== after &&
		isOfFilter(field) &&
		(!field.endsWith(`.${partSpec('valueType').wire}`) || before === '' || now === '');
	const members = changes
		.filter(change => !isTold(change))
		.map(({field, old: before, new: now}) => ({name: shortName(field), old: before, new: now}));
	return changes.length === members.length ? members : [...members, {name: 'filters', old, new: after}];
}

/** The path of a member of a filter. */
const isOfFilter = (path: string): boolean => path.startsWith(`${rowOf('filters').path}.`);

/** The short name of a member of the service's format, safe to show: `to` for `delivery_location`. */
export function shortName(path: string): string {
	const parsed = parseFieldName(path);
	return parsed.ok ? nameOfField(parsed.value) : sanitiseCell(path.replace(/^event_details\./v, ''));
}

type PlanRowLinesProps = {
	readonly rows: readonly PlanRow[];
	readonly isLeftOut: (change: FileChange) => boolean;
	readonly columns: number;
	readonly top: number;
	readonly height: number;
	/** The row under the cursor; undefined if there is none. */
	readonly selected?: number | undefined;
	/** Called with the row that was clicked. */
	readonly onPoint?: (index: number) => void;
};

/** The share of the columns that IDs take at most. */
const idShare = 0.3;

/** The width of the cursor's sign and the space after it. */
const margin = 2;

/** The rows of a plan that are in the window. */
export function PlanRowLines({rows, isLeftOut, columns, top, height, selected, onPoint}: PlanRowLinesProps) {
	const box = useClick(row => {
		onPoint?.(top + row);
	});
	const shown = rows.slice(top, top + height);
	const idWidth = Math.min(Math.floor(columns * idShare), Math.max(1, ...shown.map(row => widthOf(shownId(row)))));
	return (
		<Box ref={box} flexDirection="column" flexShrink={0}>
			{shown.map((row, at) => {
				const isHere = top + at === selected;
				const pieces = planRow(row, {
					isLeftOut: row.kind === 'change' && isLeftOut(row.change),
					idWidth,
					columns: columns - margin - 1,
				});
				return (
					<Text key={top + at} {...(isHere ? theme.selected : {})} wrap="truncate-end">
						{cursorSign(isHere)}{' '}
						{pieces.map((piece, part) => (
							<Text key={part} {...(isHere ? {} : styleOf(piece))}>
								{piece.text}
							</Text>
						))}
					</Text>
				);
			})}
		</Box>
	);
}

const styleOf = ({role}: RowPiece) => (role === undefined ? {} : theme[role]);

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
export function rowDetail(row: PlanRow, columns: number, height: number): Line[] {
	if (height < 1 || row.kind === 'fold') {
		return [];
	}

	if (row.kind !== 'change') {
		return cutTo(objectLines(row.notification, columns, height), height);
	}

	const {change} = row;
	const warnings = cutTo(
		linesOf(
			row.warnings.map(each => warning(`! ${warningText(each)}`)),
			columns,
		),
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
function changeLines(changes: readonly ShownChange[], columns: number, height: number): Line[] {
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
			.map((line, at): Line => ({text: `${at === 0 ? label : indent}${line}`}));
	});
}

/** The least width of a value. A name that leaves less is cut with its line. */
const leastWidth = 8;

/** The width of the signs around what differs: `[→]`. */
const segmentSigns = 3;
