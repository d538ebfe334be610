import {useMemo} from 'react';
import {batchNumber} from '../../notification/operation-texts.ts';
import {fieldNamed, asListed, unlistedFields} from '../../notification/spec.ts';
import {maskIn, maskedFields} from '../../storage/journal/mask.ts';
import type {Operation, RequestEntry} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {detailLines, headLines} from '../detail/detail-lines.ts';
import {useKeys} from '../keys/use-keys.ts';
import {changesSaid} from '../shared/change-lines.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {itemLine, wholeItem} from '../shared/item-line.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {useScroll} from '../shared/use-list-window.ts';
import {useNow} from '../shared/use-now.ts';
import {faint, linesOf, type Line, type Said, gap} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, useList} from '../ui/list.tsx';
import {ageInterval, batchHead, operationHead, requestText} from './history-lines.ts';

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
					columns,
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
			<Lines lines={lines} top={top} height={rows} />
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
	const failed = (batch?.counts.failed ?? 0) > 0;
	const intro = linesOf(
		[
			batch && `${batchHead(batch, now)}${isUndone ? ' · undone' : ''}`,
			failed && faint(`chainbell recover ${batchNumber(id)} --retry sends what failed again.`),
		],
		columns,
	);
	const height = Math.max(1, rows - intro.length);
	const list = useList(itemIds.length, height);
	const item = itemIds[list.selected];
	const keys = useKeys('change', {
		guards: {hasRow: item !== undefined},
		actions: {
			...list.moves,
			open() {
				push({name: 'change', operation: item});
			},
			undo() {
				push({name: 'undo', batch: id});
			},
		},
	});
	// Only the visible items are read, because there may be many.
	const textAt = (index: number) => itemLine(ledger!.journal.get(itemIds[index]!)!, columns - 2);
	const shown = item === undefined ? undefined : ledger!.journal.get(item);

	return (
		<Frame
			keys={keys}
			header={<Header title={`bulk change ${id}`} status={scrollStatus(list.top, height, itemIds.length)} />}
		>
			<Lines lines={intro} />
			<List of={list} textAt={textAt} />
			<Lines lines={wholeItem(shown, columns - 2, height - itemIds.length)} />
		</Frame>
	);
}

/** The label of the ID, which a create without a known outcome has not. */
const idLabel = fieldNamed('id').label;

/**
Describes a change: its notification as a sentence, its result, the changed fields (old → new) or the whole notification, and its requests in order. Recipients are masked as in the history. `columns`: of the terminal; `now`: in milliseconds since the epoch.
*/
export function changeDetailLines(
	operation: Operation,
	requests: readonly RequestEntry[],
	undo: Operation | undefined,
	columns: number,
	now: number,
): Line[] {
	const {kind, startedAt, profileName, input, snapshot, newId, detail = '', place = ''} = operation;
	const field = (label: string, text: string): Said => text !== '' && {label, text};
	const contacts = [input, snapshot?.input].filter(fields => fields !== undefined);
	const [before, after] = [
		snapshot && {...maskedFields(snapshot.input), ...unlistedFields(snapshot)},
		input && {...maskedFields(input), ...unlistedFields(input)},
	];
	const whole = after ?? before;
	const isMasked = contacts.some(fields => maskedFields(fields).recipient !== fields.recipient);
	const id = newId ?? snapshot?.id;
	const sent = after && {...unlistedFields(after), at: startedAt};
	const isEdit = kind === 'replace' && before !== undefined && after !== undefined;
	return linesOf(
		[
			whole && headLines(whole, columns - 2),
			operationHead(operation, now),
			sanitise(detail),
			field('Change', `#${operation.id} on ${sanitise(profileName)}, ${formatTime(startedAt)}`),
			field('Input', sanitise(place)),
			field('Masked', isMasked ? 'recipients, as in the whole history' : ''),
			undo !== undefined && field('Undone', `${formatTime(undo.startedAt)} by #${undo.id}`),
			gap,
			isEdit && [{label: 'Old → new', text: '', tone: 'faint'}, changesSaid(before, after), gap],
			field('Requests', requests.length === 0 ? 'none' : ''),
			requests.map((request, index) => ({
				label: index === 0 ? 'Requests' : '',
				text: maskIn(requestText(request), contacts),
			})),
			gap,
			whole &&
				detailLines(asListed(whole, id, {}), columns - 2, sent).filter(
					({label}) => label !== idLabel || id !== undefined,
				),
		],
		columns,
	);
}
