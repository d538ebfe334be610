import type {NotificationInput} from '../notification/notification.ts';
import {batchNumber, itemNumber, countTexts, itemText, resultText} from '../notification/operation-texts.ts';
import {withoutMembers, withoutText} from '../notification/undocumented.ts';
import type {BulkResult} from '../operations/item-set.ts';
import type {CreateOutcome} from '../operations/one.ts';
import type {OnPhase} from '../operations/operation-context.ts';
import type {OperationResult} from '../operations/refusals.ts';
import {numberText, upperFirst} from '../platform/text.ts';
import {refusedMembers, toSentBody} from '../service/body.ts';
import {acceptedText} from '../session/accepted-text.ts';
import {awaitSettled} from '../session/await-settled.ts';
import {type BulkOptions, type BulkOutcome, createPauseControl, refusedPaths} from '../session/operations.ts';
import {totalOf} from '../ledger/batches/batch.ts';
import type {Operation, OperationState} from '../ledger/journal/operation.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {impossibleError, recoverHint, requireDone} from './change-errors.ts';
import {errorOfFailure, commandError} from './command-error.ts';
import type {Running, GlobalValues, ResultValues} from './command.ts';
import {confirm, maxNamed, type Interrupt} from './confirm.ts';
import {exitCode, type ExitCode, exitCodeOfFailure} from './exit-codes.ts';
import {openListed, type ListedAccount} from './open-session.ts';
import {printResults, type CompleteResults, type LineOf, itemsOf, toResult} from './output/result.ts';
import {createProgressLine} from './progress.ts';

/** A planned change: the requests of a command, and the words of its question and its result. */
export type PlannedChange = {
	/** The number of notifications that change; with 0 nothing is asked or sent. */
	readonly count: number;
	/** Sends the change if `count` is 1; without it, `many` sends that, too. */
	readonly one?: SingleChange | undefined;
	/** Sends the changes as a set. `verb`: the action, for the progress and the result: `deleted`. */
	readonly many?: {readonly verb: string; readonly send: (options: BulkOptions) => Promise<BulkOutcome>};
	/** Prints what would be sent, for --dry-run; undefined if that is what is printed anyway. */
	readonly dryRun?: (() => Promise<void> | void) | undefined;
	/** The lines on stderr before a question, unless --yes is given. */
	readonly preview?: () => Promise<readonly string[]>;
	/** The lines on stderr before sending. */
	readonly notes?: readonly string[];
	/** The question; undefined if the command does not ask. */
	readonly question?: string;
	/** The line of each change that is done. */
	readonly line: LineOf;
	/** Adds the results of what is not sent. */
	readonly complete?: CompleteResults;
	/** The sentence about a single change that was done, printed unless --json is given; empty prints nothing. */
	readonly said?: (operation: Operation) => string;
	/** Called with the result of a set before it is printed. */
	readonly onSent?: (result: BulkResult) => Promise<void>;
	/** The exit code, if another than that of what was sent. */
	readonly exit?: (code: ExitCode) => ExitCode;
};

/**
Runs a command that changes something: opens and lists the account, plans, prints the plan of a dry run or asks, sends, waits for the proof, and prints the results.

@param run - The running command.
@param plan - Plans the change. It throws a CommandError if nothing can be sent.
@param connections - How many requests it is known to send at once.
@returns The exit code.
@throws CommandError
*/
export async function runChange<O extends ChangeValues>(
	run: Running<O>,
	plan: (changing: Changing<O>) => Promise<PlannedChange>,
	connections?: number,
) {
	await using listed = await openListed(run, connections);
	const {interrupt} = listed;
	const {options} = run;
	const changing = {...listed, ...run};
	const change = await plan(changing);
	const {count, line, question, complete = results => results, exit = code => code} = change;
	if (options.dryRun && change.dryRun !== undefined) {
		await change.dryRun();
		return exitCode.done;
	}

	if (count === 0) {
		await printResults(complete([]), line, run);
		return exit(exitCode.done);
	}

	const one = count === 1 ? change.one : undefined;
	const preview = options.yes ? [] : ((await change.preview?.()) ?? []);
	for (const text of [...preview, ...(change.notes ?? [])]) {
		run.printError(text);
	}

	if (question !== undefined) {
		await confirm(question, interrupt, run, {answer: one === undefined ? String(count) : 'y'});
	}

	interrupt.throwIfInterrupted();
	if (one === undefined) {
		const {verb, send} = change.many!;
		const result = await sendMany(changing, verb, send);
		await change.onSent?.(result);
		return exit(await printMany(changing, verb, result, line, complete));
	}

	const operation = await sendOne(one, changing, line, complete);
	const said = options.json ? '' : sanitise(change.said?.(operation) ?? '').trimEnd();
	if (said !== '') {
		run.printError(said);
	}

	return interrupt.exitCode() ?? exit(exitCode.done);
}

