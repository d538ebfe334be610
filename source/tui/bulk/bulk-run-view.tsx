import {useIsScreenReaderEnabled} from 'ink';
import {useMemo, useState} from 'react';
import {kindWords, type BatchKind} from '../../domain/operation-kind.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {itemLine, wholeItem} from '../shared/item-line.ts';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {Rows} from '../shared/rows.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useRowSelection} from '../shared/use-list-window.ts';
import {useNow} from '../shared/use-now.ts';
import {useKeys, useModalKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {capped, failureMessages, messages, type Message} from '../shared/message.ts';
import {reasonText} from '../shared/reason-text.ts';
import {placeOf} from '../../session/session.ts';
import {useSession, type SessionValue} from '../shared/session-context.ts';
import type {BulkOptions, BulkOutcome} from '../../session/operations.ts';
import {endLines, progressLines} from './bulk-lines.ts';
import type {BulkTask} from './use-bulk-task.ts';

export type BulkRunProps = {
	readonly kind: BatchKind;
	readonly task: BulkTask;
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
	const [begunAt] = useState(() => session.services.clock.now());
	const keys = useModalKeys(isStopping ? 'bulk-stopping' : isPaused ? 'bulk-paused' : 'bulk-run', {
		'bulk-stopping': {actions: {back: () => undefined}},
		'bulk-run': {actions: {back: pause}},
		'bulk-paused': {actions: {finish: resume, stop, back: resume}},
	});
	const lines = progressLines(
		{kind, place: placeOf(session), progress, samples, isPaused, isStopping, now},
		columns,
		!useIsScreenReaderEnabled(),
	);

	return (
		<Frame keys={keys} header={<Header title={titleOf(kind)} />}>
			<Messages
				messages={capped(progress.total === 0 ? messages('plain', preparingText(now - begunAt), columns) : lines, rows)}
			/>
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
	useKeyOffer(end === undefined ? failureOfRefused(outcome) : (end.failure ?? end.refusal));
	const resultLines = outcomeMessages(kind, outcome, columns, besideOf(session));
	const itemCount = failed + created + unknown;
	// In few lines all but the first scrolls with the items.
	const isScrolled = resultLines.length > Math.max(2, rows - Math.min(2, itemCount));
	const fixed = isScrolled ? resultLines.slice(0, 1) : resultLines;
	const scrolled = isScrolled ? resultLines.slice(1) : [];
	const count = scrolled.length + itemCount;
	const height = Math.max(1, rows - fixed.length);
	const lines = useMemo(
		() => ({length: count, keyAt: (index: number) => (index < count ? String(index) : undefined), indexOf: Number}),
		[count],
	);
	const {selected, top, moves, selectAt} = useRowSelection(lines, height);
	const shown = scrolled.slice(top, top + height);
	const first = Math.max(0, top - scrolled.length);
	const items =
		end === undefined || itemCount === 0 || shown.length === height
			? []
			: ledger!.journal.unresolvedItems(end.batch, first, height - shown.length);
	// While the cursor is on the lines above there is none.
	const item = items[selected - scrolled.length - first];
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
			...moves,
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
		<Frame keys={keys} header={<Header title={titleOf(kind)} status={scrollStatus(top, height, count)} />}>
			<Messages messages={[...fixed, ...shown]} />
			<Rows
				lines={items.map(shownItem => itemLine(shownItem, columns - 2))}
				selected={selected - scrolled.length - first}
				top={0}
				height={items.length}
				width={columns}
				onPoint={index => {
					selectAt(scrolled.length + first + index);
				}}
			/>
			<Messages
				messages={wholeItem(
					items[selected - scrolled.length - first],
					columns - 2,
					height - shown.length - items.length,
				)}
			/>
		</Frame>
	);
}

const titleOf = (kind: BatchKind): string => `bulk ${kindWords[kind].noun}`;

const besideOf = ({isBeside, profile}: SessionValue): string | undefined =>
	isBeside ? sanitise(profile.name) : undefined;

const failureOfRefused = (outcome: BulkOutcome) => (outcome.kind === 'refused' ? outcome.failure : undefined);

function outcomeMessages(
	kind: BatchKind,
	outcome: BulkOutcome,
	columns: number,
	beside: string | undefined,
): Message[] {
	switch (outcome.kind) {
		case 'ended': {
			return endLines(kind, outcome, columns, beside);
		}

		case 'refused': {
			return failureMessages(outcome.failure, columns);
		}

		case 'impossible': {
			return messages('bad', `✗ ${reasonText(outcome)}`, columns);
		}
	}
}
