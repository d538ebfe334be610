import {Text, useIsScreenReaderEnabled} from 'ink';
import {useMemo} from 'react';
import type {DistinctValue, EditCounts, EditItem, EditOutcome, FieldEdit} from '../../query/bulk-edit.ts';
import {nameOfField} from '../../notification/field-path.ts';
import {readField} from '../../notification/fields.ts';
import type {FieldId} from '../../notification/spec.ts';
import {numberText, range} from '../../platform/text.ts';
import {noValue, sanitise, shownValue} from '../../terminal/sanitise.ts';
import {firstFitting, truncate} from '../../terminal/width.ts';
import {type KeyPress, keyOf, type LiveKeys} from '../keys/match.ts';
import {editText, emptied, insertText, onOneLine, textToEdit, type TextState} from '../keys/text-edit.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {changeRows, type Row} from '../changes/rows.tsx';
import {cursorSign} from '../ui/fit.ts';
import {Frame} from '../ui/frame.tsx';
import {faint, linesOf, warning, Lines} from '../ui/line.tsx';
import {fitWindow, scrollStatus} from '../ui/list-window.ts';
import {useTextSize, List, useList, type ListRows} from '../ui/list.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {labelOf} from './form.ts';
import {fieldLabel, formMargin, FormView, type FormLine} from './write-view.tsx';
import {
	changedValue,
	focusedText,
	sharedValue,
	type BulkEdit,
	type BulkEditView,
	type FocusedText,
} from './bulk-edit.ts';

/** The share of the lines that the fields, or the distinct values with their title, take at most, unless the notifications leave more. */
const fieldsShare = 0.45;
const valuesShare = 0.6;

/** The rows from which titles stand above them. */
const leastRows = 3;

type EditViewProps = {
	readonly bulk: BulkEdit;
	readonly onReview: () => void;
	/** Opens the notifications in the operator's editor. */
	readonly onEditor: () => void;
};

const noValues: readonly DistinctValue[] = [];

/** The fields of a bulk edit or the distinct values of one, and below them the effect on every notification. */
export function EditView(props: EditViewProps) {
	const {view} = props.bulk;
	const {items, focus, mode} = view;
	const {columns, rows} = useTextSize();
	const isReader = useIsScreenReaderEnabled();
	const values = view.values.get(focus) ?? noValues;
	const isValues = mode === 'values';
	const wanted = isValues ? values.length + 1 : Math.max(1, view.values.size);
	const spare = items.length === 0 ? 0 : rows - 1 - items.length;
	const share = isValues ? valuesShare : fieldsShare;
	const top = Math.max(1, Math.min(wanted, Math.max(Math.floor(rows * share), spare)));
	const titled = rows - top - 1 > leastRows ? 1 : 0;
	const height = Math.max(1, rows - top - 1 - titled);
	const list = useList(
		useMemo(() => keyedRows(items, ({of}) => of.id), [items]),
		height,
	);
	const valueList = useList(
		useMemo(() => keyedRows(values, ({value}) => value), [values]),
		Math.max(1, top - 1),
	);
	const text = focusedText(view, values, isValues ? values[valueList.selected]?.value : undefined);
	const keys = useEditKeys(props, list, valueList, text);
	const table = useMemo(() => editRows(view, range(items.length), columns - 2), [view, items, columns]);
	const problem = view.problems.get(focus);
	const counted = view.isBusy ? 'computing …' : countsText(view.counts);
	const positions = isValues ? [] : fieldPosition(view, top).map(position => `${position} · ${counted}`);
	const counts = firstFitting([...positions, ...fewerCounts(counted)], columns - 2);
	const hasErrors = view.counts.invalid + view.counts.refused > 0;
	const said =
		problem === undefined
			? {text: counts, tone: hasErrors ? ('warning' as const) : ('label' as const)}
			: warning(`! ${sanitise(problem)}`);
	const lines = isValues ? valueLines(view, valueList, text, columns) : fieldLines(view, text, top);

	return (
		<Frame
			keys={keys}
			title={items.length === 0 ? 'edit …' : `edit ${numberText(items.length)} notifications`}
			// In fewer lines the counts are here, so that old → new is seen.
			status={rows >= 3 ? scrollStatus(list.top, height, items.length) : fewerCounts(counted)}
			idle={mode === 'fields' ? fieldHint(values, view.edits.get(focus), focus, columns - 2) : ''}
		>
			{isReader ? (
				<Text>{lines.find(({spoken}) => spoken !== undefined)?.spoken}</Text>
			) : (
				<FormView lines={lines.slice(0, top)} width={columns} margin={isValues ? valueMargin(values) : formMargin} />
			)}
			<Lines lines={linesOf(said, columns)} height={Math.min(1, rows - top - 1)} />
			<List
				// While the cursor is elsewhere a screen reader reads one example: all would be read again with each key.
				of={{...list, selected: mode === 'rows' ? list.selected : unselected(isReader, list.top)}}
				title={titled === 0 ? undefined : table.title}
				// What is not known of the latest edits yet is not shown as if it were.
				textAt={index => (view.isBusy ? faint(table.lineAt(index).text) : table.lineAt(index))}
			/>
		</Frame>
	);
}

