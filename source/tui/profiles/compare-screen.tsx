import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {useEffect, useEffectEvent, useMemo, useReducer, useRef, useState} from 'react';
import type {ComparedRow} from '../../files/compare-accounts.ts';
import type {Session} from '../../session/session.ts';
import type {AwaitedLedger} from '../../storage/awaited-ledger.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useClick} from '../keys/use-mouse.ts';
import {marginOf, marginWidth} from '../list/margin.ts';
import {noMarks, reduceMarks} from '../list/marks.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {capped, messages} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {ReaderRow} from '../shared/reader-row.tsx';
import {useSession} from '../shared/session-context.ts';
import {useRowSelection} from '../shared/use-list-window.ts';
import {theme} from '../theme.ts';
import {
	comparedRowLine,
	comparisonLines,
	comparisonTitle,
	directionParts,
	hasNames,
	notComparedLines,
	readerComparedRow,
} from './compare-lines.ts';
import {copyRefusal, idsOnlyIn, layOutComparison, onlyIn, type Side} from './compare-rows.ts';
import {keyWaitText} from './key-wait-text.ts';
import {useComparison, type ComparisonHandle} from './use-comparison.ts';

export type CompareScreenProps = {
	/** The names of two profiles of config.yaml. */
	readonly names: readonly [string, string];
};

/** A copy that was made on the screen: the account that it was made to, and its batch. */
type Copied = {readonly target: Session; readonly batch: number};

/** Compares two accounts: notifications that only one of them has, and those that both have. Marks what only one has, and copies it to the other. */
export function CompareScreen({names}: CompareScreenProps) {
	const session = useSession();
	const {ledger} = session;
	const {push, announce} = useNavigation();
	const {columns, rows: room} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const comparison = useComparison(names);
	const {result, isRunning, compareAgain, cancel, replace} = comparison;
	const [{ids}, dispatch] = useReducer(reduceMarks, noMarks);
	const [from, setFrom] = useState<Side>(0);
	const [copied, setCopied] = useState<Copied | undefined>(undefined);
	const compareLater = useCompareLater(compareAgain);

	const compared = result?.kind === 'compared' ? result : undefined;
	const rows = useMemo(() => layOutComparison(compared?.comparison.rows ?? [], from), [compared, from]);
	const to: Side = from === 0 ? 1 : 0;
	const [fromName, toName] = [sanitise(names[from]), sanitise(names[to])];
	const marked = useMemo(
		() =>
			compared?.comparison.rows
				.map(each => onlyIn(each, from))
				.filter(one => one !== undefined)
				.filter(({id}) => ids.has(id)) ?? [],
		[compared, from, ids],
	);
	const direction = compared && directionParts(compared.accounts[from], compared.accounts[to], columns);
	const fixed = direction === undefined || rows.length === 0 ? 0 : fixedLines(room);
	const topRoom = Math.max(1, room - fixed - 2);
	const top = capped(topLines(comparison, names, {columns, height: topRoom}), topRoom);
	const height = Math.max(1, room - top.length - fixed);
	const {selected, top: first, moves, selectAt} = useRowSelection(rows, height);
	const box = useClick(line => {
		selectAt(first + line);
	});
	const row = rows.at(selected);

	const copy = () => {
		const {accounts} = compared!;
		const [source, target] = [accounts[from], accounts[to]];
		const refusal = copyRefusal(source, target);
		if (refusal !== undefined) {
			announce({tone: 'bad', text: refusal});
			return;
		}

		push({
			name: 'copy-to',
			account: accountOf(target.session, session),
			source,
			target,
			wanted: marked,
			onRunEnd(present, batch) {
				replace(present);
				setCopied({target: present, batch});
				dispatch({type: 'clear'});
				compareLater();
			},
		});
	};

	const keys = useKeys('compare', {
		guards: {
			isIdle: !isRunning,
			hasRow: row !== undefined,
			hasMarks: marked.length > 0,
			hasCopied: isUndoable(ledger, copied),
		},
		actions: {
			...moves,
			mark() {
				const one = onlyIn(row!, from);
				if (one === undefined) {
					announce({
						tone: 'plain',
						text:
							row!.kind === 'both'
								? 'Both have it: there is nothing to copy.'
								: `Only ${toName} has it. Press ${keyOf('compare', 'reverse')} to copy from ${toName} to ${fromName}.`,
					});
				} else {
					dispatch({type: 'toggle', ids: [one.id]});
					moves.down();
				}
			},
			'mark-all'() {
				const all = compared!.comparison.rows;
				dispatch({type: 'toggle', ids: idsOnlyIn(all, from)});
				const left = all.filter(({kind}) => kind === 'differs').length;
				if (left > 0) {
					announce({
						tone: 'plain',
						text: `${numberText(left)} left out (|): ${toName} has ${left === 1 ? 'one' : 'others'} of the same name. ${keyOf('compare', 'mark')} marks a single one.`,
					});
				}
			},
			reverse() {
				setFrom(to);
				dispatch({type: 'clear'});
				// The cursor stays on its row while the rows change places: it goes to the one that will be the first.
				selectAt(rows.indexOf(layOutComparison(compared?.comparison.rows ?? [], to).keyAt(0) ?? ''));
			},
			copy,
			undo() {
				const {target, batch} = copied!;
				compareLater();
				push({name: 'undo', batch, account: accountOf(target, session)});
			},
			refresh: compareAgain,
			...(isRunning && {back: cancel}),
		},
	});

	const isMarked = (shown: ComparedRow) => {
		const own = onlyIn(shown, from);
		return own !== undefined && ids.has(own.id);
	};

	const lineAt = (index: number) => {
		const shown = rows.at(index)!;
		const isSelected = index === selected;
		const margin = marginOf({
			isSelected,
			isMarked: isMarked(shown),
			isInRange: false,
			isPending: false,
			change: undefined,
		});
		return (
			<Text
				key={index}
				{...(shown.kind === 'both' && theme.faint)}
				{...(isSelected && theme.selected)}
				wrap="truncate-end"
			>
				{fit(`${margin}${comparedRowLine(shown, columns - marginWidth)}`, columns)}
			</Text>
		);
	};

	const marks = marked.length === 0 ? [] : [`${numberText(marked.length)} marked`];
	const status = [...scrollStatus(first, height, rows.length).map(text => [...marks, text].join(' · ')), ...marks];
	return (
		<Frame keys={keys} header={<Header {...(hasNames(columns) ? {} : {title: 'compare'})} status={status} />}>
			<Messages messages={top} />
			{fixed > 0 && (
				<Text wrap="truncate-end">
					{' '}
					<Text {...theme.label}>{direction!.from}</Text>
					<Text {...theme.warning} bold>
						{direction!.to}
					</Text>
				</Text>
			)}
			{fixed > 1 && !isReader && (
				<Text {...theme.label} wrap="truncate-end">
					{' '.repeat(marginWidth)}
					{comparisonTitle(names, columns - marginWidth)}
				</Text>
			)}
			{isReader && (
				<ReaderRow
					line={row && `${readerComparedRow(row, names)}${isMarked(row) ? '  marked' : ''}`}
					index={selected}
					count={rows.length}
				/>
			)}
			<Box ref={box} flexDirection="column" flexShrink={0} height={fixed === 0 ? 0 : height}>
				{!isReader &&
					Array.from({length: Math.max(0, Math.min(height, rows.length - first))}, (_line, index) =>
						lineAt(first + index),
					)}
			</Box>
		</Frame>
	);
}

