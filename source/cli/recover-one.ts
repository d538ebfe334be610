import {kindWords} from '../domain/operation-kind.ts';
import {countTexts} from '../domain/operation-texts.ts';
import type {Listing} from '../api/listing/list-notifications.ts';
import {findAsSent} from '../domain/equivalence.ts';
import type {BulkResult} from '../operations/bulk/bulk-context.ts';
import type {Keep} from '../operations/keep.ts';
import type {OperationResult} from '../operations/operation-result.ts';
import {maskRecipient} from '../storage/journal/mask.ts';
import type {Batch} from '../storage/batches/batch.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {spanText} from '../system/pace.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {proved} from './await-proof.ts';
import {duplicate, requireDone} from './change-result.ts';
import {CommandError, invalidInput} from './command-error.ts';
import type {GlobalValues} from './command.ts';
import {confirm, maxNamed} from './confirm.ts';
import {errorLines} from './error-text.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';
import type {OmitOptions} from './omit-refused.ts';
import type {Sending} from './open-listed.ts';
import {batchNumber, itemNumber} from './operation-number.ts';
import type {ResultValues} from './output/output-format.ts';
import type {Pending} from './pending-list.ts';
import {exitCodeOfBulk, reportBulk} from './report-bulk.ts';
import {runBulk, type BulkRun} from './run-bulk.ts';
import {singleOptions} from './single-options.ts';

export type RecoverOptions = GlobalValues & ResultValues & OmitOptions & {
	readonly finish: boolean;
	readonly rollBack: boolean;
	readonly sendAgain: boolean;
	readonly stopFollowing: boolean;
	readonly retry: boolean;
	/** Which new notification stays where somebody else edited the same one: `both`, `mine` or `theirs`. */
	readonly keep: string | undefined;
	readonly allowDuplicate: boolean;
	/** The ID of the new notification, for the case that there are several candidates. */
	readonly newId: string | undefined;
	readonly retries: number;
};

export type Recovered = {
	readonly number: string;
	readonly result: 'done' | 'rolled back' | 'rest skipped' | 'stopped following' | 'pending' | 'failed';
	readonly newId?: string | undefined;
	readonly detail: string;
	readonly code: ExitCode;
	/** The error of a change that is not done, to end the command with --json. */
	readonly error?: CommandError;
};

type Recovering = Sending<RecoverOptions> & {readonly listing: Listing};

/** Finishes a pending change or rolls it back, depending on the options. @throws CommandError for an item that was not sent */
export async function finishOrRollBack({number, operation, batch}: Pending, recovering: Recovering): Promise<Recovered> {
	const {opened: {session}, interrupt, options} = recovering;
	if (batch !== undefined) {
		return settleBatch(batch, recovering);
	}

	if (operation.batch !== undefined && operation.state === 'planned' && options.finish) {
		throw invalidInput(`Nothing was sent: item ${number} was not sent yet.`, `Run chainbell recover ${batchNumber(operation.batch)} --finish to send the rest.`);
	}

	const act = options.finish ? session.operations.finish : session.operations.rollBack;
	const result = await act(operation.id, {signal: singleOptions(interrupt).signal, chosenId: options.newId});
	if (result.kind === 'open' && result.candidates !== undefined && result.candidates.length > 0) {
		const hint = `Run chainbell recover ${number} ${options.finish ? '--finish' : '--roll-back'} --new-id ID with one of ${result.candidates.join(', ')}.`;
		return notDone(number, new CommandError({exitCode: exitCode.unknown, kind: 'pending', message: `Operation ${number} is pending. ${result.reason}`, hint, outcome: 'unknown'}), recovering);
	}

	return toRecovered(number, await proved(result, recovering), recovering);
}

