import {historyNotes, lossNotes} from '../domain/loss-notes.ts';
import type {Notification} from '../domain/notification.ts';
import {doneText} from '../domain/operation-texts.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {numberText} from '../platform/text.ts';
import {
	printOne,
	keptResults,
	leaveOutProtected,
	requireRules,
	withKept,
	type UnprotectOptions,
	findTargets,
	readTargets,
	refusePending,
	warnOfPartialMatch,
	withWarnings,
	type TargetOptions,
} from './targets.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {confirm, maxNamed} from './confirm.ts';
import {exitCode} from './exit-codes.ts';
import {nameOf} from './name-of.ts';
import {openListed} from './open-listed.ts';
import type {ResultValues} from './output/output-format.ts';
import {noLine, printResults, type ChangeResult} from './output/result.ts';
import {printBulk} from './report-bulk.ts';
import {runBulk, type BulkRun} from './run-bulk.ts';

export type DeleteOptions = GlobalValues & ResultValues & TargetOptions & UnprotectOptions & {readonly retries: number};

/** Deletes notifications after confirmation. Returns the exit code. @throws CommandError */
export async function runDelete(
	ids: readonly string[],
	options: DeleteOptions,
	context: CommandContext,
): Promise<number> {
	const request = await readTargets(ids, options);
	await using listed = await openListed(options, context);
	const {opened, interrupt, listing} = listed;
	const {session, place} = opened;
	const rules = await requireRules(session);
	const guarded = leaveOutProtected(
		findTargets(listing, request, options),
		request,
		{rules, unprotect: options.unprotect},
		context,
	);
	const {left: targets, kept} = guarded;
	if (targets.length === 0) {
		context.printError('Nothing matches the query.');
	}

	const warnings = warnOfPartialMatch(request, targets, context);
	const withLeftOut = (results: Iterable<ChangeResult>) =>
		withWarnings([...results, ...keptResults(guarded, 'delete')], warnings);
	if (options.dryRun) {
		await printTargets(targets, options, context);
		return 0;
	}

	if (targets.length === 0) {
		await printResults([], noLine, options, context);
		return 0;
	}

	await refusePending(targets, opened);
	const [only] = targets;
	const isOne = targets.length === 1;
	if (!options.yes) {
		const survey = await session.operations.surveyDelete(targets);
		for (const target of targets.slice(0, maxNamed)) {
			context.printError(`- ${lineOf(target)}`);
		}

		const others = targets.length - maxNamed;
		const lines = [
			...(others > 0 ? [`  and ${numberText(others)} more; --dry-run shows all`] : []),
			...lossNotes(survey, targets.length, 'chainbell undo'),
			...historyNotes(opened.session.profile.storage?.history, 'chainbell undo'),
		];
		for (const line of lines) {
			context.printError(line);
		}
	}

	await confirm(
		{
			text: `Delete ${isOne ? nameOf(only!) : `${numberText(targets.length)} notifications`} from ${place}? The service cannot undo this.`,
			answer: isOne ? 'y' : String(targets.length),
			signal: interrupt.signal,
		},
		options,
		context,
	);
	interrupt.throwIfInterrupted();
	if (isOne) {
		const operation = await printOne(
			await session.operations.delete(only!, new AbortController().signal, {
				isUnprotected: options.unprotect,
				shown: listed.shown,
			}),
			{opened, interrupt, options, context},
			noLine,
			withLeftOut,
		);
		if (!options.quiet && !options.json) {
			context.printError(sanitise(doneText(operation)));
		}

		return interrupt.exitCode() ?? withKept(exitCode.done, kept.length);
	}

	const run: BulkRun = {opened, interrupt, options, context, verb: 'deleted', retries: options.retries};
	const result = await runBulk(run, async bulk =>
		session.operations.bulkDelete(targets, {...bulk, shown: listed.shown}),
	);
	return withKept(await printBulk(run, result, noLine, withLeftOut), kept.length);
}

/** Prints the notifications to be deleted: a line for each, or with --json the records as the service sent them. */
async function printTargets(
	targets: readonly Notification[],
	options: DeleteOptions,
	context: CommandContext,
): Promise<void> {
	if (options.json) {
		const [{writeRecords}, {notificationOutput}] = await Promise.all([
			import('./output/write-records.ts'),
			import('./output/notification-output.ts'),
		]);
		await writeRecords(targets, notificationOutput, 'json', {options: {...options, raw: false}, context});
		return;
	}

	for (const target of targets) {
		context.print(lineOf(target));
	}
}

const lineOf = ({id, name, userId, recipient}: Notification): string =>
	[id, name, userId, recipient].map(text => sanitiseCell(text)).join('\t');
