import type {SetChange} from '../../session/account-operations.ts';
import {whyOutdated, type FileChange} from '../../files/changes.ts';
import {CommandError, UsageError} from '../command-error.ts';
import type {CommandContext, GlobalValues} from '../command.ts';
import {confirm} from '../confirm.ts';
import {exitCode} from '../exit-codes.ts';
import type {OmitOptions} from '../omit-refused.ts';
import {openListed} from '../open-listed.ts';
import {printResults, type LineOf} from '../output/result.ts';
import type {ResultValues} from '../output/output-format.ts';
import {printBulk} from '../report-bulk.ts';
import {runBulk, type BulkRun} from '../run-bulk.ts';
import {checkPrune, planAccount, type AccountPlan, type PlanValues} from './plan-account.ts';
import {countText, notesOf, nothingElse, planLines} from './plan-output.ts';
import {readPlanOrFiles} from './read-plan.ts';
import {requireCurrent} from './require-current.ts';

export type ApplyOptions = GlobalValues & PlanValues & ResultValues & OmitOptions & {readonly maxInput: string | undefined; readonly retries: number};

/** Makes an account equal to files, or makes the changes of a kept plan, as one set. Returns the exit code. @throws CommandError */
export async function runApply(names: readonly string[], options: ApplyOptions, context: CommandContext): Promise<number> {
	const read = await readPlanOrFiles(names, options, context);
	if (read.kind === 'files') {
		checkPrune(read.files, options);
	} else if (options.prune || options.replaceUnknownTemplates) {
		throw new UsageError('A kept plan is applied as it is: give --prune and --replace-unknown-templates to chainbell plan.');
	}

	await using listed = await openListed(options, context);
	const {opened, interrupt, listing} = listed;
	if (read.kind === 'plan') {
		requireCurrent(read.plan, opened.session.profileKey, whyOutdated(read.plan.changes, listing.records));
	}

	const plan: AccountPlan = read.kind === 'plan' ? {changes: read.plan.changes, summary: nothingElse} : await planAccount(read.files, opened, listing, options, context);
	const {changes, summary, tooMany} = plan;
	const shown = {isMasked: false};
	if (tooMany !== undefined && !options.dryRun) {
		throw new CommandError({exitCode: exitCode.unconfirmed, kind: 'unconfirmed', message: `Nothing was sent: ${tooMany}`, hint: 'chainbell plan shows what would be deleted.'});
	}

	if (options.dryRun) {
		context.print(planLines(changes, summary, shown).join('\n'));
		return 0;
	}

	if (changes.length === 0) {
		for (const line of options.quiet ? [] : [...notesOf(summary), countText(changes, summary)]) {
			context.printError(line);
		}

		await printResults([], idsLine, options, context);
		return 0;
	}

	if (!options.yes) {
		context.printError(planLines(changes, summary, shown).join('\n'));
	}

	await confirm({text: `Make ${changes.length === 1 ? 'this change' : `these ${changes.length.toLocaleString('en')} changes`} on ${opened.place}?`, answer: String(changes.length), signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted();
	const run: BulkRun = {opened, interrupt, options, context, verb: 'changed', retries: options.retries, omitRefused: options.omitRefused};
	const result = await runBulk(run, async bulk => opened.session.operations.applySet(changes.map(change => toSetChange(change)), {...bulk, whyChanged: records => whyOutdated(changes, records)}));
	return await printBulk(run, result, idsLine);
}

const toSetChange = (change: FileChange): SetChange => change.kind === 'delete'
	? {kind: 'delete', of: change.of}
	: {...change.kind === 'create' ? {kind: 'create'} : {kind: 'replace', of: change.of}, input: change.input, place: `${change.place.file}, line ${change.place.line}`};

/** A line with the action, the old and the new ID. */
const idsLine: LineOf = ({action, oldId, id}) => action === 'delete' ? [action, id, ''] : [action, oldId ?? '', id];
