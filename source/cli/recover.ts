import path from 'node:path';
import {
	batchNumber,
	itemNumber,
	nounOfChange,
	kindWords,
	countTexts,
	stateTexts,
} from '../notification/operation-texts.ts';
import type {BulkResult} from '../operations/bulk/bulk-context.ts';
import type {OperationResult} from '../operations/operation-result.ts';
import {numberText} from '../platform/text.ts';
import {betweenListings} from '../query/changes.ts';
import {awaitSettled} from '../session/await-settled.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Batch} from '../storage/batches/batch.ts';
import {setAsideFiles} from '../storage/database/quarantine.ts';
import {colleagueText} from '../storage/journal/colleague.ts';
import {maskRecipient} from '../storage/journal/mask.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {requireDone} from './change-errors.ts';
import {CommandError, UsageError, errorLines, invalidInput} from './command-error.ts';
import {type CommandContext, type CommandInput, printsResults} from './command.ts';
import type {recoverOptions} from './commands/change.ts';
import {confirm, maxNamed} from './confirm.ts';
import {combinedExitCode, exitCode, type ExitCode} from './exit-codes.ts';
import {openListed} from './open-session.ts';
import {findNumbered, parseNumber, type OperationNumber} from './operation-number.ts';
import {itemsOf, noLine, printResults, toResult, type ChangeResult} from './output/result.ts';
import {exitCodeOfBulk, proved, reportMany, sendMany, singleOptions, type Changing} from './send-change.ts';

type Input = CommandInput<typeof recoverOptions>;

type RecoverOptions = Input['options'];

/** A pending operation or batch, with its number. */
export type Pending =
	| {readonly number: string; readonly operation: Operation; readonly batch?: never}
	| {readonly number: string; readonly batch: Batch; readonly operation?: never};

/** The result of one pending change. */
type Recovered = {
	readonly number: string;
	readonly result: 'done' | 'rolled back' | 'rest skipped' | 'stopped following' | 'pending' | 'failed';
	readonly newId?: string | undefined;
	readonly detail: string;
	readonly code: ExitCode;
	/** The error of a change that is not done, to end the command with --json. */
	readonly error?: CommandError;
};

type Recovering = Changing<RecoverOptions>;

/** The actions, of which one can be chosen. */
const actions = ['finish', 'rollBack', 'stopFollowing', 'retry'] as const;

type Action = (typeof actions)[number];

/** Lists pending changes, or ends them with the chosen action. Returns the exit code. @throws CommandError */
export async function runRecover({words, options}: Input, context: CommandContext): Promise<number> {
	const [action, ...more] = actions.filter(name => options[name] !== undefined && options[name] !== false);
	if (more.length > 0) {
		throw new UsageError('Give one of --finish, --roll-back, --stop-following and --retry.');
	}

	const wanted = [...new Set(words)].map(number => parseNumber(number));
	checkNumbers(wanted, action);
	const isDry = options.dryRun || action === undefined;
	// The listing settles pending changes if it can.
	await using listed = await openListed({...options, dryRun: isDry}, context);
	const {session, ledger, interrupt, revised} = listed;
	// A second listing, after that time, proves what the first one does not show.
	await awaitSettled(session, () => (session.pending.nextWait() ?? Infinity) <= betweenListings, interrupt.signal);
	const team = await session.team?.open();
	await team?.update();
	const named = wanted.map(number => toPending(number, findNumbered(ledger, session.profileKey, number)));
	const recovering = {...listed, options, context};
	const itemsIn = (one: Pending) => (one.batch === undefined ? [one] : openItemsIn(ledger, one.batch.id));
	const lost = reportSetAsideLedgers(context);
	/** The exit code of several, and of what else is not as it should be. */
	const codeOf = (codes: readonly ExitCode[] = []) =>
		combinedExitCode([...codes, lost, revised.length > 0 ? exitCode.incomplete : exitCode.done]);
	const pending = pendingIn(ledger, session.profileKey);
	const isPending = ({number, operation}: Pending) =>
		operation?.batch === undefined ? pending.some(each => each.number === number) : operation.endedAt === undefined;
	const ended = action === 'retry' ? [] : named.filter(each => !isPending(each));
	if (ended.length > 0) {
		context.printError(`Not pending: ${ended.map(({number}) => number).join(', ')}.`);
	}

	const chosen =
		wanted.length > 0
			? named.filter(each => !ended.includes(each))
			: pending.filter(each => options.all || (each.operation ?? each.batch).by === undefined);
	const others = options.all || wanted.length > 0 ? 0 : pending.length - chosen.length;
	if (others > 0) {
		context.printError(
			`${numberText(others)} more ${others === 1 ? 'was' : 'were'} begun by colleagues: chainbell recover --all.`,
		);
	}

	const print = async (changes: readonly Pending[], isWanted?: (item: Operation) => boolean) =>
		printResults(numberedResults(ledger, changes, isWanted), noLine, options, context);
	if (action === 'retry' && options.dryRun) {
		const again = chosen.flatMap(each => (each.batch === undefined ? [] : failedItemsIn(ledger, each.batch.id)));
		if (printsResults(options)) {
			await print(again);
		} else {
			printChanges(again, context);
			context.printError(`Would send ${numberText(again.length)} again.`);
		}

		return codeOf();
	}

	if (isDry) {
		if (printsResults(options)) {
			await print(chosen, ({endedAt}) => endedAt === undefined);
		} else {
			const isWhole = wanted.length === 0;
			printPending(
				chosen.flatMap(each => (isWhole || each.batch === undefined ? [each] : [each, ...itemsIn(each)])),
				context,
			);
		}

		return chosen.length > 0 ? exitCode.unknown : codeOf();
	}

	const recovered: Recovered[] = [];
	try {
		for (const each of chosen) {
			interrupt.throwIfInterrupted('The rest is still pending. Run chainbell recover again.', 'unknown');
			const one = await act(action, each, recovering);
			recovered.push(one);
			const {number, result, newId = '', detail} = one;
			if (!printsResults(options) && result !== 'pending' && result !== 'failed') {
				context.print(toLine([number, result, newId, detail].filter(text => text !== '')));
			}
		}
	} finally {
		// The results until here are printed also if the next change ends the command.
		if (printsResults(options) && (recovered.length > 0 || chosen.length === 0)) {
			await print(chosen);
		}
	}

	const code = interrupt.exitCode() ?? codeOf(recovered.map(one => one.code));
	throwErrors(recovered, code, options);
	return code;
}

