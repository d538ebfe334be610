import path from 'node:path';
import {betweenListings} from '../domain/between-listings.ts';
import {awaitSettled} from '../session/await-settled.ts';
import type {Batch} from '../storage/batches/batch.ts';
import {setAsideFiles} from '../storage/database/quarantine.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {numberText} from '../platform/text.ts';
import {CommandError, UsageError} from './command-error.ts';
import type {CommandContext} from './command.ts';
import {exitCode, combinedExitCode, type ExitCode} from './exit-codes.ts';
import {openListed} from './open-listed.ts';
import {findNumbered, parseNumber, type OperationNumber} from './operation-number.ts';
import {printsResults} from './output/output-format.ts';
import {noLine, printResults} from './output/result.ts';
import {
	failedItemsIn,
	numberedResults,
	openItemsIn,
	pendingIn,
	printChanges,
	printPending,
	type Pending,
} from './pending-list.ts';
import {retryBatch} from './recover-batch.ts';
import {finishOrRollBack, keepChosen, sendAgain, stopFollowing} from './recover-one.ts';
import type {Recovered, RecoverOptions} from './recovered.ts';

/** The actions on pending changes, of which one can be chosen. */
const actions = ['finish', 'rollBack', 'sendAgain', 'stopFollowing', 'retry', 'keep'] as const satisfies ReadonlyArray<
	keyof RecoverOptions
>;

type Action = (typeof actions)[number];

/** Lists pending changes, or ends them with the chosen action. Returns the exit code. @throws CommandError */
export async function runRecover(
	numbers: readonly string[],
	options: RecoverOptions,
	context: CommandContext,
): Promise<number> {
	const [action, ...more] = actions.filter(name => options[name] !== undefined && options[name] !== false);
	if (more.length > 0) {
		throw new UsageError('Give one of --finish, --roll-back, --send-again, --stop-following, --retry and --keep.');
	}

	const wanted = [...new Set(numbers)].map(number => parseNumber(number));
	checkNumbers(wanted, action, options.keep);
	// The listing settles pending changes if it can.
	await using listed = await openListed({...options, dryRun: options.dryRun || action === undefined}, context);
	const {
		opened: {session, services},
		interrupt,
		revised,
	} = listed;
	// A second listing, after that time, proves what the first one does not show.
	await awaitSettled(session, () => (session.pending.nextWait() ?? Infinity) <= betweenListings, interrupt.signal);
	const {ledger} = await services.openLedger();
	const team = await session.team?.open();
	await team?.update();
	const named = wanted.map(number => toPending(number, findNumbered(ledger, session.profileKey, number)));
	const sending = {...listed, options, context};
	/** The open items of a batch instead of the batch. */
	const itemsOf = (one: Pending) => (one.batch === undefined ? [one] : openItemsIn(ledger, one.batch.id));
	const contradicted = () => (revised.length > 0 ? [exitCode.incomplete] : []);
	const lost = reportSetAsideLedgers(context);
	const pending = pendingIn(ledger, session.profileKey);
	const isPending = ({number, operation}: Pending) =>
		operation?.batch === undefined ? pending.some(each => each.number === number) : operation.endedAt === undefined;
	const ended = action === 'retry' ? [] : named.filter(each => !isPending(each));
	if (ended.length > 0) {
		context.printError(`Not pending: ${ended.map(({number}) => number).join(', ')}.`);
	}

	const chosen =
		wanted.length === 0
			? pendingIn(ledger, session.profileKey, options.all)
			: named.filter(each => !ended.includes(each));
	const others = options.all || wanted.length > 0 ? 0 : pending.length - chosen.length;
	if (others > 0) {
		context.printError(
			`${numberText(others)} more ${others === 1 ? 'was' : 'were'} begun by colleagues: chainbell recover --all.`,
		);
	}

	if (action === 'retry' && options.dryRun) {
		const again = chosen.flatMap(each => (each.batch === undefined ? [] : failedItemsIn(ledger, each.batch.id)));
		if (printsResults(options)) {
			await printResults(numberedResults(ledger, again), noLine, options, context);
		} else {
			printChanges(again, context);
			context.printError(`Would send ${numberText(again.length)} again.`);
		}

		return combinedExitCode([lost, ...contradicted()]);
	}

	if (action === undefined || options.dryRun) {
		if (printsResults(options)) {
			await printResults(
				numberedResults(ledger, chosen, ({endedAt}) => endedAt === undefined),
				noLine,
				options,
				context,
			);
		} else {
			printPending(
				wanted.length === 0
					? chosen
					: chosen.flatMap(each => (each.batch === undefined ? [each] : [each, ...itemsOf(each)])),
				context,
			);
		}

		return chosen.length > 0 ? exitCode.unknown : combinedExitCode([lost, ...contradicted()]);
	}

	const act = {
		finish: finishOrRollBack,
		rollBack: finishOrRollBack,
		sendAgain,
		stopFollowing,
		retry: retryBatch,
		keep: keepChosen,
	}[action];
	const targets = action === 'keep' ? chosen.flatMap(one => itemsOf(one)) : chosen;
	const recovered: Recovered[] = [];
	try {
		for (const each of targets) {
			interrupt.throwIfInterrupted('The rest is still pending. Run chainbell recover again.', 'unknown');
			recovered.push(await act(each, sending));
			printRecovered(recovered.at(-1)!, options, context);
		}
	} finally {
		// The results until here are printed also if the next change ends the command.
		if (printsResults(options) && (recovered.length > 0 || targets.length === 0)) {
			await printResults(numberedResults(ledger, targets), noLine, options, context);
		}
	}

	const code = interrupt.exitCode() ?? combinedExitCode([...recovered.map(one => one.code), lost, ...contradicted()]);
	throwErrors(recovered, code, options);
	return code;
}