/** The lines of the first notifications of a change, and how many others there are. */
export function firstLines<T>(
	items: readonly T[],
	linesOf: (item: T) => readonly string[],
	{total = items.length, hint = '; --dry-run shows all'} = {},
): string[] {
	const named = items.slice(0, maxNamed);
	const others = total - named.length;
	const lines = named.flatMap(item => linesOf(item));
	return others > 0 ? [...lines, `  and ${numberText(others)} more${hint}`] : lines;
}

/** The options of every command that changes something. */
export type ChangeValues = GlobalValues &
	ResultValues & {
		/** Whether what is protected is changed, too. */
		readonly unprotect?: boolean;
		/** The number of times that failed items are sent again. */
		readonly retries?: number;
		/** Whether what is refused because of undocumented members is sent again without these. */
		readonly omitRefused?: boolean;
	};

/** An open account with its listing, the options and the context of a command. */
export type Changing<O = ChangeValues> = ListedAccount & Running<O>;

/** The options of a single operation. */
type SingleOptions = {readonly signal: AbortSignal; readonly onPhase: OnPhase};

/** How a change of one is sent. */
type SingleChange = {
	/** The content, and the record that it is made from, as listed; undefined for a delete. */
	readonly input?: NotificationInput;
	readonly listed?: unknown;
	readonly send: (options: SingleOptions, input: NotificationInput) => Promise<CreateOutcome>;
};

/** Creates the signal and the phase listener for a single operation. After an interrupt a request in flight is awaited, and no other is sent. */
export function singleOptions({signal}: Interrupt): SingleOptions {
	const controller = new AbortController();
	let isSending = false;
	const stop = () => {
		if (signal.aborted && !isSending) {
			controller.abort();
		}
	};

	signal.addEventListener('abort', stop, {once: true});
	return {
		signal: controller.signal,
		onPhase(phase) {
			isSending = phase === 'creating' || phase === 'deleting';
			stop();
		},
	};
}

/**
Sends a change of one, waits until it is proved, and prints its result. On a terminal stderr shows which ID the service answered while listings are searched for it. If the service refuses undocumented members, it is sent again without them with --omit-refused; otherwise the failure names them.

@returns The operation.
@throws CommandError as `requireDone` does.
*/
async function sendOne(
	{input, listed, send}: SingleChange,
	changing: Changing,
	lineOf: LineOf,
	complete: CompleteResults,
): Promise<Operation> {
	const {interrupt, options} = changing;
	const sendOnce = async (sent: NotificationInput | undefined) => {
		const {signal, onPhase} = singleOptions(interrupt);
		using line = createProgressLine('created', changing);
		return await send(
			{
				signal,
				onPhase(phase, facts) {
					if (facts?.accepted === undefined) {
						line.clear();
					} else {
						line.show(`${acceptedText(facts.accepted)}. Checking that it is listed …`);
					}

					onPhase(phase, facts);
				},
			},
			sent!,
		);
	};

	let sent = input;
	let result = await sendOnce(sent);
	while (sent !== undefined && result.kind === 'failed' && result.failure !== undefined && !interrupt.signal.aborted) {
		const refused = refusedMembers(result.failure, toSentBody(sent, listed));
		if (refused.length === 0) {
			break;
		}

		if (options.omitRefused !== true) {
			const nextStep = sanitise(`Pass --omit-refused to send it ${withoutText(refused)}.`);
			result = {...result, failure: {...result.failure, nextStep}};
			break;
		}

		changing.printError(omittedText(refused));
		sent = withoutMembers(sent, refused);
		result = await sendOnce(sent);
	}

	const proven = await proved(result, changing);
	if ('operation' in proven) {
		await printResults(complete([toResult(proven.operation)]), lineOf, changing);
	}

	return requireDone(proven, interrupt);
}

