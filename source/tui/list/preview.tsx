import {Box, Text} from 'ink';
import {useEffect, useMemo, useRef, useState} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import type {ListRow} from '../../query/view.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {ClaimedRow} from '../../account/team/team.ts';
import {numberText} from '../../platform/text.ts';
import {RuleLine} from '../shared/rule-line.tsx';
import {useThemeChanges} from '../shared/theme-context.ts';
import {claimedRowText} from '../shared/use-team.ts';
import {theme} from '../theme.ts';
import {useAsync} from '../ui/use-async.ts';
import {groupName} from './row-text.ts';
import type {PreviewPlace} from './preview-place.ts';

type PreviewProps = {
	/** The row under the cursor: a record, or the header of a group. */
	readonly row: ListRow | undefined;
	/** The notifications that colleagues are changing, by ID. */
	readonly claimed?: ReadonlyMap<string, ClaimedRow> | undefined;
	/** The listing that the rows are from. */
	readonly records: readonly ListedRecord[];
	/** The IDs of the marked notifications. */
	readonly marked: ReadonlySet<string>;
	readonly place: PreviewPlace;
	/** The size of the list and the preview together. */
	readonly size: {readonly columns: number; readonly rows: number; readonly hasSeparators: boolean};
};

/** The debounce time in milliseconds. A held key repeats every 33 ms. */
const debounceTime = 80;

/** The time in milliseconds for reading a key that has arrived and moving the cursor. */
const keyReadTime = 10;

const noRecords: readonly ListedRecord[] = [];

const loadPanes = async () => import('./preview-panes.tsx');

/** The preview of the record or the group under the cursor. It is laid out and drawn only when the cursor rests. */
export function Preview({row, claimed, records, marked, place, size}: PreviewProps) {
	// The positions of a group's members are those in its listing: a later one may be shorter.
	const listed = row?.kind === 'group' ? records : noRecords;
	const rested = useDebounced(useMemo(() => row && {row, listed}, [row, listed]));
	const panes = useAsync(rested && loadPanes);
	const isBeside = place.side === 'right';
	const [columns, rows] = isBeside ? [place.columns, size.rows] : [size.columns, place.rows];
	const titleRows = isBeside && size.hasSeparators ? 2 : 1;
	const isStrip = !isBeside && place.isStrip;
	const textWidth = columns - (isBeside ? 4 : 2);
	const version = useThemeChanges();
	// A moving cursor draws nothing of it.
	const pane = useMemo(
		() =>
			panes &&
			rested && (
				<panes.PreviewPane
					key={version}
					row={rested.row}
					records={rested.listed}
					marked={marked}
					columns={textWidth}
					rows={rows - titleRows}
					isStrip={isStrip}
				/>
			),
		[panes, rested, marked, textWidth, rows, titleRows, isStrip, version],
	);
	const title = rested === undefined ? '' : titleOf(rested.row, claimed);
	if (row === undefined) {
		return null;
	}

	return isBeside ? (
		<Box
			flexDirection="column"
			marginLeft={1}
			width={columns - 1}
			height={rows}
			flexShrink={0}
			overflow="hidden"
			borderStyle="single"
			borderTop={false}
			borderRight={false}
			borderBottom={false}
			borderColor={theme.rule.color}
			borderDimColor={theme.rule.dimColor}
		>
			<Text {...theme.title} wrap="truncate-end">
				{' '}
				{title}
			</Text>
			{titleRows > 1 && <RuleLine width={columns - 2} />}
			{pane}
		</Box>
	) : (
		<Box flexDirection="column" width={columns} height={rows} flexShrink={0} overflow="hidden">
			<RuleLine title={title} width={columns} />
			{pane}
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
	return [record.id, by === undefined ? '' : `~ ${claimedRowText(by)}`, record.name]
		.filter(part => part !== '')
		.map(part => sanitise(part))
		.join(' · ');
}

/** Debounces a value with a single timer. On a busy machine the timer may fire before keys that arrived in time are read, so it waits for them as well. */
function useDebounced<T>(value: T): T | undefined {
	const [debounced, setDebounced] = useState<T>();
	const latest = useRef(value);
	const timer = useRef<NodeJS.Timeout>(undefined);
	useEffect(() => {
		latest.current = value;
		timer.current ??= setTimeout(() => {
			const last = latest.current;
			setTimeout(() => {
				if (latest.current === last) {
					setDebounced(last);
				}
			}, keyReadTime);
		}, debounceTime);
		timer.current.refresh();
	}, [value]);
	useEffect(
		() => () => {
			clearTimeout(timer.current);
			timer.current = undefined;
		},
		[],
	);

	return debounced;
}
