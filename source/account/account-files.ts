import path from 'node:path';
import type {Listing} from '../service/listing/list-notifications.ts';
import {replaceOwnFile} from '../config/config-file.ts';
import {type FileEntry, type NotificationFile, type FileScope, lineText} from '../files/notification-file.ts';
import {pullFile, type Pulling} from '../files/pull.ts';
import {mistakesOf} from '../files/check-entries.ts';
import {sourcesOf, readNotificationFiles} from '../files/read-file.ts';
import {type ReferenceSources, filesIn, isBelow, isFileName, isFolder} from '../files/find-files.ts';
import type {Look} from '../changes/context.ts';
import {judgeBehind, type Behind} from '../changes/look.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {Services} from './services.ts';
import {parkedOf} from './pending-changes.ts';
import type {Session} from './session.ts';
import {createScopeMatcher} from '../files/pair.ts';
import {copyDraft, toEditable} from '../notification/edit.ts';
import {knownTemplate} from '../notification/losses.ts';
import {
	type ListedRecord,
	type Notification,
	rawOf,
	type Unlisted,
	notificationsOf,
} from '../notification/notification.ts';
import {numberText, upperFirst} from '../platform/text.ts';
import {nounOfChange} from '../notification/operation-texts.ts';
import {noRules, type AccountRules} from '../query/rules.ts';
import {
	type AccountState,
	type BlockingChange,
	type FilePlan,
	whyOutdated,
	whyReplanned,
	type FileChange,
} from '../files/plan.ts';
import type {PendingId} from '../ledger/evidence.ts';
import {type ChangeSet, pagedItems} from '../ledger/item.ts';
import {runningText} from '../ledger/owner.ts';
import {statSync} from 'node:fs';
import {bestEffort} from '../ledger/ledger-error.ts';
import type {ManagedPlace, PlannedFile} from '../ledger/small-stores.ts';
import type {AccountAsk, AccountChanges, NewChangeOptions, Outcome} from './account-changes.ts';
import {largestInput} from '../platform/limits.ts';
import {readingProblem, readTextFile, RefusedFileError, TooLargeError} from '../platform/files.ts';
import {openInEditor, type Editor} from '../terminal/editor.ts';
import {readdir} from 'node:fs/promises';

/** An account with its ledger and the clock that listings are timed with. */
type PullAccount = {
	readonly session: Session;
	readonly services: Services;
	readonly ledger: AwaitedLedger;
};

/** A file to write an account into. */
type PulledFile = {
	/** The path at which it is read and written. */
	readonly path: string;
	readonly text: string;
	/** The text, parsed. */
	readonly file: NotificationFile;
	readonly env: ReferenceSources['env'];
};

/**
Compares a file with a complete listing of an account: what a pull would write into it. Where entries would be changed or removed, it is compared with a second listing as well, because what one listing lacks would be lost from the file.

@param account - The account.
@param source - The file.
@param look - A complete listing.
@param listAgain - Lists the account once more, after a pause.
@returns The effect of the pull; `behind`: why the listings may be behind a change of this machine, see `judgeBehind`.
@throws LedgerError
*/
export async function comparePull(
	account: PullAccount,
	source: PulledFile,
	look: Look,
	listAgain: () => Promise<Listing>,
): Promise<Pulling | {readonly kind: 'differs'} | {readonly kind: 'behind'; readonly behind: Behind}> {
	const first = compareOnce(account, source, look.listing);
	const behind = first.kind === 'changed' ? await judgeListing(account, look) : undefined;
	if (behind !== undefined) {
		return {kind: 'behind', behind};
	}

	if (first.kind !== 'changed' || first.lines.every(line => line.startsWith('+'))) {
		return first;
	}

	const listing = await listAgain();
	const second = listing.complete ? compareOnce(account, source, listing) : undefined;
	return second?.kind === 'changed' && second.lines.join('\n') === first.lines.join('\n') ? second : {kind: 'differs'};
}

/** Judges whether a listing is behind a change of this machine. @throws LedgerError */
export const judgeListing = async (
	{ledger, session: {profileKey, settlingTime}, services: {clock}}: PullAccount,
	look: Look,
): Promise<Behind | undefined> =>
	judgeBehind(
		{changes: ledger.changes, profile: profileKey, elapsed: clock.elapsed, settlingTime, now: clock.now},
		look,
	);

function compareOnce(
	{ledger, session: {profileKey}}: PullAccount,
	{path: name, text, file, env}: PulledFile,
	listing: Listing,
): Pulling {
	return pullFile(
		{
			text,
			file,
			sources: sourcesOf(name, env),
			linked: editedEntries(ledger, profileKey, path.resolve(name), file.entries),
			isElsewhere: id =>
				rememberedPlaces(ledger, profileKey, id).some(
					place => place.path !== path.resolve(name) && stateOfFile(place.path) !== undefined,
				),
		},
		accountState(ledger, profileKey, listing),
	);
}

