import {say, acceptedText, sayLeft} from '../changes/say.ts';
import {
	pagedItems,
	awaitedPhases,
	canSendAgain,
	countsOf,
	isOpen,
	type Item,
	numberOf,
	totalOf,
} from '../ledger/item.ts';
import {countTexts, itemText, lostText, namedText, resultText} from '../notification/operation-texts.ts';
import {type MemberPath, withoutText} from '../notification/undocumented.ts';
import {counted, joined, nonEmpty, numberText, upperFirst} from '../platform/text.ts';
import {createPauseControl, type Ended, type NewChangeOptions, type Outcome} from '../account/account-changes.ts';
import {isKeyRefusal} from '../service/failure.ts';
import {awaitSettled} from '../account/pending-changes.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {recoverHint, refusedError, requireDone} from './change-errors.ts';
import {commandError, exitCode, type ExitCode, exitCodeOfFailure} from './command-error.ts';
import {note, type Running, type GlobalValues, type ResultValues} from './command.ts';
import {confirm, maxNamed} from './confirm.ts';
import {openListed, type ListedAccount} from './open-session.ts';
import {printResults, type ChangeResult, type LineOf, toResult} from './output/result.ts';
import {createProgressLine} from './progress.ts';

/** A planned change: how it is sent, and the words of its question and its result. */
export type PlannedChange = {
	/** The number of notifications that change; with 0 nothing is asked or sent. */
	readonly count: number;
	/** The action, for the progress and the result: `deleted`. */
	readonly verb: string;
	readonly send: SendChange;
	/** What has to be typed to confirm it, if not `y` or the number. */
	readonly answer?: string;
	/** Whether its question and its result tell the number of notifications also if it is 1. */
	readonly isCounted?: boolean;
	/** Prints what would be sent, for --dry-run; undefined if that is what is printed anyway. */
	readonly dryRun?: (() => Promise<void> | void) | undefined;
	/** The lines on stderr before a question, unless --yes is given. */
	readonly preview?: () => Promise<readonly string[]>;
	/** The lines on stderr before sending, unless --quiet is given. */
	readonly notes?: readonly string[];
	/** The question; undefined if the command does not ask. */
	readonly question?: string;
	/** The line of each change that is done; by default the new ID. */
	readonly line?: LineOf;
	/** Adds the results of what is not sent. */
	readonly complete?: (results: Iterable<ChangeResult>) => Iterable<ChangeResult>;
	/** The sentence about a change of one that is done, printed unless --json or --quiet is given; by default what is to be said of it. Empty prints nothing. */
	readonly said?: (item: Item) => string;
	/** Called with what was sent, before it is printed. */
	readonly onSent?: (ended: Ended) => Promise<void>;
	/** The exit code if all that was sent is done: something else that was asked for may not be. */
	readonly codeIfDone?: ExitCode;
};

/** Sends a change with the options that watch and stop it. */
type SendChange = (options: NewChangeOptions) => Promise<Outcome>;