const toPending = ({text}: OperationNumber, found: Operation | Batch): Pending =>
	'counts' in found ? {number: text, batch: found} : {number: text, operation: found};

/** Checks that an action that needs a decision for each change has the number of one. @throws UsageError */
function checkNumbers(numbers: readonly OperationNumber[], action: Action | undefined): void {
	const isNone = numbers.length === 0;
	if (action === 'stopFollowing' && isNone) {
		throw new UsageError(
			'--stop-following needs the number of an operation, such as 12, of a bulk operation (b3) or of one of its items (b3.2).',
		);
	}

	if (action === 'retry' && (isNone || numbers.some(({isBatch}) => !isBatch))) {
		throw new UsageError('--retry needs the number of a bulk operation, such as b3.');
	}
}

/** Prints the ledgers that were set aside, because the pending changes in them are unknown here. Returns the resulting exit code. */
function reportSetAsideLedgers({host, printError}: CommandContext): ExitCode {
	const {ledgerFile} = host.paths();
	const names = setAsideFiles(ledgerFile).map(name => path.join(path.dirname(ledgerFile), name));
	for (const name of names) {
		printError(
			`${sanitise(name)} was damaged and set aside: changes that were pending in it are not known here. Check the notifications with chainbell list, then move or delete the file.`,
		);
	}

	return names.length === 0 ? exitCode.done : exitCode.incomplete;
}

/** With --json, one error stands for all changes that are not done. @throws CommandError */
function throwErrors(recovered: readonly Recovered[], code: ExitCode, {json}: RecoverOptions): void {
	const errors = recovered.flatMap(({error}) => error ?? []);
	const [first] = errors;
	if (!json || first === undefined) {
		return;
	}

	throw errors.length === 1
		? first
		: new CommandError({
				exitCode: code,
				kind: 'incomplete',
				message: `${numberText(errors.length)} of ${numberText(recovered.length)} changes are not settled. ${first.message}`,
				hint: 'Run chainbell recover to see what is pending.',
				outcome: errors.some(({outcome}) => outcome === 'unknown') ? 'unknown' : first.outcome,
				issues: errors.flatMap(({issues}) => issues),
			});
}

/** Creates the result, and prints the reason if the operation is not done. @throws CommandError after a signal */
function toRecovered(number: string, result: OperationResult, recovering: Recovering): Recovered {
	if (result.kind === 'failed' && result.operation.state === 'rolled-back') {
		return {number, result: 'rolled back', detail: result.operation.detail ?? '', code: exitCode.done};
	}

	const {interrupt} = recovering;
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

	const result = error.exitCode === exitCode.unknown ? 'pending' : 'failed';
	return {number, result, detail: error.message, code: error.exitCode, error};
}

/** Does what was chosen with a pending change, after asking where that cannot be taken back. @throws CommandError if it is not confirmed, not possible, or after a signal */
async function act(action: Action, pending: Pending, recovering: Recovering): Promise<Recovered> {
	const {interrupt, options, context} = recovering;
	const text = questionOf(action, pending, recovering);
	if (text !== undefined) {
		await confirm({text, answer: 'y', unchanged: 'Nothing was changed', signal: interrupt.signal}, options, context);
		interrupt.throwIfInterrupted('It is still followed.', 'unknown');
	}

	return pending.batch === undefined
		? actOnOne(action, pending, recovering)
		: actOnBatch(action, pending.batch, recovering);
}