const unselected = (isReader: boolean, top: number): number => (isReader ? top : -1);

/** Rows by a key of their own. */
const keyedRows = <T,>(rows: readonly T[], keyOfRow: (row: T) => string) => ({
	length: rows.length,
	keyAt: (index: number) => rows.slice(index, index + 1).map(row => keyOfRow(row))[0],
	indexOf: (key: string) => rows.findIndex(row => keyOfRow(row) === key),
});

type Cursor = ReturnType<typeof useList>;

/** The keys of a bulk edit, in each of its modes but the review. `text`: the one that is typed. */
function useEditKeys(
	{bulk: {view, dispatch, unprotect}, onReview, onEditor}: EditViewProps,
	list: Cursor,
	valueList: Cursor,
	text: FocusedText,
): LiveKeys {
	const {pop} = useNavigation();
	const {mode, focus, items, outcomes, leftOut, counts} = view;
	const fields = view.values.keys().toArray();
	const edit = view.edits.get(focus);

	const to = (field: FieldId | undefined) => () => {
		dispatch({type: 'go', ...(field === undefined ? {mode: 'rows'} : {mode: 'fields', focus: field})});
	};

	const setText = (next: TextState | undefined) => {
		if (next !== undefined && !(mode === 'fields' && edit?.kind === 'values')) {
			dispatch({type: 'text', of: text, text: next});
		}
	};

	const leaveText = () => {
		dispatch({type: 'text', of: text, text: undefined});
	};

	const isInvalid = (index: number) => outcomes[index]?.error !== undefined && !leftOut.has(items[index]!.of.id);
	const guards = {
		hasEffect: !view.isBusy,
		hasInvalid: counts.invalid + counts.refused > 0,
		hasProtected: counts.protected > 0,
		canOverride: view.acceptsInvalid || outcomes.some(({error}) => error?.canOverride === true),
	};
	// A key that needs what the edits change waits for it.
	const waits = {guards, unfinished: view.isBusy ? {finish: () => undefined} : undefined};
	const shared = {
		review: onReview,
		editor: onEditor,
		'leave-out-invalid'() {
			dispatch({type: 'leave-out', ids: items.flatMap(({of}, index) => (isInvalid(index) ? [of.id] : []))});
		},
		'accept-issue'() {
			dispatch({type: 'accept-invalid'});
		},
		'next-issue'() {
			const from = mode === 'rows' ? list.selected + 1 : 0;
			const all = range(items.length);
			const found = [...all.slice(from), ...all.slice(0, from)].find(index => isInvalid(index));
			if (found !== undefined) {
				to(undefined)();
				list.select(items[found]!.of.id);
			}
		},
		unprotect() {
			unprotect.ask(counts.protected);
		},
	};
	const typing = {
		onKey(key: KeyPress) {
			setText(editText(textToEdit(text, text.isSelected, key), key));
		},
		onPaste(pasted: string) {
			const inserted = focus === 'template' ? pasted.replaceAll(/\r\n?/gv, '\n') : onOneLine(pasted);
			setText(insertText(text.isSelected ? emptied(text) : text, inserted));
		},
	};
	const leave = () => {
		const hasEdits = view.edits.size + view.edited.size > 0;
		const how = `Press ${keyOf('list', 'repeat-edit')} to continue with these edits.`;
		pop(hasEdits ? {text: `Nothing was sent. ${how}`} : undefined);
	};

	const isChanged = text.old !== undefined && changedValue(edit, text.old) !== undefined;
	const scopes = {fields: 'bulk-edit', values: 'bulk-values', rows: 'bulk-rows', review: 'bulk-edit'} as const;
	return useModalKeys(scopes[mode], {
		'bulk-edit': {
			...waits,
			actions: {
				...shared,
				accept() {
					if (valueList.count > 1 && edit?.kind !== 'text') {
						valueList.selectAt(0);
						dispatch({type: 'go', mode: 'values'});
					} else {
						onReview();
					}
				},
				next: to(fields[fields.indexOf(focus) + 1]),
				previous: to(fields[fields.indexOf(focus) - 1]),
				'page-up': list.moves['page-up'],
				'page-down': list.moves['page-down'],
				back: edit === undefined ? leave : leaveText,
			},
			...typing,
		},
		'bulk-values': {
			actions: {...valueList.moves, accept: to(focus), back: isChanged ? leaveText : to(focus)},
			...typing,
		},
		'bulk-rows': {
			...waits,
			actions: {
				...list.moves,
				...shared,
				accept: onReview,
				'leave-out'() {
					const item = items[list.selected];
					if (item !== undefined) {
						dispatch({type: 'leave-out', ids: [item.of.id]});
						list.moves.down();
					}
				},
				next: to(fields[0]),
				previous: to(fields.at(-1)),
				back: to(focus),
			},
		},
	});
}

