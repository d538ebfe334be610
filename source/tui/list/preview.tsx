import {Box, Text} from 'ink';
import {createElement, useEffect, useMemo, useRef, useState, type ReactElement} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import type {ListRow} from '../../query/view.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {ClaimedRow} from '../../session/team/claimed-rows.ts';
import {numberText} from '../../platform/text.ts';
import {RuleLine} from '../shared/rule-line.tsx';
import {claimedRowText} from '../shared/use-team.ts';
import {theme} from '../theme.ts';
import {groupName} from './row-text.ts';
import type {PreviewPlace} from './preview-place.ts';

export type PreviewProps = {
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

/** The subject of the preview: a row, and for the header of a group the listing that the positions of its members are in. A later listing may be shorter. */
type Subject = {readonly row: ListRow; readonly listed: readonly ListedRecord[] | undefined};

/** The debounce time in milliseconds. A held key repeats every 33 ms. */
const debounceTime = 80;

/** The time in milliseconds for reading a key that has arrived and moving the cursor. */
const keyReadTime = 10;

/** The preview of the record or the group under the cursor. It is laid out and drawn only when the cursor rests. */
export function Preview({row, claimed, records, marked, place, size}: PreviewProps) {
	const listed = row?.kind === 'group' ? records : undefined;
	const debounced = useDebounced(useMemo((): Subject | undefined => row && {row, listed}, [row, listed]));
	const panes = usePanes(debounced !== undefined);
	const columns = place.side === 'right' ? place.columns : size.columns;
	const rows = place.side === 'right' ? size.rows : place.rows;
	const isBeside = place.side === 'right';
	const titleRows = isBeside && size.hasSeparators ? 2 : 1;
	const paneSize = {columns: columns - (isBeside ? 4 : 2), rows: rows - titleRows};
	const isStrip = place.side === 'below' && place.isStrip;
	const pane = debounced === undefined ? undefined : panes?.(debounced, marked, {...paneSize, isStrip});
	const title = debounced === undefined ? '' : titleOf(debounced.row, claimed);
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
	const [debounced, setDebounced] = useState<T | undefined>(undefined);
	const latest = useRef(value);
	const timer = useRef<NodeJS.Timeout | undefined>(undefined);
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

type PaneSize = {readonly columns: number; readonly rows: number; readonly isStrip: boolean};

type DrawPane = (subject: Subject, marked: ReadonlySet<string>, size: PaneSize) => ReactElement;

/** Loads the components that draw a record or a group when one is first needed. */
function usePanes(isNeeded: boolean): DrawPane | undefined {
	const [draw, setDraw] = useState<DrawPane | undefined>(undefined);
	useEffect(() => {
		const load = async () => {
			const [{DetailPane}, {GroupPane}, {StripPane}] = await Promise.all([
				import('../detail/detail-pane.tsx'),
				import('./group-pane.tsx'),
				import('./strip-pane.tsx'),
			]);
			setDraw(() => ({row, listed = []}: Subject, marked: ReadonlySet<string>, {isStrip, ...size}: PaneSize) => {
				if (row.kind === 'group') {
					return createElement(GroupPane, {group: row, records: listed, marked, isStrip, ...size});
				}

				return createElement(isStrip ? StripPane : DetailPane, {record: row, ...size});
			});
		};

		if (isNeeded) {
			void load();
		}
	}, [isNeeded]);

	return draw;
}
