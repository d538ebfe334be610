import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {useMemo, useSyncExternalStore} from 'react';
import {isFolded, type ListRow} from '../../query/view.ts';
import {soughtWords} from '../../query/match.ts';
import {notificationSentence} from '../../notification/sentence.ts';
import {recordsOf} from '../../account/listing-state.ts';
import type {ClaimedRow} from '../../account/team/team.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {counted, joined, numberText} from '../../platform/text.ts';
import {keyOf, bindingsOf} from '../keys/match.ts';
import {useClick} from '../keys/use-keys.ts';
import {listTitle} from '../ui/frame-lines.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {linesOf, Lines, Painted} from '../ui/line.tsx';
import {useListing, useSession, useNow, useThemeChanges, claimedRowText, useTeamState} from '../ui/session.ts';
import {styled} from '../ui/theme.ts';
import {useListModel, changesQuery, type ListState, choices} from './list-state.ts';
import {ageStep, isDown, listingStatus} from './listing-status.ts';
import {Preview, usePreview} from './preview.tsx';
import {marginWidth, titleLines, type RowSigns} from './columns.ts';
import {createRecordLines, groupLine, useColumns, useListRows, type useTypedValues, windowRows} from './list-rows.ts';
import {choicesLine, fittingChoices, tabAt} from './first-page.ts';
import {useListKeys} from './list-keys.ts';
import {countFitting} from '../ui/layout.ts';
import {countedValueLines} from '../ui/sentence.ts';
import {readerRowLine} from '../ui/list.tsx';
import {PromptLine} from '../ui/text-field.tsx';

