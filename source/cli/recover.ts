import type {Batch} from '../storage/batches/batch.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {maskRecipient} from '../storage/journal/mask.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {CommandError, UsageError} from './command-error.ts';
import {errorLines} from './error-text.ts';
import {requireDone} from './change-result.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';
import {createInterrupt, type Interrupt} from './interrupt.ts';
import {listNow} from './list-now.ts';
import {openSession, type CommandSession} from './open-session.ts';
import {batchNumber, exitCodeOfBulk, reportBulk, runBulk, singleOptions, type BulkRun} from './run-bulk.ts';
import {parseNumber} from './undo.ts';

export type RecoverOptions = GlobalValues & {
	readonly finish: boolean;
	readonly rollBack: boolean;
	readonly retry: boolean;
	/** The ID of the new notification, where several could be it. */
	readonly newId: string | undefined;
	readonly retries: number;
};

/** What is pending: an operation or a batch, and its number. */
type Pending = {readonly number: string; readonly operation: Operation; readonly batch?: never} | {readonly number: string; readonly batch: Batch; readonly operation?: never};

/** Lists pending changes, or finishes or rolls back one or all of them. Returns the exit code. @throws CommandError */
export async function runRecover(numbers: readonly string[], options: RecoverOptions, context: CommandContext): Promise<number> {
	const {finish, rollBack, retry} = options;
	if ([finish, rollBack, retry].filter(Boolean).length > 1) {
		throw new UsageError('Give one of --finish, --roll-back and --retry.');
	}

	const wanted = numbers.map(number => ({number, ...parseNumber(number)}));
	await using opened = await openSession(options, context);
	using interrupt = createInterrupt(context);
	// Listings settle what they can.
	await listNow(opened.session, interrupt.signal);
	interrupt.throwIfInterrupted();
	const pending = await pendingIn(opened);
	if (retry) {
		return await retryBatches(wanted, {opened, interrupt, options, context});
	}

	const unknown = wanted.filter(({number}) => pending.every(each => each.number !== number)).map(({number}) => number);
	const chosen = wanted.length === 0 ? pending : pending.filter(({number}) => wanted.some(each => each.number === number));
	if (unknown.length > 0) {
		context.printError(`Not pending, or not any more: ${unknown.join(', ')}.`);
	}

	if ((!finish && !rollBack) || options.dryRun) {
		printPending(chosen, options.json, context);
		return chosen.length === 0 ? exitCode.done : exitCode.unknown;
	}

	let code: ExitCode = exitCode.done;
	for (const each of chosen) {
		interrupt.throwIfInterrupted('The rest is still pending. Run chainbell recover again.');
		const ended = await (each.batch === undefined
			? settleOperation(each.operation, {opened, interrupt, options, context})
			: settleBatch(each.batch, {opened, interrupt, options, context}));
		code = worse(code, ended);
	}

	return code;
}

type Settling = {readonly opened: CommandSession; readonly interrupt: Interrupt; readonly options: RecoverOptions; readonly context: CommandContext};

/** The code that says more: an unknown outcome before one that is known. */
const worse = (one: ExitCode, other: ExitCode): ExitCode => one === exitCode.unknown || other === exitCode.done ? one : other;

async function pendingIn({session: {profileKey}, services}: CommandSession): Promise<readonly Pending[]> {
	const {ledger: {journal}} = await services.openLedger();
	return [
		...journal.unfinished(profileKey).filter(({id}) => !journal.isBusyElsewhere(id)).map(operation => ({number: String(operation.id), operation})),
		...journal.unfinishedBatches(profileKey).map(batch => ({number: batchNumber(batch.id), batch})),
	];
}

const states = {
	planned: 'nothing was sent', creating: 'the new one may have been created', created: 'both the new and the old one exist', deleting: 'it may have been deleted', undoing: 'the new one may have been deleted again', done: 'done', failed: 'failed', 'rolled-back': 'rolled back',
} as const;

