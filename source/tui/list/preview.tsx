import {Box, useWindowSize} from 'ink';
import {memo, useEffect, useMemo, useState} from 'react';
import type {ScreenSettings} from '../../config/settings.ts';
import {labelled} from '../../notification/labels.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import {cellText, groupFields, type FieldName} from '../../notification/spec.ts';
import {countValues, type Group, type ValueCounts} from '../../query/group.ts';
import {idsIn, type ListRow} from '../../query/view.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import type {ClaimedRow} from '../../account/team/team.ts';
import {joined, numberText} from '../../platform/text.ts';
import {useDetailLines} from './detail-lines.ts';
import {keyOf} from '../keys/match.ts';
import {countedValueLines, sentenceLines} from '../ui/sentence.ts';
import type {useBodySize} from '../ui/frame.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {bad, ruleLine, faint, gap, labelWidth, title, type Line, Lines} from '../ui/line.tsx';
import {useSession, useThemeChanges, useSettings, claimedRowText} from '../ui/session.ts';
import {useSliced} from '../ui/use-task.ts';
import {theme} from '../ui/theme.ts';
import {cellOf, type PlacedColumn, groupName} from './columns.ts';
import {noPreviewText, previewPlace, stripRows, type PreviewPlace} from './first-page.ts';

/** The preview of the notification under the cursor: whether it is shown, and where. */
export function usePreview() {
	const {
		services: {settings},
	} = useSession();
	const {announce} = useNavigation();
	const {preview: saved} = useSettings();
	const [chosen, setChosen] = useState<ScreenSettings['preview']>(undefined);
	const terminal = useWindowSize();
	const place = previewPlace(chosen ?? saved, terminal);

	return {
		place,
		/** Shows or hides the preview, and saves that in config.yaml. */
		async toggle() {
			const isShown = ({right, below}: PreviewPlace) => right + below > 0;
			const next = isShown(place) ? 'off' : 'on';
			if (!isShown(previewPlace('on', terminal))) {
				announce({text: noPreviewText});
				return;
			}

			setChosen(next);
			try {
				await settings.save(['preview'], next);
			} catch (error) {
				announce(
					bad(`The preview is ${next} until you quit: config.yaml was not changed (${(error as Error).message}).`),
				);
			}
		},
	};
}

type PreviewProps = {
	/** The row under the cursor: a record, or the header of a group. */
	readonly row: ListRow | undefined;
	/** The columns of the list, whose values are not repeated. */
	readonly columns: readonly PlacedColumn[];
	/** The notifications that colleagues are changing, by ID. */
	readonly claimed?: ReadonlyMap<string, ClaimedRow> | undefined;
	/** The listing that the rows are from. */
	readonly records: readonly ListedRecord[];
	/** The IDs of the marked notifications. */
	readonly marked: ReadonlySet<string>;
	readonly place: PreviewPlace;
	/** The size of the list and the preview together. */
	readonly size: ReturnType<typeof useBodySize>;
};

/** The debounce time in milliseconds. A held key repeats every 33 ms. */
const debounceTime = 80;

const noRecords: readonly ListedRecord[] = [];

/** The preview of the record or the group under the cursor. It is laid out and drawn only when the cursor rests. */
export function Preview({row, columns, claimed, records, marked, place, size}: PreviewProps) {
	// The positions of a group's members are those in its listing: a later one may be shorter.
	const listed = row?.kind === 'group' ? records : noRecords;
	const rested = useDebounced(useMemo(() => row && {row, listed}, [row, listed]));
	const isBeside = place.right > 0;
	const [width, height] = isBeside ? [place.right, size.rows] : [size.columns, place.below];
	const titleRows = isBeside && size.hasSeparators ? 2 : 1;
	const heading = rested === undefined ? '' : titleOf(rested.row, claimed);
	if (row === undefined) {
		return null;
	}

	const border = {
		borderStyle: 'single',
		borderTop: false,
		borderRight: false,
		borderBottom: false,
		borderColor: theme.rule.color,
		borderDimColor: theme.rule.dimColor,
		marginLeft: 1,
	} as const;
	return (
		<Box
			flexDirection="column"
			width={isBeside ? width - 1 : width}
			height={height}
			flexShrink={0}
			overflow="hidden"
			{...(isBeside && border)}
		>
			{isBeside && <Lines lines={[title(heading)]} />}
			{(titleRows > 1 || !isBeside) && <Lines lines={[isBeside ? ruleLine(width - 2) : ruleLine(width, heading)]} />}
			{rested && (
				<PreviewPane
					row={rested.row}
					columns={columns}
					records={rested.listed}
					marked={marked}
					width={width - (isBeside ? 4 : 2)}
					height={height - titleRows}
				/>
			)}
		</Box>
	);
}

