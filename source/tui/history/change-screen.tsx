import {useMemo} from 'react';
import {batchNumber} from '../../notification/operation-texts.ts';
import {fieldNamed, asListed, unlistedFields} from '../../notification/spec.ts';
import type {AwaitedJournal} from '../../ledger/awaited-ledger.ts';
import {maskIn, maskedFields} from '../../ledger/journal/mask.ts';
import type {Operation, RequestEntry} from '../../ledger/journal/operation.ts';
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

type ChangeScreenProps = {
	/** The ID of a change, or of an item of a bulk operation. */
	readonly operation?: number | undefined;
	/** The ID of a bulk operation. */
	readonly batch?: number | undefined;
};

const noItems: readonly number[] = [];

/** The details of one change: its requests in order and the changed fields, old → new. For a bulk operation, its items. */
export function ChangeScreen({operation: id, batch: batchId}: ChangeScreenProps) {
	const {ledger, services} = useSession();
	const journal = ledger?.journal;
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	const now = useNow(services.clock, ageInterval);
	const operation = id === undefined ? undefined : journal?.get(id);
	const itemIds = useMemo(
		() => (batchId === undefined ? noItems : (journal?.itemIds(batchId) ?? noItems)),
		[journal, batchId],
	);
	const about = useMemo(
		() => (journal === undefined || batchId === undefined ? undefined : batchAbout(journal, batchId)),
		[journal, batchId],
	);
	const lines =
		operation === undefined
			? linesOf(about?.(now), columns)
			: changeDetailLines(operation, journal!.requestsOf(operation.id), journal!.undoOf(operation.id), columns, now);
	const scroll = useScroll(lines.length, rows);
	const height = Math.max(1, rows - lines.length);
	const list = useList(itemIds.length, height);
	const item = itemIds[list.selected];
	const isBulk = batchId !== undefined;
	const keys = useKeys('change', {
		guards: {hasRow: item !== undefined},
		actions: {
			...(isBulk ? list.moves : scroll.moves),
			open() {
				push({name: 'change', operation: item});
			},
			undo() {
				push({name: 'undo', operation: id, batch: batchId});
			},
		},
	});
	const status = isBulk ? scrollStatus(list.top, height, itemIds.length) : scrollStatus(scroll.top, rows, lines.length);
	const shown = item === undefined ? undefined : journal!.get(item);

	return (
		<Frame
			keys={keys}
			header={<Header title={isBulk ? `bulk change ${batchId}` : `change ${id ?? ''}`} status={status} />}
		>
			<Lines lines={lines} top={isBulk ? 0 : scroll.top} height={rows} />
			{/* Only the visible items are read, because there may be many. */}
			<List of={list} textAt={index => itemLine(journal!.get(itemIds[index]!)!, columns - 2)} />
			{isBulk && <Lines lines={wholeItem(shown, columns - 2, height - itemIds.length)} />}
		</Frame>
	);
}

/** What is said of a bulk operation above its items. */
function batchAbout(journal: Pick<AwaitedJournal, 'batch' | 'itemsIn' | 'undoOf'>, id: number) {
	const batch = journal.batch(id);
	const [done] = journal.itemsIn(id, 'done', {after: 0, limit: 1});
	const undone = done !== undefined && journal.undoOf(done.id) !== undefined ? ' · undone' : '';
	return (now: number): Said => [
		`${batchHead(batch, now)}${undone}`,
		batch.counts.failed > 0 && faint(`chainbell recover ${batchNumber(id)} --retry sends what failed again.`),
	];
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