/**
Runs a command that changes something: opens and lists the account, plans, prints the plan of a dry run or asks, sends, waits for the proof, and prints the results.

@param run - The running command.
@param plan - Plans the change. It throws a CommandError if nothing can be sent.
@returns The exit code.
@throws CommandError
*/
export async function runChange<O extends ChangeValues>(
	run: Running<O>,
	plan: (changing: Changing<O>) => Promise<PlannedChange>,
) {
	await using listed = await openListed(run);
	const {options} = run;
	const changing = {...listed, ...run};
	const change = await plan(changing);
	const {
		count,
		verb,
		line,
		question,
		isCounted = false,
		complete = results => results,
		notes = [],
		said = say,
		codeIfDone = exitCode.done,
	} = change;
	if (options.dryRun && change.dryRun !== undefined) {
		await change.dryRun();
		return exitCode.done;
	}

	if (count === 0) {
		await printResults(complete([]), run, line);
		return codeIfDone;
	}

	const preview = options.yes ? [] : ((await change.preview?.()) ?? []);
	for (const text of preview) {
		run.printError(text);
	}

	note(run, ...notes);
	if (question !== undefined) {
		const usual = count === 1 && !isCounted ? 'y' : String(count);
		await confirm(question, listed.interrupt, run, {answer: change.answer ?? usual});
	}

	const ended = await sendChange(changing, verb, change.send);
	await change.onSent?.(ended);
	const only = isCounted ? undefined : ended.only;
	/** The sentence for each item that is done. */
	const notices: string[] = [];
	const {changes} = listed.ledger;
	const items = only === undefined ? pagedItems(page => changes.items(ended.set.id, page)) : [only].values();
	const results = items.map(item => {
		const text = only === undefined ? say(item) : said(item).trimEnd();
		if (item.phase === 'done' && text !== '' && notices.length < maxNamed) {
			notices.push(only === undefined ? lineOfItem(item) : sanitise(text));
		}

		return toResult(item);
	});
	await printResults(complete(results), run, line);
	note(run, ...(options.json ? [] : notices));
	const code = reportEnd(changing, verb, {...ended, only});
	return code === exitCode.done ? codeIfDone : code;
}

