import {kindWords, type BatchKind, countTexts, resultText} from '../../notification/operation-texts.ts';
import {withoutText} from '../../notification/undocumented.ts';
import type {BulkProgress, BulkResult} from '../../operations/bulk/bulk-context.ts';
import {paceOf, spanText, type PaceSample} from '../../platform/clock.ts';
import {numberText} from '../../platform/text.ts';
import {refusedPaths} from '../../session/operations.ts';
import {totalOf, type BatchCounts} from '../../storage/batches/batch.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import type {Notice} from '../shared/route.ts';
import {undoKeyText} from '../shared/undo-key-text.ts';
import {failureSaid, faint, warning, type Said} from '../ui/line.ts';

/** The greatest width of the progress bar, in columns. */
const longestBar = 60;

export type BulkView = {
	readonly kind: BatchKind;
	/** The name of the profile and the host of the service. */
	readonly place: string;
	readonly progress: BulkProgress;
	readonly samples: readonly PaceSample[];
	readonly isPaused: boolean;
	readonly isStopping: boolean;
	/** The current time in milliseconds since the epoch. */
	readonly now: number;
};

/** The progress of a bulk operation, as lines of at most `columns`. `hasBar`: false for a screen reader. */
export function progressSaid(
	{kind, place, progress, samples, isPaused, isStopping, now}: BulkView,
	columns: number,
	hasBar = true,
): Said[] {
	const {total, done, accepted, failed, unknown, inFlight, waitingUntil} = progress;
	const ended = done + accepted + failed + unknown;
	const share = total === 0 ? 0 : ended / total;
	const width = Math.max(4, Math.min(longestBar, columns - 8));
	const filled = Math.floor(share * width);
	const pace = isPaused || isStopping ? undefined : paceOf(samples, total);
	const {preposition, doing, done: verb} = kindWords[kind];
	const isProved = done > 0 || accepted === 0;
	const counts = [
		isProved
			? `${numberText(done)} of ${numberText(total)} ${verb.toLowerCase()}`
			: `${numberText(accepted)} of ${numberText(total)} accepted`,
		...(isProved && accepted > 0 ? [`${numberText(accepted)} accepted`] : []),
		...countTexts({failed, unknown}),
	];
	const checked = [
		...(accepted > 0 && ended === total ? [`${numberText(accepted)} accepted`] : []),
		...(unknown > 0 ? [`${numberText(unknown)} not confirmed yet`] : []),
	];
	const flow = [
		pace !== undefined && `${pace.perSecond < 10 ? pace.perSecond.toFixed(1) : Math.round(pace.perSecond)} per second`,
		pace !== undefined && `${spanText(pace.left)} left`,
		inFlight > 0 && `${inFlight} in flight`,
	];
	const isIdle = inFlight === 0 && !isPaused && !isStopping;
	const preparing = ended === 0 ? 'Preparing the requests … nothing was sent yet' : 'Preparing the next requests …';
	return [
		`${doing} ${numberText(total)} ${preposition} ${place}`,
		{
			text: `${hasBar ? `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ` : ''}${Math.floor(share * 100)} %`,
		},
		{tone: failed > 0 ? 'warning' : undefined, text: counts.join(' · ')},
		flow.some(part => part !== false) && faint(flow.filter(part => part !== false).join(' · ')),
		waitingUntil !== undefined && warning(`Rate-limited; retrying in ${spanText(Math.max(0, waitingUntil - now))}.`),
		isIdle && checked.length > 0 && `Checking the listing: ${checked.join(', ')} …`,
		isIdle && checked.length === 0 && ended < total && waitingUntil === undefined && preparing,
		isStopping &&
			warning(inFlight > 0 ? `Stopping: waiting for ${inFlight} in flight …` : 'Stopping: checking the listing …'),
		isPaused && warning(`Paused at ${numberText(ended)} of ${numberText(total)}.`),
	];
}