/** The message after sending without refused members. */
const omittedText = (paths: readonly string[]) =>
	sanitise(`The service refused ${paths.join(', ')}: sent again ${withoutText(paths)}.`);

/** The states in which listings decide what a request did. */
const awaitedStates: ReadonlySet<OperationState | undefined> = new Set(['creating', 'deleting', 'undoing']);

/** Waits until listings have proved what an operation did, unless --no-wait is given. An edit whose new notification is listed then is finished. Returns the result. */
export async function proved<T extends CreateOutcome>(result: T, changing: Changing): Promise<T | OperationResult> {
	const {
		session,
		ledger: {journal},
		interrupt,
	} = changing;
	if (
		(result.kind !== 'open' && result.kind !== 'accepted') ||
		(result.kind === 'open' && (result.candidates !== undefined || result.cause !== undefined))
	) {
		return result;
	}

	const {id, state: before} = result.operation;
	await awaitListings(() => awaitedStates.has(journal.get(id)?.state), changing);
	const operation = journal.get(id)!;
	const {state, detail: reason = result.reason} = operation;
	if (state === 'done') {
		return {kind: 'done', operation};
	}

	if (state === 'failed' || state === 'rolled-back') {
		return {kind: 'failed', operation};
	}

	if (state !== 'created') {
		return {...result, operation, reason};
	}

	return before === 'creating' && !interrupt.signal.aborted
		? proved(await session.operations.finish(id, {signal: singleOptions(interrupt).signal}), changing)
		: {...result, operation};
}

/** Waits while listings can prove what was sent, unless --no-wait is given, and says so on a terminal. `isAwaited`: whether the proof is missing, read from the journal. */
async function awaitListings(isAwaited: () => boolean, changing: Changing) {
	const {
		session,
		interrupt: {signal},
		options,
		host: {clock},
	} = changing;
	if (options.noWait || signal.aborted || !isAwaited()) {
		return;
	}

	using line = createProgressLine('proved', changing);
	const until = clock.now() + session.settlingTime;
	const show = () => {
		const left = Math.max(0, Math.ceil((until - clock.now()) / 1000));
		line.show(`Waiting until a listing proves it, for about ${left} s; ctrl-c stops waiting.`);
	};

	show();
	const stop = clock.every(1000, show);
	try {
		await awaitSettled(session, isAwaited, signal);
	} finally {
		stop();
	}
}

