import * as z from 'zod/mini';
import type {Listing} from '../../service/listing/list-notifications.ts';
import {readRecord} from '../../service/listing/read-record.ts';
import {isFileName} from '../../files/find-files.ts';
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
import {canonicalForm} from '../../notification/equivalence.ts';
import {type Notification, rawOf} from '../../notification/notification.ts';
import {asListed} from '../../notification/spec.ts';
import {tryParseJson} from '../../platform/json.ts';
import {sentence} from '../../platform/text.ts';
import {betweenListings} from '../../query/changes.ts';
import type {Query} from '../../query/match.ts';
import {
	type AccountRules,
	brokenText,
	createPolicyCheck,
	refusingPolicy,
	createProtection,
	protectedText,
} from '../../query/rules.ts';
import {
	accountAsFile,
	accountState,
	type ApplyFilesOptions,
	isOneAccount,
	rememberPlan,
	unreadableSourceText,
} from '../../account/account-files.ts';
import type {Session} from '../../account/session.ts';
import {inputSchema} from '../../ledger/shared-body.ts';
import {isStoredRedacted} from '../../ledger/stored-json.ts';
import {keyInContentError, refusalError} from '../change-errors.ts';
import {CommandError, commandError, incompleteError, invalidInput, UsageError} from '../command-error.ts';
import type {GlobalValues, OptionValues, planOptions, Running} from '../command.ts';
import type {Interrupt} from '../confirm.ts';
import {listAll, readQuery, requireComplete} from '../listing.ts';
import {identify, type ListedAccount, listNow} from '../open-session.ts';
import {readInput} from '../read-input.ts';
import {invalidFiles, maskedName, printWarnings, readNamed, requireRead, withoutNames} from './read-files.ts';
import {ownFile, type OwnFile} from './write-own.ts';

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
function checkPrune(files: readonly NotificationFile[], {prune, all}: PlanValues, listed?: readonly Notification[]) {
	const why = prune ? whyNotPrune(files, {all, listed}) : undefined;
	if (why !== undefined) {
		throw invalidInput(`Nothing was sent: ${why}`, 'chainbell plan without --prune lists what is in no file.');
	}
}

/** Refuses files of another profile. @throws CommandError */
export function checkAccountOf(files: readonly NotificationFile[], {profile}: Session) {
	const other = fileOfOtherProfile(files, profile.name);
	if (other !== undefined) {
		throw invalidInput(
			`Nothing was sent: ${other.name} is for the profile ${other.profile!}, and this is ${profile.name}.`,
			`Run it with --profile ${other.profile!}.`,
		);
	}
}

/** Refuses a partial listing. `of`: the profile, if it is another one. @throws CommandError */
export const requirePlannable = (listing: Listing, of = '') => {
	requireComplete(listing, `Nothing was sent: a plan needs a complete listing${of}.`);
};

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
	checkAccountOf(files, session);
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

	await rememberPlan(ledger, session.profileKey, files, plan);
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

/** Reads what a command line names: files, a kept plan or, of the account of another profile, its name and the query. `from`: the profile whose account takes the place of files. @throws CommandError */
export async function readPlanInput(
	words: readonly string[],
	run: Running<PlanValues & {readonly from: string | undefined}>,
): Promise<PlanInput> {
	const {options} = run;
	const input = options.from === undefined ? await readPlanOrFiles(words, run) : readAccountInput(options.from, words);
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
	listed: ListedAccount,
	run: Running<PlanValues>,
): Promise<AccountPlan> {
	const {session, listing} = listed;
	requirePlannable(listing);
	if (input.kind !== 'plan') {
		const files = input.kind === 'files' ? input.files : [await readAccount(input, listed, run)];
		return planAccount(files, listed, run);
	}

	const {account, changes} = input.plan;
	requireAllowed(changes, await session.rules.load(), run.options.unprotect);
	const why =
		account === session.profileKey ? whyOutdated(changes, listing.records) : 'the plan was made for another account.';
	if (why !== undefined) {
		throw commandError('invalid', 'outdated', `Nothing was sent: ${why}`, 'Run chainbell plan again.');
	}

	return {plan: planOfChanges(changes)};
}

