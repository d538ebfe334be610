import {Text, useIsScreenReaderEnabled} from 'ink';
import {useMemo} from 'react';
import type {DistinctValue, EditCounts, EditOutcome, FieldEdit} from '../../query/bulk-edit.ts';
import type {DraftIssue} from '../../notification/check.ts';
import {nameOfField} from '../../notification/field-path.ts';
import {formFieldOf, readField, type Draft} from '../../notification/fields.ts';
import {type FieldId, unknownText} from '../../notification/spec.ts';
import {counted, joined, numberText, range} from '../../platform/text.ts';
import {noValue, sanitise, shownValue} from '../../terminal/sanitise.ts';
import {firstFitting, truncate} from '../../terminal/width.ts';
import {type KeyPress, keyOf, type LiveKeys} from '../keys/match.ts';
import {editText, insertText, onOneLine, type TextState} from '../keys/text-edit.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {changeRows, type Row} from '../changes/rows.tsx';
import {cursorSign, fitWindow, scrollStatus} from '../ui/layout.ts';
import {Frame} from '../ui/frame.tsx';
import {faint, linesOf, warning, Lines, type Line} from '../ui/line.tsx';
import {List, useList, useTextSize, type ListRows} from '../ui/list.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {labelOf} from './form.ts';
import {fieldLabel, formMargin, FormView, type FormLine} from './write-view.tsx';
import {
	changedValues,
	focusedText,
	sharedValue,
	typeText,
	type BulkEdit,
	type BulkEditView,
	type FocusedText,
} from './bulk-edit.ts';

/** The share of the lines that the fields, or the distinct values with their title, take at most, unless the notifications leave more. */
const topShare = 0.5;

/** The rows from which titles stand above them. */
const leastRows = 3;

type EditViewProps = {
	readonly bulk: BulkEdit;
	readonly onReview: () => void;
	/** Opens the notifications in the operator's editor. */
	readonly onEditor: () => void;
	/** Whether leaving would lose a text of the editor. */
	readonly isTextKept: () => boolean;
};

const noValues: readonly DistinctValue[] = [];

/** The fields of a bulk edit or the distinct values of one, and below them the effect on every notification. */
export function EditView(props: EditViewProps) {
	const {view} = props.bulk;
	const {items, focus, mode, isBusy} = view;
	const {columns, rows} = useTextSize();
	const isReader = useIsScreenReaderEnabled();
	const values = view.values.get(focus) ?? noValues;
	const isValues = mode === 'bulk-values';
	const wanted = isValues ? values.length + 1 : Math.max(1, view.values.size);
	const top = Math.max(1, Math.min(wanted, Math.max(Math.floor(rows * topShare), rows - 1 - items.length)));
	const titled = rows - top - 1 > leastRows ? 1 : 0;
	const height = Math.max(1, rows - top - 1 - titled);
	const list = useList(
		useMemo(() => items.map(({of}) => of.id), [items]),
		height,
	);
	const valueList = useList(
		useMemo(() => values.map(({value}) => value), [values]),
		Math.max(1, top - 1),
	);
	const text = focusedText(view, values, isValues ? values[valueList.selected]?.value : undefined);
	const keys = useEditKeys(props, list, valueList, text);
	const table = useMemo(() => editRows(view, range(items.length), columns - 2), [view, items, columns]);
	const problem = view.problems.get(focus);
	const counts = isBusy ? ['computing …'] : editCounts(view.counts);
	const tone = view.counts.invalid + view.counts.refused > 0 ? 'warning' : 'label';
	const said: Line =
		problem === undefined
			? {text: firstFitting(fewerOf([!isValues && fieldPosition(view, top), ...counts]), columns - 2), tone}
			: warning(`! ${sanitise(problem)}`);
	const lines = isValues ? valueLines(view, valueList, text, columns) : fieldLines(view, text, top);

	return (
		<Frame
			keys={keys}
			title={items.length === 0 ? 'edit …' : `edit ${numberText(items.length)} notifications`}
			// In fewer lines the counts are here, so that old → new is seen.
			status={rows >= 3 ? scrollStatus(list.top, height, items.length) : fewerOf(counts)}
			idle={mode === 'bulk-edit' ? fieldHint(values, view.edits.get(focus), columns - 2) : ''}
		>
			{isReader ? (
				<Text>{lines.find(({spoken}) => spoken !== undefined)?.spoken}</Text>
			) : (
				<FormView lines={lines.slice(0, top)} width={columns} />
			)}
			<Lines lines={linesOf(said, columns)} height={Math.min(1, rows - top - 1)} />
			<List
				// While the cursor is elsewhere a screen reader reads one example: all would be read again with each key.
				of={{...list, selected: mode === 'bulk-rows' || isReader ? list.selected : -1}}
				title={titled === 0 ? undefined : table.title}
				// What is not known of the latest edits yet is not shown as if it were.
				textAt={index => (isBusy ? faint(table.lineAt(index).text) : table.lineAt(index))}
			/>
		</Frame>
	);
}