/**
Sends the POST of a pending operation again after confirmation, because the first one may still take effect.

@throws CommandError if it is not confirmed, if the operation is in another state, or if the listing shows a notification that it may have created.
*/
export async function sendAgain({number, operation}: Pending, recovering: Recovering): Promise<Recovered> {
	const {opened: {session, place}, listing, interrupt, options, context} = recovering;
	if (operation?.state !== 'creating') {
		throw invalidInput(`Nothing was sent: operation ${number} is not a create whose outcome is unknown.`, `Run chainbell recover ${number} --finish.`);
	}

	const found = findAsSent(operation.input!, listing.records).filter(({id}) => !operation.knownIds.includes(id));
	if (found.length > 0 && !options.allowDuplicate) {
		throw duplicate(`operation ${number} may have created ${found.map(({id}) => sanitise(id)).join(', ')}.`, {hint: `Run chainbell recover ${number} --finish, which decides it as soon as it is certain; or pass --allow-duplicate to send it again.`});
	}

	const age = spanText(context.host.clock.now() - operation.startedAt);
	const text = `Send operation ${number} on ${place} again: ${nameOf(operation)}? The first attempt began ${age} ago and may still take effect: two notifications may result.`;
	await confirm({text, answer: 'y', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted();
	return toRecovered(number, await session.operations.sendAgain(operation.id, singleOptions(interrupt).signal), recovering);
}

/**
Stops following a pending operation, or the open items of a batch, after confirmation. Nothing is sent.

@throws CommandError if it is not confirmed.
*/
export async function stopFollowing({number, operation, batch}: Pending, recovering: Recovering): Promise<Recovered> {
	const {opened: {session, place}, interrupt, options, context} = recovering;
	const what = batch === undefined ? `operation ${number} on ${place}: ${nameOf(operation)}` : `bulk operation ${number} on ${place}: ${countTexts(batch.counts).join(', ')}`;
	const text = `Stop following ${what}? What was sent may still take effect, and chainbell no longer looks for it.`;
	await confirm({text, answer: 'y', unchanged: 'Nothing was changed', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted('It is still followed.', 'unknown');
	if (batch !== undefined) {
		return dropBatch(batch, recovering);
	}

	const result = await session.operations.drop(operation.id, new AbortController().signal);
	return result.kind === 'failed' && result.operation.state === 'failed'
		? {number, result: 'stopped following', detail: 'What was sent may still take effect.', code: exitCode.done}
		: toRecovered(number, result, recovering);
}

/** Ends an edit of a notification that somebody else edited, too, after confirmation. @throws CommandError if it is not confirmed */
export async function keepChosen({number, operation}: Pending, recovering: Recovering): Promise<Recovered> {
	const {opened: {session, place}, interrupt, options, context} = recovering;
	const text = `Keep ${options.keep!} for operation ${number} on ${place}: ${nameOf(operation!)}? ${operation!.detail ?? ''}`.trimEnd();
	await confirm({text, answer: 'y', unchanged: 'Nothing was changed', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted('It is still pending.', 'unknown');
	return toRecovered(number, await session.operations.keep(operation!.id, options.keep as Keep, singleOptions(interrupt).signal), recovering);
}

/** Sends the failed items of a batch again. */
export async function retryBatch({batch}: Pending, recovering: Recovering): Promise<Recovered> {
	const {opened: {session: {operations}}, options: {retries, omitRefused}} = recovering;
	const run = {...recovering, verb: 'done', retries, omitRefused};
	const result = await runBulk(run, async bulk => operations.retryFailed(batch!.id, bulk));
	return reported(run, result, `${result.counts.done.toLocaleString('en')} done`);
}

async function settleBatch({id, kind}: Batch, recovering: Recovering): Promise<Recovered> {
	const {opened: {session: {operations}, services}, options: {finish, retries, omitRefused}} = recovering;
	const verb = kindWords[kind].done.toLowerCase();
	const run = {...recovering, verb, retries: finish ? retries : 0, omitRefused: finish && omitRefused};
	const result = await runBulk(run, async bulk => finish ? operations.resumeBatch(id, bulk) : operations.skipRest(id, bulk.signal));
	const {planned, created, unknown, done, skipped} = result.counts;
	const detail = `${done.toLocaleString('en')} ${verb}, ${skipped.toLocaleString('en')} skipped`;
	const recovered: Recovered = exitCodeOfBulk(result) === exitCode.done ? {number: batchNumber(id), result: 'done', detail, code: exitCode.done} : await reported(run, result, detail);
	if (!finish && planned + created + unknown === 0) {
		const {ledger} = await services.openLedger();
		const left = ledger.journal.changedIdsIn(id).created;
		const others = left.length > maxNamed ? ` and ${(left.length - maxNamed).toLocaleString('en')} more` : '';
		// A roll back does not take back items that are done.
		return {...recovered, result: done === 0 ? 'rolled back' : 'rest skipped', detail: left.length === 0 ? detail : `${detail}; still there: ${left.slice(0, maxNamed).join(', ')}${others}`};
	}

	await printChoices(id, run);
	return recovered;
}

/** Reports what is not done of a batch, and creates its result. */
async function reported(run: BulkRun & Recovering, result: BulkResult, detail: string): Promise<Recovered> {
	const number = batchNumber(result.batch);
	try {
		const code = await reportBulk(run, result);
		return {number, result: code === exitCode.done ? 'done' : 'pending', detail, code};
	} catch (error) {
		return notDone(number, error, run);
	}
}

/** Prints the choices for the open items of a batch, if it has any. */
async function printChoices(batch: number, {opened: {services}, context}: BulkRun): Promise<void> {
	const {ledger: {journal}} = await services.openLedger();
	const [first] = journal.openItems(batch, {after: 0, limit: 1});
	if (first !== undefined) {
		const number = itemNumber(batch, journal.itemIds(batch).indexOf(first.id));
		context.printError(`Choose for one: chainbell recover ${number} --finish --new-id ID, --roll-back --new-id ID or --stop-following. For all: chainbell recover ${batchNumber(batch)} --stop-following.`);
	}
}

async function dropBatch({id, kind, counts: {created, unknown}}: Batch, recovering: Recovering): Promise<Recovered> {
	const verb = kindWords[kind].done.toLowerCase();
	const {counts: {done}} = await runBulk({...recovering, verb, retries: 0}, async ({signal}) => recovering.opened.session.operations.dropBatch(id, signal));
	return {number: batchNumber(id), result: 'stopped following', detail: `${done.toLocaleString('en')} ${verb}; what was sent for ${(created + unknown).toLocaleString('en')} may still take effect.`, code: exitCode.done};
}

/** Creates the result, and prints the reason if the operation is not done. @throws CommandError after a signal */
function toRecovered(number: string, result: OperationResult, recovering: Recovering): Recovered {
	const {interrupt} = recovering;
	if (result.kind === 'failed' && result.operation.state === 'rolled-back') {
		return {number, result: 'rolled back', detail: result.operation.detail ?? '', code: exitCode.done};
	}

	try {
		const {newId, detail = ''} = requireDone(result, interrupt);
		return {number, result: 'done', newId, detail, code: exitCode.done};
	} catch (error) {
		if (interrupt.signal.aborted) {
			throw error;
		}

		return notDone(number, error, recovering);
	}
}

/** Creates the result of a change that is not done. Prints the reason, unless it ends the command with --json. Rethrows what is not a CommandError. */
function notDone(number: string, error: unknown, {options, context}: Recovering): Recovered {
	if (!(error instanceof CommandError)) {
		throw error;
	}

	for (const line of options.json ? [] : errorLines(error)) {
		context.printError(line);
	}

	return {number, result: error.exitCode === exitCode.unknown ? 'pending' : 'failed', detail: error.message, code: error.exitCode, error};
}

/** Describes an operation: `create "Treasury" (to o…@example.com)`. The recipient is masked, as in history. */
function nameOf({kind, input, snapshot}: Operation): string {
	const of = input ?? snapshot?.input;
	const parts = [...snapshot === undefined ? [] : [`ID ${snapshot.id}`], ...of === undefined ? [] : [`to ${maskRecipient(of.channel, of.recipient)}`]];
	return `${kindWords[kind].noun}${of === undefined || of.name === '' ? '' : ` "${of.name}"`} (${parts.join(', ')})`;
}
