import type {FilePlan} from '../../files/plan.ts';
import {rulesProblemText} from '../../account/settings.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {jsonText} from '../command-error.ts';
import type {Run} from '../command.ts';
import type {planCommandOptions} from '../commands/files.ts';
import {exitCode} from '../exit-codes.ts';
import {openListed} from '../open-session.ts';
import {ownPlan, withFiles} from './kept-plan.ts';
import {planInput, readPlanInput} from './plan-account.ts';
import {planJson, planLines, planMarkdown} from './plan-output.ts';
import {writeOwn} from './write-own.ts';

/** Prints what applying files or the account of another profile would change, or whether a kept plan still fits. Nothing is sent. Returns the exit code. @throws CommandError */
export async function runPlan(run: Run<typeof planCommandOptions>) {
	const {options, words} = run;
	const read = await readPlanInput(words, run);
	await using listed = await openListed({...run, options: {...options, dryRun: true}});
	const {session} = listed;
	const rules = await session.rules.load();
	const {plan, tooMany} = await planInput(read, {listed, rules}, run);
	const {mask} = options;
	if (options.json || options.output === 'json') {
		run.print(jsonText(planJson(plan, mask), 2));
	} else {
		run.print((options.output === 'markdown' ? planMarkdown(plan, mask) : planLines(plan, mask)).join('\n'));
	}

	if (tooMany !== undefined) {
		run.printError(sanitise(`apply will refuse this plan: ${tooMany}`));
	}

	for (const problem of rules.problems.slice(0, 1)) {
		run.printError(
			sanitise(
				`apply will refuse this plan. ${mask ? 'A rule of config.yaml cannot be used.' : rulesProblemText(problem)}`,
			),
		);
	}

	if (options.out !== undefined) {
		const names = new Map(read.kind === 'files' ? read.files.map(({name, path = name}) => [name, path]) : []);
		const changes = withFiles(plan.changes, file => names.get(file) ?? file);
		await writeOwn(options.out, ownPlan({account: session.profileKey, changes}), 0o600);
	}

	if (tooMany !== undefined || rules.problems.length > 0) {
		return exitCode.failed;
	}

	return options.exitCode && isDifferent(plan) ? exitCode.changes : exitCode.done;
}

/** Whether the account is not as the files say, also where nothing can or will be done about it. */
const isDifferent = ({changes, unmanaged, kept, pending, notReplaced}: FilePlan): boolean =>
	[changes, unmanaged, kept, pending, notReplaced].some(each => each.length > 0);