/** The list of the account's notifications, one per row. */
export function ListScreen() {
	const session = useSession();
	const {services, pending: pendingChanges} = session;
	const team = useTeamState(session);
	const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
	const account = useListing();
	const size = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const now = useNow(services.clock, ageStep);
	const model = useListModel();
	const preview = usePreview();
	const {right, below} = preview.place;
	const width = size.columns - right;
	const list = useListRows(account, {...size, columns: width, rows: size.rows - below}, model);
	const layout = useColumns(list.sample, list.view, width - marginWidth);
	const keys = useListKeys(account, list, layout, preview);
	const {
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
	const tabsBox = useClick((_row, column) => {
		const tab = tabAt(fittingChoices(views.tabs, width), column);
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
	const recordLine = useMemo(() => createRecordLines(layout.columns, words, width), [layout.columns, words, width]);
	useThemeChanges();

	const stateOf = (of: ListRow) => {
		const id = of.kind === 'notification' ? of.id : '';
		return {
			isMarked: marks.ids.has(id),
			isPending: pending.ids.has(id),
			hasAppeared: account.changes.appeared.has(id),
			isParked: list.parked.ids.has(id),
			hasVanished: list.vanished.has(id),
			claimed: team?.claims?.get(id),
		};
	};

	const lineAt = (index: number) => {
		const of = rows.at(index)!;
		const signs = {
			isSelected: index === selection.selected,
			isInRange: marks.range !== undefined && index >= marks.range[0] && index <= marks.range[1],
		};
		if (of.kind === 'group') {
			return groupLine(of, {...signs, isClosed: isFolded(folds, of), marked: marks.countIn(of)}, width);
		}

		const {claimed, ...state} = stateOf(of);
		return recordLine(of, {...signs, ...state, isClaimed: claimed !== undefined});
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
	const status = listingStatus(account, now, {
		found: view.query.length === 0 ? undefined : view.matches.length,
		unlisted: list.parked.records.length - recordsOf(account.listing).length,
		marked: marks.ids.size,
		hidden: marks.hidden.size,
		parked: list.parked.ids.size,
		sorted: layout.more.sorted,
		busy: isBusy ? busyText(list, account.shown.length) : '',
	});

	return (
		<Frame
			keys={keys}
			title={listTitle(size.columns)}
			status={status}
			role={isDown(account.listing) ? 'warning' : undefined}
		>
			<Box flexDirection={right > 0 ? 'row' : 'column'} height={size.rows}>
				<Box flexDirection="column" flexGrow={1} width={width} overflow="hidden">
					{hasTabs && (
						<Box ref={tabsBox} flexShrink={0}>
							<Painted lines={[choicesLine(views.tabs, width, 'label')]} />
						</Box>
					)}
					<Lines lines={messages} />
					{hasQueryLine && <QueryLine list={list} width={width} />}
					{typed !== undefined && <Painted lines={[valuesLine(typed, width)]} />}
					<Lines lines={problemLines} />
					{problemLines.length === 0 && account.shown.length > 0 && rows.length === 0 && !isBusy && (
						<Lines lines={linesOf(noMatchText(list.query.text), width)} />
					)}
					{readerText !== false && <Text>{readerText}</Text>}
					{rows.length > 0 && !isReader && (
						<Box flexDirection="column">
							{hasTitles && <Painted lines={titleLines(layout.columns, width, layout.more, hasRule)} />}
							<Box ref={rowsBox}>
								<Painted lines={shownRows.map(index => lineAt(index))} />
							</Box>
						</Box>
					)}
				</Box>
				{right + below > 0 && !isReader && (
					<Preview
						row={row}
						columns={layout.columns}
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
	`${query.trim() === changesQuery ? 'Nothing is new or gone.' : 'No matches.'} Press ${keyOf('everywhere', 'back')} to clear the search.`;

/** The task that takes time on a large account, for the status. */
const busyText = ({query: {text}}: ListState, count: number): string =>
	`${text.trim() === '' ? 'arranging' : 'searching'} ${numberText(count)} …`;

/** The state of the row under the cursor that a screen reader is told besides its content. */
type ReaderRowState = Omit<RowSigns, 'isSelected'> & {
	/** The index of the row, from 0. */
	readonly index: number;
	readonly count: number;
	/** Who is changing it, and since when. */
	readonly claimed?: ClaimedRow | undefined;
	/** Whether the group of this header is folded. */
	readonly isFolded: boolean;
};

/** The row under the cursor as a screen reader reads it: `E-mail ops@example.com when value > 10 at 0xd8dA…6045 on ETH, Treasury, ops-1, row 2 of 12`. */
export function readerRow(row: ListRow, {index, count, claimed, ...state}: ReaderRowState): string {
	const signs = [
		state.isMarked === true && 'marked',
		state.isPending === true && 'pending change',
		claimed && claimedRowText(claimed),
		state.hasAppeared === true && 'appeared',
		state.isParked === true && 'parked',
		state.hasVanished === true && 'vanished',
	];
	return readerRowLine(sanitiseCell(joined([...contentOf(row, state.isFolded), ...signs], '  ')), index, count);
}

function contentOf(row: ListRow, isClosed: boolean): string[] {
	switch (row.kind) {
		case 'group': {
			return [
				`group ${row.value === '' ? `no ${row.field}` : row.value}`,
				counted(row.members.length, 'notification'),
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

/** The line above the list: the query, or the fields to sort or group by. */
function QueryLine({list: {mode, query, choice}, width}: {readonly list: ListState; readonly width: number}) {
	if (mode !== 'sort' && mode !== 'group') {
		return (
			<PromptLine
				prompt=" / "
				columns={width}
				{...query}
				cursor={mode === 'search' ? query.cursor : undefined}
				placeholder={searchGrammar(width - 4)}
			/>
		);
	}

	const label = ` ${mode}:`;
	const options = choices[mode].map((field, index) => {
		const text = field ?? '';
		const [key = ''] = bindingsOf(mode).find(({action}) => action === `by-${field ?? 'none'}`)!.keys;
		const at = text.indexOf(key);
		// The key is in brackets, inside the name where it occurs there.
		return {
			text: `${text.slice(0, Math.max(0, at))}[${key}]${text.slice(at + 1)}`,
			isCurrent: index === choice,
		};
	});
	return <Painted lines={[`${styled('label', label)}${choicesLine(options, width - label.length)}`]} />;
}

/** The parts of a search, each part as it is typed, the most useful first. */
export const grammarParts = ['words', 'user:=exact', 'channel:', 'to:', 'not:', '/regex/', 'is:new', 'a or b'] as const;

/** The parts of a search that fit into `columns`, for the empty search line. */
export const searchGrammar = (columns: number): string =>
	grammarParts.slice(0, countFitting(grammarParts, columns, 2)).join('  ');

/** The values of the field that is being typed in the search, with their counts, on one line. */
function valuesLine({values, isCounting}: NonNullable<ReturnType<typeof useTypedValues>>, width: number): string {
	const safe = values.values().map(({value, count}) => ({value: sanitiseCell(value), count}));
	const none = isCounting ? 'counting …' : 'no such value';
	return `   ${countedValueLines(safe, values.length, 1, width - 4)[0] ?? none}`;
}
