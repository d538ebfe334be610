import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {useMemo, type ReactNode} from 'react';
import type {DistinctValue, EditCounts, EditItem, EditOutcome, FieldEdit} from '../../query/bulk-edit.ts';
import {isRequired} from '../../notification/check.ts';
import {nameOfField} from '../../notification/field-path.ts';
import {readField} from '../../notification/fields.ts';
import type {FieldId} from '../../notification/spec.ts';
import {numberText, range} from '../../platform/text.ts';
import {noValue, sanitise, sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {firstFitting, fit, truncate, widthOf} from '../../terminal/width.ts';
import {labelOf} from './form.ts';
import {type KeyPress, keyOf, type LiveKeys} from '../keys/match.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {changeRows, type Row} from '../changes/rows.tsx';
import {cursorSign} from '../ui/fit.ts';
import {Frame, Header} from '../ui/frame.tsx';
import {fitWindow, scrollStatus} from '../ui/list-window.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useTextSize, List, useList, type ListRows} from '../ui/list.tsx';
import {editText, emptied, insertText, onOneLine, textToEdit, type TextState} from '../keys/text-edit.ts';
import {TextField} from '../ui/text-field.tsx';
import {theme} from '../ui/theme.ts';
import {linesOf, warning, Lines} from '../ui/line.tsx';
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

/** The fields of a bulk edit or the distinct values of one, and below them the effect on every notification. */
export function EditView({bulk}: {readonly bulk: BulkEdit}) {
	const {view} = bulk;
	const {items, focus, mode} = view;
	const {columns, rows} = useTextSize();
	const values = view.values.get(focus);
	const isValues = mode === 'values';
	const wanted = isValues ? (values?.length ?? 0) + 1 : Math.max(1, view.values.size);
	const spare = items.length === 0 ? 0 : rows - 1 - items.length;
	const share = isValues ? valuesShare : fieldsShare;
	const top = Math.max(1, Math.min(wanted, Math.max(Math.floor(rows * share), spare)));
	const titled = rows - top - 1 > leastRows ? 1 : 0;
	const height = Math.max(1, rows - top - 1 - titled);
	const keyed = useMemo(
		() => ({
			length: items.length,
			keyAt: (index: number) => items[index]?.of.id,
			indexOf: (key: string) => items.findIndex(({of}) => of.id === key),
		}),
		[items],
	);
	const list = useList(keyed, height);
	const table = useMemo(() => editRows(view, range(items.length), columns - 2), [view, items, columns]);
	// While the cursor is elsewhere a screen reader reads one example: all would be read again with each key.
	const unselected = useIsScreenReaderEnabled() ? list.top : -1;
	const keys = useEditKeys(bulk, list, Math.max(1, top - 1));
	const problem = view.problems.get(focus);
	const counted = `${countsText(view.counts)}${view.isBusy ? ' · computing …' : ''}`;
	const positions = isValues ? [] : fieldPosition(view, top).map(position => `${position} · ${counted}`);
	const counts = firstFitting([...positions, ...fewerCounts(counted)], columns - 2);
	const hasErrors = view.counts.invalid + view.counts.refused > 0;
	const said =
		problem === undefined
			? {text: counts, tone: hasErrors ? ('warning' as const) : ('label' as const)}
			: warning(`! ${sanitise(problem)}`);
	const Texts = isValues ? EditValues : EditFields;

	return (
		<Frame
			keys={keys}
			header={
				<Header
					title={items.length === 0 ? 'edit …' : `edit ${numberText(items.length)} notifications`}
					// In fewer lines the counts are here, so that old → new is seen.
					status={rows >= 3 ? scrollStatus(list.top, height, items.length) : fewerCounts(counted)}
				/>
			}
			idle={mode === 'fields' ? fieldHint(values, view.edits.get(focus), focus, columns - 2) : ''}
		>
			<Texts view={view} columns={columns} height={top} />
			<Lines lines={linesOf(said, columns)} height={Math.min(1, rows - top - 1)} />
			<List
				of={{...list, selected: mode === 'rows' ? list.selected : unselected}}
				title={titled === 0 ? undefined : table.title}
				textAt={table.lineAt}
			/>
		</Frame>
	);
}

/** The keys of a bulk edit, in each of its modes but the review. `valueHeight`: the number of distinct values that fit on the screen. */
function useEditKeys(
	{view, dispatch, unprotect, open}: BulkEdit,
	list: ReturnType<typeof useList>,
	valueHeight: number,
): LiveKeys {
	const {pop} = useNavigation();
	const {mode, focus, valueIndex, items, outcomes, leftOut, counts} = view;
	const fields = view.values.keys().toArray();
	const values = view.values.get(focus) ?? [];
	const edit = view.edits.get(focus);
	const text = focusedText(view, view.values);

	const toField = (field: FieldId | undefined) => () => {
		dispatch({type: 'go', ...(field === undefined ? {mode: 'rows'} : {mode: 'fields', focus: field})});
	};

	const toValue = (by: number) => () => {
		dispatch({type: 'go', valueIndex: Math.max(0, Math.min(values.length - 1, valueIndex + by))});
	};

	const setText = (next: TextState | undefined) => {
		if (next !== undefined && !(mode === 'fields' && edit?.kind === 'values')) {
			dispatch({type: 'text', of: text, edit: next});
		}
	};

	const leaveText = () => {
		dispatch({type: 'text', of: text, edit: undefined});
	};

	const isInvalid = (index: number) => outcomes[index]?.error !== undefined && !leftOut.has(items[index]!.of.id);
	const guards = {
		hasInvalid: counts.invalid + counts.refused > 0,
		hasProtected: counts.protected > 0,
		canOverride: view.acceptsInvalid || outcomes.some(({error}) => error?.canOverride === true),
	};
	const shared = {
		review() {
			open('review');
		},
		editor() {
			open('editor');
		},
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
				toField(undefined)();
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

	const scopes = {fields: 'bulk-edit', values: 'bulk-values', rows: 'bulk-rows', review: 'bulk-edit'} as const;
	return useModalKeys(scopes[mode], {
		'bulk-edit': {
			guards,
			actions: {
				...shared,
				accept() {
					if (values.length > 1 && edit?.kind !== 'text') {
						dispatch({type: 'go', mode: 'values'});
					} else {
						shared.review();
					}
				},
				next: toField(fields[fields.indexOf(focus) + 1]),
				previous: toField(fields[fields.indexOf(focus) - 1]),
				'page-up': list.moves['page-up'],
				'page-down': list.moves['page-down'],
				back: edit === undefined ? leave : leaveText,
			},
			...typing,
		},
		'bulk-values': {
			actions: {
				accept: toField(focus),
				up: toValue(-1),
				down: toValue(1),
				'page-up': toValue(-valueHeight),
				'page-down': toValue(valueHeight),
				back: text.old !== undefined && changedValue(edit, text.old) !== undefined ? leaveText : toField(focus),
			},
			...typing,
		},
		'bulk-rows': {
			guards,
			actions: {
				...list.moves,
				...shared,
				accept: shared.review,
				'leave-out'() {
					const item = items[list.selected];
					if (item !== undefined) {
						dispatch({type: 'leave-out', ids: [item.of.id]});
						list.moves.down();
					}
				},
				next: toField(fields[0]),
				previous: toField(fields.at(-1)),
				back: toField(focus),
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

/** The counts of a bulk edit on one line, the most important first: `152 change · 2 invalid · 150 templates unknown`. */
export function countsText(counts: EditCounts): string {
	const others = partsOf(counts).filter(([count]) => count > 0);
	return [[counts.changed, 'changes', 'change'] as const, ...others]
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

/** The text of a field without the focus. `ifEmpty`: the text if all notifications have none. `isFaint`: it describes the values. Not yet safe to show. */
export function fieldText(
	values: readonly DistinctValue[] | undefined,
	edit: FieldEdit | undefined,
	ifEmpty = noValue,
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
		isMany ? `${keyOf('bulk-edit', 'accept')}: one by one` : `${keyOf('bulk-edit', 'back')}: leave it as it is`,
	];
	return firstFitting(fewerCounts(parts.join(' · ')), columns);
}

type TextsProps = {readonly view: BulkEditView; readonly columns: number; readonly height: number};

type TextLineProps = {
	/** What stands before the text. */
	readonly children: ReactNode;
	/** The text that is edited here; undefined on other lines. */
	readonly focused: FocusedText | undefined;
	/** The text of another line, or the placeholder; not yet safe to show. */
	readonly text: string;
	readonly role: 'faint' | 'good' | undefined;
	readonly width: number;
};

/** A field or a distinct value: the text that is typed, or the one that it has. */
function TextLine({children, focused, text, role, width}: TextLineProps) {
	return (
		<Box height={1}>
			{children}
			{focused === undefined ? (
				<Text {...(role === undefined ? {} : theme[role])} wrap="truncate-end">
					{truncate(sanitiseCell(text), width)}
				</Text>
			) : (
				<TextField
					text={focused.text}
					cursor={focused.cursor}
					isSelected={focused.isSelected}
					width={width}
					placeholder={text}
				/>
			)}
		</Box>
	);
}

/** The width of the sign and the label of a field, in columns. */
const margin = 20;

/** The fields of a bulk edit, each with the value that all notifications share, the number of their values, or its edit. */
function EditFields({view, columns, height}: TextsProps) {
	const {edits, items, mode, focus} = view;
	const fields = view.values.size === 0 ? [focus] : view.values.keys().toArray();
	const {top} = fitWindow({selected: Math.max(0, fields.indexOf(focus)), top: 0}, fields.length, height);
	if (useIsScreenReaderEnabled()) {
		return <Text>{readerField(view)}</Text>;
	}

	const isUnknown = items.some(({isContentUnknown}) => isContentUnknown);
	return (
		<Box flexDirection="column" flexShrink={0} height={height}>
			{fields.slice(top, top + height).map(field => {
				const isHere = mode === 'fields' && field === focus;
				const edit = edits.get(field);
				const ifEmpty = isUnknown && field === 'template' ? 'not known' : 'none';
				const {text, isFaint} = fieldText(view.values.get(field), edit, ifEmpty);
				return (
					<TextLine
						key={field}
						focused={isHere && edit?.kind !== 'values' ? focusedText(view, view.values) : undefined}
						text={text}
						role={isFaint ? 'faint' : undefined}
						width={Math.max(3, columns - margin - 1)}
					>
						<Text {...(isHere ? theme.focus : theme.label)}>
							{fit(
								`${cursorSign(isHere)}${edit === undefined ? ' ' : '~'}${labelOf(field)}${isRequired(field) ? ' *' : ''}`,
								margin,
							)}
						</Text>
					</TextLine>
				);
			})}
		</Box>
	);
}

/** The share of the columns that an old value takes at most, beside its new one. */
const oldShare = 0.45;

/** The distinct values of the focused field with their counts. The one under the cursor is edited. */
function EditValues({view, columns, height}: TextsProps) {
	const {focus, valueIndex, edits} = view;
	const values = view.values.get(focus) ?? [];
	const {top} = fitWindow({selected: valueIndex, top: 0}, values.length, Math.max(1, height - 1));
	const title = `${labelOf(focus)}: ${numberText(values.length)} values`;
	if (useIsScreenReaderEnabled()) {
		return <Text>{readerValue(view)}</Text>;
	}

	const countWidth = numberText(values[0]?.count ?? 0).length;
	return (
		<Box flexDirection="column" flexShrink={0} height={height}>
			<Text {...theme.label}> {firstFitting([`${title}, and how many have each`, title], columns - 1)}</Text>
			{values.slice(top, top + Math.max(1, height - 1)).map(({value, count}, index) => {
				const isHere = top + index === valueIndex;
				const changed = changedValue(edits.get(focus), value);
				const start = `${cursorSign(isHere)} ${numberText(count).padStart(countWidth)}  `;
				const oldWidth = Math.floor((columns - start.length) * oldShare);
				const old = changed === undefined ? '' : `${truncate(shownValue(value), oldWidth)} → `;
				return (
					<TextLine
						key={top + index}
						focused={isHere ? focusedText(view, view.values) : undefined}
						text={isHere ? 'none' : shownValue(changed ?? value)}
						role={changed === undefined ? undefined : 'good'}
						width={Math.max(3, columns - start.length - widthOf(old) - 1)}
					>
						<Text {...(isHere ? theme.focus : {})}>{start}</Text>
						<Text {...theme.faint}>{old}</Text>
					</TextLine>
				);
			})}
		</Box>
	);
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
		return {sign: '-', role: 'faint', reason: 'left out'};
	}

	if (outcome?.isProtected === true) {
		return {sign: '-', role: 'warning', reason: 'protected'};
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

/** The focused field of a bulk edit as a screen reader reads it: `Recipient: 53 values, field 3 of 56`. */
export function readerField({values, edits, focus}: BulkEditView): string {
	const edit = edits.get(focus);
	const [place = ''] = fieldPosition({values, focus}, 0);
	const text = shownValue(fieldText(values.get(focus), edit).text);
	return [`${labelOf(focus)}: ${text}`, edit === undefined ? '' : 'changed', place]
		.filter(part => part !== '')
		.join(', ');
}

/** The distinct value under the cursor: `Recipient, value 2 of 53: ops@example.com, 4 notifications, changed to noc@example.com`. */
export function readerValue({values, edits, focus, valueIndex}: BulkEditView): string {
	const all = values.get(focus) ?? [];
	const {value = '', count = 0} = all[valueIndex] ?? {};
	const changed = changedValue(edits.get(focus), value);
	const counted = `${numberText(count)} ${count === 1 ? 'notification' : 'notifications'}`;
	const becomes = changed === undefined ? '' : `, changed to ${shownValue(changed)}`;
	return `${labelOf(focus)}, value ${numberText(valueIndex + 1)} of ${numberText(all.length)}: ${shownValue(value)}, ${counted}${becomes}`;
}
