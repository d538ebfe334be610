import {countTexts} from '../domain/operation-texts.ts';
import type {BulkProgress, BulkResult} from '../operations/bulk/bulk-context.ts';
import type {DuplicatesResult} from '../operations/bulk/bulk-create.ts';
import {createPauseControl, refusedPaths, type BulkOptions, type BulkOutcome} from '../session/operations.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {provedBatch} from './await-proof.ts';
import {impossibleError, type UnprotectOptions} from './targets.ts';
import type {GlobalValues} from './command.ts';
import {errorOfFailure} from './failure-error.ts';
import type {Interrupt} from './interrupt.ts';
import {omittedText} from './omit-refused.ts';
import type {Sending} from './open-listed.ts';
import type {ResultValues} from './output/output-format.ts';
import {createProgressLine} from './progress.ts';

/** The options for running a bulk operation from a command. */
export type BulkRun = Sending<
	ResultValues & Pick<GlobalValues, 'quiet' | 'concurrency' | 'noWait'> & Partial<UnprotectOptions>
> & {
	/** The action, for the progress and the result: `deleted`. */
	readonly verb: string;
	/** The number of times that failed items are sent again. */
	readonly retries: number;
	/** Whether items refused because of undocumented members are sent again without these. */
	readonly omitRefused?: boolean;
};

/**
Runs a bulk operation and shows its progress. A signal stops sending; requests in flight are awaited.

@returns The result of the batch, or the duplicates that prevented sending.
@throws CommandError if nothing was sent.
*/
export async function runBulk<T extends BulkOutcome | DuplicatesResult>(
	{opened, interrupt, options, context, verb, retries, omitRefused = false}: BulkRun,
	act: (options: BulkOptions) => Promise<T>,
): Promise<BulkResult | Extract<T, DuplicatesResult>> {
	const {session} = opened;
	const pauseControl = createPauseControl();
	using line = createProgressLine(verb, options, context);
	const stop = () => {
		pauseControl.stop();
		if (options.quiet || context.host.errorColumns() === undefined) {
			return;
		}

		line.clear();
		context.printError('Stopping: waiting for the requests in flight. Press ctrl-c again to end at once.');
	};

	interrupt.signal.addEventListener('abort', stop, {once: true});
	let hasWaited = false;
	const waiting = {opened, interrupt, options, context};
	const bulkOptions: BulkOptions = {
		// This signal never fires: requests in flight are awaited, so that their outcome is known.
		signal: new AbortController().signal,
		pauseControl,
		concurrency: options.concurrency,
		isUnprotected: options.unprotect,
		onProgress({done, accepted, failed, unknown, total, waitingUntil}: BulkProgress) {
			hasWaited ||= waitingUntil !== undefined;
			const notes = [
				...(waitingUntil === undefined ? [] : ['rate limited: waiting']),
				...countTexts({failed, unknown}),
			];
			line.update({
				verb: accepted > 0 ? 'accepted' : verb,
				ended: done + accepted + failed,
				total,
				note: notes.length === 0 ? undefined : notes.join(', '),
			});
		},
	};
	let isRefused = false;
	const continued = (outcome: BulkOutcome, before: BulkResult): BulkResult => {
		if (outcome.kind === 'ended') {
			return outcome;
		}

		// The result before is reported also if nothing more can be sent.
		isRefused = true;
		context.printError(sanitise(outcome.kind === 'refused' ? outcome.failure.summary : outcome.reason));
		return before;
	};

	const awaitProof = async (result: BulkResult) =>
		isRefused ? result : continued(await provedBatch(result, bulkOptions, waiting), result);
	const sendFailedAgain = async (before: BulkResult, without?: BulkResult['refused']) =>
		continued(await session.operations.retryFailed(before.batch, {...bulkOptions, without}), before);
	const canSendAgain = ({failure}: BulkResult) => failure === undefined && !isRefused && !interrupt.signal.aborted;
	try {
		interrupt.throwIfInterrupted();
		const first: BulkOutcome | DuplicatesResult = await act(bulkOptions);
		if (first.kind === 'duplicates') {
			return first as Extract<T, DuplicatesResult>;
		}

		let result = await awaitProof(requireEnded(first, interrupt));
		for (
			let refused = omitRefused ? result.refused : undefined;
			refused !== undefined && canSendAgain(result);
			{refused} = result
		) {
			context.printError(omittedText(refusedPaths(result)));
			result = await sendFailedAgain(result, refused);
		}

		for (let left = retries; left > 0 && result.counts.failed > 0 && canSendAgain(result); left--) {
			result = await awaitProof(await sendFailedAgain(result));
		}

		const {done, failed, created, unknown} = result.counts;
		if (interrupt.signal.aborted && done + failed + created + unknown === 0) {
			await session.operations.skipRest(result.batch, bulkOptions.signal);
			// After a wait at least one request was sent, and the service did not process it.
			interrupt.throwIfInterrupted(
				...(hasWaited
					? (['Nothing was changed: the service processed none of the requests.', 'rejected'] as const)
					: []),
			);
		}

		return result;
	} finally {
		interrupt.signal.removeEventListener('abort', stop);
	}
}

function requireEnded(outcome: BulkOutcome, interrupt: Interrupt): BulkResult {
	if (outcome.kind === 'ended') {
		return outcome;
	}

	interrupt.throwIfInterrupted();
	throw outcome.kind === 'refused' ? errorOfFailure(outcome.failure) : impossibleError(outcome);
}
