import {batchNumber} from '../domain/change-name.ts';
import {toSentBody} from '../api/sent-body.ts';
import {batchUndoNotes, lossesOf, lossNotes} from '../domain/loss-notes.ts';
import {kindWords} from '../domain/operation-kind.ts';
import {undocumentedSentences} from '../domain/undocumented.ts';
import {createProtection, protectedText} from '../domain/policies/protection.ts';
import {nothingLeftText, undoText} from '../domain/undo-text.ts';
import {findUndo, listedIn, planUndo, type UndoPlan} from '../session/undo-plan.ts';
import {maskRecipient} from '../storage/journal/mask.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {safeJson, sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {upperFirst, numberText} from '../platform/text.ts';
import {colleagueText} from '../storage/journal/colleague.ts';
import {printOne, refusalError, protectedError, withKept, type UnprotectOptions} from './targets.ts';
import {UsageError} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {confirm, maxNamed} from './confirm.ts';
import {exitCode} from './exit-codes.ts';
import {nameOf} from './name-of.ts';
import {sendOmitting, type OmitOptions} from './omit-refused.ts';
import {openListed, type Sending} from './open-listed.ts';
import {findNumbered, parseNumber, type OperationNumber} from './operation-number.ts';
import type {ResultValues} from './output/output-format.ts';
import {newIdLine} from './output/result.ts';
import {printBulk} from './report-bulk.ts';
import {runBulk, type BulkRun} from './run-bulk.ts';
import {showAccepted} from './single-options.ts';

export type UndoOptions = GlobalValues &
	ResultValues &
	OmitOptions &
	UnprotectOptions & {
		readonly last: boolean;
		readonly redo: boolean;
		readonly allowDuplicate: boolean;
		readonly retries: number;
	};

/** Undoes the last change, or the change with a number. Returns the exit code. @throws CommandError */
export async function runUndo(
	text: string | undefined,
	options: UndoOptions,
	context: CommandContext,
): Promise<number> {
	const number = requestedNumber(text, options, context);
	await using listed = await openListed(options, context);
	const {
		opened: {session, services},
		listing: {records, complete: isComplete},
	} = listed;
	const {ledger} = await services.openLedger();
	const sending = {...listed, options, context};
	const found = number && findNumbered(ledger, session.profileKey, number);
	if (found !== undefined && 'counts' in found) {
		return await undoBatch(found.id, sending);
	}

	const plan =
		found === undefined
			? findUndo(ledger.journal, session.profileKey, {records, isComplete}, {isRedo: options.redo})
			: planUndo(ledger.journal, found, listedIn(records, isComplete));
	if (plan === undefined) {
		throw refusalError(`Nothing to ${options.redo ? 'redo' : 'undo'}.`);
	}

	return await (plan.operation.batch === undefined || number?.item !== undefined
		? undoOne(plan, sending)
		: undoBatch(plan.operation.batch, sending));
}

/** The number of the change to undo; undefined for the last one. A script has to say that it means that: it might take back an older change if the one before has sent nothing. @throws UsageError */
function requestedNumber(
	text: string | undefined,
	{last}: Pick<UndoOptions, 'last'>,
	{host}: Pick<CommandContext, 'host'>,
): OperationNumber | undefined {
	if (text !== undefined && last) {
		throw new UsageError('Give either a number or --last. Nothing was sent.');
	}

	if (text === undefined && !last && (!host.isInputTerminal() || host.outputColumns() === undefined)) {
		throw new UsageError(
			'Where there is no terminal, name the change by its number (12 or b3: "change" in the results of a command with --json), or pass --last. Nothing was sent.',
		);
	}

	return text === undefined ? undefined : parseNumber(text);
}

/** Whose change is undone, if it was not made on this machine. */
const whose = ({by}: Pick<Operation, 'by'>): string => (by === undefined ? '' : ` of ${colleagueText(by)}`);

/** The notification that an undo recreates, as it was. */
const sourceOf = (plan: Extract<UndoPlan, {readonly kind: 'recreate' | 'replace'}>) =>
	plan.kind === 'recreate' ? plan.deleted : plan.before;

/** The notes on an undo: its losses, and the undocumented members that it sends. */
function notesOf(plan: Exclude<UndoPlan, {readonly kind: 'impossible'}>): string[] {
	if (plan.kind === 'delete') {
		return [];
	}

	const source = sourceOf(plan);
	const beyond = undocumentedSentences(toSentBody(plan.input, source.raw), source.raw).map(
		note => `${upperFirst(note)}.`,
	);
	// Undocumented members are named with their values.
	return [
		...lossNotes({...lossesOf(source, plan.kind === 'recreate' && plan.isRedacted), undocumented: 0}, 1, 'This undo'),
		...beyond,
	];
}

