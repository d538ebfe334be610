import path from 'node:path';
import type {Failure} from '../../service/failure.ts';
import type {Listing} from '../../service/listing/list-notifications.ts';
import {toShell} from '../../service/curl.ts';
import {type ListedRecord, notificationsOf} from '../../notification/notification.ts';
import {
	type FileChange,
	fileOfOtherProfile,
	planChanges,
	type AccountPlanning,
	type AccountState,
	type FilePlan,
	whyTooMany,
} from '../../files/plan.ts';
import {checkEntries, type EntryWarning} from '../../files/check-entries.ts';
import type {FilePlace, Mistake, NotificationFile} from '../../files/notification-file.ts';
import {numberText} from '../../platform/text.ts';
import {
	accountAsFile,
	accountState,
	isOneAccount,
	unreadableSourceText,
	rememberPlan,
} from '../../account/account-files.ts';
import {sessionWords} from '../../account/change-command.ts';
import type {Session} from '../../account/session.ts';
import {LedgerError} from '../../ledger/ledger-error.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import type {SessionValue} from '../ui/session.ts';

/** The choices that the operator has made on the screen. */
export type FileChoices = {
	readonly prune: boolean;
	/** The number of deletions that is allowed explicitly. */
	readonly maxDeletes: number | undefined;
	readonly acceptUnknownTemplate: boolean;
	/** Whether what is protected is replaced and deleted, too. */
	readonly unprotect: boolean;
};

export const noChoices: FileChoices = {
	prune: false,
	maxDeletes: undefined,
	acceptUnknownTemplate: false,
	unprotect: false,
};

/** What an account is to become equal to: the files at an absolute path, or another account. */
export type PlanOrigin =
	| {readonly kind: 'files'; readonly path: string}
	/** `ids`: the notifications to copy; by default all, which makes the whole account the scope. */
	| {readonly kind: 'account'; readonly session: Session; readonly ids?: ReadonlySet<string> | undefined};

/** The title of a screen of a plan for the account of a profile, safe to show: `plan of alerts.yaml`, or `plan staging → production`. */
export function originTitle(word: 'plan' | 'mistakes', origin: PlanOrigin, profile: string): string {
	if (origin.kind === 'files') {
		return `${word} of ${sanitiseCell(path.basename(origin.path))}`;
	}

	const some = origin.ids === undefined ? '' : `${numberText(origin.ids.size)} of `;
	return `${word} ${some}${sanitiseCell(origin.session.profile.name)} → ${sanitiseCell(profile)}`;
}

/** The files that were read, or the other account, and the account that was listed for them. */
export type PlanSource = {
	readonly origin: PlanOrigin;
	readonly files: readonly NotificationFile[];
	/** What is said about reading them; not yet safe to show. */
	readonly notes: readonly string[];
	readonly account: AccountState;
};

/** The plan of files, with all that can be left out. */
export type WholePlan = Extract<AccountPlanning, {readonly ok: true}>;

/** The plan of files with the choices of the operator. */
export type ChosenPlan = WholePlan & {
	readonly isLeftOut: (change: FileChange) => boolean;
	/** The plan without the changes that are left out. */
	readonly chosen: FilePlan;
};

/** The identity of a change, also in a later plan of the same files. Entries of a file can stand on one line. */
export const changeKey = (change: FileChange): string =>
	change.kind === 'create' ? `create ${Object.values(change.place).join(':')}` : `${change.kind} ${change.of.id}`;

/** The warnings of each change, in the order of the changes. */
export function warningsByChange(
	changes: readonly FileChange[],
	warnings: readonly EntryWarning[],
): ReadonlyArray<readonly EntryWarning[]> {
	const byEntry = Map.groupBy<FilePlace | undefined, EntryWarning>(warnings, ({entry}) => entry);
	return changes.map(({place}) => byEntry.get(place) ?? []);
}

/** Plans files for the whole account; the mistakes if that is not possible. It takes a fraction of a second for a large account. */
export function planWhole({files, account}: PlanSource, choices: FileChoices): AccountPlanning {
	return planChanges(files, account, {...choices, acceptInvalid: false});
}

/** Leaves out of a plan what the operator chose to. `leftOut`: those changes, by `changeKey`. */
export function leaveOut(
	files: readonly NotificationFile[],
	planning: WholePlan,
	{maxDeletes, leftOut}: Pick<FileChoices, 'maxDeletes'> & {readonly leftOut: ReadonlySet<string>},
): ChosenPlan {
	const {plan} = planning;
	const isLeftOut = (change: FileChange) => leftOut.has(changeKey(change));
	const chosen = {...plan, changes: plan.changes.filter(change => !isLeftOut(change))};
	const tooMany = whyTooMany(
		files,
		chosen,
		maxDeletes,
		deletions => `${keyOf('file-plan', 'allow-deletes')} allows ${numberText(deletions)}.`,
	);
	const places = new Set<FilePlace | undefined>(chosen.changes.map(({place}) => place));
	const warnings = planning.warnings.filter(({entry}) => places.has(entry));
	return {...planning, warnings, tooMany, isLeftOut, chosen};
}

/** All changes of the same files and choices with newer records; undefined if these cannot be planned. */
export function planAgain(
	source: PlanSource,
	choices: FileChoices,
	records: readonly ListedRecord[],
): readonly FileChange[] | undefined {
	const planning = planWhole({...source, account: {...source.account, listed: notificationsOf(records)}}, choices);
	return planning.ok ? planning.plan.changes : undefined;
}