/** The number of lines for the direction and the meaning of the signs, of all the lines there are. In few the rows are more useful. */
const fixedLines = (room: number): number => (room >= 6 ? 2 : room >= 4 ? 1 : 0);

/** Whether something of a copy is left to undo. */
const isUndoable = (ledger: AwaitedLedger | undefined, copied: Copied | undefined): boolean =>
	copied !== undefined &&
	ledger !== undefined &&
	ledger.journal.undoableItems(copied.batch, {after: 0, limit: 1}).length > 0;

/** The account of a route: undefined if it is the displayed one. */
const accountOf = (account: Session, displayed: Session): Session | undefined =>
	account.id === displayed.id ? undefined : account;

/** Returns a function that makes the screen compare again when it is on top the next time. */
function useCompareLater(compareAgain: () => void): () => void {
	const {isTop} = useNavigation();
	const isDue = useRef(false);
	const compareNow = useEffectEvent(compareAgain);
	useEffect(() => {
		if (isTop && isDue.current) {
			isDue.current = false;
			compareNow();
		}
	}, [isTop]);

	return () => {
		isDue.current = true;
	};
}

/** The lines above the rows: the progress of the listings, or the result. */
function topLines(
	{result, counts, wait}: ComparisonHandle,
	names: readonly [string, string],
	{columns, height}: {readonly columns: number; readonly height: number},
) {
	if (result === undefined) {
		const cancelKey = keyOf('compare', 'back');
		const progress = names.map((name, index) => `${sanitise(name)}: ${numberText(counts[index]!)}`).join(', ');
		return messages(
			'plain',
			`Listing both … ${progress} notifications so far. ${wait === undefined ? `${cancelKey}: cancel` : keyWaitText(wait, cancelKey)}`,
			columns,
		);
	}

	return result.kind === 'compared' ? comparisonLines(result, columns, height) : notComparedLines(result, columns);
}
