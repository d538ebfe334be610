import {totalOf, type Batch, type BatchCounts} from '../../storage/batches/batch.ts';
import type {HistoryEntry} from '../../storage/journal/history.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {maskRecipient} from '../../storage/journal/mask.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';

const outcomes = {
	sent: '… no answer known', ok: '✓', 'not-sent': '✗ not sent', rejected: '✗ refused', unknown: '? unknown',
} as const;

/** A request this machine sent, on one line. */
export function historyText(entry: HistoryEntry): string {
	const {at, profileName, kind, method, target, outcome, status, summary, detail} = entry;
	const did = method === 'POST' ? 'created' : 'deleted';
	const ids = [kind, outcome === 'ok' ? did : method, target].filter(part => part !== undefined).join(' ');
	const said = [outcomes[outcome], status, summary, detail].filter(part => part !== undefined && part !== '').join(' ');
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
export function operationText({kind, snapshot, input, newId, state, startedAt, detail}: Operation): string {
	const fields = input ?? snapshot?.input;
	const about = fields === undefined ? '' : [fields.name, fields.userId, maskRecipient(fields.channel, fields.recipient)].filter(text => text !== '').join(' · ');
	const ids = [snapshot?.id, newId].filter(id => id !== undefined).join(' by ');
	return `${formatTime(startedAt)}  ${kinds[kind]} ${sanitiseCell(ids)} ${sanitiseCell(about)}: ${states[state]}. ${sanitiseCell(detail ?? '')}`;
}

/** An unfinished batch, on one line. */
export function batchText({kind, startedAt, counts}: Batch): string {
	return `${formatTime(startedAt)}  ${kinds[kind]} ${totalOf(counts)}: ${countsText(counts)}.`;
}

/** How far the items of a batch have come, in words. */
export function countsText({done, failed, unknown, planned, skipped}: BatchCounts): string {
	const parts = [[done, 'done'], [failed, 'failed'], [unknown, 'unknown'], [planned, 'not begun'], [skipped, 'left alone']] as const;
	return parts.filter(([count], index) => count > 0 || index === 0).map(([count, what]) => `${count} ${what}`).join(', ');
}