/** The entries whose notification was edited or recreated here since the file was planned, with its ID now. Only of a file that is as it was planned: otherwise its lines may be others. */
function editedEntries(
	{planned, changes}: AwaitedLedger,
	profileKey: string,
	file: string,
	entries: readonly FileEntry[],
): ReadonlyMap<FileEntry, string> {
	const places = planned.placesIn(profileKey, file);
	if (places[0] === undefined || !isAsPlanned(places[0])) {
		return new Map();
	}

	const idNow = (id: string) => {
		let now = id;
		for (
			let next = changes.successor(profileKey, id, 0);
			next?.newId !== undefined;
			next = changes.successor(profileKey, now, next.id)
		) {
			now = next.newId;
		}

		return now;
	};

	const byLine = new Map(places.map(({line, id}) => [line, id]));
	return new Map(
		entries.flatMap(entry => {
			const id = byLine.get(entry.place.line);
			const now = id === undefined ? undefined : idNow(id);
			return now === undefined || now === id ? [] : [[entry, now] as const];
		}),
	);
}

/** Writes a pull, unless the file was changed since it was read. Returns whether it was written. The file is replaced as a whole and keeps its permissions. @throws an error of the file system */
export async function writePull(
	{ledger, session: {profileKey}}: PullAccount,
	{path: name, text}: PulledFile,
	pulled: Extract<Pulling, {readonly kind: 'changed'}>,
	readText: (file: string) => Promise<string>,
): Promise<boolean> {
	if ((await readText(name)) !== text) {
		return false;
	}

	await replaceOwnFile(name, pulled.text);
	await rememberPlan(ledger, profileKey, [pulled.file], pulled.plan);
	return true;
}

/** An account as a listing and the ledger know it, for a plan of files. Its functions may throw LedgerError. */
export function accountState(
	{sent, changes}: AwaitedLedger,
	profileKey: string,
	listing: Pick<Listing, 'records'>,
	rules: AccountRules = noRules,
): AccountState {
	// A set has thousands of items.
	const sets = new Map<number, ChangeSet>();
	const nameOf = ({set, holder, isNew}: Pick<PendingId, 'set' | 'holder' | 'isNew'>): BlockingChange => {
		const found = sets.get(set) ?? changes.set(set);
		sets.set(set, found);
		const noun = nounOfChange(found.kind, found.size > 1);
		return {number: String(set), noun, running: holder && runningText(holder), isNew};
	};

	const findCreation = changes.awaitedAlike(profileKey);
	return {
		rules,
		parked: parkedOf(changes, profileKey),
		listed: notificationsOf(listing.records),
		sent: id => sent.get(profileKey, id),
		sentAs: id => changes.creatorOf(profileKey, id)?.input,
		pending: new Map(
			changes
				.pendingIds(profileKey)
				.entries()
				.map(([id, found]) => [id, nameOf(found)]),
		),
		pendingCreation(fields) {
			const found = findCreation(fields);
			return found && nameOf({set: found.set, holder: changes.holder(found.set), isNew: true});
		},
	};
}

/** The account of a profile, to be used in place of a file. */
type AccountSource = {
	/** The name of its profile. */
	readonly name: string;
	/** The scope; also what is taken of the account. Without one nothing is outside, and nothing is deleted. */
	readonly scope?: Pick<FileScope, 'text' | 'query'> | undefined;
	/** The IDs to take; by default all in the scope. */
	readonly ids?: ReadonlySet<string> | undefined;
	/** A complete listing. */
	readonly records: readonly ListedRecord[];
};

/** Makes a file of a listing of an account that is not changed. May throw LedgerError. */
export function accountAsFile(
	{sent, changes}: AwaitedLedger,
	profileKey: string,
	{name, scope, ids, records}: AccountSource,
) {
	const isMatching = createScopeMatcher(scope?.query ?? []);
	const notifications = notificationsOf(records);
	const taken = notifications.filter(record => isMatching(record) && (ids?.has(record.id) ?? true));
	const pending = changes.pendingIds(profileKey);
	const open = taken.filter(({id}) => pending.has(id)).length;
	return {
		file: {
			name,
			profile: undefined,
			scope: scope && {...scope, place: {file: name, line: 0, column: 0}},
			entries: taken.map(record => toFileEntry(name, record, sent.get(profileKey, record.id))),
			isAccount: true,
		} satisfies NotificationFile,
		/** The number of records that cannot be read, and are left out. */
		unreadable: records.length - notifications.length,
		/** The reason why it cannot be used: changes of what it has are pending. A sentence, not yet safe to show. */
		problem:
			open === 0
				? undefined
				: `${open === 1 ? 'a change of 1 notification' : `changes of ${numberText(open)} notifications`} of ${name} ${open === 1 ? 'is' : 'are'} pending, so that it may be listed twice or not at all.`,
	};
}

