import type {FilePlan} from '../../files/plan.ts';
import {numberText} from '../../platform/text.ts';
import {applyFileChanges, rememberPlan} from '../../account/account-files.ts';
import {runChange, type ChangeValues} from '../change-command.ts';
import {commandError, UsageError, exitCode, type ExitCode} from '../command-error.ts';
import {printsResults, type Run, type Running} from '../command.ts';
import {dryRunText} from '../output/result.ts';
import type {applyOptions} from '../commands/files.ts';
import {codeOfKept, requireRules} from '../targets.ts';
import {type PlanInput, type PlanValues, planInput, readPlanInput} from './plan-account.ts';
import {keptLines, notesOf, planJson, planLines} from './plan.ts';

/** Makes an account equal to files or to that of another profile, or makes the changes of a kept plan, as one set. Returns the exit code. @throws CommandError */
export async function runApply(run: Run<typeof applyOptions>) {
	const {words, options} = run;
	const read = await readPlanInput(words, run);
	if (read.kind === 'plan' && (options.prune || options.acceptUnknownTemplate)) {
		throw new UsageError(
			'A kept plan is applied as it is: give --prune and --accept-unknown-template to chainbell plan.',
		);
	}

	return applyInput(read, run);
}

/** Makes the changes that an input asks for as one set, after asking. Returns the exit code. @throws CommandError */
export async function applyInput(read: PlanInput, run: Running<ChangeValues & PlanValues>): Promise<number> {
	const {options} = run;
	return runChange(run, async listed => {
		const {session, ledger, place} = listed;
		const {profileKey} = session;
		const rules = await requireRules(session);
		const {plan, tooMany, planAgain} = await planInput(read, {listed, rules}, run);
		if (tooMany !== undefined && !options.dryRun) {
			throw commandError(
				'unconfirmed',
				'unconfirmed',
				`Nothing was sent: ${tooMany}`,
				'chainbell plan shows what would be deleted.',
			);
		}

		const lines = planLines(plan);
		const {changes} = plan;
		const count = changes.length;
		if (count === 0 && !options.dryRun && !options.quiet) {
			run.printError(lines.join('\n'));
		}

		return {
			count,
			verb: 'changed',
			isCounted: true,
			send: async sending => applyFileChanges(session.changes, changes, {...sending, planAgain}),
			dryRun() {
				const json = planJson(plan, false);
				run.print(printsResults(options) ? dryRunText(json.changes, options, json) : lines.join('\n'));
			},
			preview: async () => lines,
			notes: options.yes ? [...keptLines(plan), ...notesOf(plan)] : [],
			question: `Make ${count === 1 ? 'this change' : `these ${numberText(count)} changes`} on ${place}?`,
			// The action, the old and the new ID.
			line: ({action, oldId, id}) => (action === 'delete' ? [action, id, ''] : [action, oldId ?? '', id]),
			async onSent({set}) {
				if (read.kind === 'files') {
					await rememberPlan(ledger, {profileKey, files: read.files, plan, set: set.id});
				}
			},
			codeIfDone: codeOf(plan),
		};
	});
}

/** The exit code if all that was sent is done, but a pending change, a protection or a template that would be lost kept the account from becoming equal to the files. What is only pruned is no part of the files. */
const codeOf = ({kept, pending, notReplaced}: FilePlan): ExitCode =>
	pending.length > 0
		? exitCode.unknown
		: codeOfKept(kept.filter(({kind}) => kind === 'replace').length + notReplaced.length);
