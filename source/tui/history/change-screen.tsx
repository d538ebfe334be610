import {useMemo, useSyncExternalStore} from 'react';
import {numberOf, type Item} from '../../ledger/item.ts';
import {fieldNamed, asListed, unlistedFields} from '../../notification/spec.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {maskIn, maskedFields} from '../../ledger/mask.ts';
import {say} from '../../changes/say.ts';
import {itemOf, type ChangeRef} from '../../account/account-changes.ts';
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
import {ageInterval, changeHead, requestText} from './history-lines.ts';

/** The details of one change, or of an item: its requests in order and the changed fields, old → new. For several, their list. */
export function ChangeScreen({set: id, item: itemId}: ChangeRef) {
	const session = useSession();
	const {changes} = session.ledger!;
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	const now = useNow(session.services.clock, ageInterval);
	const pending = useSyncExternalStore(session.pending.subscribe, session.pending.get);
	// `pending`: read again when a listing has settled something.
	const {set, only} = useMemo(
		() => ({pending, set: changes.set(id), only: itemOf(changes, {set: id, item: itemId})}),
		[changes, id, itemId, pending],
	);
	const lines = only === undefined ? [] : itemDetailLines(only, changes, columns, now);
	if (only === undefined) {
		const [done] = changes.items(id, {phases: ['done'], limit: 1});
		const undone = done !== undefined && changes.undoOf(done.id) !== undefined ? ' · undone' : '';
		const retry = `chainbell recover ${id} --retry sends what failed again.`;
		const head = `${changeHead({set, item: undefined}, undefined, now)}${undone}`;
		lines.push(...linesOf([head, set.counts.failed > 0 && faint(retry)], columns));
	}

	const count = only === undefined ? set.size : 0;
	const scroll = useScroll(lines.length, rows);
	const height = Math.max(1, rows - lines.length);
	const list = useList(count, height);
	// Only the visible items are read, because there may be many.
	const itemAt = (index: number) => changes.itemAt(id, index + 1);
	const item = count === 0 ? undefined : itemAt(list.selected);
	const keys = useKeys('change', {
		guards: {hasRow: item !== undefined},
		actions: {
			...(only === undefined ? list.moves : scroll.moves),
			open() {
				push({name: 'change', set: id, item: item!.id});
			},
			undo() {
				push({name: 'undo', scope: {set: id, item: itemId}});
			},
		},
	});
	const status =
		only === undefined ? scrollStatus(list.top, height, count) : scrollStatus(scroll.top, rows, lines.length);

	return (
		<Frame keys={keys} header={<Header title={`change ${only === undefined ? id : numberOf(only)}`} status={status} />}>
			<Lines lines={lines} top={only === undefined ? 0 : scroll.top} height={rows} />
			<List of={list} textAt={index => itemLine(itemAt(index)!, columns - 2)} />
			<Lines lines={wholeItem(item, columns - 2, height - count)} />
		</Frame>
	);
}

/** The label of the ID, which a create without a known outcome has not. */
const idLabel = fieldNamed('id').label;

/**
Describes an item: its notification as a sentence, its result, the changed fields (old → new) or the whole notification, and its requests in order. Recipients are masked as in the history. `columns`: of the terminal; `now`: in milliseconds since the epoch.
*/
export function itemDetailLines(
	item: Item,
	changes: Pick<AwaitedLedger['changes'], 'item' | 'set' | 'undoOf'>,
	columns: number,
	now: number,
): Line[] {
	const {kind, startedAt, profileName, input, snapshot, newId, place = '', requests, undoes} = item;
	const undone = undoes === undefined ? undefined : changes.item(undoes);
	const undo = changes.undoOf(item.id);
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
			changeHead({set: changes.set(item.set), item}, undone && numberOf(undone), now),
			say(item),
			field('Change', `#${numberOf(item)} on ${sanitise(profileName)}, ${formatTime(startedAt)}`),
			field('Input', sanitise(place)),
			field('Masked', isMasked ? 'recipients, as in the whole history' : ''),
			undo !== undefined && field('Undone', `${formatTime(undo.startedAt)} by #${numberOf(undo)}`),
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