/** The `chainbell apply` command that does the same; undefined if it cannot: changes or notifications are left out, or the other account is that of no profile. */
export function planCommand(
	{origin}: Pick<PlanSource, 'origin'>,
	{plan, chosen}: Pick<ChosenPlan, 'plan' | 'chosen'>,
	{prune, maxDeletes, acceptUnknownTemplate, unprotect}: FileChoices,
	target: Pick<Session, 'profile' | 'connection'>,
): string | undefined {
	if (chosen.changes.length < plan.changes.length) {
		return undefined;
	}

	let input: readonly string[];
	if (origin.kind === 'files') {
		input = [origin.path];
	} else if (origin.session.profile.isConfigured === true && origin.ids === undefined) {
		input = ['--from', origin.session.profile.name];
	} else {
		return undefined;
	}

	return toShell({
		words: [
			...sessionWords(target),
			'apply',
			...input,
			...(prune ? ['--prune'] : []),
			...(prune && maxDeletes !== undefined ? ['--max-deletes', String(maxDeletes)] : []),
			...(acceptUnknownTemplate ? ['--accept-unknown-template'] : []),
			...(unprotect ? ['--unprotect'] : []),
		],
	});
}

/** The state of a plan: reading and listing, failed, showing mistakes, or made. */
export type PlanStep =
	| {readonly step: 'reading'}
	/** `problem`: full sentences, not yet safe to show. */
	| {readonly step: 'failed'; readonly problem: string; readonly failure?: Failure | undefined}
	| {readonly step: 'mistakes'; readonly mistakes: readonly Mistake[]}
	| {readonly step: 'planned'; readonly source: PlanSource};

type LoadOptions = {readonly signal: AbortSignal; readonly onProgress: (count: number) => void};

/** What was read, and the number of notifications that were listed for it. */
type Content = Pick<PlanSource, 'files' | 'notes'> & {readonly count: number};

const failed = (problem: string, failure?: Failure): PlanStep => ({step: 'failed', problem, failure});

/** Reads files or lists the other account, lists the account completely, and plans. Nothing is sent. */
export async function loadPlan(session: SessionValue, origin: PlanOrigin, options: LoadOptions): Promise<PlanStep> {
	const {services, profileKey, rules} = session;
	try {
		const content =
			origin.kind === 'files' ? await readFiles(session, origin.path) : await readOther(session, origin, options);
		if ('step' in content) {
			return content;
		}

		const listed = await listComplete(session, {
			...options,
			onProgress(count) {
				options.onProgress(content.count + count);
			},
		});
		if ('step' in listed) {
			return listed;
		}

		const mistakes = content.files.flatMap(({entries, isAccount = false}) =>
			isAccount ? [] : checkEntries(entries).mistakes,
		);
		if (mistakes.length > 0) {
			return {step: 'mistakes', mistakes};
		}

		const [{ledger}, current] = await Promise.all([services.openLedger(), rules.load()]);
		const source = {...content, origin, account: accountState(ledger, profileKey, listed, current)};
		const planning = planWhole(source, noChoices);
		if (!planning.ok) {
			return {step: 'mistakes', mistakes: planning.mistakes};
		}

		await rememberPlan(ledger, {profileKey, files: content.files, plan: planning.plan});
		return {step: 'planned', source};
	} catch (error) {
		if (error instanceof LedgerError) {
			return failed(error.message);
		}

		throw error;
	}
}

/** Reads the files at a path. */
async function readFiles({services, profile}: SessionValue, place: string): Promise<PlanStep | Content> {
	const reader = await services.files();
	const read = await reader.read(place);
	if (read.kind === 'problem') {
		return failed(`${read.problem}.`);
	}

	if (read.kind === 'mistakes') {
		return {step: 'mistakes', mistakes: read.mistakes};
	}

	const {files} = read;
	const other = fileOfOtherProfile(files, profile.name);
	return other === undefined
		? {files, notes: [], count: 0}
		: failed(`${other.name} is for the profile ${other.profile!}, and this is ${profile.name}.`);
}

/** Lists the other account, and makes a file of it. */
async function readOther(
	session: SessionValue,
	{session: source, ids}: Extract<PlanOrigin, {kind: 'account'}>,
	options: LoadOptions,
): Promise<PlanStep | Content> {
	const {name} = source.profile;
	const target = session.profile.name;
	if (isOneAccount(source, session)) {
		return failed(`${name} and ${target} are one account.`);
	}

	if (session.earlier !== undefined) {
		return failed(
			`The API key of ${target} is new. Open ${target} once before you copy to it, so that its history is kept in one place.`,
		);
	}

	const listed = await listComplete(source, {...options, name});
	if ('step' in listed) {
		return listed;
	}

	const {records} = listed;
	const {ledger} = await session.services.openLedger();
	const scope = ids === undefined ? {text: 'all', query: []} : undefined;
	const {file, unreadable, problem} = accountAsFile(ledger, source.profileKey, {name, scope, ids, records});
	return problem === undefined
		? {files: [file], notes: unreadable === 0 ? [] : [unreadableSourceText(unreadable, name)], count: records.length}
		: failed(`Nothing was planned: ${problem}`);
}

/** Lists an account, completely or not at all. `name`: that of the other account. */
async function listComplete(
	account: Session,
	{signal, onProgress, name}: LoadOptions & {readonly name?: string},
): Promise<PlanStep | Listing> {
	const listed = await account.listing.listAfresh(signal, onProgress);
	if (signal.aborted) {
		return failed('Stopped. Nothing was sent.');
	}

	if (!listed.ok) {
		const problem = `${listed.failure.summary} ${listed.failure.nextStep}`.trim();
		// Another key is offered for the account of the screen only.
		return name === undefined ? failed(problem, listed.failure) : failed(`${name} could not be listed. ${problem}`);
	}

	const of = name === undefined ? '' : ` of ${name}`;
	return listed.value.complete ? listed.value : failed(`This needs a complete listing${of}. ${listed.value.reason}`);
}