const partsOf = (counts: EditCounts): ReadonlyArray<readonly [count: number, one: string, many?: string]> => [
	[counts.invalid, 'invalid'],
	[counts.refused, 'refused'],
	[counts.protected, 'protected'],
	[counts.warned, 'warned of'],
	[counts.duplicate, 'duplicate', 'duplicates'],
	[counts.contentLost, 'template unknown', 'templates unknown'],
	[counts.leftOut, 'left out'],
	[counts.unchanged, 'unchanged'],
];

/** The counts of a bulk edit on one line, the most important first: `152 to replace · 2 invalid · 150 templates unknown`. */
export function countsText(counts: EditCounts): string {
	const others = partsOf(counts).filter(([count]) => count > 0);
	return [[counts.changed, 'to replace'] as const, ...others]
		.map(([count, one, many = one]) => `${numberText(count)} ${count === 1 ? one : many}`)
		.join(' · ');
}

/** The counts for a line that is too short for all of them: the last ones are left out first, so that no number is cut. */
export function fewerCounts(counted: string): string[] {
	const parts = counted.split(' · ');
	return parts.map((_, index) => parts.slice(0, parts.length - index).join(' · '));
}

/** Which of the fields has the focus, where they do not fit: `field 3 of 9`, or `3/9`. Empty if they fit into `height`. */
export function fieldPosition({values, focus}: Pick<BulkEditView, 'values' | 'focus'>, height: number): string[] {
	const place = values.keys().toArray().indexOf(focus) + 1;
	return values.size <= height ? [] : [`field ${place} of ${values.size}`, `${place}/${values.size}`];
}

