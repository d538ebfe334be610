import type {AccountRules} from '../../domain/policies/account-rules.ts';
import {brokenText, createPolicyCheck, refusingPolicy} from '../../domain/policies/broken-policies.ts';
import {createProtection, protectedText} from '../../domain/policies/protection.ts';
import {asListed} from '../../domain/spec.ts';
import {whyOutdated, type FileChange} from '../../files/changes.ts';
import {lineText, type NotificationFile} from '../../files/notification-file.ts';
import {policyError, protectedError} from '../change-errors.ts';
import {CommandError, invalidInput, UsageError} from '../command-error.ts';
import {exitCode} from '../exit-codes.ts';
import type {CommandContext} from '../command.ts';
import type {ListedAccount} from '../open-listed.ts';
import {inputLimit, readInput} from '../read-input.ts';
import {readKeptPlan, type KeptPlan} from './kept-plan.ts';
import {checkComplete, checkPrune, planAccount, type AccountPlan, type PlanValues} from './plan-account.ts';
import {nothingElse} from './plan-output.ts';
import {readAccount, readAccountInput, type AccountInput} from './read-account.ts';
import {maskedName, readCheckedFiles, withoutNames, type FileOptions} from './read-files.ts';

/** The input that a command line names: files of notifications, or a plan that was kept. */
export type PlanOrFiles =
	| {readonly kind: 'files'; readonly files: readonly NotificationFile[]}
	| {readonly kind: 'plan'; readonly plan: KeptPlan};

/** The input that a command line names: files, a kept plan, or the account of another profile. */
export type PlanInput = PlanOrFiles | AccountInput;

export type PlanInputOptions = FileOptions &
	Pick<PlanValues, 'prune' | 'all'> & {
		/** The profile whose account takes the place of files. */
		readonly from: string | undefined;
	};

/** Reads what a command line names: files, a kept plan or, of the account of another profile, its name and the query. @throws CommandError */
export async function readPlanInput(
	words: readonly string[],
	options: PlanInputOptions,
	context: CommandContext,
): Promise<PlanInput> {
	const input =
		options.from === undefined
			? await readPlanOrFiles(words, options, context)
			: await readAccountInput(options.from, words);
	if (input.kind === 'files') {
		checkPrune(input.files, options);
	}

	if (input.kind === 'account' && options.prune && !options.all && input.scope.query.length === 0) {
		throw new UsageError(
			'--prune with --from would delete all that the other account does not have. Add a query such as user:=ops, or pass --all with --prune.',
		);
	}

	return input;
}

/**
Plans what an input asks of an account. A kept plan is taken as it is.

@throws CommandError for a kept plan that the rules of config.yaml do not allow by now, of another account, or that no longer fits the listing; of files, as `planAccount` does.
*/
export async function planInput(
	input: PlanInput,
	{listed, rules}: {readonly listed: ListedAccount; readonly rules: AccountRules},
	options: PlanValues,
	context: CommandContext,
): Promise<AccountPlan> {
	const {session, listing} = listed;
	if (input.kind !== 'plan') {
		const files = input.kind === 'files' ? input.files : [await readAccount(input, listed, options, context)];
		return planAccount(files, listed, options, context);
	}

	const {account, changes} = input.plan;
	requireAllowed(changes, rules, options.unprotect);
	checkComplete(listing);
	const why =
		account === session.profileKey ? whyOutdated(changes, listing.records) : 'the plan was made for another account.';
	if (why !== undefined) {
		throw new CommandError({
			exitCode: exitCode.invalid,
			kind: 'outdated',
			message: `Nothing was sent: ${why}`,
			hint: 'Run chainbell plan again.',
		});
	}

	return {changes, summary: nothingElse};
}

/** Refuses the changes of a kept plan that the rules do not allow by now. @throws CommandError */
function requireAllowed(changes: readonly FileChange[], rules: AccountRules, unprotect: boolean): void {
	const protectionOf = createProtection(rules, unprotect);
	const findBroken = createPolicyCheck(rules);
	for (const change of changes) {
		const rule = change.of && protectionOf(change.of);
		if (rule !== undefined) {
			throw protectedError(`Nothing was sent: ${protectedText(change.of!.id, rule)}`);
		}

		const policy = change.kind === 'delete' ? undefined : refusingPolicy(findBroken(asListed(change.input)));
		if (policy !== undefined && change.kind !== 'delete') {
			throw policyError(`Nothing was sent: ${lineText(change.place)} ${brokenText(policy)}.`);
		}
	}
}

/** Reads files of notifications, or one kept plan. @throws CommandError, exit code 5 */
async function readPlanOrFiles(
	names: readonly string[],
	options: FileOptions,
	context: CommandContext,
): Promise<PlanOrFiles> {
	const [name] = names;
	if (names.length === 1 && name!.endsWith('.plan')) {
		const text = await withoutNames(options, async () =>
			readInput({file: name!, input: context.host.input, limit: inputLimit(options.maxInput)}),
		);
		let plan: KeptPlan | undefined;
		try {
			plan = readKeptPlan(text);
		} catch {
			plan = undefined;
		}

		if (plan === undefined) {
			throw invalidInput(
				`Nothing was sent: ${options.mask === true ? 'the file' : name!} is not a plan that chainbell plan --out wrote.`,
				'Run chainbell plan FILE --out NAME.plan.',
			);
		}

		return {kind: 'plan', plan: options.mask === true ? withoutFileNames(plan) : plan};
	}

	return {kind: 'files', files: await readCheckedFiles(names, options, context)};
}

/** A kept plan whose places have other names for their files. */
function withoutFileNames({account, changes}: KeptPlan): KeptPlan {
	const names = [...new Set(changes.flatMap(({place}) => place?.file ?? []))];
	return {
		account,
		changes: changes.map((change): FileChange =>
			change.place === undefined
				? change
				: {...change, place: {...change.place, file: maskedName(names.indexOf(change.place.file))}},
		),
	};
}
