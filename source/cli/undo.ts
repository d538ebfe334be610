import {findUndo, listedIn, planUndo, type UndoPlan} from '../session/undo-plan.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {nothingDone, printIds, requireDone} from './change-result.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {confirm} from './confirm.ts';
import {exitCode} from './exit-codes.ts';
import {openListed, type Sending} from './open-listed.ts';
import {batchNumber, findNumbered, parseNumber} from './operation-number.ts';
import {createdIds, reportBulk, runBulk, singleOptions, type BulkRun} from './run-bulk.ts';

export type UndoOptions = GlobalValues & {readonly redo: boolean; readonly allowDuplicate: boolean; readonly retries: number};

/** Undoes the last change, or a change by its number. Returns the exit code. @throws CommandError */
export async function runUndo(text: string | undefined, options: UndoOptions, context: CommandContext): Promise<number> {
	const number = text === undefined ? undefined : parseNumber(text);
	await using listed = await openListed(options, context);
	const {opened: {session, services}, listing: {records, complete: isComplete}} = listed;
	const {ledger} = await services.openLedger();
	const sending = {...listed, options, context};
	const found = number && findNumbered(ledger, session.profileKey, number);
	if (found !== undefined && 'counts' in found) {
		return await undoBatch(found.id, sending);
	}

	const plan = found === undefined
		? findUndo(ledger.journal, session.profileKey, {records, isComplete}, {isRedo: options.redo})
		: planUndo(ledger.journal, found, listedIn(records, isComplete));
	if (plan === undefined) {
		throw nothingDone(`Nothing to ${options.redo ? 'redo' : 'undo'}.`);
	}

	return await (plan.operation.batch === undefined ? undoOne(plan, sending) : undoBatch(plan.operation.batch, sending));
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

/** Prints what an undo would do, for --dry-run. */
function printPlan({number, action, count, text, notes}: {readonly number: string; readonly action: string; readonly count: number; readonly text: string; readonly notes: readonly string[]}, isJson: boolean, {print}: Pick<CommandContext, 'print'>): void {
	print(isJson
		? safeJson(JSON.stringify({number, action, count, notes}, undefined, 2))
		: [`${text}.`, ...notes].map(line => sanitise(line)).join('\n'));
}

async function undoOne(plan: UndoPlan, {opened: {session, place}, interrupt, options, context}: Sending<UndoOptions>): Promise<number> {
	if (plan.kind === 'impossible') {
		throw nothingDone(`Nothing was sent: operation ${plan.operation.id} cannot be undone. ${plan.reason}`, exitCode.failed, plan.isPending);
	}

	const text = undoText(plan, place);
	if (options.dryRun) {
		printPlan({number: String(plan.operation.id), action: plan.kind, count: 1, text, notes: []}, options.json, context);
		return 0;
	}

	await confirm({text: `${text}?`, answer: 'y', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted();
	const {newId, id} = requireDone(await session.operations.undo(plan, {...singleOptions(interrupt), acceptedIds: options.allowDuplicate ? 'all' : []}), interrupt);
	printIds(newId === undefined ? [] : [newId], options.json, context);
	if (!options.quiet) {
		context.printError(`Undone operation ${plan.operation.id} by operation ${id}.`);
	}

	return interrupt.exitCode() ?? 0;
}

async function undoBatch(batch: number, sending: Sending<UndoOptions>): Promise<number> {
	const {opened, interrupt, options, context} = sending;
	const {session, place} = opened;
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
		printPlan({number: batchNumber(batch), action: {create: 'create', delete: 'delete', restore: 'recreate', replace: 'replace'}[kind], count, text, notes}, options.json, context);
		return 0;
	}

	for (const note of notes) {
		context.printError(sanitise(note));
	}

	await confirm({text: `${text}?`, answer: String(count), signal: interrupt.signal}, options, context);
	const run: BulkRun = {opened, interrupt, options, context, verb: {create: 'created', delete: 'deleted', restore: 'recreated', replace: 'replaced back'}[kind], retries: options.retries};
	const result = await runBulk(run, async bulk => session.operations.undoBatch(batch, bulk));
	printIds(await createdIds(run, result.batch), options.json, context);
	return reportBulk(run, result);
}
