import path from 'node:path';
import {awaitSettled} from '../session/await-settled.ts';
import {setAsideFiles} from '../storage/database/quarantine.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {UsageError} from './command-error.ts';
import type {CommandContext} from './command.ts';
import {exitCode, combinedExitCode, type ExitCode} from './exit-codes.ts';
import {openListed} from './open-listed.ts';
import {findNumbered, parseNumber, type OperationNumber} from './operation-number.ts';
import {openItemsIn, pendingIn, printPending, type Pending} from './pending-list.ts';
import {finishOrRollBack, keepChosen, retryBatch, sendAgain, stopFollowing, type Recovered, type RecoverOptions} from './recover-one.ts';

/** Milliseconds for which `recover` waits for another listing. */
const soon = 2000;

/** The actions on pending changes, of which one can be chosen. */
const actions = ['finish', 'rollBack', 'sendAgain', 'stopFollowing', 'retry', 'keep'] as const satisfies ReadonlyArray<keyof RecoverOptions>;

type Action = (typeof actions)[number];

/** Lists pending changes, or ends them with the chosen action. Returns the exit code. @throws CommandError */
export async function runRecover(numbers: readonly string[], options: RecoverOptions, context: CommandContext): Promise<number> {
	const [action, ...others] = actions.filter(name => options[name] !== undefined && options[name] !== false);
	if (others.length > 0) {
		throw new UsageError('Give one of --finish, --roll-back, --send-again, --stop-following, --retry and --keep.');
	}

	const wanted = numbers.map(number => parseNumber(number));
	checkNumbers(wanted, action, options.keep);
	// The listing settles pending changes if it can.
	await using listed = await openListed({...options, dryRun: options.dryRun || action === undefined}, context);
	const {opened: {session, services}, interrupt, revised} = listed;
	await session.pending.listingUsed();
	// A second listing, two seconds later, proves what the first one does not show.
	await awaitSettled(session, () => (session.pending.nextWait() ?? Infinity) <= soon, interrupt.signal);
	const {ledger} = await services.openLedger();
	for (const number of wanted) {
		findNumbered(ledger, session.profileKey, number);
	}

	const sending = {...listed, options, context};
	const recovered: Recovered[] = [];
	const report = (one: Recovered) => {
		recovered.push(one);
		if (!options.json && ['done', 'rolled back', 'rest skipped', 'stopped following'].includes(one.result)) {
			context.print([one.number, one.result, one.newId ?? '', one.detail].filter(text => text !== '').map(text => sanitiseCell(text)).join('\t'));
		}
	};

	/** The items of a batch instead of the batch. */
	const itemsOf = (one: Pending) => one.batch === undefined ? [one] : openItemsIn(ledger, one.batch.id);
	const lost = reportSetAsideLedgers(context);
	const pending = pendingIn(ledger, session.profileKey);
	if (action === 'retry') {
		for (const {id} of wanted) {
			report(await retryBatch(id, sending));
		}
	} else {
		// The listing may have settled an item since.
		const items = wanted.flatMap(({text, item, id}): Pending[] => {
			const operation = item === undefined ? undefined : ledger.journal.get(ledger.journal.itemIds(id)[item - 1]!);
			return operation === undefined || operation.endedAt !== undefined ? [] : [{number: text, operation}];
		});
		const chosen = wanted.length === 0 ? pending : [...pending.filter(({number}) => wanted.some(({text}) => text === number)), ...items];
		const ended = wanted.filter(({text}) => chosen.every(({number}) => number !== text)).map(({text}) => text);
		if (ended.length > 0) {
			context.printError(`Not pending: ${ended.join(', ')}.`);
		}

		if (action === undefined || options.dryRun) {
			printPending(wanted.length === 0 ? chosen : chosen.flatMap(each => each.batch === undefined ? [each] : [each, ...itemsOf(each)]), options.json, context);
			return chosen.length > 0 ? exitCode.unknown : combinedExitCode([lost, ...revised.length > 0 ? [exitCode.incomplete] : []]);
		}

		const act = {finish: finishOrRollBack, rollBack: finishOrRollBack, sendAgain, stopFollowing, keep: keepChosen}[action];
		for (const each of action === 'keep' ? chosen.flatMap(one => itemsOf(one)) : chosen) {
			interrupt.throwIfInterrupted('The rest is still pending. Run chainbell recover again.', 'unknown');
			report(await act(each, sending));
		}
	}

	if (options.json) {
		context.print(safeJson(JSON.stringify(recovered.map(({number, result, newId = null, detail}) => ({number, result, newId, detail})), undefined, 2)));
	}

	const worst = combinedExitCode(recovered.map(({code}) => code));
	return interrupt.exitCode() ?? combinedExitCode([worst, lost, ...revised.length > 0 ? [exitCode.incomplete] : []]);
}

/** Prints the ledgers that were set aside, because the pending changes in them are unknown here. Returns the resulting exit code. */
function reportSetAsideLedgers({host, printError}: CommandContext): ExitCode {
	const {ledgerFile} = host.paths();
	const names = setAsideFiles(ledgerFile).map(name => path.join(path.dirname(ledgerFile), name));
	for (const name of names) {
		printError(`${sanitise(name)} was damaged and set aside: changes that were pending in it are not known here. Check the notifications with chainbell list, then move or delete the file.`);
	}

	return names.length === 0 ? exitCode.done : exitCode.incomplete;
}

/** Checks that an action that needs a decision for each change has the number of one. @throws UsageError */
function checkNumbers(numbers: readonly OperationNumber[], action: Action | undefined, keep: string | undefined): void {
	if (keep !== undefined && (numbers.length === 0 || !['both', 'mine', 'theirs'].includes(keep))) {
		throw new UsageError('--keep needs both, mine or theirs, and the number of an edit (12), of a bulk edit (b3) or of one of its items (b3.2).');
	}

	if (action === 'stopFollowing' && numbers.length === 0) {
		throw new UsageError('--stop-following needs the number of an operation, such as 12, of a bulk operation (b3) or of one of its items (b3.2).');
	}

	if (action === 'retry' && (numbers.length === 0 || numbers.some(({isBatch}) => !isBatch))) {
		throw new UsageError('--retry needs the number of a bulk operation, such as b3.');
	}

	if (action === 'sendAgain' && (numbers.length === 0 || numbers.some(({isBatch}) => isBatch))) {
		throw new UsageError('--send-again needs the number of an operation, such as 12, or of an item of a bulk operation (b3.2).');
	}
}