function printPending(pending: readonly Pending[], isJson: boolean, {print, printError}: Pick<CommandContext, 'print' | 'printError'>): void {
	const rows = pending.map(({number, operation, batch}) => {
		const of = operation?.input ?? operation?.snapshot?.input;
		return batch === undefined
			? {number, kind: operation.kind, startedAt: new Date(operation.startedAt).toISOString(), state: operation.state, oldId: operation.snapshot?.id ?? null, newId: operation.newId ?? null, name: of?.name ?? '', recipient: of === undefined ? '' : maskRecipient(of.channel, of.recipient), detail: operation.detail ?? ''}
			: {number, kind: `bulk ${batch.kind}`, startedAt: new Date(batch.startedAt).toISOString(), counts: batch.counts};
	});
	if (isJson) {
		print(safeJson(JSON.stringify(rows, undefined, 2)));
		return;
	}

	for (const row of rows) {
		const what = 'counts' in row
			? Object.entries(row.counts).filter(([, count]) => count > 0).map(([state, count]) => `${count} ${state}`).join(', ')
			: [row.oldId ?? '', row.newId ?? '', row.name, states[row.state], row.detail].filter(text => text !== '').join(' · ');
		print([row.number, row.kind, row.startedAt, what].map(text => sanitiseCell(text)).join('\t'));
	}

	if (rows.length > 0) {
		printError('Run chainbell recover --finish or --roll-back, with a number for one of them.');
	}
}

async function settleOperation({id}: Operation, {opened: {session}, interrupt, options, context}: Settling): Promise<ExitCode> {
	const {signal} = singleOptions(interrupt);
	const act = options.finish ? session.operations.finish : session.operations.rollBack;
	const result = await act(id, {signal, chosenId: options.newId});
	if (result.kind === 'failed' && result.operation.state === 'rolled-back') {
		context.print(`${id}\trolled back\t${sanitiseCell(result.operation.detail ?? '')}`);
		return exitCode.done;
	}

	if (result.kind === 'open' && result.candidates !== undefined && result.candidates.length > 0) {
		context.printError(sanitise(`${id}: ${result.reason} Run chainbell recover ${id} ${options.finish ? '--finish' : '--roll-back'} --new-id ID with one of ${result.candidates.join(', ')}.`));
		return exitCode.unknown;
	}

	try {
		const {newId, detail = ''} = requireDone(result, interrupt);
		context.print([String(id), 'done', newId ?? '', detail].filter(text => text !== '').map(text => sanitiseCell(text)).join('\t'));
		return exitCode.done;
	} catch (error) {
		if (!(error instanceof CommandError) || interrupt.signal.aborted) {
			throw error;
		}

		for (const line of errorLines(error)) {
			context.printError(line);
		}

		return error.exitCode;
	}
}

async function settleBatch({id, kind}: Batch, {opened, interrupt, options, context}: Settling): Promise<ExitCode> {
	const done = {create: 'created', delete: 'deleted', restore: 'recreated', replace: 'replaced'}[kind];
	const run: BulkRun = {opened, interrupt, options, context, verb: done, retries: options.retries};
	const {operations} = opened.session;
	const result = await runBulk({...run, retries: options.finish ? options.retries : 0}, async bulk => options.finish ? operations.resumeBatch(id, bulk) : operations.skipRest(id, bulk.signal));
	const ended = exitCodeOfBulk(result);
	if (ended === exitCode.done) {
		context.print(`${batchNumber(id)}\t${options.finish ? 'done' : 'rolled back'}\t${result.counts.done} ${done}, ${result.counts.skipped} skipped`);
		return interrupt.exitCode() ?? ended;
	}

	return reportBulk(run, result);
}

/** Sends what failed of batches again. */
async function retryBatches(wanted: ReadonlyArray<{readonly number: string; readonly isBatch: boolean; readonly id: number | undefined}>, {opened, interrupt, options, context}: Settling): Promise<ExitCode> {
	if (wanted.length === 0 || wanted.some(({isBatch}) => !isBatch)) {
		throw new UsageError('--retry needs the number of a bulk operation, such as b3.');
	}

	let code: ExitCode = exitCode.done;
	for (const {id} of wanted) {
		const run: BulkRun = {opened, interrupt, options, context, verb: 'done', retries: options.retries};
		code = worse(code, await reportBulk(run, await runBulk(run, async bulk => opened.session.operations.retryFailed(id!, bulk))));
	}

	return code;
}