/** Makes an entry of a notification of another account. Its ID is no hint for pairing: IDs of two accounts have nothing to do with each other. */
function toFileEntry(name: string, record: Notification, sent: Unlisted | undefined): FileEntry {
	const place = {file: name, line: 0, column: 0, id: record.id};
	return {
		place,
		locate: () => place,
		record,
		draft: copyDraft(record, sent),
		id: undefined,
		statesTemplate: knownTemplate({raw: rawOf(record), template: sent?.template}) !== undefined,
		statesTopics: sent !== undefined,
		copied: {isContentUnknown: toEditable(record, sent).isContentUnknown},
	};
}

/** The sentence about records of another account that cannot be read; not yet safe to show. */
export const unreadableSourceText = (unreadable: number, name: string): string =>
	`${unreadable === 1 ? '1 record' : `${numberText(unreadable)} records`} of ${name} cannot be read and ${unreadable === 1 ? 'is' : 'are'} left out.`;

/** Whether two sessions are of one account, as far as is known. */
export const isOneAccount = (a: Session, b: Session): boolean =>
	a.profileKey === b.profileKey ||
	(a.connection.baseUrl === b.connection.baseUrl && a.connection.apiKey === b.connection.apiKey);

/** The state of a file on this machine; undefined if it is none, such as standard input. */
function stateOfFile(file: string): PlannedFile | undefined {
	const absolute = path.resolve(file);
	try {
		const found = statSync(absolute, {throwIfNoEntry: false});
		return found?.isFile() === true
			? {path: absolute, size: found.size, modified: Math.floor(found.mtimeMs)}
			: undefined;
	} catch {
		return undefined;
	}
}

/** Saves which file and line each notification of a plan comes from, if the ledger can be written: nothing depends on it. `set`: the change that the plan has become. */
export async function rememberPlan(
	{planned, changes, problem}: AwaitedLedger,
	profileKey: string,
	files: readonly NotificationFile[],
	{pairs}: FilePlan,
	set?: number,
) {
	if (problem !== undefined) {
		return;
	}

	await bestEffort(async () => {
		const ids = new Map<FileEntry, string>(pairs.map(({entry, listed}) => [entry, listed.id]));
		const created = set === undefined ? undefined : idsByPlace(changes, set);
		for (const {name, path: file = name, entries, isImport = false, isAccount = false} of files) {
			const state = isImport || isAccount ? undefined : stateOfFile(file);
			if (state !== undefined) {
				await planned.remember(
					profileKey,
					state,
					entries.flatMap(entry => {
						const id = created?.get(lineText(entry.place)) ?? ids.get(entry);
						return id === undefined ? [] : [{id, line: entry.place.line}];
					}),
				);
			}
		}
	});
}

/** The IDs that a change has created, by the lines of their entries. */
const idsByPlace = (changes: AwaitedLedger['changes'], set: number) =>
	new Map(
		pagedItems(page => changes.items(set, {phases: ['done'], ...page})).flatMap(({place, newId}) =>
			place === undefined || newId === undefined ? [] : [[place, newId] as const],
		),
	);

/** The places of a notification in files that were planned here, under its ID or one that it had before an edit or a recreation. Of each file the newest. May throw LedgerError. */
function rememberedPlaces({planned, changes}: AwaitedLedger, profileKey: string, id: string): readonly ManagedPlace[] {
	const found = new Map<string, ManagedPlace>();
	const ids = new Set<string>();
	for (let next: string | undefined = id; next !== undefined && !ids.has(next);) {
		ids.add(next);
		for (const place of planned.placesOf(profileKey, next)) {
			found.set(place.path, found.get(place.path) ?? place);
		}

		next = changes.predecessor(profileKey, next)?.snapshot?.id;
	}

	return found.values().toArray();
}

/** Whether a file is as it was when it was planned. Otherwise its lines may be others. */
function isAsPlanned(place: ManagedPlace) {
	const now = stateOfFile(place.path);
	return now?.size === place.size && now.modified === place.modified;
}

export type ApplyFilesOptions = NewChangeOptions & {
	/** Plans the files again with a newer listing; undefined if that is not possible. Not given for a plan that was kept. */
	readonly planAgain?: ((records: readonly ListedRecord[]) => readonly FileChange[] | undefined) | undefined;
};