/**
Sends a set of changes as a bulk operation (`verb`: the action, for the progress and the result: `deleted`), shows its progress and waits until it is proved. A signal stops sending; requests in flight are awaited.

@returns The result of the batch.
@throws CommandError if nothing was sent.
*/
export async function sendMany(
	changing: Changing,
	verb: string,
	send: (options: BulkOptions) => Promise<BulkOutcome>,
): Promise<BulkResult> {
	const {
		session: {operations},
		ledger: {journal},
		interrupt,
		options,
		host,
		printError,
	} = changing;
	const pauseControl = createPauseControl();
	using line = createProgressLine(verb, changing);
	const stop = () => {
		pauseControl.stop();
		if (!options.quiet && host.errorColumns() !== undefined) {
			line.clear();
			printError('Stopping: waiting for the requests in flight. Press ctrl-c again to end at once.');
		}
	};

	interrupt.signal.addEventListener('abort', stop, {once: true});
	let hasWaited = false;
	const bulk: BulkOptions = {
		// This signal never fires: requests in flight are awaited, so that their outcome is known.
		signal: new AbortController().signal,
		pauseControl,
		concurrency: options.concurrency,
		isUnprotected: options.unprotect,
		onProgress({done, accepted, failed, unknown, total, waitingUntil}) {
			const isWaiting = waitingUntil !== undefined;
			hasWaited ||= isWaiting;
			const notes = [...(isWaiting ? ['rate limited: waiting'] : []), ...countTexts({failed, unknown})];
			line.update({
				verb: accepted > 0 ? 'accepted' : verb,
				ended: done + accepted + failed,
				total,
				note: notes.length === 0 ? undefined : notes.join(', '),
			});
		},
	};
	let isRefused = false;
	/** The result of a further run. If nothing more can be sent, the reason is printed, and the result before stands. */
	const continued = (outcome: BulkOutcome, before: BulkResult): BulkResult => {
		if (outcome.kind === 'ended') {
			return outcome;
		}

		isRefused = true;
		printError(sanitise(outcome.kind === 'refused' ? outcome.failure.summary : outcome.reason));
		return before;
	};

	/** Waits for the proof of a run, and sends what waited for that. */
	const awaitProof = async (result: BulkResult): Promise<BulkResult> => {
		if (isRefused || result.counts.unknown === 0 || result.failure !== undefined || options.noWait) {
			return result;
		}

		const countsNow = () => journal.batch(result.batch).counts;
		await awaitListings(() => countsNow().unknown > 0, changing);
		const counts = countsNow();
		const isMoreToSend = counts.unknown < result.counts.unknown && counts.planned + counts.created > 0;
		return isMoreToSend && !interrupt.signal.aborted
			? continued(await operations.resumeBatch(result.batch, bulk), result)
			: {...result, counts};
	};

	const sendFailedAgain = async (before: BulkResult, without?: BulkResult['refused']) =>
		continued(await operations.retryFailed(before.batch, {...bulk, without}), before);
	const canSendAgain = ({failure}: BulkResult) => failure === undefined && !isRefused && !interrupt.signal.aborted;
	try {
		interrupt.throwIfInterrupted();
		const first = await send(bulk);
		if (first.kind !== 'ended') {
			interrupt.throwIfInterrupted();
			throw first.kind === 'refused' ? errorOfFailure(first.failure) : impossibleError(first);
		}

		let result = await awaitProof(first);
		while (options.omitRefused === true && result.refused !== undefined && canSendAgain(result)) {
			changing.printError(omittedText(refusedPaths(result)));
			result = await sendFailedAgain(result, result.refused);
		}

		for (let left = options.retries ?? 0; left > 0 && result.counts.failed > 0 && canSendAgain(result); left--) {
			result = await awaitProof(await sendFailedAgain(result));
		}

		const {done, failed, created, unknown} = result.counts;
		if (interrupt.signal.aborted && done + failed + created + unknown === 0) {
			await operations.skipRest(result.batch, bulk.signal);
			if (hasWaited) {
				// At least one request was sent, and the service did not process it.
				interrupt.throwIfInterrupted('Nothing was changed: the service processed none of the requests.', 'rejected');
			}

			interrupt.throwIfInterrupted();
		}

		return result;
	} finally {
		interrupt.signal.removeEventListener('abort', stop);
	}
}

/** Prints the result of each item of a bulk operation, and reports the items that are not done. Returns the exit code. @throws CommandError as `reportMany` does */
async function printMany(
	changing: Changing,
	verb: string,
	result: BulkResult,
	lineOf: LineOf,
	complete: CompleteResults,
): Promise<ExitCode> {
	// Each notice about a change that is done is printed, as for a single change.
	const said: string[] = [];
	const results = itemsOf(changing.ledger.journal, result.batch).map(item => {
		if (item.state === 'done' && (item.detail ?? '') !== '' && said.length < maxNamed) {
			said.push(`  ${sanitiseCell(itemText(item))}`);
		}

		return toResult(item);
	});
	await printResults(complete(results), lineOf, changing);
	const {quiet, json} = changing.options;
	for (const line of quiet || json ? [] : said) {
		changing.printError(line);
	}

	return reportMany(changing, verb, result);
}