/** Refuses the changes of a kept plan that the rules do not allow by now. @throws CommandError */
function requireAllowed(changes: readonly FileChange[], rules: AccountRules, unprotect: boolean) {
	const protectionOf = createProtection(rules, unprotect);
	const findBroken = createPolicyCheck(rules);
	for (const change of changes) {
		const rule = change.of && protectionOf(change.of);
		if (rule !== undefined) {
			throw refusalError(`Nothing was sent: ${protectedText(change.of!.id, rule)}`, {cause: 'protected'});
		}

		const policy = change.input && refusingPolicy(findBroken(asListed(change.input)));
		if (policy !== undefined) {
			throw refusalError(`Nothing was sent: ${lineText(change.place!)} ${brokenText(policy)}.`, {cause: 'policy'});
		}
	}
}

/** Reads files of notifications, or one kept plan. @throws CommandError, exit code 5 */
async function readPlanOrFiles(names: readonly string[], run: Running<PlanValues>): Promise<PlanInput> {
	const {options, host} = run;
	const [name] = names;
	if (names.length === 1 && name!.endsWith('.plan')) {
		const text = await withoutNames(options, async () => readInput(name!, host.input, options));
		const plan = readKeptPlan(text);
		if (plan === undefined) {
			throw invalidInput(
				`Nothing was sent: ${options.mask === true ? 'the file' : name!} is not a plan that chainbell plan --out wrote.`,
				'Run chainbell plan FILE --out NAME.plan.',
			);
		}

		const files = [...new Set(plan.changes.flatMap(({place}) => place?.file ?? []))];
		const nameOf = (file: string) => (options.mask === true ? maskedName(files.indexOf(file)) : file);
		return {kind: 'plan', plan: {...plan, changes: withFiles(plan.changes, nameOf)}};
	}

	return {kind: 'files', files: requireRead(await readNamed(names, run), run)};
}

/** The account of another profile, which a command line names in place of files. */
type AccountInput = {
	readonly kind: 'account';
	/** The name of the profile. */
	readonly name: string;
	/** The query that finds the notifications to compare, in both accounts; all of them by default. */
	readonly scope: {readonly text: string; readonly query: Query};
};

/** Reads the value of `--from` and the query beside it. @throws UsageError */
function readAccountInput(name: string, words: readonly string[]): AccountInput {
	const file = words.find(word => isFileName(word) || word.endsWith('.plan'));
	if (file !== undefined) {
		throw new UsageError(`--from takes the account of ${name} in place of files: ${file} cannot be named with it.`);
	}

	const text = words.join(' ').trim();
	const query = readQuery(text);
	if (query.some(terms => terms.some(({field}) => field === 'id'))) {
		throw new UsageError(
			'An ID is of one account only, so that id: cannot choose in two. Use another field, such as name:=Treasury.',
		);
	}

	return {kind: 'account', name, scope: {text: text === '' ? 'all' : text, query}};
}

/**
Lists the account of another profile and makes a file of it. Nothing is sent to it.

@throws CommandError if it is the open account, cannot be opened or listed completely, or has pending changes.
*/
async function readAccount(
	{name, scope}: AccountInput,
	{session: target, services, ledger, place, interrupt}: ListedAccount,
	run: Running<PlanValues>,
): Promise<NotificationFile> {
	const profiles = await services.profiles();
	const found = await profiles.openBeside(name, services.keyCommand.policy);
	interrupt.throwIfInterrupted();
	if (!found.ok) {
		throw commandError(
			'failed',
			'no-account',
			sentence(`Nothing was sent: the account of ${name} could not be opened: ${found.problem}`),
			'chainbell profile list prints the profiles.',
		);
	}

	const source = await identify(found.session, services, run);
	if (isOneAccount(source, target)) {
		throw new UsageError(`--from needs another account: ${name} is the account of ${place}.`);
	}

	const listing = await listOne(name, interrupt, async () => listNow(source, interrupt.signal));
	const contentOf = ({records}: Listing) => accountAsFile(ledger, source.profileKey, {name, scope, records});
	const {file, unreadable, problem} = contentOf(listing);
	if (problem !== undefined) {
		throw commandError('failed', 'pending', `Nothing was sent: ${problem}`, `Run chainbell recover --profile ${name}.`);
	}

	if (unreadable > 0) {
		run.printError(unreadableSourceText(unreadable, name));
	}

	if (!run.options.prune) {
		return file;
	}

	if (unreadable > 0) {
		throw incompleteError(
			`Nothing was sent: not all that ${name} has can be read, so that --prune could delete what it has.`,
			`chainbell list --profile ${name} -o json shows all. Run it without --prune.`,
		);
	}

	// One listing may lack a notification that exists: nothing is deleted before a second one agrees.
	const again = await listOne(name, interrupt, async () => {
		await run.host.clock.sleep(betweenListings, interrupt.signal);
		return listAll(source.connection, run, interrupt.signal);
	});
	if (formsOf(contentOf(again).file) !== formsOf(file)) {
		throw incompleteError(`Nothing was sent: two listings of ${name} differ.`);
	}

	return file;
}