type Cursor = ReturnType<typeof useList>;

/** The keys of a bulk edit, in each of its modes but the review. `text`: the one that is typed. */
function useEditKeys(
	{bulk: {view, change, go, unprotect}, onReview, onEditor, isTextKept}: EditViewProps,
	list: Cursor,
	valueList: Cursor,
	text: FocusedText,
): LiveKeys {
	const {pop, push} = useNavigation();
	const {mode, focus, items, outcomes, leftOut, counts, isBusy} = view;
	const fields = view.values.keys().toArray();
	const edit = view.edits.get(focus);

	const to = (field: FieldId | undefined) => () => {
		go(field === undefined ? 'bulk-rows' : 'bulk-edit', field);
	};

	const setText = (next: TextState | undefined) => {
		if (next !== undefined && (mode === 'bulk-values' || typeof edit !== 'object')) {
			change(typeText(view, text, next));
		}
	};

	const leaveText = () => {
		change(typeText(view, text, undefined));
	};

	/** Leaves them out or, if all of them are left out, takes them in again. */
	const leaveOut = (indexes: readonly number[]) => {
		const ids = new Set(indexes.flatMap(index => items[index]?.of.id ?? []));
		change({leftOut: ids.isSubsetOf(leftOut) ? leftOut.difference(ids) : leftOut.union(ids)});
	};

	const findInvalid = () =>
		range(items.length).filter(index => outcomes[index]!.error !== undefined && !leftOut.has(items[index]!.of.id));
	const shared = {
		review: onReview,
		editor: onEditor,
		'leave-out-invalid'() {
			leaveOut(findInvalid());
		},
		'accept-issue'() {
			change({acceptsInvalid: !view.acceptsInvalid});
		},
		'next-issue'() {
			const found = findInvalid();
			const next = found.find(index => mode !== 'bulk-rows' || index > list.selected) ?? found[0];
			if (next !== undefined) {
				go('bulk-rows');
				list.select(items[next]!.of.id);
			}
		},
		unprotect() {
			unprotect.ask(counts.protected);
		},
	};
	// A key that needs what the edits change waits for it.
	const waits = {
		guards: {
			hasEffect: !isBusy,
			hasInvalid: counts.invalid + counts.refused > 0,
			hasProtected: counts.protected > 0,
			canOverride: view.acceptsInvalid || outcomes.some(({error}) => error?.canOverride === true),
		},
		unfinished: isBusy ? {finish: () => undefined} : undefined,
	};
	const typing = {
		onKey(key: KeyPress) {
			setText(editText(text, key));
		},
		onPaste(pasted: string) {
			const inserted = focus === 'template' ? pasted.replaceAll(/\r\n?/gv, '\n') : onOneLine(pasted);
			setText(insertText(text, inserted));
		},
	};
	const leave = () => {
		const hasEdits = view.edits.size + view.edited.size > 0;
		const how = `Press ${keyOf('list', 'repeat-edit')} to continue with these edits.`;
		const end = () => {
			pop(hasEdits ? {text: `Nothing was sent. ${how}`} : undefined);
		};
		if (isTextKept()) {
			push({name: 'ask', question: 'Discard the text from the editor, which has a mistake?', hint: 'discard'}, end);
		} else {
			end();
		}
	};

	const isChanged = changedValues(edit).has(text.old ?? '');
	return useModalKeys(mode === 'review' ? 'bulk-edit' : mode, {
		'bulk-edit': {
			...waits,
			actions: {
				...list.moves,
				...shared,
				accept() {
					if (valueList.count > 1 && typeof edit !== 'string') {
						valueList.selectAt(0);
						go('bulk-values');
					} else {
						onReview();
					}
				},
				next: to(fields[fields.indexOf(focus) + 1]),
				previous: to(fields[fields.indexOf(focus) - 1]),
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
					leaveOut([list.selected]);
					list.moves.down();
				},
				next: to(fields[0]),
				previous: to(fields.at(-1)),
				back: to(focus),
			},
		},
	});
}