/** The text of a field without the focus. `isFaint`: it describes the values. Not yet safe to show. */
export function fieldText(
	values: readonly DistinctValue[] | undefined,
	edit: FieldEdit | undefined,
	ifEmpty = 'none',
): {readonly text: string; readonly isFaint: boolean} {
	if (edit?.kind === 'text') {
		return {text: edit.text === '' ? noValue : edit.text, isFaint: edit.text === ''};
	}

	if (values === undefined) {
		return {text: '…', isFaint: true};
	}

	if (edit?.kind === 'values') {
		return {text: `${numberText(edit.values.size)} of ${numberText(values.length)} changed`, isFaint: false};
	}

	const shared = sharedValue(values);
	return {
		text: shared === '' ? ifEmpty : (shared ?? `${numberText(values.length)} different`),
		isFaint: shared === undefined || shared === '',
	};
}

/** A field or a distinct value as a line of the form. `told`: what stands in it while it is not typed in; `spoken`: what a screen reader reads, of the focused one. */
function lineOf(
	line: Pick<FormLine, 'field' | 'label'>,
	{text, isFaint}: ReturnType<typeof fieldText>,
	typed: FocusedText | undefined,
	spoken: string | undefined,
): FormLine {
	return {
		...line,
		text: typed?.text ?? (isFaint ? '' : text),
		input: {
			isFocused: spoken !== undefined,
			placeholder: text,
			cursor: typed?.cursor,
			isSelected: typed?.isSelected === true,
		},
		...(spoken !== undefined && {spoken}),
	};
}

/** The fields of a bulk edit, as many as fit into `height`, each with the value that all notifications share, the number of their values, or its edit. */
export function fieldLines(
	{values, edits, mode, focus, items}: BulkEditView,
	typed: FocusedText,
	height: number,
): FormLine[] {
	const fields = values.size === 0 ? [focus] : values.keys().toArray();
	const selected = Math.max(0, fields.indexOf(focus));
	const {top} = fitWindow({selected, top: 0}, fields.length, height);
	const isUnknown = items.some(({isContentUnknown}) => isContentUnknown);
	return fields.slice(top, top + height).map(field => {
		const isHere = mode === 'fields' && field === focus;
		const edit = edits.get(field);
		const told = fieldText(values.get(field), edit, isUnknown && field === 'template' ? 'not known' : undefined);
		const spoken = `${labelOf(field)}: ${shownValue(told.text)}${edit === undefined ? '' : ', changed'}`;
		return lineOf(
			{field, label: fieldLabel(field, isHere, edit === undefined ? ' ' : '~')},
			told,
			isHere && edit?.kind !== 'values' ? typed : undefined,
			field === focus ? `${spoken}, field ${selected + 1} of ${fields.length}` : undefined,
		);
	});
}

/** The share of the columns that an old value takes at most, beside its new one. */
const oldShare = 0.45;

/** The width of the margin of the distinct values: the sign of the cursor, and how many have each. */
const valueMargin = (values: readonly DistinctValue[]): number => numberText(values[0]?.count ?? 0).length + 4;

/** The distinct values of the focused field with their counts, below a title. The one under the cursor is edited. */
export function valueLines(
	{focus, edits, values: valuesByField}: BulkEditView,
	{selected, top, height}: Pick<Cursor, 'selected' | 'top' | 'height'>,
	typed: FocusedText,
	columns: number,
): FormLine[] {
	const values = valuesByField.get(focus) ?? noValues;
	const margin = valueMargin(values);
	const label = labelOf(focus);
	const was = changedValue(edits.get(focus), typed.old ?? '') === undefined ? undefined : typed.old;
	const title = `${label}: ${numberText(values.length)} values`;
	const titles = was === undefined ? [`${title}, and how many have each`, title] : [`${label}: ${shownValue(was)} →`];
	const lines = values.slice(top, top + height).map(({value, count}, index) => {
		const isHere = top + index === selected;
		const changed = changedValue(edits.get(focus), value);
		const old = truncate(shownValue(value), Math.floor((columns - margin) * oldShare));
		const counted = `${numberText(count)} ${count === 1 ? 'notification' : 'notifications'}`;
		const becomes = changed === undefined ? '' : `, changed to ${shownValue(changed)}`;
		return lineOf(
			{field: focus, label: `${cursorSign(isHere)} ${numberText(count).padStart(margin - 4)}`},
			{text: changed === undefined ? shownValue(value) : `${old} → ${shownValue(changed)}`, isFaint: false},
			isHere ? typed : undefined,
			isHere
				? `${label}, value ${numberText(selected + 1)} of ${numberText(values.length)}: ${shownValue(value)}, ${counted}${becomes}`
				: undefined,
		);
	});
	return [{field: focus, text: firstFitting(titles, columns - 2), tone: 'label'}, ...lines];
}

