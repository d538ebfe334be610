import {Box, Text} from 'ink';
import {createElement, useEffect, useRef, useState, type ReactElement} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {DetailPaneProps} from '../detail/detail-pane.tsx';
import {RuleLine} from '../shared/rule-line.tsx';
import {theme} from '../theme.ts';
import type {PreviewPlace} from './preview-place.ts';

export type PreviewProps = {
	/** The record under the cursor; undefined on the header of a group. */
	readonly record: ListedRecord | undefined;
	readonly place: PreviewPlace;
	/** The size of the list and the preview together. */
	readonly size: {readonly columns: number; readonly rows: number; readonly hasSeparators: boolean};
};

/** The debounce time in milliseconds. A held key repeats every 33 ms. */
const debounceTime = 80;

/** The time in milliseconds for reading a key that has arrived and moving the cursor. */
const keyReadTime = 10;

/** The preview of the record under the cursor. It is laid out and drawn only when the cursor rests. */
export function Preview({record, place, size}: PreviewProps) {
	const debounced = useDebounced(record);
	const drawPane = useDetailPane(debounced !== undefined);
	const columns = place.side === 'right' ? place.columns : size.columns;
	const rows = place.side === 'right' ? size.rows : place.rows;
	const isBeside = place.side === 'right';
	const titleRows = isBeside && size.hasSeparators ? 2 : 1;
	const pane = debounced === undefined ? undefined : drawPane?.({record: debounced, columns: columns - (isBeside ? 4 : 2), rows: rows - titleRows});
	const title = debounced === undefined ? '' : titleOf(debounced);

	return isBeside
		? (
			<Box flexDirection='column' marginLeft={1} width={columns - 1} height={rows} flexShrink={0} overflow='hidden' borderStyle='single' borderTop={false} borderRight={false} borderBottom={false} borderColor={theme.rule.color} borderDimColor={theme.rule.dimColor}>
				<Text {...theme.title} wrap='truncate-end'> {title}</Text>
				{titleRows > 1 && <RuleLine width={columns - 2}/>}
				{pane}
			</Box>
		)
		: (
			<Box flexDirection='column' width={columns} height={rows} flexShrink={0} overflow='hidden'>
				<RuleLine title={title} width={columns}/>
				{pane}
			</Box>
		);
}

/** The ID and the name of a notification, safe to show. */
function titleOf(record: ListedRecord): string {
	return record.kind === 'unreadable' ? 'unreadable record' : [record.id, record.name].filter(part => part !== '').map(part => sanitise(part)).join(' · ');
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
	useEffect(() => () => {
		clearTimeout(timer.current);
		timer.current = undefined;
	}, []);

	return debounced;
}

type DrawPane = (props: DetailPaneProps) => ReactElement;

/** Loads the component that draws a record when it is first needed. */
function useDetailPane(isNeeded: boolean): DrawPane | undefined {
	const [draw, setDraw] = useState<DrawPane | undefined>(undefined);
	useEffect(() => {
		const load = async () => {
			const {DetailPane} = await import('../detail/detail-pane.tsx');
			setDraw(() => (props: DetailPaneProps) => createElement(DetailPane, props));
		};

		if (isNeeded) {
			void load();
		}
	}, [isNeeded]);

	return draw;
}