/** Prints on stderr which items are not done. Returns the exit code. @throws CommandError with --json, unless everything is done */
export function reportMany(
	{ledger: {journal}, interrupt, options: {quiet, json}, printError}: Changing,
	verb: string,
	result: BulkResult,
): ExitCode {
	const {counts, batch, failure, refusal, unresolvedReason} = result;
	const interrupted = interrupt.exitCode();
	const code = interrupted ?? exitCodeOfBulk(result);
	const summary = resultText(upperFirst(verb), counts, totalOf(counts));
	if (code === exitCode.done) {
		if (!quiet && !json) {
			printError(summary);
		}

		return code;
	}

	const items = journal.unresolvedItems(batch, 0, maxNamed);
	const why =
		failure?.summary ?? refusal?.summary ?? (counts.unknown > 0 || isHeld(result) ? unresolvedReason : undefined) ?? '';
	// Somebody else may have edited one of the notifications as well.
	const hints = hintsOf(result);
	if (json) {
		throw commandError(
			code,
			interrupted === undefined ? kindOf(result) : 'interrupted',
			[interrupted === undefined ? '' : 'Interrupted.', summary, why].filter(text => text !== '').join(' '),
			hints.length === 0 ? undefined : hints.join(' '),
			{failure: failure ?? refusal, outcome: outcomeOf(result), issues: issuesIn(items)},
		);
	}

	const others = counts.failed + counts.created + counts.unknown - items.length;
	const ids = journal.itemIds(batch);
	const textOf = (item: Operation) => {
		const number = item.state === 'failed' ? undefined : itemNumber(batch, ids.indexOf(item.id));
		const place = [number, item.place].filter(text => text !== undefined).join(', ');
		return `  ${sanitiseCell(itemText({...item, place}))}`;
	};

	const more = others > 0 ? `  and ${numberText(others)} more` : '';
	for (const line of [summary, ...items.map(item => textOf(item)), more, why, ...hints]) {
		if (line !== '') {
			printError(sanitise(line));
		}
	}

	return code;
}

/** Whether only the deletions of a set are left, which wait for what failed. */
const isHeld = ({counts: {planned, created, unknown, failed}, failure, unresolvedReason}: BulkResult) =>
	failure === undefined && unresolvedReason !== undefined && failed > 0 && planned > 0 && created + unknown === 0;

/** The advice on what to do next, in sentences. */
function hintsOf(result: BulkResult) {
	const {
		counts: {planned, created, unknown, failed},
		batch,
	} = result;
	const number = batchNumber(batch);
	const refused = refusedPaths(result);
	const isOpen = planned + created + unknown > 0;
	const toEnd = isHeld(result)
		? `Run chainbell recover ${number} --retry to send what failed again, or chainbell recover ${number} --roll-back to skip the rest.`
		: recoverHint(number);
	return [
		isOpen ? `Bulk operation ${number} is not finished. ${toEnd}` : '',
		failed > 0 && !isOpen ? `Run chainbell recover ${number} --retry to send what failed again.` : '',
		refused.length > 0
			? `The service refused ${refused.join(', ')}. Run chainbell recover ${number} --retry --omit-refused to send ${withoutText(refused)}.`
			: '',
	].filter(text => text !== '');
}

const kindOf = ({failure, counts: {created, unknown}}: BulkResult) =>
	failure?.kind ?? (unknown + created > 0 ? 'pending' : 'incomplete');

/** The outcome of all items: `unknown` also if some are done, so that nobody takes the error for one without effect. */
function outcomeOf({failure, counts: {done, failed, created, unknown}}: BulkResult) {
	if (done + unknown + created > 0) {
		return 'unknown';
	}

	return failed > 0 ? 'rejected' : (failure?.outcome ?? 'not-sent');
}

/** The refused fields of items, each with the place or the ID of its item, as in the errors of a file. */
const issuesIn = (items: readonly Operation[]) =>
	items.flatMap(({place, snapshot, issues = []}) =>
		issues.map(({field, message}) => ({
			field,
			message: [place ?? snapshot?.id, message].filter(text => text !== undefined).join(': '),
		})),
	);

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

/** Names a notification in a sentence: `"Treasury" (ID 17)`, or `ID 17` where it has no name. Sanitise it before showing it. */
export const nameOf = ({id, name}: {readonly id: string; readonly name: string}): string =>
	name === '' ? `ID ${id}` : `"${name}" (ID ${id})`;
