import path from 'node:path';
import {
	batchNumber,
	itemNumber,
	nounOfChange,
	kindWords,
	countTexts,
	stateTexts,
} from '../notification/operation-texts.ts';
import type {CreateOutcome} from '../operations/one.ts';
import {numberText} from '../platform/text.ts';
import {betweenListings} from '../query/changes.ts';
import {awaitSettled} from '../session/await-settled.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {Batch} from '../ledger/batches/batch.ts';
import {setAsideFiles} from '../ledger/database/quarantine.ts';
import {colleagueText} from '../ledger/journal/colleague.ts';
import {maskRecipient} from '../ledger/journal/mask.ts';
import type {Operation} from '../ledger/journal/operation.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {requireDone} from './change-errors.ts';
import {CommandError, UsageError, errorLines, invalidInput, commandError} from './command-error.ts';
import {type CommandContext, type Run, printsResults} from './command.ts';
import type {recoverOptions} from './commands/change.ts';
import {confirm, maxNamed, type Interrupt} from './confirm.ts';
import {combinedExitCode, exitCode, type ExitCode} from './exit-codes.ts';
import {openListed} from './open-session.ts';
import {findNumbered, parseNumber} from './operation-number.ts';
import {itemsOf, noLine, printResults, toResult} from './output/result.ts';
import {exitCodeOfBulk, proved, reportMany, sendMany, singleOptions, type Changing} from './change-command.ts';

type Input = Run<typeof recoverOptions>;

type Recovering = Changing<Input['options']>;

/** A change with its number: an operation, an item or a whole batch. */
type NumberedChange = {readonly number: string; readonly of: Operation | Batch};

const isBatch = (of: Operation | Batch): of is Batch => 'counts' in of;

/** How a change ended. */
type Recovered = {
	readonly number: string;
	readonly result: 'done' | 'rolled back' | 'rest skipped' | 'stopped following' | 'pending' | 'failed';
	readonly newId?: string | undefined;
	readonly detail: string;
	readonly code: ExitCode;
	/** The error of a change that is not done, to end the command with --json. */
	readonly error?: CommandError;
};

/** The actions, of which one can be chosen. */
const actions = ['finish', 'rollBack', 'stopFollowing', 'retry'] as const;

type Action = (typeof actions)[number];