/** The question before an action; undefined if it asks nothing. */
function questionOf(action: Action, {number, operation, batch}: Pending, {place}: Recovering): string | undefined {
	if (action !== 'stopFollowing') {
		return undefined;
	}

	const name = batch === undefined ? nameOf(operation) : countTexts(batch.counts).join(', ');
	const kind = batch === undefined ? 'operation' : 'bulk operation';
	return `Stop following ${kind} ${number} on ${place}: ${name}? What was sent may still take effect, and chainbell no longer looks for it.`;
}

/** The result of what is followed no longer. */
const stopped = (number: string, detail: string): Recovered => ({
	number,
	result: 'stopped following',
	detail,
	code: exitCode.done,
});

async function actOnOne(
	action: Action,
	{number, operation}: {readonly number: string; readonly operation: Operation},
	recovering: Recovering,
): Promise<Recovered> {
	const {
		session: {operations},
		interrupt,
		options: {newId: chosenId, unprotect: isUnprotected},
	} = recovering;
	const {id, batch, state} = operation;
	const {signal} = singleOptions(interrupt);
	if (action === 'stopFollowing') {
		const result = await operations.drop(id, signal);
		return result.kind === 'failed' && result.operation.state === 'failed'
			? stopped(number, 'What was sent may still take effect.')
			: toRecovered(number, result, recovering);
	}

	const isFinished = action === 'finish';
	if (batch !== undefined && state === 'planned' && isFinished) {
		throw invalidInput(
			`Nothing was sent: item ${number} was not sent yet.`,
			`Run chainbell recover ${batchNumber(batch)} --finish to send the rest.`,
		);
	}

	const result = await operations[isFinished ? 'finish' : 'rollBack'](id, {signal, chosenId, isUnprotected});
	const candidates = result.kind === 'open' ? (result.candidates ?? []) : [];
	if (result.kind !== 'open' || candidates.length === 0) {
		return toRecovered(number, await proved(result, recovering), recovering);
	}

	const error = new CommandError({
		exitCode: exitCode.unknown,
		kind: 'pending',
		message: `Operation ${number} is pending. ${result.reason}`,
		hint: `Run chainbell recover ${number} ${isFinished ? '--finish' : '--roll-back'} --new-id ID with one of ${candidates.join(', ')}.`,
		outcome: 'unknown',
	});
	return notDone(number, error, recovering);
}

async function actOnBatch(action: Action, batch: Batch, recovering: Recovering): Promise<Recovered> {
	const {
		session: {operations},
		ledger,
		options,
		context,
	} = recovering;
	const {id} = batch;
	const number = batchNumber(id);
	const verb = action === 'retry' ? 'done' : kindWords[batch.kind].done.toLowerCase();
	const isSent = action === 'finish' || action === 'retry';
	const sending = isSent ? recovering : {...recovering, options: {...options, retries: 0, omitRefused: false}};
	const result = await sendMany(sending, verb, async bulk => {
		if (isSent) {
			return action === 'finish' ? operations.resumeBatch(id, bulk) : operations.retryFailed(id, bulk);
		}

		return operations[action === 'rollBack' ? 'skipRest' : 'dropBatch'](id, bulk.signal);
	});
	const {planned, created, unknown, done, skipped} = result.counts;
	const count = `${numberText(done)} ${verb}`;
	if (action === 'stopFollowing') {
		const {counts} = batch;
		const lost = numberText(counts.created + counts.unknown);
		return stopped(number, `${count}; what was sent for ${lost} may still take effect.`);
	}

	const detail = action === 'retry' ? count : `${count}, ${numberText(skipped)} skipped`;
	const recovered = reported(recovering, verb, result, detail, action === 'retry');
	if (action === 'retry') {
		return recovered;
	}

	if (action === 'rollBack' && planned + created + unknown === 0) {
		const left = ledger.journal.changedIdsIn(id).created;
		const others = left.length > maxNamed ? ` and ${numberText(left.length - maxNamed)} more` : '';
		const rest = left.length === 0 ? '' : `; still there: ${left.slice(0, maxNamed).join(', ')}${others}`;
		// A roll back does not take back items that are done.
		return {...recovered, result: done === 0 ? 'rolled back' : 'rest skipped', detail: `${detail}${rest}`};
	}

	const [first] = openItemsIn(ledger, id);
	if (first !== undefined) {
		context.printError(
			`Choose for one: chainbell recover ${first.number} --finish --new-id ID, --roll-back --new-id ID or --stop-following. For all: chainbell recover ${number} --stop-following.`,
		);
	}

	return recovered;
}