const toPending = ({text}: OperationNumber, found: Operation | Batch): Pending =>
	'counts' in found ? {number: text, batch: found} : {number: text, operation: found};

/** Prints a change that has ended as a line. */
function printRecovered(
	{number, result, newId = '', detail}: Recovered,
	options: RecoverOptions,
	{print}: CommandContext,
): void {
	if (!printsResults(options) && ['done', 'rolled back', 'rest skipped', 'stopped following'].includes(result)) {
		print(
			[number, result, newId, detail]
				.filter(text => text !== '')
				.map(text => sanitiseCell(text))
				.join('\t'),
		);
	}
}

/** With --json, one error stands for all changes that are not done. @throws CommandError */
function throwErrors(recovered: readonly Recovered[], code: ExitCode, {json}: RecoverOptions): void {
	const errors = recovered.flatMap(({error}) => error ?? []);
	const [first] = errors;
	if (!json || first === undefined) {
		return;
	}

	if (errors.length === 1) {
		throw first;
	}

	throw new CommandError({
		exitCode: code,
		kind: 'incomplete',
		message: `${numberText(errors.length)} of ${numberText(recovered.length)} changes are not settled. ${first.message}`,
		hint: 'Run chainbell recover to see what is pending.',
		outcome: errors.some(({outcome}) => outcome === 'unknown') ? 'unknown' : first.outcome,
		issues: errors.flatMap(({issues}) => issues),
	});
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

/** Checks that an action that needs a decision for each change has the number of one. @throws UsageError */
function checkNumbers(numbers: readonly OperationNumber[], action: Action | undefined, keep: string | undefined): void {
	if (keep !== undefined && (numbers.length === 0 || !['both', 'mine', 'theirs'].includes(keep))) {
		throw new UsageError(
			'--keep needs both, mine or theirs, and the number of an edit (12), of a bulk edit (b3) or of one of its items (b3.2).',
		);
	}

	if (action === 'stopFollowing' && numbers.length === 0) {
		throw new UsageError(
			'--stop-following needs the number of an operation, such as 12, of a bulk operation (b3) or of one of its items (b3.2).',
		);
	}

	if (action === 'retry' && (numbers.length === 0 || numbers.some(({isBatch}) => !isBatch))) {
		throw new UsageError('--retry needs the number of a bulk operation, such as b3.');
	}

	if (action === 'sendAgain' && (numbers.length === 0 || numbers.some(({isBatch}) => isBatch))) {
		throw new UsageError(
			'--send-again needs the number of an operation, such as 12, or of an item of a bulk operation (b3.2).',
		);
	}
}
