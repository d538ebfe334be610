import {useIsScreenReaderEnabled} from 'ink';
import {useState} from 'react';
import {kindWords, type BatchKind} from '../../notification/operation-texts.ts';
import type {BulkOptions, BulkOutcome} from '../../session/operations.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {useKeys, useModalKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {itemLine, wholeItem} from '../shared/item-line.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {refusalSaid} from '../shared/reason-text.ts';
import {useSession} from '../shared/session-context.ts';
import {useNow} from '../shared/use-now.ts';
import {capped, linesOf} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, useList} from '../ui/list.tsx';
import {endSaid, progressSaid} from './bulk-lines.ts';
import type {useBulkTask} from './use-bulk-task.ts';

export type BulkRunProps = {
	readonly kind: BatchKind;
	readonly task: ReturnType<typeof useBulkTask>;
};

/** The progress of a bulk operation. When it ends incomplete, its result and the items that are not done. */
export function BulkRunView({kind, task}: BulkRunProps) {
	const {isRunning, outcome} = task;
	return isRunning || outcome === undefined ? (
		<RunningView kind={kind} task={task} />
	) : (
		<ResultView kind={kind} task={task} outcome={outcome} />
	);
}

function RunningView({kind, task: {progress, samples, isPaused, isStopping, pause, resume, stop}}: BulkRunProps) {
	const session = useSession();
	const {columns, rows} = useBodySize();
	const now = useNow(session.services.clock, 1000);
	const [begunAt] = useState(now);
	const keys = useModalKeys(isStopping ? 'bulk-stopping' : isPaused ? 'bulk-paused' : 'bulk-run', {
		'bulk-stopping': {actions: {back: () => undefined}},
		'bulk-run': {actions: {back: pause}},
		'bulk-paused': {actions: {finish: resume, stop, back: resume}},
	});
	const isReader = useIsScreenReaderEnabled();
	const view = {kind, place: placeOf(session), progress, samples, isPaused, isStopping, now};
	const said = progress.total === 0 ? preparingText(now - begunAt) : progressSaid(view, columns, !isReader);

	return (
		<Frame keys={keys} header={<Header title={titleOf(kind)} />}>
			<Lines lines={capped(linesOf(said, columns), rows)} />
		</Frame>
	);
}

/** The text until the number of changes is known: on a large account that takes seconds. */
const preparingText = (milliseconds: number): string =>
	`Before sending: listing the account and writing down the changes … ${Math.max(0, Math.floor(milliseconds / 1000))} s · nothing was sent yet`;

type ResultViewProps = BulkRunProps & {
	readonly outcome: BulkOutcome;
};

function ResultView({kind, task, outcome}: ResultViewProps) {
	const session = useSession();
	const {ledger, operations} = session;
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	const end = outcome.kind === 'ended' ? outcome : undefined;
	const {planned = 0, created = 0, unknown = 0, failed = 0} = end?.counts ?? {};
	useKeyOffer(outcome.kind === 'refused' ? outcome.failure : (end?.failure ?? end?.refusal));
	const beside = session.isBeside ? sanitise(session.profile.name) : undefined;
	const said = outcome.kind === 'ended' ? endSaid(kind, outcome, beside) : refusalSaid(outcome);
	const resultLines = linesOf(said, columns);
	const itemCount = failed + created + unknown;
	// In few lines all but the first scrolls with the items.
	const isScrolled = resultLines.length > Math.max(2, rows - Math.min(2, itemCount));
	const fixed = isScrolled ? resultLines.slice(0, 1) : resultLines;
	const scrolled = isScrolled ? resultLines.slice(1) : [];
	const list = useList(scrolled.length + itemCount, Math.max(1, rows - fixed.length));
	const {top, height} = list;
	const shown = scrolled.slice(top, top + height);
	const first = Math.max(0, top - scrolled.length);
	const left = height - shown.length;
	const items =
		end === undefined || itemCount === 0 || left === 0 ? [] : ledger!.journal.unresolvedItems(end.batch, first, left);
	const selected = list.selected - scrolled.length - first;
	// While the cursor is on the lines above there is none.
	const item = items[selected];
	const batch = end?.batch;
	const run = (act: (batch: number, options: BulkOptions) => Promise<BulkOutcome>) => () => {
		if (batch !== undefined) {
			task.run(async options => act(batch, options));
		}
	};

	const keys = useKeys('bulk-end', {
		guards: {
			hasRow: item !== undefined,
			hasFailed: failed > 0,
			hasRefused: end?.refused !== undefined && failed > 0,
			hasRemaining: planned + created + unknown > 0,
		},
		actions: {
			...list.moves,
			open() {
				push({name: 'change', operation: item!.id});
			},
			retry: run(operations.retryFailed),
			omit: run(async (id, options) => operations.retryFailed(id, {...options, without: end?.refused})),
			finish: run(operations.resumeBatch),
			'roll-back': run(async (id, {signal}) => operations.skipRest(id, signal)),
		},
	});

	return (
		<Frame keys={keys} header={<Header title={titleOf(kind)} status={scrollStatus(top, height, list.count)} />}>
			<Lines lines={[...fixed, ...shown]} />
			<List
				of={{
					selected,
					top: 0,
					count: items.length,
					height: items.length,
					selectAt(index) {
						list.selectAt(scrolled.length + first + index);
					},
				}}
				textAt={index => itemLine(items[index]!, columns - 2)}
			/>
			<Lines lines={wholeItem(item, columns, left - items.length)} />
		</Frame>
	);
}

const titleOf = (kind: BatchKind): string => `bulk ${kindWords[kind].noun}`;