/** Reports what is not done of a batch, or with `isTold` also that all is, and creates its result. */
function reported(
	recovering: Recovering,
	verb: string,
	result: BulkResult,
	detail: string,
	isTold: boolean,
): Recovered {
	const number = batchNumber(result.batch);
	try {
		const code =
			isTold || exitCodeOfBulk(result) !== exitCode.done ? reportMany(recovering, verb, result) : exitCode.done;
		return {number, result: code === exitCode.done ? 'done' : 'pending', detail, code};
	} catch (error) {
		return notDone(number, error, recovering);
	}
}

/** Describes an operation: `create "Treasury" (to o…@example.com)`. The recipient is masked, as in history. */
function nameOf({kind, input, snapshot}: Operation): string {
	const {name, channel, recipient} = input ?? snapshot!.input;
	const id = snapshot === undefined ? '' : `ID ${snapshot.id}, `;
	return `${kindWords[kind].noun}${name === '' ? '' : ` "${name}"`} (${id}to ${maskRecipient(channel, recipient)})`;
}

type JournalOf = Pick<AwaitedLedger, 'journal'>;

/** The pending operations and batches of an account, except what another process or a colleague is working on. */
const pendingIn = ({journal}: JournalOf, profileKey: string): readonly Pending[] => [
	...journal
		.unfinished(profileKey)
		.filter(({id}) => journal.ownerElsewhere(id) === undefined)
		.map(operation => ({number: String(operation.id), operation})),
	...journal.unfinishedBatches(profileKey).map(batch => ({number: batchNumber(batch.id), batch})),
];

/** The open items of a batch, with their numbers. */
const openItemsIn = (ledger: JournalOf, batch: number): readonly Pending[] =>
	numbered(ledger, batch, limit => ledger.journal.openItems(batch, {after: 0, limit}));

/** The failed items of a batch, with their numbers. */
const failedItemsIn = (ledger: JournalOf, batch: number): readonly Pending[] =>
	numbered(ledger, batch, limit => ledger.journal.itemsIn(batch, 'failed', {after: 0, limit}));

function numbered({journal}: JournalOf, batch: number, read: (limit: number) => readonly Operation[]): Pending[] {
	const ids = journal.itemIds(batch);
	return read(ids.length).map(operation => ({number: itemNumber(batch, ids.indexOf(operation.id)), operation}));
}

/** A result of `recover`, with the number of its change. */
type NumberedResult = ChangeResult & {readonly number: string};

/** The results of changes, with one for each item of a bulk operation that `isWanted` accepts. */
const numberedResults = (
	{journal}: JournalOf,
	changes: readonly Pending[],
	isWanted = (_item: Operation): boolean => true,
): NumberedResult[] =>
	changes.flatMap(({number, operation, batch}) =>
		batch === undefined
			? [toNumbered(number, journal.get(operation.id) ?? operation)]
			: itemsOf({journal}, batch.id)
					.flatMap((item, index) => (isWanted(item) ? [toNumbered(itemNumber(batch.id, index), item)] : []))
					.toArray(),
	);

function toNumbered(number: string, operation: Operation): NumberedResult {
	const {startedAt, input, snapshot} = operation;
	const {name, channel, recipient} = input ?? snapshot!.input;
	const about = {startedAt: new Date(startedAt).toISOString(), name, recipient: maskRecipient(channel, recipient)};
	return {number, ...about, ...toResult(operation)};
}

/** Prints pending changes as lines, and how to end them. */
export function printPending(pending: readonly Pending[], context: Pick<CommandContext, 'print' | 'printError'>): void {
	printChanges(pending, context);
	if (pending.length > 0) {
		context.printError(
			'Run chainbell recover --finish or --roll-back, with a number for one of them; chainbell recover b3 lists the open items of a bulk operation.',
		);
	}
}

/** Prints changes as lines. */
function printChanges(changes: readonly Pending[], {print}: Pick<CommandContext, 'print'>): void {
	for (const {number, operation, batch} of changes) {
		const {startedAt, by, kind} = operation ?? batch;
		const about = operation === undefined ? countTexts(batch.counts).join(', ') : operationText(operation);
		const whose = by === undefined ? [] : [`by ${colleagueText(by)}`];
		const noun = nounOfChange(kind, batch !== undefined);
		print(toLine([number, noun, new Date(startedAt).toISOString(), about, ...whose]));
	}
}

const toLine = (cells: readonly string[]): string => cells.map(text => sanitiseCell(text)).join('\t');

const operationText = ({snapshot, newId, input, state, detail}: Operation): string =>
	[snapshot?.id, newId, (input ?? snapshot?.input)?.name, stateTexts[state], detail]
		.filter(text => text !== undefined && text !== '')
		.join(' · ');