/** The ID and the name of a notification, and who is changing it; or the name and the size of a group. Safe to show. */
function titleOf(record: ListRow, claimed: PreviewProps['claimed']): string {
	if (record.kind === 'group') {
		return `${groupName(record)} · ${numberText(record.members.length)}`;
	}

	if (record.kind === 'unreadable') {
		return 'unreadable record';
	}

	const by = claimed?.get(record.id);
	return sanitise(joined([record.id, by && `~ ${claimedRowText(by)}`, record.name], ' · '));
}

function useDebounced<T>(value: T): T | undefined {
	const [debounced, setDebounced] = useState<T>();
	useEffect(() => {
		const timer = setTimeout(setDebounced, debounceTime, value);
		return () => {
			clearTimeout(timer);
		};
	}, [value]);

	return debounced;
}

type PaneProps<R> = Pick<PreviewProps, 'columns' | 'records' | 'marked'> & {
	readonly row: R;
	/** The width of its lines, in terminal columns. */
	readonly width: number;
	readonly height: number;
};

/** A record or a group beside the list or below it, as far as there is room. A moving cursor draws nothing of it. */
const PreviewPane = memo((props: PaneProps<ListRow>) => {
	useThemeChanges();
	const {row} = props;
	return row.kind === 'group' ? <GroupPane {...props} row={row} /> : <DetailPane {...props} row={row} />;
});

function DetailPane({row, columns, width, height}: PaneProps<ListedRecord>) {
	// The title has the name.
	const lines = useDetailLines(row, width, false, wholeIn(row, columns).add('name'));
	// A strip has a few lines only.
	return <Lines lines={height < stripRows ? stripLines(row, width, height) : paneLines(lines, height)} />;
}

/** The fields whose values the row shows whole. */
export function wholeIn(record: ListedRecord, columns: readonly PlacedColumn[]): Set<string> {
	if (record.kind === 'unreadable') {
		return new Set();
	}

	const isWhole = (column: PlacedColumn) => {
		const {field} = column;
		const text = field.readAll?.(record).join(' ') ?? field.read(record);
		return cellOf(record, column) === sanitiseCell(text === '' ? cellText(field, record) : text);
	};
	return new Set(columns.filter(column => isWhole(column)).map(({field}) => field.name));
}

/** The lines that a preview of `rows` lines shows. If not all fit, the last one says how many are missing. */
export function paneLines(lines: readonly Line[], rows: number): readonly Line[] {
	const more = `${numberText(lines.length - rows + 1)} more lines: ${keyOf('list', 'open')}`;
	return lines.length <= rows ? lines : [...lines.slice(0, rows - 1), {...faint(more), label: ''}];
}

/** The sentence of a record in at most `rows` lines. */
export const stripLines = (record: ListedRecord, columns: number, rows: number): Line[] =>
	record.kind === 'unreadable'
		? [{text: truncate(`record ${record.index + 1} of the listing: ${sanitise(record.problem)}`, columns)}]
		: sentenceLines(record, columns, rows).map(text => title(text));

/** A group: the key that marks its members, unless there are a few lines only, and their most frequent values. */
function GroupPane({row: group, records, marked, width, height}: PaneProps<Group>) {
	const {value, isCurrent} = useSliced(
		useMemo(
			() => () =>
				countValues(
					group.members.map(position => records[position]!),
					countedFields(group),
				),
			[group, records],
		),
	);
	const values = groupLines(isCurrent ? value : undefined, width);
	const count = group.members.length;
	const areMarked = marked.size >= count && idsIn(records, group.members).every(id => marked.has(id));
	const key = `${keyOf('list', 'mark')} ${areMarked ? 'unmarks' : 'marks'} ${count === 1 ? 'it' : `all ${numberText(count)}`}`;
	// First, so that a low pane shows it, but for a strip.
	return <Lines lines={height < stripRows ? values : [{text: key}, gap, ...values]} height={height} />;
}

/** The fields described: those whose values take one line first. */
const described = groupFields.toSorted((a, b) => a.group.lines - b.group.lines);

/** The fields whose values are counted for a group: all that are described, except the one that the members share. */
export const countedFields = ({field}: Pick<Group, 'field'>): FieldName[] =>
	described.map(({name}) => name as FieldName).filter(name => name !== field);

/** The most frequent values of a group's members, at most `columns` wide. `counts`: undefined while they are being counted. */
const groupLines = (counts: ValueCounts | undefined, columns: number): Line[] =>
	counts === undefined
		? [{label: '', text: 'counting …', tone: 'faint'}]
		: described.flatMap(({name, label, group}) => {
				const values = counts.get(name as FieldName) ?? [];
				// A group may have thousands of values, of which a few are shown.
				const safe = values.values().map(({value, count}) => ({value: sanitiseCell(labelled(value)), count}));
				return countedValueLines(safe, values.length, group.lines, columns - labelWidth).map((text, index) => ({
					label: index === 0 ? label : '',
					text,
				}));
			});