/** Lists pending changes, or ends them with the chosen action. Returns the exit code. @throws CommandError */
export async function runRecover(run: Input) {
	const {words, options} = run;
	const [action, ...more] = actions.filter(name => options[name]);
	if (more.length > 0) {
		throw new UsageError('Give one of --finish, --roll-back, --stop-following and --retry.');
	}

	const wanted = [...new Set(words)].map(number => parseNumber(number));
	if (action === 'stopFollowing' && wanted.length === 0) {
		throw new UsageError(
			'--stop-following needs the number of an operation, such as 12, of a bulk operation (b3) or of one of its items (b3.2).',
		);
	}

	if (action === 'retry' && (wanted.length === 0 || wanted.some(each => !each.isBatch))) {
		throw new UsageError('--retry needs the number of a bulk operation, such as b3.');
	}

	const isDry = options.dryRun || action === undefined;
	// The listing settles pending changes if it can.
	await using listed = await openListed({...run, options: {...options, dryRun: isDry}});
	const {session, ledger, interrupt, revised} = listed;
	// A second listing, after that time, proves what the first one does not show.
	await awaitSettled(session, () => (session.pending.nextWait() ?? Infinity) <= betweenListings, interrupt.signal);
	const team = await session.team?.open();
	await team?.update();
	const named = wanted.map(number => ({number: number.text, of: findNumbered(ledger, session.profileKey, number)}));
	/** The exit code of what else is not as it should be. */
	const state = combinedExitCode([
		reportSetAsideLedgers(run),
		revised.length > 0 ? exitCode.incomplete : exitCode.done,
	]);
	const pending = pendingIn(ledger, session.profileKey);
	const isEnded = ({number, of}: NumberedChange) =>
		isBatch(of) || of.batch === undefined ? pending.every(each => each.number !== number) : of.endedAt !== undefined;
	const ended = action === 'retry' ? [] : named.filter(each => isEnded(each));
	if (ended.length > 0) {
		run.printError(`Not pending: ${ended.map(({number}) => number).join(', ')}.`);
	}

	const isWhole = wanted.length === 0;
	const chosen = isWhole
		? pending.filter(({of: {by}}) => options.all || by === undefined)
		: named.filter(each => !ended.includes(each));
	const others = isWhole ? pending.length - chosen.length : 0;
	if (others > 0) {
		run.printError(
			`${numberText(others)} more ${others === 1 ? 'was' : 'were'} begun by colleagues: chainbell recover --all.`,
		);
	}

	const itemsIn = (changes: readonly NumberedChange[], isWanted: (item: Operation) => boolean) =>
		changes.flatMap(change =>
			isBatch(change.of) ? [...itemsOfBatch(ledger.journal, change.of.id, isWanted)] : [change],
		);
	/** Prints results, with one for each item of a bulk operation. */
	const print = async (changes: readonly NumberedChange[], isWanted = (_item: Operation): boolean => true) =>
		printResults(
			itemsIn(changes, isWanted).map(({number, of: {id}}) => toNumbered(number, ledger.journal.get(id)!)),
			noLine,
			run,
		);
	if (isDry) {
		const isRetry = action === 'retry';
		if (printsResults(options)) {
			await print(chosen, isRetry ? isFailed : ({endedAt}) => endedAt === undefined);
		} else if (isRetry) {
			const again = itemsIn(chosen, isFailed);
			printChanges(again, run);
			run.printError(`Would send ${numberText(again.length)} again.`);
		} else {
			printPending(
				chosen.flatMap(each => (isWhole || !isBatch(each.of) ? [each] : [each, ...itemsIn([each], isOpen)])),
				run,
			);
		}

		return !isRetry && chosen.length > 0 ? exitCode.unknown : state;
	}

	const recovered: Recovered[] = [];
	try {
		for (const each of chosen) {
			interrupt.throwIfInterrupted('The rest is still pending. Run chainbell recover again.', 'unknown');
			const one = await act(action, each, {...listed, ...run});
			recovered.push(one);
			const {number, result, newId = '', detail} = one;
			if (!printsResults(options) && result !== 'pending' && result !== 'failed') {
				run.print(toLine([number, result, newId, detail].filter(text => text !== '')));
			}
		}
	} finally {
		// The results until here are printed also if the next change ends the command.
		if (printsResults(options) && (recovered.length > 0 || chosen.length === 0)) {
			await print(chosen);
		}
	}

	const code = interrupt.exitCode() ?? combinedExitCode([...recovered.map(one => one.code), state]);
	const errors = options.json ? recovered.flatMap(({error}) => error ?? []) : [];
	// One error stands for all changes that are not done.
	const error = errors.find(each => each.exitCode === code) ?? errors[0];
	if (error !== undefined) {
		throw error;
	}

	return code;
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

/** Does what was chosen with a change, after asking where that cannot be taken back. @throws CommandError if it is not confirmed, not possible, or after a signal */
async function act(action: Action, {number, of}: NumberedChange, recovering: Recovering): Promise<Recovered> {
	const {interrupt, place, options, printError} = recovering;
	if (action === 'stopFollowing') {
		const [kind, name] = isBatch(of) ? ['bulk operation', countTexts(of.counts).join(', ')] : ['operation', nameOf(of)];
		const text = `Stop following ${kind} ${number} on ${place}: ${name}? What was sent may still take effect, and chainbell no longer looks for it.`;
		await confirm(text, interrupt, recovering, {unchanged: 'Nothing was changed'});
	}

	try {
		const end = await (isBatch(of) ? actOnBatch(action, of, recovering) : actOnOne(action, number, of, recovering));
		return {number, code: exitCode.done, ...end};
	} catch (error) {
		if (!(error instanceof CommandError) || (interrupt.signal.aborted && !isBatch(of))) {
			throw error;
		}

		for (const line of options.json ? [] : errorLines(error)) {
			printError(line);
		}

		const result = error.exitCode === exitCode.unknown ? 'pending' : 'failed';
		return {number, result, detail: error.message, code: error.exitCode, error};
	}
}

/** How a change that is done ended. */
type End = Pick<Recovered, 'result' | 'newId' | 'detail'> & {readonly code?: ExitCode};

/** Describes what is followed no longer. */
const stopped = (detail: string): End => ({result: 'stopped following', detail});

async function actOnOne(
	action: Action,
	number: string,
	{id, batch, state}: Operation,
	recovering: Recovering,
): Promise<End> {
	const {
		session: {operations},
		interrupt,
		options: {newId: chosenId, unprotect: isUnprotected},
	} = recovering;
	const {signal} = singleOptions(interrupt);
	if (batch !== undefined && state === 'planned' && action === 'finish') {
		throw invalidInput(
			`Nothing was sent: item ${number} was not sent yet.`,
			`Run chainbell recover ${batchNumber(batch)} --finish to send the rest.`,
		);
	}

	if (action === 'stopFollowing') {
		const dropped = await operations.drop(id, signal);
		return dropped.kind === 'failed' && dropped.operation.state === 'failed'
			? stopped('What was sent may still take effect.')
			: endOf(dropped, interrupt);
	}

	const sent = await operations[action === 'finish' ? 'finish' : 'rollBack'](id, {signal, chosenId, isUnprotected});
	const candidates = sent.kind === 'open' ? (sent.candidates ?? []) : [];
	const result = await proved(sent, recovering);
	if (candidates.length > 0 && result.kind === 'open') {
		throw commandError(
			'unknown',
			'pending',
			`Operation ${number} is pending. ${result.reason}`,
			`Run chainbell recover ${number} ${action === 'finish' ? '--finish' : '--roll-back'} --new-id ID with one of ${candidates.join(', ')}.`,
			{outcome: 'unknown'},
		);
	}

	return endOf(result, interrupt);
}

function endOf(result: CreateOutcome, interrupt: Interrupt): End {
	if (result.kind === 'failed' && result.operation.state === 'rolled-back') {
		return {result: 'rolled back', detail: result.operation.detail ?? ''};
	}

	const {newId, detail = ''} = requireDone(result, interrupt);
	return {result: 'done', newId, detail};
}

async function actOnBatch(action: Action, {id, kind, counts}: Batch, recovering: Recovering): Promise<End> {
	const {
		session: {operations},
		ledger: {journal},
		options,
		printError,
	} = recovering;
	const verb = action === 'retry' ? 'done' : kindWords[kind].done.toLowerCase();
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
		return stopped(`${count}; what was sent for ${numberText(counts.created + counts.unknown)} may still take effect.`);
	}

	const isRolledBack = action === 'rollBack' && planned + created + unknown === 0;
	let code: ExitCode = exitCode.done;
	try {
		if (action === 'retry' || exitCodeOfBulk(result) !== exitCode.done) {
			code = reportMany(recovering, verb, result);
		}
	} finally {
		const [first] = action === 'retry' || isRolledBack ? [] : itemsOfBatch(journal, id, isOpen);
		if (first !== undefined) {
			printError(
				`Choose for one: chainbell recover ${first.number} --finish --new-id ID, --roll-back --new-id ID or --stop-following. For all: chainbell recover ${batchNumber(id)} --stop-following.`,
			);
		}
	}

	const detail = action === 'retry' ? count : `${count}, ${numberText(skipped)} skipped`;
	if (!isRolledBack) {
		return {result: code === exitCode.done ? 'done' : 'pending', detail, code};
	}

	const left = journal.changedIdsIn(id).created;
	const others = left.length > maxNamed ? ` and ${numberText(left.length - maxNamed)} more` : '';
	const rest = left.length === 0 ? '' : `; still there: ${left.slice(0, maxNamed).join(', ')}${others}`;
	// A roll back does not take back items that are done.
	return {result: done === 0 ? 'rolled back' : 'rest skipped', detail: `${detail}${rest}`, code};
}