/** The hint about the values that the focused field takes, in a line of at most `columns` below the notifications. */
export function fieldHint(
	values: readonly DistinctValue[] | undefined,
	edit: FieldEdit | undefined,
	field: FieldId,
	columns: number,
): string {
	const isMany = values !== undefined && values.length > 1 && edit?.kind !== 'text';
	const parts = [
		'Type: all get it',
		...(field === 'template' ? [] : ['/old/new/: replace']),
		...(isMany ? [`${keyOf('bulk-edit', 'accept')}: one by one`] : []),
	];
	return firstFitting(fewerCounts(parts.join(' · ')), columns);
}

/** The notifications of a bulk edit at these indexes with what changes, in columns. One that stays shows the field that changes in the others. */
export function editRows(
	{items, outcomes, leftOut, focus, edits, edited}: BulkEditView,
	indexes: readonly number[],
	width: number,
): ListRows {
	const field = edits.has(focus) ? focus : (edits.keys().next().value ?? focus);
	const hasNames = edits.size !== 1 || edited.size > 0;
	const rowAt = (row: number) => {
		const index = indexes[row]!;
		const item = items[index]!;
		return editRow({item, outcome: outcomes[index], isLeftOut: leftOut.has(item.of.id), field, hasNames});
	};
	return changeRows({count: indexes.length, rowAt}, width);
}

type EditRowOptions = {
	readonly item: EditItem;
	readonly outcome: EditOutcome | undefined;
	readonly isLeftOut: boolean;
	/** The field whose value an unchanged notification shows. */
	readonly field: FieldId;
	/** Whether the changed field is named, because several fields change. */
	readonly hasNames: boolean;
};

/** A notification of a bulk edit: its sign, `old → new` of what changes, and why it is invalid. */
export function editRow({item: {of, before}, outcome, isLeftOut, field, hasNames}: EditRowOptions): Row {
	const {sign, role, reason} = reasonOf(outcome, isLeftOut);
	const row = {sign: {text: sign, role}, id: of.id, fields: of, note: {text: reason, role}};
	if (isLeftOut || outcome?.isChanged !== true) {
		return {...row, what: readField(before, field), isFaint: true};
	}

	const {fields, after} = outcome;
	const changes = fields.map(each => ({
		name: hasNames ? nameOfField(each) : '',
		label: labelOf(each),
		old: readField(before, each),
		new: readField(after, each),
	}));
	return {...row, what: changes.length === 0 ? 'members that the service does not document' : changes};
}

/** Why a notification is not edited, or what is warned of, and its sign; empty without a reason. */
function reasonOf(
	outcome: EditOutcome | undefined,
	isLeftOut: boolean,
): {readonly sign: string; readonly role?: 'faint' | 'warning' | 'bad'; readonly reason: string} {
	if (isLeftOut) {
		return {sign: '·', role: 'faint', reason: 'left out'};
	}

	if (outcome?.isProtected === true) {
		return {sign: '=', role: 'warning', reason: 'protected'};
	}

	if (outcome?.error !== undefined) {
		const {field, message, place} = outcome.error;
		return {sign: '✗', role: 'bad', reason: `${place === undefined ? `${labelOf(field)} ` : ''}${sanitise(message)}`};
	}

	if (outcome?.isDuplicate === true) {
		return {sign: '!', role: 'warning', reason: 'becomes a duplicate'};
	}

	return outcome?.isWarned === true ? {sign: '!', role: 'warning', reason: 'breaks a policy'} : {sign: ' ', reason: ''};
}
