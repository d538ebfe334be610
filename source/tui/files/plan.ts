import path from 'node:path';
import type {Failure} from '../../service/failure.ts';
import type {Listing} from '../../service/listing/list-notifications.ts';
import {toShell} from '../../service/curl.ts';
import {
	type FileChange,
	fileOfOtherProfile,
	planChanges,
	type AccountPlanning,
	type AccountState,
	type FilePlan,
	type PlanChoices,
	whyTooMany,
} from '../../files/plan.ts';
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

/** The choices before the operator makes any. */
export const noChoices: PlanChoices = {
	prune: false,
	maxDeletes: undefined,
	acceptUnknownTemplate: false,
	acceptInvalid: false,
};

/** What an account is to become equal to: the files at an absolute path, or another account. */
export type PlanOrigin =
	| {readonly kind: 'files'; readonly path: string}
	/** `ids`: the notifications to copy; by default all, which makes the whole account the scope. */
	| {readonly kind: 'account'; readonly session: Session; readonly ids?: ReadonlySet<string> | undefined};

/** The title of a plan for the account of a profile, safe to show: `plan of alerts.yaml`, or `plan staging → production`. */
export function originTitle(origin: PlanOrigin, profile: string): string {
	if (origin.kind === 'files') {
		return `plan of ${sanitiseCell(path.basename(origin.path))}`;
	}

	const some = origin.ids === undefined ? '' : `${numberText(origin.ids.size)} of `;
	return `plan ${some}${sanitiseCell(origin.session.profile.name)} → ${sanitiseCell(profile)}`;
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
	/** The plan of the changes that are not left out. */
	readonly chosen: FilePlan;
};

/** The identity of a change, also in a later plan of the same files. Entries of a file can stand on one line. */
export const changeKey = (change: FileChange): string =>
	change.kind === 'create' ? `create ${Object.values(change.place).join(':')}` : `${change.kind} ${change.of.id}`;

/** Leaves out of a plan what the operator chose to. `leftOut`: those changes, by `changeKey`. */
export function leaveOut(
	files: readonly NotificationFile[],
	planning: WholePlan,
	{maxDeletes, leftOut}: Pick<PlanChoices, 'maxDeletes'> & {readonly leftOut: ReadonlySet<string>},
): ChosenPlan {
	const {plan} = planning;
	const changes = plan.changes.filter(change => !leftOut.has(changeKey(change)));
	const replaced = new Set(changes.map(({of}) => of?.id));
	const chosen: FilePlan = {
		...plan,
		changes,
		losing: plan.losing.filter(id => replaced.has(id)),
		createdWithoutTemplate: changes.filter(
			({kind, asked}) => kind === 'create' && asked?.entry.copied?.isContentUnknown === true,
		).length,
	};
	const tooMany = whyTooMany(
		files,
		chosen,
		maxDeletes,
		deletions => `${keyOf('file-plan', 'allow-deletes')} allows ${numberText(deletions)}.`,
	);
	const places = new Set<FilePlace | undefined>(chosen.changes.map(({place}) => place));
	const warnings = planning.warnings.filter(({entry}) => places.has(entry));
	return {...planning, warnings, tooMany, chosen};
}

/** The `chainbell apply` command that does the same; undefined if it cannot: changes or notifications are left out, or the other account is that of no profile. */
export function planCommand(
	{origin}: Pick<PlanSource, 'origin'>,
	{plan, chosen}: Pick<ChosenPlan, 'plan' | 'chosen'>,
	{prune, maxDeletes, acceptUnknownTemplate, unprotect}: PlanChoices,
	target: Pick<Session, 'profile' | 'connection'>,
): string | undefined {
	const isAll = origin.kind === 'files' || (origin.session.profile.isConfigured === true && origin.ids === undefined);
	if (!isAll || chosen.changes.length < plan.changes.length) {
		return undefined;
	}

	const words = [
		...(origin.kind === 'files' ? [origin.path] : ['--from', origin.session.profile.name]),
		prune && '--prune',
		...(prune && maxDeletes !== undefined ? ['--max-deletes', String(maxDeletes)] : []),
		acceptUnknownTemplate && '--accept-unknown-template',
		unprotect === true && '--unprotect',
	];
	return toShell({words: [...sessionWords(target), 'apply', ...words.filter(word => word !== false)]});
}

/** The state of a plan: reading and listing, failed, showing mistakes, or made. */
export type PlanStep =
	/** `count`: the number of notifications listed so far. */
	| {readonly step: 'reading'; readonly count: number}
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

		const [{ledger}, current] = await Promise.all([services.openLedger(), rules.load()]);
		const source = {...content, origin, account: accountState(ledger, profileKey, listed, current)};
		const planning = planChanges(source.files, source.account, noChoices);
		if (!planning.ok) {
			return {step: 'mistakes', mistakes: planning.mistakes};
		}

		await rememberPlan(ledger, profileKey, content.files, planning.plan);
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