/** The counts besides that of what changes, the most important first, and their words for one and for several. */
const otherCounts: ReadonlyArray<readonly [count: keyof EditCounts, one: string, many?: string]> = [
	['invalid', 'invalid'],
	['refused', 'refused'],
	['protected', 'protected'],
	['warned', 'warned of'],
	['duplicate', 'duplicate', 'duplicates'],
	['templateLost', 'template unknown', 'templates unknown'],
	['topicsLost', 'topics unknown'],
	['leftOut', 'left out'],
	['unchanged', 'unchanged'],
];

/** The counts of a bulk edit: `152 to replace`, `2 invalid`, `150 templates unknown`. */
export const editCounts = (counts: EditCounts): ReadonlyArray<string | false> => [
	`${numberText(counts.changed)} to replace`,
	...otherCounts.map(
		([name, one, many = one]) => counts[name] > 0 && `${numberText(counts[name])} ${counts[name] === 1 ? one : many}`,
	),
];

/** Texts on one line, and wordings for one that is too short for them: the last ones are left out first, so that no number is cut. */
export const fewerOf = (texts: ReadonlyArray<string | false>): string[] =>
	texts.map((_, index) => joined(texts.slice(0, texts.length - index), ' · '));

/** Which of the fields has the focus, where they do not fit into `height`: `field 3 of 9`. */
export const fieldPosition = ({values, focus}: Pick<BulkEditView, 'values' | 'focus'>, height: number) =>
	values.size > height && `field ${values.keys().toArray().indexOf(focus) + 1} of ${values.size}`;

/** The text of a field while it is not typed in, or what describes its values in place of one. Not yet safe to show. */
export function fieldText(values: readonly DistinctValue[] | undefined, edit: FieldEdit | undefined, ifEmpty = 'none') {
	if (typeof edit === 'string') {
		return {text: edit, placeholder: noValue};
	}

	if (values === undefined) {
		return {text: '', placeholder: '…'};
	}

	const count = numberText(values.length);
	const shared = sharedValue(values);
	return edit === undefined
		? {text: shared ?? '', placeholder: shared === undefined ? `${count} different` : ifEmpty}
		: {text: `${numberText(edit.size)} of ${count} changed`, placeholder: ''};
}

/** A field or a distinct value as a line of the form. `told`: what stands in it while it is not typed in; `spoken`: what a screen reader reads, of the focused one. */
const lineOf = (
	line: Pick<FormLine, 'field' | 'label'>,
	told: ReturnType<typeof fieldText>,
	typed: FocusedText | undefined,
	spoken: string | undefined,
): FormLine => ({
	...line,
	text: typed?.text ?? told.text,
	input: {...typed, isFocused: spoken !== undefined, placeholder: told.placeholder},
	...(spoken !== undefined && {spoken}),
});

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
		const isHere = mode === 'bulk-edit' && field === focus;
		const edit = edits.get(field);
		const told = fieldText(values.get(field), edit, isUnknown && field === 'template' ? unknownText : undefined);
		const shown = shownValue(told.text === '' ? told.placeholder : told.text);
		const spoken = `${labelOf(field)}: ${shown}${edit === undefined ? '' : ', changed'}`;
		return lineOf(
			{field, label: fieldLabel(field, isHere, edit === undefined ? ' ' : '~')},
			told,
			isHere && typeof edit !== 'object' ? typed : undefined,
			field === focus ? `${spoken}, field ${selected + 1} of ${fields.length}` : undefined,
		);
	});
}

/** The share of the columns that an old value takes at most, beside its new one. */
const oldShare = 0.45;