/** Describes an operation: `create "Treasury" (to o…@example.com)`. The recipient is masked, as in history. */
function nameOf(operation: Operation): string {
	const {name, recipient} = aboutOf(operation);
	const id = operation.snapshot === undefined ? '' : `ID ${operation.snapshot.id}, `;
	return `${kindWords[operation.kind].noun}${name === '' ? '' : ` "${name}"`} (${id}to ${recipient})`;
}

/** The name and the masked recipient of what an operation is about. */
function aboutOf({input, snapshot}: Operation): {readonly name: string; readonly recipient: string} {
	const {name, channel, recipient} = input ?? snapshot!.input;
	return {name, recipient: maskRecipient(channel, recipient)};
}

/** The pending operations and batches of an account, except what another process or a colleague is working on. */
const pendingIn = ({journal}: AwaitedLedger, profileKey: string): readonly NumberedChange[] => [
	...journal
		.unfinished(profileKey)
		.filter(({id}) => journal.ownerElsewhere(id) === undefined)
		.map(of => ({number: String(of.id), of})),
	...journal.unfinishedBatches(profileKey).map(of => ({number: batchNumber(of.id), of})),
];

/** Items of a batch, with their numbers. */
const itemsOfBatch = (journal: AwaitedLedger['journal'], batch: number, isWanted: (item: Operation) => boolean) =>
	itemsOf(journal, batch).flatMap((of, index) => (isWanted(of) ? [{number: itemNumber(batch, index), of}] : []));

/** Whether an item is half done or of unknown outcome. */
const isOpen = ({state, endedAt}: Operation): boolean => endedAt === undefined && state !== 'planned';

const isFailed = ({state}: Operation): boolean => state === 'failed';

/** The result of an operation, with its number and what it is about. */
const toNumbered = (number: string, operation: Operation) => ({
	number,
	startedAt: new Date(operation.startedAt).toISOString(),
	...aboutOf(operation),
	...toResult(operation),
});

/** Prints pending changes as lines, and how to end them. */
export function printPending(
	pending: readonly NumberedChange[],
	run: Pick<CommandContext, 'print' | 'printError'>,
): void {
	printChanges(pending, run);
	if (pending.length > 0) {
		run.printError(
			'Run chainbell recover --finish or --roll-back, with a number for one of them; chainbell recover b3 lists the open items of a bulk operation.',
		);
	}
}

/** Prints changes as lines. */
function printChanges(changes: readonly NumberedChange[], {print}: Pick<CommandContext, 'print'>): void {
	for (const {number, of} of changes) {
		const {startedAt, by, kind} = of;
		const about = isBatch(of) ? countTexts(of.counts).join(', ') : operationText(of);
		const whose = by === undefined ? [] : [`by ${colleagueText(by)}`];
		print(toLine([number, nounOfChange(kind, isBatch(of)), new Date(startedAt).toISOString(), about, ...whose]));
	}
}

const toLine = (cells: readonly string[]): string => cells.map(text => sanitiseCell(text)).join('\t');

const operationText = ({snapshot, newId, input, state, detail}: Operation): string =>
	[snapshot?.id, newId, (input ?? snapshot?.input)?.name, stateTexts[state], detail]
		.filter(text => text !== undefined && text !== '')
		.join(' · ');