/** Whether every item is done or skipped. */
export const isComplete = ({counts: {planned, created, unknown, failed}}: BulkResult): boolean =>
	planned + created + unknown + failed === 0;

/** The notice for a bulk operation that is complete. */
export function bulkNotice(kind: BatchKind, {done, skipped}: BatchCounts, place: string): Notice {
	const undo = kind !== 'recreate' && kind !== 'mixed' && done > 0 ? undoKeyText() : '';
	return {tone: 'good', text: `${doneText(kind, {done, skipped}, place)}${undo}`};
}

/** The notice for the undo of a bulk operation that is complete. `isRedo`: whether it undid an undo. */
export const undoneNotice = (kind: BatchKind, counts: BatchCounts, place: string, isRedo: boolean): Notice => ({
	tone: 'good',
	text: `${doneText(kind, counts, place)}${isRedo || counts.done === 0 ? '' : ` ${keyOf('list', 'redo')}: redo`}`,
});

/** The notice for a set of changes that is complete. */
export const appliedNotice = (kind: BatchKind, counts: BatchCounts, place: string): Notice => ({
	tone: 'good',
	text: `${doneText(kind, counts, place)}${counts.done > 0 ? undoKeyText() : ''}`,
});

function doneText(kind: BatchKind, {done, skipped}: Pick<BatchCounts, 'done' | 'skipped'>, place: string): string {
	const rest = skipped === 0 ? '' : ` ${numberText(skipped)} skipped.`;
	return `✓ ${kindWords[kind].done} ${numberText(done)} ${kindWords[kind].preposition} ${place}.${rest}`;
}

/** The line about the items of a bulk operation whose outcome is not known: `? Not known whether 2 were deleted.` */
export const unknownLine = (kind: BatchKind, unknown: number, reason = ''): string =>
	`? Not known whether ${numberText(unknown)} ${unknown === 1 ? 'was' : 'were'} ${kindWords[kind].done.toLowerCase()}. ${sanitise(reason)}`.trimEnd();

/** The key that leads to the pending changes from the list. `beside`: the account that is changed, if it is not the open one. */
const pendingPlace = (beside: string | undefined): string =>
	beside === undefined
		? `the list (${keyOf('list', 'pending')})`
		: `${beside}: open it (${keyOf('list', 'profiles')}), then ${keyOf('list', 'pending')}`;

/** The result of a bulk operation that is not complete, as lines of at most `columns`. `beside`: as in `BulkView`. */
export function endSaid(
	kind: BatchKind,
	{counts, failure, refusal, refused, unresolvedReason, skipped = []}: BulkResult,
	beside?: string,
): Said[] {
	const {planned, created, unknown, failed} = counts;
	const shown = failure ?? refusal;
	const paths = refusedPaths({refused});
	return [
		{
			tone: failed > 0 || failure !== undefined ? 'bad' : 'warning',
			text: resultText(kindWords[kind].done, counts, totalOf(counts)),
		},
		skipped,
		shown !== undefined && failureSaid(shown),
		failure?.kind === 'forbidden' && 'Stopped: the service refused several requests in a row.',
		unknown !== 0 && unresolvedReason !== undefined && warning(unknownLine(kind, unknown, unresolvedReason)),
		created !== 0 &&
			warning(
				`Both the new and the old notification exist for ${created}. ${sanitise(unknown === 0 ? (unresolvedReason ?? '') : '')}`.trimEnd(),
			),
		failed !== 0 &&
			paths.length !== 0 &&
			warning(
				`The service refused ${sanitise(paths.join(', '))}. ${refused!.size === failed ? 'They' : `These ${numberText(refused!.size)}`} can be sent ${sanitise(withoutText(paths))}.`,
			),
		planned + created + unknown !== 0 &&
			`${created === 0 ? '' : 'Skipping the rest deletes the new ones of these. '}You can also decide later, ${created + unknown === 0 ? '' : 'for each, '}from ${pendingPlace(beside)}.`,
	];
}
