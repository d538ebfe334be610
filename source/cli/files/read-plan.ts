import type {NotificationFile} from '../../files/notification-file.ts';
import {invalidInput} from '../command-error.ts';
import type {CommandContext} from '../command.ts';
import {inputLimit, readInput} from '../read-input.ts';
import {readKeptPlan, type KeptPlan} from './kept-plan.ts';
import {readFiles, type FileOptions} from './read-files.ts';

/** The input that a command line names: files of notifications, or a plan that was kept. */
export type PlanOrFiles =
	| {readonly kind: 'files'; readonly files: readonly NotificationFile[]}
	| {readonly kind: 'plan'; readonly plan: KeptPlan};

/** Reads files of notifications, or one kept plan. @throws CommandError, exit code 5 */
export async function readPlanOrFiles(names: readonly string[], options: FileOptions, context: CommandContext): Promise<PlanOrFiles> {
	const [name] = names;
	if (names.length === 1 && name!.endsWith('.plan')) {
		const text = await readInput({file: name!, input: context.host.input, limit: inputLimit(options.maxInput)});
		let plan: KeptPlan | undefined;
		try {
			plan = readKeptPlan(text);
		} catch {
			plan = undefined;
		}

		if (plan === undefined) {
			throw invalidInput(`Nothing was sent: ${name!} is not a plan that chainbell plan --out wrote.`, 'Run chainbell plan FILE --out NAME.plan.');
		}

		return {kind: 'plan', plan};
	}

	return {kind: 'files', files: await readFiles(names, options, context)};
}
