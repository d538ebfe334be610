import type {Listing} from '../../service/listing/list-notifications.ts';
import {type NotificationFile, lineText} from '../../files/notification-file.ts';
import {
	fileOfOtherProfile,
	planChanges,
	planOfChanges,
	whyNotPrune,
	whyOutdated,
	type FileChange,
	type FilePlan,
} from '../../files/plan.ts';
import {type Notification, rawOf} from '../../notification/notification.ts';
import {asListed} from '../../notification/spec.ts';
import {
	type AccountRules,
	brokenText,
	createPolicyCheck,
	refusingPolicy,
	createProtection,
	protectedText,
} from '../../query/rules.ts';
import {accountState, type ApplyFilesOptions, rememberPlan} from '../../account/account-files.ts';
import {isStoredRedacted} from '../../ledger/stored-json.ts';
import {keyInContentError, policyError, protectedError} from '../change-errors.ts';
import {commandError, invalidInput, UsageError} from '../command-error.ts';
import type {GlobalValues, OptionValues, planOptions, Running} from '../command.ts';
import type {CommandSession, ListedAccount} from '../open-session.ts';
import {readInput} from '../read-input.ts';
import {type KeptPlan, readKeptPlan, withFiles} from './kept-plan.ts';
import {type AccountInput, readAccount, readAccountInput} from './read-account.ts';
import {
	type FileOptions,
	invalidFiles,
	maskedName,
	printWarnings,
	readNamed,
	requireRead,
	withoutNames,
} from './read-files.ts';

/** The options of `plan` and `apply` that decide what is planned. */
export type PlanValues = GlobalValues &
	OptionValues<typeof planOptions> & {
		readonly acceptInvalid: boolean;
		/** Whether what is printed is for a log that others can read. */
		readonly mask?: boolean;
	};

/** The plan of files or of another account, or a kept one. */
type AccountPlan = {
	readonly plan: FilePlan;
	/** See `ApplyFilesOptions`. */
	readonly planAgain?: ApplyFilesOptions['planAgain'];
	readonly tooMany?: string | undefined;
};

/** Refuses options and files that must not be combined; once more when it is `listed` what the account has. @throws CommandError */
function checkPrune(
	files: readonly NotificationFile[],
	{prune, all}: Pick<PlanValues, 'prune' | 'all'>,
	listed?: readonly Notification[],
): void {
	const why = prune ? whyNotPrune(files, {all, listed}) : undefined;
	if (why !== undefined) {
		throw invalidInput(`Nothing was sent: ${why}`, 'chainbell plan without --prune lists what is in no file.');
	}
}

/** Refuses files of another profile, and a listing that is partial. @throws CommandError */
export function checkAccountOf(
	files: readonly NotificationFile[],
	{profile}: Pick<CommandSession['session'], 'profile'>,
	listing?: Listing,
): void {
	const other = fileOfOtherProfile(files, profile.name);
	if (other !== undefined) {
		throw invalidInput(
			`Nothing was sent: ${other.name} is for the profile ${other.profile!}, and this is ${profile.name}.`,
			`Run it with --profile ${other.profile!}.`,
		);
	}

	if (listing?.complete === false) {
		throw commandError(
			'incomplete',
			'incomplete',
			`Nothing was sent: a plan needs a complete listing. ${listing.reason}`,
			'Run it again.',
		);
	}
}

/**
Compares files with a listing of an account.

@throws CommandError for a file of another profile, a partial listing, and mistakes.
*/
async function planAccount(
	files: readonly NotificationFile[],
	{session, ledger, listing}: ListedAccount,
	run: Running<PlanValues>,
): Promise<AccountPlan> {
	const {options} = run;
	checkAccountOf(files, session, listing);
	const rules = await session.rules.load();
	const stateOf = (records: Listing['records']) => accountState(ledger, session.profileKey, {records}, rules);
	const state = stateOf(listing.records);
	const planning = planChanges(files, state, options);
	if (!planning.ok) {
		const account = files.find(({isAccount}) => isAccount);
		throw invalidFiles(planning.mistakes, run, account && `it in ${account.name}`);
	}

	const {plan} = planning;
	const withKey = plan.changes.find(({of, input}) => isStoredRedacted([of && rawOf(of), input]));
	if (withKey !== undefined) {
		throw keyInContentError(withKey.of?.id ?? lineText(withKey.place!));
	}

	if (plan.changes.some(({kind}) => kind === 'delete')) {
		checkPrune(files, options, state.listed);
	}

	await rememberPlan(ledger, {profileKey: session.profileKey, files, plan});
	printWarnings(planning.warnings, run);
	return {
		...planning,
		planAgain(records) {
			const again = planChanges(files, stateOf(records), options);
			return again.ok ? again.plan.changes : undefined;
		},
	};
}

/** The input that a command line names: files of notifications, a plan that was kept, or the account of another profile. */
export type PlanInput =
	| {readonly kind: 'files'; readonly files: readonly NotificationFile[]}
	| {readonly kind: 'plan'; readonly plan: KeptPlan}
	| AccountInput;

type PlanInputOptions = FileOptions &
	Pick<PlanValues, 'prune' | 'all'> & {
		/** The profile whose account takes the place of files. */
		readonly from: string | undefined;
	};

/** Reads what a command line names: files, a kept plan or, of the account of another profile, its name and the query. @throws CommandError */
export async function readPlanInput(words: readonly string[], run: Running<PlanInputOptions>): Promise<PlanInput> {
	const {options} = run;
	const input =
		options.from === undefined ? await readPlanOrFiles(words, run) : await readAccountInput(options.from, words);
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
	run: Running<PlanValues>,
): Promise<AccountPlan> {
	const {session, listing} = listed;
	if (input.kind !== 'plan') {
		const files = input.kind === 'files' ? input.files : [await readAccount(input, listed, run)];
		return planAccount(files, listed, run);
	}

	const {account, changes} = input.plan;
	requireAllowed(changes, rules, run.options.unprotect);
	checkAccountOf([], session, listing);
	const why =
		account === session.profileKey ? whyOutdated(changes, listing.records) : 'the plan was made for another account.';
	if (why !== undefined) {
		throw commandError('invalid', 'outdated', `Nothing was sent: ${why}`, 'Run chainbell plan again.');
	}

	return {plan: planOfChanges(changes)};
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

		const policy = change.input && refusingPolicy(findBroken(asListed(change.input)));
		if (policy !== undefined) {
			throw policyError(`Nothing was sent: ${lineText(change.place!)} ${brokenText(policy)}.`);
		}
	}
}

/** Reads files of notifications, or one kept plan. @throws CommandError, exit code 5 */
async function readPlanOrFiles(names: readonly string[], run: Running<FileOptions>): Promise<PlanInput> {
	const {options, host} = run;
	const [name] = names;
	if (names.length === 1 && name!.endsWith('.plan')) {
		const text = await withoutNames(options, async () => readInput({file: name!, input: host.input, limit: options}));
		const plan = readKeptPlan(text);
		if (plan === undefined) {
			throw invalidInput(
				`Nothing was sent: ${options.mask === true ? 'the file' : name!} is not a plan that chainbell plan --out wrote.`,
				'Run chainbell plan FILE --out NAME.plan.',
			);
		}

		const files = [...new Set(plan.changes.flatMap(({place}) => place?.file ?? []))];
		const nameOf = options.mask === true ? (file: string) => maskedName(files.indexOf(file)) : undefined;
		return {kind: 'plan', plan: nameOf === undefined ? plan : {...plan, changes: withFiles(plan.changes, nameOf)}};
	}

	return {kind: 'files', files: requireRead(await readNamed(names, run), run)};
}
