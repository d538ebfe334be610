import {useMemo} from 'react';
import {batchNumber} from '../../domain/change-name.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {itemLine, wholeItem} from '../shared/item-line.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {Messages} from '../shared/messages.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {Rows} from '../shared/rows.tsx';
import {useSession} from '../shared/session-context.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {useNow} from '../shared/use-now.ts';
import {useRowSelection, useScroll} from '../shared/use-list-window.ts';
import {messages} from '../shared/message.ts';
import {useKeys} from '../keys/use-keys.ts';
import {ageInterval, batchHead} from './history-lines.ts';
import {changeDetailLines} from './change-detail-lines.ts';

export type ChangeScreenProps = {
	/** The ID of a change, or of an item of a bulk operation. */
	readonly operation?: number | undefined;
	/** The ID of a bulk operation. */
	readonly batch?: number | undefined;
};

/** The details of one change: its requests in order and the changed fields, old → new. For a bulk operation, its items. */
export function ChangeScreen({operation, batch}: ChangeScreenProps) {
	return batch === undefined ? <OperationView operation={operation} /> : <BatchView batch={batch} />;
}

function OperationView({operation: id}: Pick<ChangeScreenProps, 'operation'>) {
	const {ledger, services} = useSession();
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	const operation = id === undefined ? undefined : ledger?.journal.get(id);
	const now = useNow(services.clock, ageInterval);
	const lines =
		operation === undefined
			? []
			: changeDetailLines(
					operation,
					ledger!.journal.requestsOf(operation.id),
					ledger!.journal.undoOf(operation.id),
					columns - 2,
					now,
				);
	const {top, moves} = useScroll(lines.length, rows);
	const keys = useKeys('change', {
		guards: {hasRow: false},
		actions: {
			...moves,
			open: () => undefined,
			undo() {
				push({name: 'undo', operation: id});
			},
		},
	});

	return (
		<Frame keys={keys} header={<Header title={`change ${id ?? ''}`} status={scrollStatus(top, rows, lines.length)} />}>
			<TextLines hasLabels lines={lines} top={top} height={rows} />
		</Frame>
	);
}

function BatchView({batch: id}: {readonly batch: number}) {
	const {ledger, services} = useSession();
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	const batch = useMemo(() => ledger?.journal.batch(id), [ledger, id]);
	const itemIds = useMemo(() => ledger?.journal.itemIds(id) ?? [], [ledger, id]);
	const now = useNow(services.clock, ageInterval);
	const [done] = useMemo(() => ledger?.journal.itemsIn(id, 'done', {after: 0, limit: 1}) ?? [], [ledger, id]);
	const isUndone = done !== undefined && ledger!.journal.undoOf(done.id) !== undefined;
	const intro = [
		...(batch === undefined
			? []
			: messages('plain', `${batchHead(batch, now)}${isUndone ? ' · undone' : ''}`, columns)),
		...(batch === undefined || batch.counts.failed === 0
			? []
			: messages('faint', `chainbell recover ${batchNumber(id)} --retry sends what failed again.`, columns)),
	];
	const height = Math.max(1, rows - intro.length);
	const keyed = useMemo(
		() => ({
			length: itemIds.length,
			keyAt: (index: number) => itemIds[index]?.toString(),
			indexOf: (key: string) => itemIds.indexOf(Number(key)),
		}),
		[itemIds],
	);
	const {selected, top, moves, selectAt} = useRowSelection(keyed, height);
	const item = itemIds[selected];
	const keys = useKeys('change', {
		guards: {hasRow: item !== undefined},
		actions: {
			...moves,
			open() {
				push({name: 'change', operation: item});
			},
			undo() {
				push({name: 'undo', batch: id});
			},
		},
	});
	// Only the visible items are read, because there may be many.
	const lines = itemIds.map((itemId, index) =>
		index < top || index >= top + height ? '' : itemLine(ledger!.journal.get(itemId)!, columns - 2),
	);

	return (
		<Frame
			keys={keys}
			header={<Header title={`bulk change ${id}`} status={scrollStatus(top, height, itemIds.length)} />}
		>
			<Messages messages={intro} />
			<Rows lines={lines} selected={selected} top={top} height={height} width={columns} onPoint={selectAt} />
			<Messages
				messages={wholeItem(
					item === undefined ? undefined : ledger!.journal.get(item),
					columns - 2,
					height - lines.length,
				)}
			/>
		</Frame>
	);
}
