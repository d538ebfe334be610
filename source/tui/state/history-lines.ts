import {totalOf, type Batch, type BatchCounts} from '../../ledger/batch.ts';
import type {HistoryEntry} from '../../ledger/history.ts';
import type {Operation} from '../../ledger/operation.ts';
import {maskRecipient} from '../../ledger/mask.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';

const outcomes = {
	sent: '… no answer known', ok: '✓', 'not-sent': '✗ not sent', rejected: '✗ refused', unknown: '? unknown',
} as const;

/** A request this machine sent, on one line. */
export function historyText(entry: HistoryEntry): string {
	const {at, profileName, kind, method, target, outcome, status, what, note} = entry;
	const did = method === 'POST' ? 'created' : 'deleted';
	const ids = [kind, outcome === 'ok' ? did : method, target].filter(part => part !== undefined).join(' ');
	const said = [outcomes[outcome], status, what, note].filter(part => part !== undefined && part !== '').join(' ');
	return `${formatTime(at)}  ${sanitise(profileName)}  ${sanitiseCell(ids)}  ${sanitiseCell(entry.label)}  ${sanitiseCell(said)}`;
}

const kinds = {create: 'Creating', replace: 'Replacing', delete: 'Deleting', restore: 'Restoring'} as const;

const states = {
	planned: 'nothing was sent yet',
	creating: 'the new one may have been created',
	created: 'the new one is there, and so is the old one',
	deleting: 'the old one may have been deleted',
	undoing: 'the new one may have been deleted again',
	done: 'done',
	failed: 'failed',
	'rolled-back': 'rolled back',
} as const;

/** An unfinished operation, on one line. */
export function operationText({kind, old, input, newId, state, startedAt, note}: Operation): string {
	const fields = input ?? old?.input;
	const about = fields === undefined ? '' : [fields.name, fields.userId, maskRecipient(fields.channel, fields.recipient)].filter(text => text !== '').join(' · ');
	const ids = [old?.id, newId].filter(id => id !== undefined).join(' by ');
	return `${formatTime(startedAt)}  ${kinds[kind]} ${sanitiseCell(ids)} ${sanitiseCell(about)}: ${states[state]}. ${sanitiseCell(note ?? '')}`;
}

/** An unfinished batch, on one line. */
export function batchText({kind, startedAt, counts}: Batch): string {
	return `${formatTime(startedAt)}  ${kinds[kind]} ${totalOf(counts)}: ${countsText(counts)}.`;
}

/** How far the items of a batch have come, in words. */
export function countsText({done, failed, unclear, planned, left}: BatchCounts): string {
	const parts = [[done, 'done'], [failed, 'failed'], [unclear, 'unclear'], [planned, 'not begun'], [left, 'left alone']] as const;
	return parts.filter(([count], index) => count > 0 || index === 0).map(([count, what]) => `${count} ${what}`).join(', ');
}