/** The lines of the first notifications of a change, and how many others there are. */
export function firstLines<T>(
	items: readonly T[],
	linesOf: (item: T) => readonly string[],
	hint = '; --dry-run shows all',
): string[] {
	const others = items.length - maxNamed;
	const lines = items.slice(0, maxNamed).flatMap(item => linesOf(item));
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

/** The undocumented members that the service refused, each once. */
const refusedPaths = ({refused}: Ended): readonly MemberPath[] => [...new Set([...refused.values()].flat())];

/** How many items of what was sent await a proof, and how many something else that can be sent. */
function leftOf({set: {counts}, only}: Ended) {
	const {unknown, planned, created} = only === undefined ? counts : countsOf(phase => Number(only.phase === phase));
	return {awaited: unknown, unsent: planned + created};
}

/**
Sends a change, waits until it is proved, unless --no-wait is given, and sends what waited for that. What failed is sent again as --omit-refused and --retries say. On a terminal stderr shows how many are done or, of one alone, which ID the service answered while listings are searched for it. A signal stops sending; requests in flight are awaited.

@param changing - The running command.
@param verb - The action, for the progress: `deleted`.
@param send - Sends it.
@param again - Sends what waited for the proof, in place of finishing it. Then nothing that failed is sent again.
@throws CommandError if nothing was sent.
*/
export async function sendChange(
	changing: Changing,
	verb: string,
	send: SendChange,
	again?: SendChange,
): Promise<Ended> {
	const {session, ledger, interrupt, options, host, printError} = changing;
	const {changes} = session;
	const planning = new AbortController();
	const pauseControl = createPauseControl();
	using line = createProgressLine(verb, changing);
	let hasBegun = false;
	let hasWaited = false;
	let isAlone = false;
	const stop = () => {
		pauseControl.stop();
		if (!hasBegun) {
			planning.abort();
		} else if (!options.quiet && host.errorColumns() !== undefined) {
			line.clear();
			printError('Stopping: waiting for the requests in flight. Press ctrl-c again to end at once.');
		}
	};

	interrupt.signal.addEventListener('abort', stop, {once: true});
	const sending: NewChangeOptions = {
		// Once something may have been sent, it never fires: requests in flight are awaited, so that their outcome is known.
		signal: planning.signal,
		pauseControl,
		concurrency: options.concurrency,
		isUnprotected: options.unprotect,
		isUnwaited: options.noWait,
		onProgress({done, accepted, failed, unknown, total, waitingUntil}) {
			hasBegun = true;
			const isWaiting = waitingUntil !== undefined;
			hasWaited ||= isWaiting;
			isAlone = total === 1;
			if (!isAlone) {
				line.update({
					verb: accepted > 0 ? 'accepted' : verb,
					ended: done + accepted + failed,
					total,
					note: joined([isWaiting && 'rate limited: waiting', ...countTexts({failed, unknown})], ', '),
				});
			}
		},
		onStep(_step, {accepted} = {}) {
			if (isAlone && accepted !== undefined) {
				line.show(`${acceptedText(accepted)}. Checking that it is listed …`);
			} else if (isAlone) {
				line.clear();
			}
		},
	};
	let isRefused = false;
	/** The result of a further run. If nothing more can be sent, the reason is printed, and the result before stands. */
	const continued = (outcome: Outcome, before: Ended) => {
		if (outcome.kind === 'ended') {
			return outcome;
		}

		isRefused = true;
		printError(sanitise(refusedError(outcome).message));
		return before;
	};

	const awaitProof = async (ended: Ended) => {
		const {set, only, failure, isProtected} = ended;
		const current = () => ({
			...ended,
			set: ledger.changes.set(set.id),
			only: only && ledger.changes.item(only.id),
		});
		if (isRefused || failure !== undefined || isProtected) {
			return ended;
		}

		await awaitListings(() => leftOf(current()).awaited > 0, changing);
		const now = current();
		const left = leftOf(now);
		if (left.awaited === leftOf(ended).awaited) {
			return now;
		}

		if (left.unsent === 0 || interrupt.signal.aborted) {
			// What listings have proved since counts, and no longer the failure of a request.
			return {...now, failures: new Map()};
		}

		const finish: SendChange = again ?? (async given => changes.finish({set: set.id, item: only?.id}, given));
		return awaitProof(continued(await finish(sending), now));
	};

	const canGoOn = ({failure, only, set}: Ended) =>
		failure === undefined &&
		(only === undefined || set.size === 1) &&
		again === undefined &&
		!isRefused &&
		!interrupt.signal.aborted;
	try {
		interrupt.throwIfInterrupted();
		const outcome = await send(sending);
		if (outcome.kind !== 'ended') {
			if (outcome.kind !== 'impossible' || outcome.cause !== 'stopped') {
				interrupt.throwIfInterrupted();
			}

			throw refusedError(outcome);
		}

		let ended = await awaitProof(outcome);
		const {id, size} = ended.set;
		let {retries = 0} = options;
		while (ended.set.counts.failed > 0 && canGoOn(ended)) {
			const without = options.omitRefused === true && ended.refused.size > 0 ? ended.refused : undefined;
			if (without !== undefined) {
				const paths = refusedPaths(ended);
				printError(sanitise(`The service refused ${paths.join(', ')}: sent again ${withoutText(paths)}.`));
			} else if (retries-- === 0) {
				break;
			}

			ended = await awaitProof(continued(await changes.retry({set: id}, {...sending, without}), ended));
		}

		if (interrupt.signal.aborted && ended.set.counts.planned === size) {
			await changes.rollBack({set: id}, {signal: new AbortController().signal});
			if (hasWaited) {
				// At least one request was sent, and the service did not process it.
				interrupt.throwIfInterrupted('Nothing was changed: the service processed none of the requests.', 'rejected');
			}

			interrupt.throwIfInterrupted();
		}

		return ended;
	} finally {
		interrupt.signal.removeEventListener('abort', stop);
	}
}

/** Waits while listings can prove what was sent, unless --no-wait is given, and says so on a terminal. `isAwaited`: whether the proof is missing, read from the ledger. */
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

/** An item of several in a line. `place`: what is told before it. */
const lineOfItem = (item: Item, place?: string) => `  ${sanitiseCell(itemText({...item, detail: say(item), place}))}`;

/** The phases of what did not end as it should. */
const unresolvedPhases = [...awaitedPhases, 'created', 'failed', 'unfollowed'] as const;

/** Says on stderr what of a change is not done. Returns the exit code. @throws CommandError if a single one is not done and, with --json, if not all of several is */
export function reportEnd(changing: Changing, verb: string, ended: Ended): ExitCode {
	const {
		ledger: {changes},
		interrupt,
		options: {json, omitRefused},
		printError,
	} = changing;
	const {set, only, failure, refusal} = ended;
	const reason = sayLeft(ended);
	const {id, counts} = set;
	const {done, failed, planned, created, unknown} = counts;
	const refused = refusedPaths(ended);
	const interrupted = interrupt.exitCode();
	if (only !== undefined) {
		requireDone(ended, interrupt, refused.length > 0 && omitRefused !== true ? withoutText(refused) : undefined);
		return interrupted ?? exitCode.done;
	}

	const summary = resultText(upperFirst(verb), counts, totalOf(counts));
	const left = failed + planned + created > 0 ? exitCode.incomplete : exitCode.done;
	const usual = unknown > 0 ? exitCode.unknown : left;
	const code =
		interrupted ?? (failure === undefined || failure.kind === 'forbidden' ? usual : exitCodeOfFailure(failure));
	if (code === exitCode.done) {
		note(changing, ...(json ? [] : [`${summary} This is change ${id}.`]));
		return code;
	}

	// Only the deletions of the set are left, which wait for what failed.
	const isHeld = failure === undefined && reason !== undefined && failed > 0 && planned > 0 && created + unknown === 0;
	const why = failure?.summary ?? refusal?.summary ?? (unknown > 0 || isHeld ? reason : undefined);
	const again = changes.items(id, {phases: ['failed']}).filter(item => canSendAgain(item)).length;
	const retry = again > 0 && `chainbell recover ${id} --retry to send what failed again`;
	const key = [failure, refusal].find(each => isKeyRefusal(each));
	const skip = isHeld && `chainbell recover ${id} --roll-back to skip the rest`;
	const options = joined([retry, skip], ', or ');
	const run = options === '' ? '' : `Run ${options}.`;
	const hints = nonEmpty([
		key?.nextStep,
		failed > again && lostText(failed - again, set.kind, '--retry'),
		isOpen(set) ? `Change ${id} is not finished. ${isHeld ? run : recoverHint(id)}` : run,
		refused.length > 0 &&
			`The service refused ${refused.join(', ')}. Run chainbell recover ${id} --retry --omit-refused to send ${withoutText(refused)}.`,
	]);
	const items = changes.items(id, {phases: unresolvedPhases, limit: maxNamed});
	if (json) {
		const kind = failure?.kind ?? (unknown + created > 0 ? 'pending' : 'incomplete');
		const none = failed > 0 ? 'rejected' : (failure?.outcome ?? 'not-sent');
		throw commandError(
			code,
			interrupted === undefined ? kind : 'interrupted',
			joined([interrupted !== undefined && 'Interrupted.', summary, why], ' '),
			hints.length === 0 ? undefined : hints.join(' '),
			{
				failure: failure ?? refusal,
				// Also if some are done, so that nobody takes the error for one without effect.
				outcome: done + unknown + created > 0 ? 'unknown' : none,
				// Each with the place or the ID of its item, as in the errors of a file.
				issues: items.flatMap(({place, snapshot, issues = []}) =>
					issues.map(({field, message}) => ({field, message: joined([place ?? snapshot?.id, message], ': ')})),
				),
			},
		);
	}

	const others = failed + created + unknown - items.length;
	const named = items.map(item =>
		lineOfItem(item, joined([item.phase !== 'failed' && numberOf(item), item.place], ', ')),
	);
	const more = others > 0 && `  and ${numberText(others)} more`;
	// What was refused is said of each.
	const because = failure === undefined && refusal !== undefined ? undefined : why;
	for (const text of nonEmpty([summary, ...named, more, because, ...hints])) {
		printError(sanitise(text));
	}

	return code;
}

/** Names notifications in a sentence: one alone, or how many they are. Sanitise it before showing it. */
export const naming = (notifications: ReadonlyArray<Parameters<typeof namedText>[0]>): string =>
	notifications.length === 1 ? namedText(notifications[0]!) : counted(notifications.length, 'notification');