/** The distinct values of the focused field with their counts, below a title. The one under the cursor is edited. */
export function valueLines(
	{focus, edits, values: valuesByField}: BulkEditView,
	{selected, top, height}: Pick<Cursor, 'selected' | 'top' | 'height'>,
	typed: FocusedText,
	columns: number,
): FormLine[] {
	const values = valuesByField.get(focus) ?? noValues;
	const label = labelOf(focus);
	const changes = changedValues(edits.get(focus));
	const was = changes.has(typed.old ?? '') ? typed.old : undefined;
	const title =
		was === undefined
			? `${label}: ${numberText(values.length)} values, and how many have each`
			: `${label}: ${shownValue(was)} →`;
	const lines = values.slice(top, top + height).map(({value, count}, index) => {
		const isHere = top + index === selected;
		const changed = changes.get(value);
		const old = truncate(shownValue(value), Math.floor((columns - formMargin) * oldShare));
		const becomes = changed === undefined ? '' : `, changed to ${shownValue(changed)}`;
		return lineOf(
			{field: focus, label: `${cursorSign(isHere)} ${numberText(count).padStart(formMargin - 4)}`},
			{text: changed === undefined ? shownValue(value) : `${old} → ${shownValue(changed)}`, placeholder: ''},
			isHere ? typed : undefined,
			isHere
				? `${label}, value ${numberText(selected + 1)} of ${numberText(values.length)}: ${shownValue(value)}, ${counted(count, 'notification')}${becomes}`
				: undefined,
		);
	});
	return [{field: focus, text: title, tone: 'label'}, ...lines];
}

/** The hint about the values that the focused field takes, in a line of at most `columns` below the notifications. */
export function fieldHint(values: readonly DistinctValue[], edit: FieldEdit | undefined, columns: number): string {
	const oneByOne = values.length > 1 && typeof edit !== 'string' && `${keyOf('bulk-edit', 'accept')}: one by one`;
	return firstFitting(fewerOf(['Type: all get it', '/old/new/: replace', oneByOne]), columns);
}

/** The notifications of a bulk edit at these indexes with what changes, in columns: the sign of each, `old → new`, and why it is invalid. One that stays shows the field that changes in the others. */
export function editRows(
	{items, outcomes, leftOut, focus, edits, edited}: BulkEditView,
	indexes: readonly number[],
	width: number,
): ListRows {
	const shown = edits.has(focus) ? focus : (edits.keys().next().value ?? focus);
	// A changed field is named where several change.
	const hasNames = edits.size !== 1 || edited.size > 0;
	const rowAt = (row: number): Row => {
		const {of, before, isContentUnknown} = items[indexes[row]!]!;
		const outcome = outcomes[indexes[row]!];
		const isLeftOut = leftOut.has(of.id);
		const [, text, role, reason] = reasonsOf(outcome, isLeftOut).find(([isSo]) => isSo === true)!;
		const told = {sign: {text, role}, id: of.id, fields: of, note: {text: reason, role}};
		if (isLeftOut || outcome?.isChanged !== true) {
			return {...told, what: readField(before, shown), isFaint: true};
		}

		const changes = outcome.fields.map(field => ({
			name: hasNames ? nameOfField(field) : '',
			label: labelOf(field),
			old: oldText(before, field, isContentUnknown),
			new: readField(outcome.after, field),
		}));
		return {...told, what: changes.length === 0 ? 'members that the service does not document' : changes};
	};

	return changeRows({count: indexes.length, rowAt}, width);
}

/** What a field was, also if that is not known. */
function oldText(before: Draft, field: FieldId, isContentUnknown: boolean): string {
	const old = readField(before, field);
	const isUnlisted = formFieldOf(field)?.isUnlisted ?? field.startsWith('topic.');
	return isContentUnknown && old === '' && isUnlisted ? unknownText : old;
}

/** An issue of a notification as a phrase, safe to show: `Recipient is not an https:// URL`. */
export const issueText = ({field, place, message}: DraftIssue): string =>
	sanitise(place === undefined ? `${labelOf(field)} ${message}` : message);

/** Why a notification is not edited, or what is warned of: whether it is so, its sign with its role, and the reason. The first one counts. */
function reasonsOf(outcome: EditOutcome | undefined, isLeftOut: boolean) {
	const {isProtected, isDuplicate, warning: warned, error} = outcome ?? {};
	const issue = error ?? warned;
	const told = issue === undefined ? '' : issueText(issue);
	return [
		[isLeftOut, '·', 'faint', 'left out'],
		[isProtected, '=', 'warning', 'protected'],
		[error !== undefined, '✗', 'bad', told],
		[isDuplicate, '!', 'warning', 'becomes a duplicate'],
		[warned !== undefined, '!', 'warning', told],
		[true, ' ', undefined, ''],
	] as const;
}
