import {findUndo, listedIn, planUndo, type UndoPlan} from '../session/undo-plan.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {nothingDone, requireDone} from './change-result.ts';
import {CommandError, UsageError} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {confirm} from './confirm.ts';
import {exitCode} from './exit-codes.ts';
import {createInterrupt, type Interrupt} from './interrupt.ts';
import {listNow} from './list-now.ts';
import {openSession, type CommandSession} from './open-session.ts';
import {batchNumber, createdIds, reportBulk, runBulk, singleOptions, type BulkRun} from './run-bulk.ts';

export type UndoOptions = GlobalValues & {readonly redo: boolean; readonly allowDuplicate: boolean; readonly retries: number};

/** Undoes the last change, or a change by its number. Returns the exit code. @throws CommandError */
export async function runUndo(number: string | undefined, options: UndoOptions, context: CommandContext): Promise<number> {
	const {isBatch, id} = parseNumber(number);
	await using opened = await openSession(options, context);
	using interrupt = createInterrupt(context);
	const {session, services} = opened;
	const listing = await listNow(session, interrupt.signal);
	interrupt.throwIfInterrupted();
	const {ledger: {journal}} = await services.openLedger();
	const sending: Sending = {opened, interrupt, options, context};
	if (isBatch) {
		return await undoBatch(id!, sending);
	}

	const operation = id === undefined ? undefined : journal.get(id);
	if (id !== undefined && operation?.profile !== session.profileKey) {
		throw new CommandError({exitCode: exitCode.invalid, kind: 'not-found', message: `Nothing was sent: this account has no operation ${id}.`, hint: 'Run chainbell history --json to see the numbers (operation).'});
	}

	const {records, complete: isComplete} = listing;
	const plan = operation === undefined
		? findUndo(journal, session.profileKey, {records, isComplete}, {isRedo: options.redo})
		: planUndo(journal, operation, listedIn(records, isComplete));
	if (plan === undefined) {
		throw nothingDone(`Nothing to ${options.redo ? 'redo' : 'undo'}.`);
	}

	return await (plan.operation.batch === undefined ? undoOne(plan, sending) : undoBatch(plan.operation.batch, sending));
}

type Sending = {readonly opened: CommandSession; readonly interrupt: Interrupt; readonly options: UndoOptions; readonly context: CommandContext};

/** A number of an operation, `12`, or of a bulk operation, `b3`. @throws UsageError */
export function parseNumber(text: string | undefined): {readonly isBatch: boolean; readonly id: number | undefined} {
	if (text === undefined) {
		return {isBatch: false, id: undefined};
	}

	const {bulk, digits} = /^(?<bulk>b)?(?<digits>\d{1,15})$/v.exec(text)?.groups ?? {};
	if (digits === undefined) {
		throw new UsageError(`"${text}" is not the number of an operation (12) or of a bulk operation (b3).`);
	}

	return {isBatch: bulk !== undefined, id: Number(digits)};
}

/** What an undo does, in a sentence. */
function undoText(plan: Exclude<UndoPlan, {readonly kind: 'impossible'}>, place: string): string {
	switch (plan.kind) {
		case 'recreate': {
			return `Recreate "${plan.input.name}" (was ID ${plan.deleted.id}) on ${place}`;
		}

		case 'delete': {
			return `Delete "${plan.target.name}" (ID ${plan.target.id}) from ${place}`;
		}

		case 'replace': {
			return `Replace ID ${plan.target.id} back by what it was before on ${place}`;
		}
	}
}

async function undoOne(plan: UndoPlan, {opened: {session, place}, interrupt, options, context}: Sending): Promise<number> {
	if (plan.kind === 'impossible') {
		throw nothingDone(`Nothing was sent: operation ${plan.operation.id} cannot be undone. ${plan.reason}`);
	}

	const text = undoText(plan, place);
	if (options.dryRun) {
		context.print(sanitise(`${text}.`));
		return 0;
	}

	await confirm({text: `${text}?`, answer: 'y', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted();
	const {newId, id} = requireDone(await session.operations.undo(plan, {...singleOptions(interrupt), acceptedIds: options.allowDuplicate ? 'all' : []}), interrupt);
	if (newId !== undefined) {
		context.print(sanitise(newId));
	}

	if (!options.quiet) {
		context.printError(`Undone operation ${plan.operation.id} by operation ${id}.`);
	}

	return interrupt.exitCode() ?? 0;
}

async function undoBatch(batch: number, sending: Sending): Promise<number> {
	const {opened, interrupt, options, context} = sending;
	const {session, place, services} = opened;
	const {ledger: {journal}} = await services.openLedger();
	if (journal.batch(batch).profile !== session.profileKey) {
		throw new CommandError({exitCode: exitCode.invalid, kind: 'not-found', message: `Nothing was sent: this account has no bulk operation ${batchNumber(batch)}.`});
	}

	const {kind, count, impossible, reason, contentUnknown, undocumented, incomplete, duplicates} = await session.operations.surveyUndo(batch);
	if (count === 0) {
		throw nothingDone(`Nothing was sent: nothing of bulk operation ${batchNumber(batch)} can be undone. ${reason ?? ''}`.trimEnd());
	}

	const verbs = {create: 'Create', delete: 'Delete', restore: 'Recreate', replace: 'Replace back'} as const;
	const notes = [
		impossible > 0 && `${impossible} cannot be undone: ${reason ?? ''}`,
		contentUnknown > 0 && `${contentUnknown} without template and topics, which are not known on this machine.`,
		undocumented > 0 && `${undocumented} with what the service does not document: it may refuse or ignore it.`,
		incomplete > 0 && `${incomplete} cannot be recreated: they contain the API key, which is never stored.`,
		duplicates > 0 && `${duplicates} are identical to listed ones: duplicates will result.`,
	].filter(note => note !== false);
	const text = `${verbs[kind]} ${count.toLocaleString('en')} ${count === 1 ? 'notification' : 'notifications'} on ${place} (undo of bulk operation ${batchNumber(batch)})`;
	if (options.dryRun) {
		context.print([`${text}.`, ...notes].map(line => sanitise(line)).join('\n'));
		return 0;
	}

	for (const note of notes) {
		context.printError(sanitise(note));
	}

	await confirm({text: `${text}?`, answer: String(count), signal: interrupt.signal}, options, context);
	const run: BulkRun = {opened, interrupt, options, context, verb: {create: 'created', delete: 'deleted', restore: 'recreated', replace: 'replaced back'}[kind], retries: options.retries};
	const result = await runBulk(run, async bulk => session.operations.undoBatch(batch, bulk));
	for (const id of await createdIds(run, result.batch)) {
		context.print(sanitise(id));
	}

	return reportBulk(run, result);
}
