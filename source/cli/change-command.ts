import type {BulkResult} from '../operations/bulk/bulk-context.ts';
import {numberText} from '../platform/text.ts';
import type {BulkOptions, BulkOutcome} from '../session/operations.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Running} from './command.ts';
import {confirm, maxNamed} from './confirm.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';
import {openListed} from './open-session.ts';
import {printResults, type CompleteResults, type LineOf} from './output/result.ts';
import {printMany, sendMany, sendOne, type ChangeValues, type Changing, type SingleChange} from './send-change.ts';

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
		const answer = one === undefined ? String(count) : 'y';
		await confirm({text: question, answer, signal: interrupt.signal}, run);
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
