import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {useMemo, useSyncExternalStore} from 'react';
import {isFolded, type ListRow} from '../../query/view.ts';
import {soughtWords} from '../../query/match.ts';
import {notificationSentence} from '../../notification/sentence.ts';
import type {ClaimedRow} from '../../account/team/team.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {firstFitting} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {useClick} from '../keys/use-mouse.ts';
import {listTitle} from '../shared/account-label.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header, useHeaderParts} from '../shared/header.tsx';
import {RuleLine} from '../shared/rule-line.tsx';
import {useListing, useSession} from '../shared/session-context.ts';
import {useNow} from '../shared/use-now.ts';
import {claimedRowText, useTeamState} from '../shared/use-team.ts';
import {theme} from '../theme.ts';
import {linesOf} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {useListModel} from './list-model.ts';
import {changesQuery, type ListQuery} from './list-query.ts';
import {isDown, listingStatus} from './listing-status.ts';
import {Preview, usePreview} from './preview.tsx';
import {QueryLine, ValuesLine} from './query-line.tsx';
import {marginWidth} from './row-text.ts';
import {GroupLine, RecordLine, Titles, changeOf} from './table.tsx';
import {fittingTabs, tabAt} from './tabs.ts';
import {useColumns} from './use-columns.ts';
import {useListKeys} from './use-list-keys.ts';
import {useListRows} from './use-list-rows.ts';
import {windowRows} from './window-rows.ts';

/** How often the age of the listing is read again, in milliseconds: its finest step. */
const ageInterval = 10_000;

/** The list of the account's notifications, one per row. */
export function ListScreen() {
	const session = useSession();
	const {services, pending: pendingChanges} = session;
	const team = useTeamState(session);
	const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
	const account = useListing();
	const size = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const now = useNow(services.clock, ageInterval);
	const model = useListModel();
	const preview = usePreview();
	const width = size.columns - (preview.place?.side === 'right' ? preview.place.columns : 0);
	const list = useListRows(
		account,
		{...size, columns: width, rows: size.rows - (preview.place?.side === 'below' ? preview.place.rows : 0)},
		model,
	);
	const layout = useColumns(list.sample, list.view, width - marginWidth);
	const keys = useListKeys(account, list, layout, preview);
	const {
		query,
		view,
		views,
		isBusy,
		rows,
		folds,
		selection,
		typed,
		marks,
		messages,
		problemLines,
		hasQueryLine,
		hasTabs,
		hasTitles,
		hasRule,
		height,
	} = list;
	// The saved views. The current one is highlighted and marked with `▌`.
	const tabs = fittingTabs(views.tabs, width);
	const tabsBox = useClick((_row, column) => {
		const tab = tabAt(tabs, column);
		if (tab?.isCurrent === false) {
			views.show(tab.index);
		}
	});
	const shownRows = windowRows(rows, selection.top, height, view.groups !== undefined);
	const rowsBox = useClick(row => {
		const index = shownRows[row];
		if (index !== undefined) {
			selection.selectAt(index);
		}
	});
	const words = useMemo(() => soughtWords(view.query), [view.query]);

	const stateOf = (of: ListRow) => {
		const id = of.kind === 'notification' ? of.id : '';
		return {
			isMarked: marks.ids.has(id),
			isPending: pending.ids.has(id),
			change: of.kind === 'group' ? undefined : changeOf(of, account.changes),
			claimed: team?.claims?.get(id),
		};
	};

	const lineAt = (index: number) => {
		const of = rows.at(index)!;
		// Keys repeat after each screen height, so that a row scrolling in reuses the line of the one scrolling out.
		const key = index < selection.top ? 'header' : index % height;
		const shared = {
			width,
			isSelected: index === selection.selected,
			isInRange: marks.range !== undefined && index >= marks.range[0] && index <= marks.range[1],
		};
		if (of.kind === 'group') {
			return (
				<GroupLine
					key={key}
					group={of}
					isClosed={isFolded(folds, of)}
					idsOf={rows.idsOf}
					marked={marks.ids}
					{...shared}
				/>
			);
		}

		const {claimed, ...state} = stateOf(of);
		return (
			<RecordLine
				key={key}
				record={of}
				columns={layout.columns}
				words={words}
				isClaimed={claimed !== undefined}
				{...state}
				{...shared}
			/>
		);
	};

	const row = rows.at(selection.selected);
	const readerText =
		isReader &&
		row !== undefined &&
		readerRow(row, {
			...stateOf(row),
			index: selection.selected,
			count: rows.length,
			isFolded: row.kind === 'group' && isFolded(folds, row),
		});
	const title = listTitle(size.columns);
	const {room} = useHeaderParts(title);
	const wordings = listingStatus(account, now, {
		found: view.query.length === 0 ? undefined : view.matches.length,
		marked: marks.ids.size,
		hidden: marks.hidden.size,
		busy: isBusy ? busyText(query, account.shown.length) : '',
	});
	const status = firstFitting([...wordings, ''], room);

	return (
		<Frame
			keys={keys}
			header={<Header title={title} status={status} role={isDown(account.listing) ? 'warning' : 'label'} />}
		>
			<Box flexDirection={preview.place?.side === 'right' ? 'row' : 'column'} height={size.rows}>
				<Box flexDirection="column" flexGrow={1} width={width} overflow="hidden">
					{hasTabs && (
						<Box ref={tabsBox} height={1} flexShrink={0}>
							<Text wrap="truncate-end">
								{tabs.map(({text, isCurrent}) => (
									<Text key={text} {...(isCurrent ? theme.selected : theme.label)}>
										{text}
									</Text>
								))}
							</Text>
						</Box>
					)}
					<Lines lines={messages} />
					{hasQueryLine && <QueryLine query={query} width={width} />}
					{typed !== undefined && <ValuesLine typed={typed} width={width} />}
					<Lines lines={problemLines} />
					{problemLines.length === 0 && account.shown.length > 0 && rows.length === 0 && !isBusy && (
						<Lines lines={linesOf(noMatchText(query.query.text), width)} />
					)}
					{readerText !== false && <Text>{readerText}</Text>}
					{rows.length > 0 && !isReader && (
						<Box flexDirection="column">
							{hasTitles && <Titles columns={layout.columns} more={layout.more} width={width} />}
							{hasRule && <RuleLine width={width} />}
							<Box ref={rowsBox} flexDirection="column">
								{shownRows.map(index => lineAt(index))}
							</Box>
						</Box>
					)}
				</Box>
				{preview.place !== undefined && !isReader && (
					<Preview
						row={row}
						columns={layout.columns}
						group={view.group}
						claimed={team?.claims}
						records={view.records}
						marked={marks.ids}
						place={preview.place}
						size={size}
					/>
				)}
			</Box>
		</Frame>
	);
}

