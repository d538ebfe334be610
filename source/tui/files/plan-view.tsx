import {useMemo, useState} from 'react';
import {nameOfField, parseFieldName} from '../../notification/field-path.ts';
import {printFilters} from '../../notification/filter-line.ts';
import {withLabel} from '../../notification/labels.ts';
import type {Notification, NotificationFields} from '../../notification/notification.ts';
import {rowOf} from '../../notification/spec.ts';
import type {EntryWarning} from '../../files/check-entries.ts';
import {lineText, namedIds, mistakeText, type FilePlace, type Mistake} from '../../files/notification-file.ts';
import {
	verbOf,
	whyNotPrune,
	type FileChange,
	type FilePlan,
	type KeptItem,
	type PlanChoices,
} from '../../files/plan.ts';
import {countText, notInText, planNotes} from '../../files/plan-texts.ts';
import {joined, numberText, range} from '../../platform/text.ts';
import {sanitise, sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {
	changePieces,
	changeRows,
	restBelow,
	signs,
	ToldList,
	useToldList,
	type Row,
	type ShownChange,
	type Sign,
} from '../changes/rows.tsx';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {
	cutTo,
	faint,
	linesOf,
	warning,
	type Line,
	type Said,
	Lines,
	bad,
	gap,
	lineOfSpans,
	ruleLine,
} from '../ui/line.tsx';
import {type ListRows} from '../ui/list.tsx';
import {notesSaid, objectLines} from '../ui/question.tsx';
import {changeKey, type ChosenPlan, type PlanOrigin, type PlanSource, type PlanStep, type WholePlan} from './plan.ts';

/** What the screen is about, and what the operator has chosen on it. */
export type PlanState = {
	/** Undefined while nothing is chosen. */
	readonly origin: PlanOrigin | undefined;
	readonly loaded: PlanStep | undefined;
	readonly choices: PlanChoices;
	/** The changes that are left out, by `changeKey`. */
	readonly leftOut: ReadonlySet<string>;
	readonly isReviewing: boolean;
	/** The change that copied on this screen. */
	readonly copied: number | undefined;
};

/** What the view of a plan and that of mistakes have. */
type PlanFrame = {
	/** The title of the header, safe to show. */
	readonly title: string;
	/** Called with the place to open in the editor; undefined if what is planned is in no file. */
	readonly onEditor: ((place: Pick<Mistake, 'file' | 'line'>) => void) | undefined;
	readonly onRefresh: () => void;
	readonly onBack: () => void;
};

type PlanViewProps = PlanFrame & {
	readonly source: PlanSource;
	readonly plan: ChosenPlan;
	readonly state: Pick<PlanState, 'choices' | 'leftOut'>;
	readonly update: (change: Partial<PlanState>) => void;
	/** The change that copied; undefined if nothing was copied, or all of it was taken back. */
	readonly undoable: number | undefined;
};

/** The share of the lines for the counts and notes above the rows. */
const notesShare = 0.35;

/** A plan: what would be created, replaced and deleted, and what is in no file. */
export function PlanView({title, source, plan, state, update, onEditor, undoable, onRefresh, onBack}: PlanViewProps) {
	const {announce, push} = useNavigation();
	const {columns, rows} = useBodySize();
	const [isOpen, setIsOpen] = useState(false);
	const {choices, leftOut} = state;
	const {plan: whole, warnings, chosen, tooMany} = plan;
	const {from, unmanaged, assumedEqual, notReplaced, kept} = whole;
	const lines = useMemo(() => layOutPlan({...whole, warnings, isOpen}), [whole, warnings, isOpen]);
	// The row under the cursor is more useful than the counts.
	const notesRoom = Math.min(rows - 1, Math.max(1, Math.floor(rows * notesShare)));
	const notes = cutTo(linesOf(planSaid(plan, source.notes), columns), notesRoom);
	const below = detailHeight(rows, notes.length + 1, lines.length);
	const table = planRows(lines, leftOut, columns - 2);
	const list = useToldList(
		lines.map(({key}) => key),
		rows - notes.length,
		(index, most) => rowDetail(lines[index]!, columns, Math.min(below, most)),
		table.title,
	);
	const {moves} = list;
	const {change} = lines[list.selected] ?? {};
	const choose = (next: Partial<PlanChoices>) => {
		update({choices: {...choices, ...next}});
	};

	const keys = useKeys('file-plan', {
		guards: {
			hasChange: change !== undefined,
			hasChanges: chosen.changes.length > 0,
			isExpected: tooMany === undefined || sanitise(tooMany),
			hasTooMany: tooMany !== undefined,
			hasUnknown: assumedEqual.length + notReplaced.length > 0 || choices.acceptUnknownTemplate,
			hasUnmanaged: unmanaged.length > 0,
			hasProtected: kept.length > 0,
			canPrune: from === undefined,
			hasFile: onEditor !== undefined,
			hasCopied: undoable !== undefined,
		},
		actions: {
			...moves,
			'leave-out'() {
				update({leftOut: leftOut.symmetricDifference(new Set([changeKey(change!)]))});
				moves.down();
			},
			prune() {
				const why = choices.prune
					? undefined
					: whyNotPrune(source.files, {all: false, listed: source.account.listed}, 'use chainbell apply --prune --all');
				if (why === undefined) {
					choose({prune: !choices.prune, maxDeletes: undefined});
				} else {
					announce({text: `Nothing is pruned: ${sanitise(why)}`});
				}
			},
			'allow-deletes'() {
				choose({maxDeletes: chosen.changes.filter(({kind}) => kind === 'delete').length});
			},
			'replace-unknown'() {
				choose({acceptUnknownTemplate: !choices.acceptUnknownTemplate});
			},
			unprotect() {
				push({name: 'protected', subject: {count: kept.length, why: protectedNote(kept)}}, () => {
					choose({unprotect: true});
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
				push({name: 'undo', scope: {set: undoable!}});
			},
			refresh: onRefresh,
			accept() {
				update({isReviewing: true});
			},
			back: onBack,
		},
	});

	return (
		<Frame keys={keys} title={title} status={list.status}>
			<Lines lines={notes} />
			<ToldList of={list} textAt={table.lineAt} />
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
	const about = planNotes(chosen, keyOf('file-plan', 'replace-unknown'), advice);
	return [
		{tone, text: `${countText(chosen)}${left === 0 ? '' : ` ${numberText(left)} left out.`}`},
		tooMany !== undefined && warning(`! ${sanitise(tooMany)}`),
		kept.length !== 0 &&
			warning(
				`! ${protectedNote(kept)} ${keyOf('file-plan', 'unprotect')} includes ${kept.length === 1 ? 'it' : 'them'}.`,
			),
		notesSaid(notes),
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
const warningText = ({field, message}: EntryWarning): string => sanitise(joined([shortName(field), message], ' '));

/** A row of a plan. */
export type PlanRow = {
	/** The same through a choice such as prune. */
	readonly key: string;
	/** Its ID. What is created has none yet: its line in the file, or the ID that it has in the other account, tells it from others. */
	readonly id: string;
	readonly sign: Sign;
	/** What is listed, or else created; undefined for the fold of the notifications that are in no file. */
	readonly fields?: NotificationFields;
	/** Undefined if nothing happens to it. */
	readonly change?: FileChange;
	readonly warnings: readonly EntryWarning[];
	/** Why nothing happens to it, or what is folded; safe to show. */
	readonly note: string;
};

type PlanParts = Pick<FilePlan, 'changes' | 'kept' | 'unmanaged'> &
	Partial<Pick<FilePlan, 'from'>> &
	Pick<WholePlan, 'warnings'> & {readonly isOpen: boolean};

/** Lays out the rows of a plan: the changes, those that are not made because the notification is protected, the fold, and what it shows. */
export function layOutPlan({changes, warnings, kept, unmanaged, isOpen, from}: PlanParts): readonly PlanRow[] {
	const byEntry = Map.groupBy<FilePlace | undefined, EntryWarning>(warnings, ({entry}) => entry);
	const fold = `${isOpen ? '▾' : '▸'} ${numberText(unmanaged.length)} in the scope and ${notInText(from)}`;
	const listed = (fields: Notification, sign: string, note: string): PlanRow => {
		const {id} = fields;
		return {key: `${note} ${id}`, id, sign: {text: sign}, fields, warnings: [], note};
	};
	return [
		...changes.map((change): PlanRow => {
			const {kind, place} = change;
			const [fields, id] = kind === 'create' ? [change.input, place?.id] : [change.of, change.of.id];
			return {
				key: changeKey(change),
				id: id ?? `line ${place?.line}`,
				sign: signs[verbOf(change)],
				fields,
				change,
				warnings: byEntry.get(place) ?? [],
				note: '',
			};
		}),
		...kept.map(each => listed(each.listed, '=', 'protected')),
		...(unmanaged.length === 0 ? [] : [{key: 'fold', id: '', sign: {text: ''}, warnings: [], note: fold}]),
		...(isOpen ? unmanaged.map(each => listed(each, ' ', '')) : []),
	];
}

/** The rows of a plan in columns, at most `width` wide: each with its sign, `old → new` of what changes, and why nothing happens to it. The fold has no columns. */
export function planRows(rows: readonly PlanRow[], leftOut: ReadonlySet<string>, width: number): ListRows {
	const rowAt = (index: number): Row | Line => {
		const {key, id, fields, change, warnings, note, sign: planned} = rows[index]!;
		if (fields === undefined) {
			return faint(truncate(note, width));
		}

		const isOut = leftOut.has(key);
		const sign = isOut ? {text: '·'} : planned;
		return {
			sign: warnings.length === 0 ? sign : {...sign, text: `${sign.text}!`},
			id: sanitiseCell(id),
			fields,
			what: change?.kind === 'replace' && !isOut ? shownChanges(change) : undefined,
			note: {text: isOut ? 'left out' : note, role: 'faint'},
			isFaint: change === undefined || isOut,
		};
	};
	return changeRows({count: rows.length, rowAt}, width);
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

/** The height of a body from which the row under the cursor is told below the rows, and the lines from which the first says where it is. */
const detailFrom = 6;
const titledFrom = 3;

/** The share of the lines that the row under the cursor takes, and its lines at most. Where all rows fit, it takes what they leave. */
const detailShare = 0.3;
const mostLines = 9;

/** The number of lines for the row under the cursor, with its title. `above`: the lines above the rows. */
export function detailHeight(rows: number, above: number, count: number): number {
	if (rows < detailFrom || count === 0) {
		return 0;
	}

	return Math.max(2, Math.min(Math.floor(rows * detailShare), mostLines), rows - above - count);
}

/** The row under the cursor as a whole, in `height` lines below the rows: where it is, all that changes or the notification, and its warnings. */
export function rowDetail({id, fields, change, warnings}: PlanRow, columns: number, height: number): Line[] {
	const filled = (lines: readonly Line[]) => range(height).map(index => lines[index] ?? gap);
	if (fields === undefined) {
		return filled([]);
	}

	const {place} = change ?? {};
	const head = height < titledFrom ? [] : [ruleLine(columns, sanitise(place === undefined ? id : lineText(place)))];
	const most = height - head.length;
	const warned = linesOf(
		warnings.map(each => warning(`! ${warningText(each)}`)),
		columns,
	);
	const shown = cutTo(warned, Math.ceil(most / 2));
	const room = Math.max(1, most - shown.length);
	const told =
		change?.kind === 'replace' ? changeLines(shownChanges(change), columns, room) : objectLines(fields, columns, room);
	return filled([...head, ...cutTo(told, room), ...shown]);
}

/** All that changes in a notification, in as many lines for each; of what does not fit them, the part that differs. */
function changeLines(changes: readonly ShownChange[], columns: number, height: number): Line[] {
	const each = Math.max(1, Math.floor(height / changes.length));
	return changes.flatMap(change => {
		const [old, now] = [change.old, change.new].map(text => shownValue(withLabel(text)));
		const whole = linesOf(`${change.name}: ${old} → ${now}`, columns);
		return whole.length <= each ? whole : [lineOfSpans(changePieces([change], columns - 2))];
	});
}

type MistakesViewProps = PlanFrame & {readonly mistakes: readonly Mistake[]};

/** All mistakes of a file, each with its line, and, where not all fit their rows, the whole text of the one under the cursor. */
export function MistakesView({title, mistakes, onEditor, onRefresh, onBack}: MistakesViewProps) {
	const {columns, rows} = useBodySize();
	const count = mistakes.length === 1 ? '1 mistake' : `${numberText(mistakes.length)} mistakes`;
	const asked = linesOf(bad(`✗ ${count}. Nothing was sent.`), columns).slice(0, Math.max(0, rows - 1));
	const textAt = (index: number): Line => ({text: sanitise(mistakeText(mistakes[index]!))});
	const list = useToldList(mistakes.length, rows - asked.length, (index, most) =>
		restBelow(textAt(index), columns, most),
	);

	const keys = useKeys('file-mistakes', {
		guards: {hasFile: onEditor !== undefined},
		actions: {
			...list.moves,
			editor() {
				onEditor?.(mistakes[list.selected]!);
			},
			refresh: onRefresh,
			back: onBack,
		},
	});

	return (
		<Frame keys={keys} title={title} status={list.status}>
			<Lines lines={asked} />
			<ToldList of={list} textAt={textAt} />
		</Frame>
	);
}
