import {countTexts, itemText, resultText} from '../domain/operation-texts.ts';
import type {BulkProgress, BulkResult} from '../operations/bulk/bulk-context.ts';
import type {DuplicatesResult} from '../operations/bulk/bulk-create.ts';
import {createPauseControl, refusedPaths, type BulkOptions, type BulkOutcome} from '../session/account-operations.ts';
import {totalOf} from '../storage/batches/batch.ts';
import {withoutText} from '../domain/without-members.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {provedBatch} from './await-proof.ts';
import {refusalError, recoverHint} from './change-result.ts';
import {errorOfFailure} from './failure-error.ts';
import type {GlobalValues} from './command.ts';
import {exitCode, exitCodeOfFailure, type ExitCode} from './exit-codes.ts';
import type {Interrupt} from './interrupt.ts';
import {omittedText} from './omit-refused.ts';
import type {Sending} from './open-listed.ts';
import {batchNumber, itemNumber} from './operation-number.ts';
import {createProgressLine} from './progress.ts';

/** The options for running a bulk operation from a command. */
export type BulkRun = Sending<Pick<GlobalValues, 'quiet' | 'concurrency' | 'noWait'>> & {
	/** The action, for the progress and the result: `deleted`. */
	readonly verb: string;
	/** The number of times that failed items are sent again. */
	readonly retries: number;
	/** Whether items refused because of undocumented members are sent again without these. */
	readonly omitRefused?: boolean;
	/** The place of each item in the input, in order: `line 3`. */
	readonly places?: ReadonlyArray<string | undefined>;
};

/** The maximum number of items printed that are not done. */
const maxNamed = 20;

/**
Runs a bulk operation and shows its progress. A signal stops sending; requests in flight are awaited.

@returns The result of the batch, or the duplicates that prevented sending.
@throws CommandError if nothing was sent.
*/
export async function runBulk<T extends BulkOutcome | DuplicatesResult>({opened, interrupt, options, context, verb, retries, omitRefused = false}: BulkRun, act: (options: BulkOptions) => Promise<T>): Promise<BulkResult | Extract<T, DuplicatesResult>> {
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
		onProgress({done, failed, unknown, total, waitingUntil}: BulkProgress) {
			hasWaited ||= waitingUntil !== undefined;
			const notes = [...waitingUntil === undefined ? [] : ['rate limited: waiting'], ...countTexts({failed, unknown})];
			line.update({ended: done + failed, total, note: notes.length === 0 ? undefined : notes.join(', ')});
		},
	};
	try {
		interrupt.throwIfInterrupted();
		const first: BulkOutcome | DuplicatesResult = await act(bulkOptions);
		if (first.kind === 'duplicates') {
			return first as Extract<T, DuplicatesResult>;
		}

		let result = toResult(await provedBatch(first, bulkOptions, waiting), interrupt);
		for (let refused = omitRefused ? result.refused : undefined; refused !== undefined && result.failure === undefined && !interrupt.signal.aborted; {refused} = result) {
			context.printError(omittedText(refusedPaths(result)));
			result = toResult(await session.operations.retryFailed(result.batch, {...bulkOptions, without: refused}), interrupt);
		}

		for (let left = retries; left > 0 && result.counts.failed > 0 && result.failure === undefined && !interrupt.signal.aborted; left--) {
			result = toResult(await provedBatch(await session.operations.retryFailed(result.batch, bulkOptions), bulkOptions, waiting), interrupt);
		}

		const {done, failed, created, unknown} = result.counts;
		if (interrupt.signal.aborted && done + failed + created + unknown === 0) {
			await session.operations.skipRest(result.batch, bulkOptions.signal);
			// After a wait at least one request was sent, and the service did not process it.
			interrupt.throwIfInterrupted(...hasWaited ? ['Nothing was changed: the service processed none of the requests.', 'rejected'] as const : []);
		}

		return result;
	} finally {
		interrupt.signal.removeEventListener('abort', stop);
	}
}

function toResult(outcome: BulkOutcome, interrupt: Interrupt): BulkResult {
	if (outcome.kind === 'ended') {
		return outcome;
	}

	interrupt.throwIfInterrupted();
	throw outcome.kind === 'refused' ? errorOfFailure(outcome.failure) : refusalError(outcome.reason, exitCode.failed, outcome.isPending);
}

/** Prints on stderr which items are not done. Returns the exit code. */
export async function reportBulk({opened, interrupt, options: {quiet}, context: {printError}, verb, places = []}: BulkRun, result: BulkResult): Promise<ExitCode> {
	const {counts, batch, failure, refusal, unresolvedReason} = result;
	const code = interrupt.exitCode() ?? exitCodeOfBulk(result);
	const isComplete = code === exitCode.done;
	if (!quiet || !isComplete) {
		printError(resultText(`${verb.charAt(0).toUpperCase()}${verb.slice(1)}`, counts, totalOf(counts)));
	}

	if (isComplete) {
		return code;
	}

	const {ledger} = await opened.services.openLedger();
	const items = ledger.journal.unresolvedItems(batch, 0, maxNamed);
	const ids = ledger.journal.itemIds(batch);
	for (const item of items) {
		const place = places[ids.indexOf(item.id)] ?? (item.state === 'failed' ? undefined : itemNumber(item, ids));
		printError(`  ${place === undefined ? '' : `${place}: `}${sanitise(itemText(item))}`);
	}

	const others = counts.failed + counts.created + counts.unknown - items.length;
	const why = failure?.summary ?? refusal?.summary ?? (counts.unknown > 0 ? unresolvedReason : undefined);
	const refused = refusedPaths(result);
	const isOpen = counts.planned + counts.created + counts.unknown > 0;
	const lines = [
		others > 0 && `  and ${others.toLocaleString('en')} more`,
		why,
		isOpen ? `Bulk operation ${batchNumber(batch)} is not finished. ${recoverHint(batchNumber(batch))}` : `Run chainbell recover ${batchNumber(batch)} --retry to send what failed again.`,
		refused.length > 0 && `The service refused ${refused.join(', ')}. Run chainbell recover ${batchNumber(batch)} --retry --omit-refused to send ${withoutText(refused)}.`,
	].filter(text => typeof text === 'string');
	for (const text of lines) {
		printError(sanitise(text));
	}

	return code;
}

/** The exit code of a bulk operation, depending on the items that are not done. */
export function exitCodeOfBulk({counts: {failed, planned, created, unknown}, failure}: BulkResult): ExitCode {
	if (failure !== undefined && failure.kind !== 'forbidden') {
		return exitCodeOfFailure(failure);
	}

	if (unknown > 0) {
		return exitCode.unknown;
	}

	return failed + planned + created > 0 ? exitCode.incomplete : exitCode.done;
}

/** The IDs created by a bulk operation, in the order of its items. */
export async function createdIds({opened}: Pick<BulkRun, 'opened'>, batch: number): Promise<readonly string[]> {
	const {ledger} = await opened.services.openLedger();
	return ledger.journal.changedIdsIn(batch).created;
}