/** Makes the changes that files ask for as one set, unless the account was changed since they were planned, or the listing of the plan lacked something. */
export const applyFileChanges = async (
	changes: AccountChanges,
	asked: readonly FileChange[],
	{planAgain, ...options}: ApplyFilesOptions,
): Promise<Outcome> =>
	changes.run(
		asked.map((change): AccountAsk => ({...change, place: change.place && lineText(change.place)})),
		{
			...options,
			accepted: 'all',
			isAllOrNothing: true,
			whyChanged: records =>
				whyOutdated(asked, records) ?? (planAgain && whyReplanned(asked, planAgain(records) ?? [])),
		},
	);

type NotificationFilesOptions = {
	/** The value of an environment variable, for references. */
	readonly env: ReferenceSources['env'];
	/** The home of the operator, for `~`. */
	readonly home: string;
	readonly editor: Editor;
};

/** Creates the access of the screens to files of notifications. */
export function createNotificationFiles({home, editor, env}: NotificationFilesOptions) {
	const readText = async (file: string) => readTextFile(file, largestInput);
	return {
		/** Reads the text of a file. Rejects if it cannot be read. */
		readText,
		/** The value of an environment variable, for references. */
		env,
		/** The paths that begin with what was typed. */
		complete: async (typed: string) => completePath(typed, home),
		/** The absolute path of what was typed. */
		resolve: (typed: string) => typedPath(typed, home),
		/** Opens a file in $EDITOR, at a line. The terminal must be released first. Returns what failed, as a sentence without its full stop. */
		edit: async (file: string, line: number) => openInEditor(file, line, editor),
		/** Reads a file, or all files of a folder. Why they cannot be used, a problem, is one sentence without its full stop, not yet safe to show. */
		async read(name: string) {
			let file: string | undefined;
			try {
				const reading = await readNotificationFiles(filesIn(name), {
					env,
					nameOf: shortPath,
					async readText(next) {
						file = next;
						return readText(next);
					},
				});
				const mistakes = mistakesOf(reading);
				return mistakes.length === 0
					? ({kind: 'files', files: reading.files} as const)
					: ({kind: 'mistakes', mistakes} as const);
			} catch (error) {
				return {kind: 'problem', problem: readProblem(error, file, name)} as const;
			}
		},
	};
}

/** Why what was named cannot be read. `file`: the one that was being read; undefined while it was looked for. */
const readProblem = (error: unknown, file: string | undefined, name: string) =>
	file === undefined && error instanceof RefusedFileError
		? upperFirst(error.message)
		: `${shortPath(file ?? name)} cannot be read: ${readingProblem(error)}${error instanceof TooLargeError ? '. chainbell plan --max-input reads more' : ''}`;

/** A path for a message: from the current folder, if the file is below it. Not yet safe to show. */
function shortPath(file: string) {
	return isBelow('', file) ? path.relative('', file) : file;
}

/** The most names that a completion returns. */
const mostNames = 500;

/** The path that a person has typed, as an absolute one: `~` is the home. */
export function typedPath(typed: string, home: string): string {
	const text = typed.trim();
	return path.resolve(text === '~' || text.startsWith('~/') ? path.join(home, text.slice(1)) : text);
}

/** The folders and the files of notifications whose paths begin with a typed text, as they would be typed, sorted. Hidden ones only if the text says so. */
export async function completePath(typed: string, home: string): Promise<readonly string[]> {
	const text = typed === '~' ? '~/' : typed.trimStart();
	const start = text.slice(0, text.lastIndexOf('/') + 1);
	const begun = text.slice(start.length);
	const folder = typedPath(start === '' ? '.' : start, home);
	const entries = await readdir(folder, {withFileTypes: true}).catch(() => []);
	return entries
		.filter(({name}) => name.startsWith(begun) && (begun.startsWith('.') || !name.startsWith('.')))
		.slice(0, mostNames)
		.flatMap(entry => {
			if (entry.isDirectory() || (entry.isSymbolicLink() && isFolder(path.join(folder, entry.name)))) {
				return [`${start}${entry.name}/`];
			}

			return isFileName(entry.name) ? [`${start}${entry.name}`] : [];
		})
		.toSorted();
}

/** The longest text that all of some texts begin with; it breaks no character. */
export function commonStart([first = '', ...others]: readonly string[]): string {
	const characters = [...first];
	const length = characters.findIndex((_character, index) => {
		const start = characters.slice(0, index + 1).join('');
		return others.some(other => !other.startsWith(start));
	});
	return characters.slice(0, length === -1 ? undefined : length).join('');
}