/** The text in place of the list where a search finds nothing. */
const noMatchText = (query: string): string =>
	`${query.trim() === changesQuery ? 'Nothing has changed since the listing before.' : 'No matches.'} Press ${keyOf('everywhere', 'back')} to clear the search.`;

/** The task that takes time on a large account, for the status. */
function busyText({query: {text}, sort, group}: ListQuery, count: number): string {
	let task = sort === undefined ? 'indexing' : 'sorting';
	if (group !== undefined) {
		task = 'grouping';
	}

	return `${text.trim() === '' ? task : 'searching'} ${numberText(count)} …`;
}

/** The state of the row under the cursor that a screen reader is told besides its content. */
type ReaderRowState = {
	/** The index of the row, from 0. */
	readonly index: number;
	readonly count: number;
	readonly isMarked: boolean;
	readonly isPending: boolean;
	/** Who is changing it, and since when. */
	readonly claimed?: ClaimedRow | undefined;
	readonly change: 'appeared' | 'vanished' | undefined;
	/** Whether the group of this header is folded. */
	readonly isFolded: boolean;
};

/** The row under the cursor as a screen reader reads it: `E-mail ops@example.com when value > 10 at 0xd8dA…6045 on ETH, Treasury, ops-1, row 2 of 12`. */
export function readerRow(
	row: ListRow,
	{index, count, isMarked, isPending, claimed, change, isFolded: isClosed}: ReaderRowState,
): string {
	const signs = [isMarked && 'marked', isPending && 'pending change', claimed && claimedRowText(claimed), change];
	return [...contentOf(row, isClosed), ...signs, `row ${numberText(index + 1)} of ${numberText(count)}`]
		.filter(text => typeof text === 'string')
		.map(text => sanitiseCell(text))
		.join(', ');
}

function contentOf(row: ListRow, isClosed: boolean): string[] {
	switch (row.kind) {
		case 'group': {
			return [
				`group ${row.value === '' ? `no ${row.field}` : row.value}`,
				`${numberText(row.members.length)} ${row.members.length === 1 ? 'notification' : 'notifications'}`,
				isClosed ? 'folded' : 'unfolded',
			];
		}

		case 'unreadable': {
			return [`unreadable record: ${row.problem}`];
		}

		case 'notification': {
			return [notificationSentence(row, 'short'), row.name === '' ? `no name, ID ${row.id}` : row.name, row.userId];
		}
	}
}
