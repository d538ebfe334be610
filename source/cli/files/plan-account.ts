import type {Listing} from '../../api/listing/list-notifications.ts';
import type {Notification} from '../../domain/notification.ts';
import {whyNotPrune} from '../../files/guards.ts';
import {lineText, type NotificationFile} from '../../files/notification-file.ts';
import {fileOfOtherProfile, planChanges, type AccountPlanning} from '../../files/plan-changes.ts';
import type {FilePlan} from '../../files/plan.ts';
import type {ApplyFilesOptions} from '../../session/apply-files.ts';
import {accountState} from '../../session/account-state.ts';
import {rememberPlan} from '../../session/remember-plan.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {CommandError, invalidInput} from '../command-error.ts';
import type {CommandContext, GlobalValues} from '../command.ts';
import {exitCode} from '../exit-codes.ts';
import type {ListedAccount} from '../open-listed.ts';
import type {CommandSession} from '../open-session.ts';
import {keyInContentError} from '../change-errors.ts';
import {invalidFiles, printWarnings} from './read-files.ts';

/** The options of `plan` and `apply` that decide what is planned. */
export type PlanValues = Pick<GlobalValues, 'quiet' | 'json'> & {
	readonly prune: boolean;
	readonly all: boolean;
	readonly maxDeletes: number | undefined;
	readonly acceptUnknownTemplate: boolean;
	readonly acceptInvalid: boolean;
	readonly unprotect: boolean;
	/** Whether what is printed is for a log that others can read. */
	readonly mask?: boolean;
};

/** The changes that files ask of an account. */
export type AccountPlan = Pick<Extract<AccountPlanning, {readonly ok: true}>, 'changes' | 'summary'> & {
	/** The plan of the files; undefined for one that was kept. */
	readonly plan?: FilePlan;
	/** See `ApplyFilesOptions`. */
	readonly planAgain?: ApplyFilesOptions['planAgain'];
	readonly tooMany?: string | undefined;
};

/** Refuses options and files that must not be combined; once more when it is `listed` what the account has. @throws CommandError */
export function checkPrune(
	files: readonly NotificationFile[],
	{prune, all}: Pick<PlanValues, 'prune' | 'all'>,
	listed?: readonly Notification[],
): void {
	const why = prune ? whyNotPrune(files, {all, listed}) : undefined;
	if (why !== undefined) {
		throw invalidInput(`Nothing was sent: ${why}`, 'chainbell plan without --prune lists what is in no file.');
	}
}

/** Refuses files of another profile. @throws CommandError */
export function checkProfileOf(
	files: readonly NotificationFile[],
	{profile}: Pick<CommandSession['session'], 'profile'>,
): void {
	const other = fileOfOtherProfile(files, profile.name);
	if (other !== undefined) {
		throw invalidInput(
			`Nothing was sent: ${other.name} is for the profile ${other.profile!}, and this is ${profile.name}.`,
			`Run it with --profile ${other.profile!}.`,
		);
	}
}

/** Refuses files of another profile, and a partial listing. @throws CommandError */
export function checkAccountOf(
	files: readonly NotificationFile[],
	session: Pick<CommandSession['session'], 'profile'>,
	listing: Listing,
): void {
	checkProfileOf(files, session);
	checkComplete(listing);
}

/** Refuses a partial listing. @throws CommandError */
export function checkComplete(listing: Listing): void {
	if (!listing.complete) {
		throw new CommandError({
			exitCode: exitCode.incomplete,
			kind: 'incomplete',
			message: `Nothing was sent: a plan needs a complete listing. ${listing.reason}`,
			hint: 'Run it again.',
		});
	}
}

/**
Compares files with a listing of an account.

@throws CommandError for a file of another profile, a partial listing, and mistakes.
*/
export async function planAccount(
	files: readonly NotificationFile[],
	{session, ledger, listing}: ListedAccount,
	options: PlanValues,
	context: CommandContext,
): Promise<AccountPlan> {
	checkAccountOf(files, session, listing);
	const rules = await session.rules.load();
	const stateOf = (records: Listing['records']) => accountState(ledger, session.profileKey, {records}, rules);
	const state = stateOf(listing.records);
	const planning = planChanges(files, state, options);
	if (!planning.ok) {
		const account = files.find(({isAccount}) => isAccount);
		throw invalidFiles(planning.mistakes, options, context, account && `it in ${account.name}`);
	}

	const withKey = planning.changes.find(change =>
		isStoredRedacted([change.of?.raw, change.kind === 'delete' ? undefined : change.input]),
	);
	if (withKey !== undefined) {
		throw keyInContentError(withKey.of?.id ?? lineText(withKey.place!));
	}

	if (planning.changes.some(({kind}) => kind === 'delete')) {
		checkPrune(files, options, state.listed);
	}

	await rememberPlan(ledger, {profileKey: session.profileKey, files, plan: planning.plan});
	printWarnings(planning.warnings, options, context);
	return {
		...planning,
		planAgain(records) {
			const again = planChanges(files, stateOf(records), options);
			return again.ok ? again.changes : undefined;
		},
	};
}