/** Prints the plan of an undo, for --dry-run. */
function printPlan(
	{
		number,
		action,
		count,
		text,
		notes,
	}: {
		readonly number: string;
		readonly action: string;
		readonly count: number;
		readonly text: string;
		readonly notes: readonly string[];
	},
	isJson: boolean,
	{print}: Pick<CommandContext, 'print'>,
): void {
	print(
		isJson
			? safeJson(JSON.stringify({number, action, count, notes}, undefined, 2))
			: [`${text}.`, ...notes].map(line => sanitise(line)).join('\n'),
	);
}

async function undoOne(plan: UndoPlan, undoing: Sending<UndoOptions>): Promise<number> {
	const {
		opened: {session, place},
		interrupt,
		options,
		context,
	} = undoing;
	if (plan.kind === 'impossible') {
		throw refusalError(
			`Nothing was sent: operation ${plan.operation.id} cannot be undone. ${plan.reason}`,
			exitCode.failed,
			plan.isPending,
		);
	}

	const rule =
		'target' in plan ? createProtection(await session.rules.load(), options.unprotect)(plan.target) : undefined;
	if (rule !== undefined && 'target' in plan) {
		throw protectedError(`Nothing was sent: ${protectedText(plan.target.id, rule)}`);
	}

	const text = `${options.redo ? 'Redo' : 'Undo'}${whose(plan.operation)}: ${undoText(plan.kind, {count: 1, name: nameOf(plan.kind === 'recreate' ? {id: plan.deleted.id, name: plan.input.name} : plan.target), place})}`;
	const notes = ['note' in plan ? plan.note : undefined, ...notesOf(plan)].filter(note => note !== undefined);
	if (options.dryRun) {
		printPlan({number: String(plan.operation.id), action: plan.kind, count: 1, text, notes}, options.json, context);
		return 0;
	}

	for (const note of options.quiet ? [] : notes) {
		context.printError(sanitise(note));
	}

	await confirm({text: `${text}?`, answer: 'y', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted();
	const send = async (sent: UndoPlan) =>
		showAccepted(undoing, async single =>
			session.operations.undo(sent, {
				...single,
				isUnprotected: options.unprotect,
				acceptedIds: options.allowDuplicate ? 'all' : [],
			}),
		);
	const result =
		plan.kind === 'delete'
			? await send(plan)
			: await sendOmitting(plan.input, sourceOf(plan).raw, async input => send({...plan, input}), undoing);
	const {id, detail = ''} = await printOne(result, undoing, newIdLine);
	if (!options.quiet && !options.json) {
		context.printError(sanitise(`Undone operation ${plan.operation.id} by operation ${id}. ${detail}`.trimEnd()));
	}

	return interrupt.exitCode() ?? 0;
}

/** Describes an undone item in a line: its ID, name, user and recipient. */
function lineOf({newId, snapshot, input}: Operation): string {
	const {name, userId, channel, recipient} = input ?? snapshot!.input;
	return [newId ?? snapshot?.id ?? '', name, userId, maskRecipient(channel, recipient)]
		.map(text => sanitiseCell(text))
		.join('\t');
}

async function undoBatch(batch: number, sending: Sending<UndoOptions>): Promise<number> {
	const {opened, interrupt, options, context} = sending;
	const {session, place} = opened;
	const survey = await session.operations.surveyUndo(batch, {isUnprotected: options.unprotect});
	const {kind, count, impossible, reason, protected: kept = 0} = survey;
	if (count === 0) {
		if (kept > 0) {
			throw protectedError(
				`Nothing was sent: nothing of bulk operation ${batchNumber(batch)} can be undone. ${reason!}`,
			);
		}

		throw refusalError(
			`Nothing was sent: nothing of bulk operation ${batchNumber(batch)} can be undone. ${reason ?? nothingLeftText}`,
		);
	}

	const notes = batchUndoNotes(survey);
	const {ledger} = await opened.services.openLedger();
	const text = `${options.redo ? 'Redo' : 'Undo'} of bulk operation ${batchNumber(batch)}${whose(ledger.journal.batch(batch))}: ${undoText(kind, {count, place})}`;
	if (options.dryRun) {
		printPlan({number: batchNumber(batch), action: kind, count, text, notes}, options.json, context);
		return 0;
	}

	if (!options.yes) {
		const named = ledger.journal.undoableItems(batch, {after: 0, limit: maxNamed});
		const others = count + impossible - named.length;
		for (const line of [
			...named.map(item => `- ${lineOf(item)}`),
			...(others > 0 ? [`  and ${numberText(others)} more`] : []),
		]) {
			context.printError(line);
		}
	}

	for (const note of notes) {
		context.printError(sanitise(note));
	}

	await confirm({text: `${text}?`, answer: String(count), signal: interrupt.signal}, options, context);
	const run: BulkRun = {
		opened,
		interrupt,
		options,
		context,
		verb: kindWords[kind].done.toLowerCase(),
		retries: options.retries,
		omitRefused: options.omitRefused,
	};
	const result = await runBulk(run, async bulk => session.operations.undoBatch(batch, bulk));
	return withKept(await printBulk(run, result, newIdLine), kept);
}