/** Lists the account of a profile. An error names the profile, because the command uses two. */
async function listOne(name: string, interrupt: Interrupt, list: () => Promise<Listing>): Promise<Listing> {
	let listing: Listing;
	try {
		listing = await list();
	} catch (error) {
		interrupt.throwIfInterrupted();
		throw error instanceof CommandError
			? new CommandError({...error, message: `The profile ${name} could not be listed. ${error.message}`})
			: error;
	}

	interrupt.throwIfInterrupted();
	requirePlannable(listing, ` of ${name}`);
	return listing;
}

/** The content of an account, to be compared. */
const formsOf = ({entries}: NotificationFile) =>
	entries
		.map(({record}) => canonicalForm(record))
		.toSorted((a, b) => (a < b ? -1 : 1))
		.join('\n');

/** A plan in a file: what was shown is what is applied, or nothing. It has recipients and templates, so that only its owner may read it. */
type KeptPlan = {
	/** The account in the ledger (`profileKey`): a plan is applied to no other. */
	readonly account: string;
	readonly changes: readonly FileChange[];
};

const placeSchema = z.object({file: z.string(), line: z.number(), column: z.number(), id: z.optional(z.string())});

const planSchema = z.object({
	chainbellPlan: z.literal(1),
	account: z.string(),
	changes: z.array(
		z.discriminatedUnion('kind', [
			z.object({
				kind: z.literal('create'),
				place: placeSchema,
				input: inputSchema,
				existing: z.number(),
				pause: z.optional(z.literal('resume')),
			}),
			z.object({
				kind: z.literal('replace'),
				place: placeSchema,
				of: z.unknown(),
				input: inputSchema,
				changes: z.array(z.object({field: z.string(), old: z.string(), new: z.string()})),
			}),
			z.object({
				kind: z.literal('delete'),
				of: z.unknown(),
				place: z.optional(placeSchema),
				pause: z.optional(z.literal('park')),
			}),
		]),
	),
});

/** Changes whose places have other names for their files. */
export const withFiles = (changes: readonly FileChange[], nameOf: (file: string) => string): readonly FileChange[] =>
	changes.map((change): FileChange =>
		change.place === undefined ? change : {...change, place: {...change.place, file: nameOf(change.place.file)}},
	);

/** Prepares the file of a plan that is kept. */
export function ownPlan({account, changes}: KeptPlan): OwnFile {
	const text = JSON.stringify({
		account,
		changes: changes.map(({asked, ...change}) =>
			change.of === undefined ? change : {...change, of: rawOf(change.of)},
		),
	});
	return ownFile('plan', digest => `{"chainbellPlan":1,"sha256":"${digest}",`, `${text.slice(1)}\n`);
}

/** Reads a kept plan; undefined if the text is something else, or cannot be read. */
function readKeptPlan(text: string): KeptPlan | undefined {
	const {data} = planSchema.safeParse(tryParseJson(text));
	const changes = (data?.changes ?? []).flatMap((change): FileChange[] => {
		if (change.kind === 'create') {
			return [change];
		}

		const of = readRecord(change.of, 0);
		return of.kind === 'unreadable' ? [] : [{...change, of}];
	});
	return data && changes.length === data.changes.length ? {account: data.account, changes} : undefined;
}
