import {totalOf, type BatchCounts, type BatchKind} from '../../storage/batches/batch.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import type {BulkResult, BulkProgress} from '../../operations/bulk/bulk-context.ts';
import type {RestoreSurvey} from '../../operations/bulk/restorable.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {countsText} from '../history/history-lines.ts';
import {failureMessages, messages, type Message} from '../shared/message.ts';
import type {Notice} from '../shared/route.ts';
import {paceOf, spanText, type PaceSample} from './pace.ts';

const doing = {delete: 'Deleting', restore: 'Restoring'} as const;
const did = {delete: 'Deleted', restore: 'Restored'} as const;

/** Columns of a bar that is long enough. */
const longestBar = 60;

export type BulkView = {
	readonly kind: BatchKind;
	/** Where: the profile, and the service's host. */
	readonly place: string;
	readonly progress: BulkProgress;
	readonly samples: readonly PaceSample[];
	readonly isPaused: boolean;
	/** Milliseconds since the epoch. */
	readonly now: number;
};

/** How far it has come, as lines of at most `columns`. */
export function progressLines({kind, place, progress, samples, isPaused, now}: BulkView, columns: number): Message[] {
	const {total, done, failed, unknown, inFlight, waitingUntil} = progress;
	const ended = done + failed + unknown;
	const share = total === 0 ? 0 : ended / total;
	const width = Math.max(4, Math.min(longestBar, columns - 8));
	const filled = Math.floor(share * width);
	const pace = isPaused ? undefined : paceOf(samples, total);
	const counts = [`${done} of ${total} done`, failed > 0 && `${failed} failed`, unknown > 0 && `${unknown} unknown`];
	const flow = [
		pace !== undefined && `${pace.perSecond < 10 ? pace.perSecond.toFixed(1) : Math.round(pace.perSecond)} a second`,
		pace !== undefined && `${spanText(pace.left)} left`,
		`${inFlight} in flight`,
	];
	return [
		...messages('plain', `${doing[kind]} ${total} on ${place}`, columns),
		{tone: 'plain', text: ` ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${Math.floor(share * 100)} %`},
		...messages(failed > 0 ? 'warning' : 'plain', counts.filter(part => part !== false).join(' · '), columns),
		...messages('faint', flow.filter(part => part !== false).join(' · '), columns),
		...waitingUntil === undefined ? [] : messages('warning', `Waiting ${spanText(Math.max(0, waitingUntil - now))}: the service takes no more for now.`, columns),
		...unknown > 0 && inFlight === 0 && !isPaused ? messages('plain', 'Asking a listing what became of what is unclear …', columns) : [],
		...isPaused ? messages('warning', 'Paused: what is in flight ends, nothing more is sent. f goes on, s stops here: the rest stays as it is, and can be gone on with later.', columns) : [],
	];
}

/** Whether there is nothing more to tell than that all of it is done, or left as the operator wanted it. */
export const isAllWell = ({counts: {planned, unknown, failed}}: BulkResult): boolean => planned + unknown + failed === 0;

/** What was done, where all is well. */
export function bulkNotice(kind: BatchKind, {done, skipped}: BatchCounts, place: string): Notice {
	const rest = skipped === 0 ? '' : ` ${skipped} left alone.`;
	const undo = kind === 'delete' && done > 0 ? ' u restores them all.' : '';
	return {tone: 'good', text: `✓ ${did[kind]} ${done} on ${place}.${rest}${undo}`};
}

/** What there is to say where not all is well, as lines of at most `columns`. */
export function endLines(kind: BatchKind, {counts, failure, unresolvedReason}: BulkResult, columns: number): Message[] {
	const {planned, unknown, failed} = counts;
	return [
		...messages(failed + unknown > 0 || failure !== undefined ? 'bad' : 'warning', `${did[kind]} ${counts.done} of ${totalOf(counts)}: ${countsText(counts)}.`, columns),
		...failure === undefined ? [] : failureMessages(failure, columns),
		...unknown === 0 || unresolvedReason === undefined ? [] : messages('warning', `There is no telling yet what became of ${unknown}. ${sanitise(unresolvedReason)}`, columns),
		...failed === 0 ? [] : messages('plain', 'r tries again what has failed, and just that.', columns),
		...planned + unknown === 0 ? [] : messages('plain', 'f goes on with the rest, b leaves it as it is; later, H does.', columns),
	];
}

/** What is asked before a bulk delete is taken back; without a survey it is still on its way. */
export function restoreLines(survey: RestoreSurvey | undefined, place: string, columns: number): Message[] {
	if (survey === undefined) {
		return messages('plain', 'Looking at what was deleted …', columns);
	}

	const {count, contentUnknown, incomplete, duplicates} = survey;
	const warn = (many: number, text: string) => many === 0 ? [] : messages('bad', `! ${many} ${text}`, columns);
	return [
		...messages('warning', count === 0 ? 'Nothing is left to be restored.' : `Create ${count} again on ${place}? They get new IDs. y does it.`, columns),
		...warn(contentUnknown, 'of them without template and topics: the service never returned them, and they were not sent from this machine.'),
		...warn(duplicates, 'of them say the same as one that is listed: they are created beside it.'),
		...warn(incomplete, 'more cannot come back: they held the API key, which is never kept.'),
	];
}

/** What has failed or is unclear, and why, on one line. */
export function troubleText({snapshot, detail = '', state}: Operation): string {
	const {id, input: {name, userId}} = snapshot!;
	const why = detail === '' ? 'Nobody knows what became of it.' : detail;
	const about = [name, userId].filter(text => text !== '').map(text => sanitiseCell(text)).join(' · ');
	return `${state === 'failed' ? '✗' : '?'} ${sanitiseCell(id)}: ${sanitiseCell(why)} ${about}`;
}
