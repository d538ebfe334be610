import {useMemo, useState, type Dispatch, type SetStateAction} from 'react';
import {changeSegments} from '../../query/bulk-edit.ts';
import {nameOfField, parseFieldName} from '../../notification/field-path.ts';
import {printFilters} from '../../notification/filter-line.ts';
import type {Notification} from '../../notification/notification.ts';
import {rowOf} from '../../notification/spec.ts';
import type {EntryWarning} from '../../files/check-entries.ts';
import {lineText, namedIds, mistakeText, type Mistake} from '../../files/notification-file.ts';
import {whyNotPrune, type FileChange, type FilePlan, type KeptItem} from '../../files/plan.ts';
import {countText, notInText, planNotes} from '../../files/plan-texts.ts';
import {numberText} from '../../platform/text.ts';
import {sanitise, sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {changeRows, segmentPieces, signs, type Row, type ShownChange} from '../changes/rows.tsx';
import {Frame, useBodySize, Header} from '../ui/frame.tsx';
import {scrollStatus} from '../ui/list-window.ts';
import {useNavigation} from '../ui/navigation.ts';
import {RuleLine, capped, cutTo, faint, linesOf, warning, type Line, type Said, Lines, bad, gap} from '../ui/line.tsx';
import {useSession} from '../ui/session.ts';
import {List, useList, type ListRows} from '../ui/list.tsx';
import {objectLines} from '../ui/question.tsx';
import {
	changeKey,
	originTitle,
	type ChosenPlan,
	type FileChoices,
	type PlanSource,
	warningsByChange,
	type WholePlan,
} from './plan.ts';

type PlanViewProps = {
	readonly source: PlanSource;
	readonly plan: ChosenPlan;
	readonly choices: FileChoices;
	readonly setChoices: Dispatch<SetStateAction<FileChoices>>;
	readonly setLeftOut: Dispatch<SetStateAction<ReadonlySet<string>>>;
	readonly onReview: () => void;
	/** Undefined if what is planned is in no file. */
	readonly onEditor: ((place: {readonly file: string; readonly line: number}) => void) | undefined;
	/** Undefined if nothing was copied, or all of it was taken back. */
	readonly onUndo: (() => void) | undefined;
	readonly onRefresh: () => void;
	readonly onBack: () => void;
};

/** The share of the lines for the counts and notes above the rows. */
const notesShare = 0.35;

/** The number of notes of which none is left out to say how many there are. */
const fewNotes = 2;

/** A plan: what would be created, replaced and deleted, and what is in no file. */
export function PlanView({
	source,
	plan,
	choices,
	setChoices,
	setLeftOut,
	onReview,
	onEditor,
	onUndo,
	onRefresh,
	onBack,
}: PlanViewProps) {
	const {profile} = useSession();
	const {announce, push} = useNavigation();
	const {columns, rows} = useBodySize();
	const [isOpen, setIsOpen] = useState(false);
	const {
		plan: {changes, from, unmanaged, assumedEqual, notReplaced, kept},
		warnings,
		chosen,
		tooMany,
		isLeftOut,
	} = plan;
	const lines = useMemo(
		() => layOutPlan({changes, warnings, kept, unmanaged, isOpen, from}),
		[changes, warnings, kept, unmanaged, isOpen, from],
	);
	// The row under the cursor is more useful than the counts.
	const notesRoom = Math.min(rows - 1, Math.max(1, Math.floor(rows * notesShare)));
	const notes = (notesRoom > fewNotes ? capped : cutTo)(linesOf(planSaid(plan, source.notes), columns), notesRoom);
	const below = detailHeight(rows, notes.length + 1, lines.length);
	const titled = rows - notes.length - below > 1 ? 1 : 0;
	const height = Math.max(1, rows - notes.length - below - titled);
	const table = useMemo(() => planRows(lines, isLeftOut, columns - 2), [lines, isLeftOut, columns]);
	// A row keeps its key through a choice such as prune.
	const list = useList(
		lines.map(line => (line.kind === 'change' ? changeKey(line.change) : `${line.kind} ${listedOf(line)?.id}`)),
		height,
	);
	const {moves} = list;
	const row = lines[list.selected];
	const change = row?.kind === 'change' ? row.change : undefined;
	const title = row && detailTitle(row, rows);

	const keys = useKeys('file-plan', {
		guards: {
			hasChange: change !== undefined,
			hasTooMany: tooMany !== undefined,
			hasUnknown: assumedEqual.length + notReplaced.length > 0 || choices.acceptUnknownTemplate,
			hasUnmanaged: unmanaged.length > 0,
			hasProtected: kept.length > 0,
			canPrune: from === undefined,
			hasFile: onEditor !== undefined,
			hasCopied: onUndo !== undefined,
		},
		actions: {
			...moves,
			'leave-out'() {
				setLeftOut(current => current.symmetricDifference(new Set([changeKey(change!)])));
				moves.down();
			},
			prune() {
				const why = choices.prune
					? undefined
					: whyNotPrune(source.files, {all: false, listed: source.account.listed}, 'use chainbell apply --prune --all');
				if (why === undefined) {
					setChoices(current => ({...current, prune: !current.prune, maxDeletes: undefined}));
				} else {
					announce({text: `Nothing is pruned: ${sanitise(why)}`});
				}
			},
			'allow-deletes'() {
				setChoices(current => ({...current, maxDeletes: chosen.changes.filter(({kind}) => kind === 'delete').length}));
			},
			'replace-unknown'() {
				setChoices(current => ({...current, acceptUnknownTemplate: !current.acceptUnknownTemplate}));
			},
			unprotect() {
				push({name: 'protected', subject: {count: kept.length, why: protectedNote(kept)}}, () => {
					setChoices(current => ({...current, unprotect: true}));
				});
			},
			fold() {
				setIsOpen(false);
			},
			unfold() {
				setIsOpen(true);
			},
			editor() {
				onEditor?.(change?.place ?? {file: source.files[0]!.name, line: 1});
			},
			undo() {
				onUndo?.();
			},
			refresh: onRefresh,
			accept() {
				const why = chosen.changes.length === 0 ? 'There is nothing to change.' : tooMany;
				if (why === undefined) {
					onReview();
				} else {
					announce({text: sanitise(why)});
				}
			},
			back: onBack,
		},
	});

	return (
		<Frame
			keys={keys}
			header={
				<Header
					title={originTitle('plan', source.origin, profile.name)}
					status={scrollStatus(list.top, height, lines.length)}
				/>
			}
		>
			<Lines lines={notes} />
			<List of={list} title={titled === 0 ? undefined : table.title} textAt={table.lineAt} />
			{title !== undefined && <RuleLine title={title} width={columns} />}
			<Lines lines={row === undefined ? [] : rowDetail(row, columns, below - (title === undefined ? 0 : 1))} />
		</Frame>
	);
}

/** The sentences about protected notifications that are not touched, with the rule of the first; safe to show. */
const protectedNote = (kept: readonly KeptItem[]): string =>
	`Protected and not touched: ${namedIds(kept.map(({listed}) => listed.id))}. ${sanitise(kept[0]!.rule.place)} has protect: ${sanitise(kept[0]!.rule.text)}.`;

/** The lines above the rows of a plan: its counts, and what it leaves alone. `notes`: about what was read. */
function planSaid({plan, chosen, warnings, tooMany}: ChosenPlan, notes: readonly string[]): Said[] {
	const {changes, unmanaged, kept} = plan;
	const left = changes.length - chosen.changes.length;
	const tone = changes.length + unmanaged.length === 0 ? 'good' : undefined;
	const advice = `${keyOf('list', 'pending')} in the list shows it`;
	const about = planNotes(plan, keyOf('file-plan', 'replace-unknown'), advice);
	return [
		{tone, text: `${countText(chosen)}${left === 0 ? '' : ` ${numberText(left)} left out.`}`},
		tooMany !== undefined && warning(`! ${sanitise(tooMany)}`),
		kept.length !== 0 &&
			warning(
				`! ${protectedNote(kept)} ${keyOf('file-plan', 'unprotect')} includes ${kept.length === 1 ? 'it' : 'them'}.`,
			),
		notes.map(note => warning(`! ${sanitise(note)}`)),
		about.filter(({isWarning}) => isWarning).map(({text}) => warning(`! ${text}`)),
		warningsSaid(warnings),
		about.filter(({isWarning}) => !isWarning).map(({text}) => text),
	];
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

type PlanParts = Pick<FilePlan, 'changes' | 'kept' | 'unmanaged'> &
	Pick<WholePlan, 'warnings'> & {
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

/** The listed notification that a row replaces, deletes or leaves alone. */
function listedOf(row: PlanRow): Notification | undefined {
	if (row.kind === 'change') {
		return row.change.kind === 'create' ? undefined : row.change.of;
	}

	return row.kind === 'fold' ? undefined : row.notification;
}

/** The ID that a row shows. What is created has none yet: its line in the file, or the ID that it has in the other account, tells it from others. */
function shownId(row: PlanRow): string {
	const place = row.kind === 'change' ? row.change.place : undefined;
	const id = listedOf(row)?.id ?? place?.id;
	const line = place === undefined ? '' : `line ${place.line}`;
	return id === undefined ? line : sanitiseCell(id);
}

/** A row of a plan: its sign, `old → new` of what changes, and why nothing happens to it. */
export function planRow(row: Exclude<PlanRow, {readonly kind: 'fold'}>, isLeftOut: boolean): Row {
	const id = shownId(row);
	if (row.kind !== 'change') {
		const [sign, note] = row.kind === 'kept' ? ['=', 'protected'] : [' ', ''];
		return {sign: {text: sign}, id, fields: row.notification, note: {text: note, role: 'faint'}, isFaint: true};
	}

	const {change, warnings} = row;
	const sign = isLeftOut ? {text: ' '} : signs[change.kind];
	return {
		sign: warnings.length === 0 ? sign : {...sign, text: `${sign.text}!`},
		id,
		fields: change.kind === 'create' ? change.input : change.of,
		what: change.kind === 'replace' && !isLeftOut ? shownChanges(change) : undefined,
		note: {text: isLeftOut ? 'left out' : '', role: 'faint'},
		isFaint: isLeftOut,
	};
}

/** The rows of a plan in columns, at most `width` wide. The fold has no columns. */
export function planRows(
	rows: readonly PlanRow[],
	isLeftOut: (change: FileChange) => boolean,
	width: number,
): ListRows {
	const placed = rows.filter(row => row.kind !== 'fold');
	const fold = rows.findIndex(({kind}) => kind === 'fold');
	const rowAt = (index: number) => {
		const row = placed[index]!;
		return planRow(row, row.kind === 'change' && isLeftOut(row.change));
	};
	const {title, lineAt} = changeRows({count: placed.length, rowAt}, width);
	return {
		count: rows.length,
		title,
		lineAt(index) {
			const row = rows[index]!;
			return row.kind === 'fold'
				? faint(truncate(`${row.isOpen ? '▾' : '▸'} ${numberText(row.count)} in the scope and ${row.where}`, width))
				: lineAt(fold !== -1 && index > fold ? index - 1 : index);
		},
	};
}

/** What a replacement changes. Filters are told together, as one line. */
function shownChanges({of, input, changes}: Extract<FileChange, {readonly kind: 'replace'}>): readonly ShownChange[] {
	const [old, after] = [printFilters(of.filters), printFilters(input.filters)];
	const isTold = (path: string) => old !== after && path.startsWith(`${rowOf('filters').path}.`);
	const others = changes
		.filter(({field}) => !isTold(field))
		.map(change => ({...change, name: shortName(change.field)}));
	return old === after ? others : [...others, {name: 'filters', old, new: after}];
}

/** The short name of a member of the service's format, safe to show: `template`, or `to` for that of a recipient. */
export function shortName(path: string): string {
	const parsed = parseFieldName(path);
	return parsed.ok ? nameOfField(parsed.value) : sanitiseCell(path.replace(/^event_details\./v, ''));
}

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

	const least = rows < titleFrom ? 2 : Math.min(Math.floor(rows * detailShare), mostLines);
	return Math.max(least, rows - above - count);
}

/** What stands in the rule above the row under the cursor: its line in the file, or its ID; undefined if there is no room for it. */
export function detailTitle(row: PlanRow, rows: number): string | undefined {
	if (rows < titleFrom || row.kind === 'fold') {
		return undefined;
	}

	const place = row.kind === 'change' ? row.change.place : undefined;
	return sanitise(place === undefined ? (listedOf(row)?.id ?? '') : lineText(place));
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

/** All that changes in a notification, in as many lines for each. Long values that differ in a part show that part, and as much of the rest as there is room for. */
function changeLines(changes: readonly ShownChange[], columns: number, height: number): Line[] {
	const each = Math.max(1, Math.floor(height / changes.length));
	// A line that ends before a word leaves room empty.
	const slack = each > 1 ? Math.floor(columns / 3) : 0;
	return changes.flatMap(({name, old, new: after}) => {
		const label = `${name}: `;
		const whole = `${shownValue(old)} → ${shownValue(after)}`;
		const room = Math.max(leastWidth, (columns - 2) * each - widthOf(label) - slack);
		const segments = changeSegments(sanitiseCell(old), sanitiseCell(after));
		const cut = () =>
			segmentPieces(segments, room)
				.map(({text}) => text)
				.join('');
		const told = widthOf(label + whole) <= columns - 2 ? whole : cut();
		return cutTo(linesOf(`${label}${told}`, columns), each);
	});
}

/** The least width of a value. A name that leaves less is cut with its line. */
const leastWidth = 8;

type MistakesViewProps = {
	/** The title of the header, safe to show. */
	readonly title: string;
	readonly mistakes: readonly Mistake[];
	/** Called with the place to open in the editor; undefined if it is in no file. */
	readonly onEditor: ((place: Pick<Mistake, 'file' | 'line'>) => void) | undefined;
	readonly onRefresh: () => void;
	readonly onBack: () => void;
};

/** The columns beside the text of a row. */
const rowMargin = 3;

/** All mistakes of a file, each with its line, and, where not all fit their rows, the whole text of the one under the cursor. */
export function MistakesView({title, mistakes, onEditor, onRefresh, onBack}: MistakesViewProps) {
	const {columns, rows} = useBodySize();
	const count = mistakes.length === 1 ? '1 mistake' : `${numberText(mistakes.length)} mistakes`;
	const asked = linesOf(bad(`✗ ${count}. Nothing was sent.`), columns).slice(0, Math.max(0, rows - 1));
	const texts = useMemo(() => textsOf(mistakes), [mistakes]);
	const isCut = texts.some(text => widthOf(text) > columns - rowMargin);
	const below = isCut ? detailHeight(rows, asked.length, texts.length) : 0;
	const height = Math.max(1, rows - asked.length - below);
	const list = useList(mistakes.length, height);
	const mistake = mistakes[list.selected]!;

	const keys = useKeys('file-mistakes', {
		guards: {hasFile: onEditor !== undefined},
		actions: {
			...list.moves,
			editor() {
				onEditor?.(mistake);
			},
			refresh: onRefresh,
			back: onBack,
		},
	});

	return (
		<Frame keys={keys} header={<Header title={title} status={scrollStatus(list.top, height, mistakes.length)} />}>
			<Lines lines={asked} />
			<List of={list} textAt={index => truncate(texts[index]!, columns - rowMargin)} />
			<Lines lines={cutTo(linesOf([below > 2 && gap, texts[list.selected]], columns), below)} />
		</Frame>
	);
}

/** The mistakes in words, safe to show. One file is named in the header. */
function textsOf(mistakes: readonly Mistake[]): readonly string[] {
	const hasFiles = mistakes.some(({file}) => file !== mistakes[0]!.file);
	return mistakes.map(each => sanitise(hasFiles ? mistakeText(each) : mistakeText(each).slice(each.file.length + 1)));
}
