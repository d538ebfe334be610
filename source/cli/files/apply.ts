import {whyOutdated} from '../../files/changes.ts';
import type {PlanSummary} from '../../files/plan-texts.ts';
import {applyFileChanges} from '../../session/apply-files.ts';
import {rememberPlan} from '../../session/remember-plan.ts';
import {numberText} from '../../platform/text.ts';
import {CommandError, UsageError} from '../command-error.ts';
import type {CommandContext, GlobalValues} from '../command.ts';
import {confirm} from '../confirm.ts';
import {exitCode, type ExitCode} from '../exit-codes.ts';
import type {OmitOptions} from '../omit-refused.ts';
import {openListed} from '../open-listed.ts';
import {printResults, type LineOf} from '../output/result.ts';
import type {ResultValues} from '../output/output-format.ts';
import {printBulk} from '../report-bulk.ts';
import {requireRules, withKept} from '../targets.ts';
import {runBulk, type BulkRun} from '../run-bulk.ts';
import {checkComplete, planAccount, type AccountPlan, type PlanValues} from './plan-account.ts';
import {keptLines, nothingElse, notesOf, planLines} from './plan-output.ts';
import {filesOf, readPlanInput, type PlanInput} from './read-plan.ts';
import {requireAllowed} from './require-allowed.ts';
import {requireCurrent} from './require-current.ts';

export type ApplyOptions = GlobalValues &
	PlanValues &
	ResultValues &
	OmitOptions & {readonly maxInput: string | undefined; readonly from: string | undefined; readonly retries: number};

/** Makes an account equal to files or to that of another profile, or makes the changes of a kept plan, as one set. Returns the exit code. @throws CommandError */
export async function runApply(
	words: readonly string[],
	options: ApplyOptions,
	context: CommandContext,
): Promise<number> {
	const read = await readPlanInput(words, options, context);
	if (read.kind === 'plan' && (options.prune || options.acceptUnknownTemplate)) {
		throw new UsageError(
			'A kept plan is applied as it is: give --prune and --accept-unknown-template to chainbell plan.',
		);
	}

	return applyInput(read, options, context);
}

/** Makes the changes that an input asks for as one set, after asking. Returns the exit code. @throws CommandError */
export async function applyInput(
	read: PlanInput,
	options: Omit<ApplyOptions, 'from'>,
	context: CommandContext,
): Promise<number> {
	await using listed = await openListed(options, context);
	const {opened, interrupt, listing} = listed;
	const rules = await requireRules(opened.session);
	if (read.kind === 'plan') {
		requireAllowed(read.plan.changes, rules, options.unprotect);
		checkComplete(listing);
		requireCurrent(read.plan, opened.session.profileKey, whyOutdated(read.plan.changes, listing.records));
	}

	const plan: AccountPlan =
		read.kind === 'plan'
			? {changes: read.plan.changes, summary: nothingElse}
			: await planAccount(await filesOf(read, listed, options, context), opened, listing, options, context);
	const {changes, summary, tooMany} = plan;
	const shown = {isMasked: false};
	if (tooMany !== undefined && !options.dryRun) {
		throw new CommandError({
			exitCode: exitCode.unconfirmed,
			kind: 'unconfirmed',
			message: `Nothing was sent: ${tooMany}`,
			hint: 'chainbell plan shows what would be deleted.',
		});
	}

	if (options.dryRun) {
		context.print(planLines(changes, summary, shown).join('\n'));
		return 0;
	}

	if (changes.length === 0) {
		for (const line of options.quiet ? [] : planLines(changes, summary, shown)) {
			context.printError(line);
		}

		await printResults([], idsLine, options, context);
		return exitCodeWith(exitCode.done, summary);
	}

	if (!options.yes) {
		context.printError(planLines(changes, summary, shown).join('\n'));
	} else if (!options.quiet) {
		for (const line of [...keptLines(summary, shown), ...notesOf(summary)]) {
			context.printError(line);
		}
	}

	await confirm(
		{
			text: `Make ${changes.length === 1 ? 'this change' : `these ${numberText(changes.length)} changes`} on ${opened.place}?`,
			answer: String(changes.length),
			signal: interrupt.signal,
		},
		options,
		context,
	);
	interrupt.throwIfInterrupted();
	const run: BulkRun = {
		opened,
		interrupt,
		options,
		context,
		verb: 'changed',
		retries: options.retries,
		omitRefused: options.omitRefused,
	};
	const result = await runBulk(run, async bulk =>
		applyFileChanges(opened.session.operations, changes, {...bulk, planAgain: plan.planAgain}),
	);
	if (read.kind === 'files' && plan.plan !== undefined) {
		const {ledger} = await opened.services.openLedger();
		await rememberPlan(ledger, {
			profileKey: opened.session.profileKey,
			files: read.files,
			plan: plan.plan,
			batch: result.batch,
		});
	}

	return exitCodeWith(await printBulk(run, result, idsLine), summary);
}

/** The exit code, if a pending change, a protection or a template that would be lost kept the account from becoming equal to the files. What is only pruned is no part of the files. */
const exitCodeWith = (code: ExitCode, {kept, pending, notReplaced}: PlanSummary): ExitCode =>
	code === exitCode.done && pending.length > 0
		? exitCode.unknown
		: withKept(code, kept.filter(({kind}) => kind === 'replace').length + notReplaced.length);

/** A line with the action, the old and the new ID. */
const idsLine: LineOf = ({action, oldId, id}) => (action === 'delete' ? [action, id, ''] : [action, oldId ?? '', id]);
