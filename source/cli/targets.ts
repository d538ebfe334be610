import type {Listing} from '../service/listing/list-notifications.ts';
import {type ListedRecord, type Notification, idOfRecord, notificationsOf} from '../notification/notification.ts';
import {fieldNamed} from '../notification/spec.ts';
import {numberText} from '../platform/text.ts';
import {type Query, findPartialMatch, partialMatchText} from '../query/match.ts';
import {checkQuery, type QueryPurpose} from '../query/parse.ts';
import {type AccountRules, createProtection, leftOutText, separateProtected} from '../query/rules.ts';
import type {Item} from '../ledger/item.ts';
import {type Parked, parkedOf, pendingRefusal} from '../account/pending-changes.ts';
import {rulesProblemText} from '../account/settings.ts';
import type {Session} from '../account/session.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {refusalError} from './change-errors.ts';
import {commandError, invalidInput, UsageError, exitCode, type ExitCode} from './command-error.ts';
import type {OptionValues} from './command.ts';
import type {targetOptions} from './commands/change.ts';
import {findMatches, requireComplete} from './listing.ts';
import type {ChangeResult} from './output/result.ts';
import type {Changing, ChangeValues} from './change-command.ts';

/** The notifications that a command changes: by ID, or all that match a checked query. An empty query, from --all, matches all. */
type TargetRequest = {readonly ids: readonly string[]} | {readonly query: Query};

/** The options that choose the notifications to change. `unprotect`: whether they may be protected. */
type TargetOptions = OptionValues<typeof targetOptions> & {readonly unprotect: boolean};

/**
Reads which notifications a command is to change. It is called before listing. An empty query, for example from an empty shell variable, is refused.

@throws UsageError
*/
export function readTargets(
	ids: readonly string[],
	{query: text, all}: Pick<TargetOptions, 'query' | 'all'>,
	purpose: QueryPurpose = 'change',
): TargetRequest {
	const given = [ids.length > 0, text !== undefined, all].filter(Boolean).length;
	if (given !== 1) {
		throw new UsageError(
			given === 0 ? 'Name the IDs, or pass --query or --all.' : 'Give either IDs, --query or --all.',
		);
	}

	if (text === undefined) {
		return all ? {query: []} : {ids};
	}

	const checked = checkQuery(text, purpose);
	if (!checked.ok) {
		throw new UsageError(`--query: ${checked.problem} Nothing was sent. (--all chooses every notification.)`);
	}

	return {query: checked.query};
}

/** Finds what is parked, by the IDs that it had or by a query. @throws CommandError, exit code 5, if an ID is not that of something parked, or a query finds nothing */
export function findParked(
	{session: {profileKey}, ledger: {changes}, options: {allowEmpty}}: Changing<ChangeValues & {allowEmpty: boolean}>,
	request: TargetRequest,
): readonly Item[] {
	const isFound = ({record}: Parked) =>
		'ids' in request ? request.ids.includes(record.id) : findMatches([record], request.query, true).length > 0;
	const found = parkedOf(changes, profileKey).filter(each => isFound(each));
	const missing = 'ids' in request ? request.ids.find(id => found.every(({record}) => record.id !== id)) : undefined;
	if (missing !== undefined || (found.length === 0 && !allowEmpty)) {
		const what = missing === undefined ? 'nothing that is parked matches' : `${missing} is not parked`;
		throw invalidInput(`Nothing was sent: ${what}.`, 'chainbell list is:parked prints what is parked.');
	}

	return found.map(({item}) => item);
}

/**
Finds the notifications that a command changes. What is protected of those that a query chose is left out, and that is said.

@throws CommandError if a rule cannot be used (exit code 1), an ID is not listed, its record cannot be read or a query finds nothing (5), a partial listing may lack a notification that is wanted (3), or if one that was named is protected or nothing else is left (6).
*/
export async function findTargets(
	{listing, session, options: {allowEmpty, unprotect}, printError}: Changing<ChangeValues & TargetOptions>,
	request: TargetRequest,
) {
	const rules = await requireRules(session);
	const isNamed = 'ids' in request;
	if (!isNamed) {
		requireComplete(listing, 'Nothing was sent: the listing is partial, so it may lack some of what the query finds.');
	}

	const found = isNamed
		? findByIds(listing, request.ids)
		: notificationsOf(findMatches(listing.records, request.query));
	if (!isNamed && found.length === 0 && !allowEmpty) {
		const none = request.query.length === 0 ? 'the account has no notifications' : 'nothing matches the query';
		throw commandError(
			'invalid',
			'not-found',
			`Nothing was sent: ${none}.`,
			'Pass --allow-empty if that is not an error.',
		);
	}

	if (found.length === 0) {
		printError('Nothing matches the query.');
	}

	const guarded = separateProtected(found, createProtection(rules, unprotect));
	const {left, kept} = guarded;
	const [first] = kept;
	if (first !== undefined && (isNamed || left.length === 0)) {
		const others = kept.length === 1 ? '' : `${numberText(kept.length)} are protected. The first: `;
		throw refusalError(`Nothing was sent: ${others}${first.why}`, {cause: 'protected'});
	}

	if (first !== undefined) {
		const which = kept.length === 1 ? 'it' : 'them';
		printError(sanitise(`${leftOutText(kept.length, first.why)} --unprotect includes ${which}.`));
	}

	return {...guarded, rules, request};
}

/**
What a change of found notifications tells besides its own results: those that were left out because they are protected, and a warning of each that was probably not meant, where a query also finds others than the one it is probably for. Scripts, which pass --dry-run and --yes, are warned like people.

@param changed - Those of them that are changed.
@param action - How.
@throws CommandError if one of these has a pending change, before anything is asked.
*/
export function completeTargets(
	{kept, request}: Awaited<ReturnType<typeof findTargets>>,
	changed: readonly Notification[],
	action: SkippedAction,
	{ledger, session, printError}: Changing,
) {
	const warnings = new Map<string, string>();
	const partial = 'ids' in request ? undefined : findPartialMatch(request.query, changed);
	if (partial !== undefined) {
		const text = sanitise(partialMatchText(partial));
		printError(`Warning: ${text}`);
		const {read} = fieldNamed(partial.field);
		const others = new Set(partial.others.map(value => value.toLowerCase()));
		for (const target of changed.filter(each => others.has(read(each).toLowerCase()))) {
			warnings.set(target.id, text);
		}
	}

	const pending = ledger.changes.pendingIds(session.profileKey);
	const refusal = pendingRefusal(
		changed.map(({id}) => id),
		pending,
	);
	if (refusal !== undefined) {
		throw refusalError(`Nothing was sent. ${refusal.reason}`, refusal);
	}

	return {
		/** By ID. */
		warnings,
		codeIfDone: codeOfKept(kept.length),
		complete: (results: Iterable<ChangeResult>): ChangeResult[] =>
			[...results, ...kept.map(({of: {id}, why}) => skippedResult(action, id, sanitise(why)))].map(result => {
				const warning = warnings.get(result.oldId ?? result.id ?? '');
				return warning === undefined ? result : {...result, warning};
			}),
	};
}

type SkippedAction = 'replace' | 'delete' | 'park';

/** The result of a notification to which nothing was sent. */
export const skippedResult = (action: SkippedAction, id: string, message: string): ChangeResult => ({
	place: null,
	change: null,
	number: null,
	action,
	status: 'skipped',
	id,
	oldId: action === 'replace' ? id : null,
	message,
	issues: [],
});

/** The exit code of a change that is done, but for what was left out because it is protected. */
export const codeOfKept = (count: number): ExitCode => (count > 0 ? exitCode.incomplete : exitCode.done);

/** Reads the rules for a new change. @throws CommandError if one cannot be used: it might be about this change */
export async function requireRules({rules}: Session): Promise<AccountRules> {
	const current = await rules.load();
	const [problem] = current.problems;
	if (problem !== undefined) {
		throw refusalError(`Nothing was sent. ${rulesProblemText(problem)}`, {cause: 'rules'});
	}

	return current;
}

/** Finds notifications by ID, in the order of the IDs. @throws CommandError as `findTargets` does */
export function findByIds(listing: Listing, ids: readonly string[]): Notification[] {
	const found = findRecords(listing, [...new Set(ids)]);
	const unreadable = unreadableText(found);
	if (unreadable !== undefined) {
		throw invalidInput(
			`Nothing was sent: ${unreadable}.`,
			`${unreadableHint} It can be deleted with the API alone: what it was could not be recreated from here.`,
		);
	}

	const missing = found.flatMap(({id, record}) => (record === undefined ? [id] : [])).join(', ');
	if (missing !== '') {
		requireComplete(listing, `Nothing was sent: the listing is partial, and does not show ${missing}.`);
		throw invalidInput(
			`Nothing was sent: no notification has the ID ${missing}.`,
			'Run chainbell list to see the IDs.',
		);
	}

	return found.flatMap(({record}) => (record?.kind === 'notification' ? [record] : []));
}

/** Finds the records of a listing by ID. If an ID is repeated, the first readable record is used. */
export function findRecords({records}: Listing, ids: readonly string[]) {
	const byId = new Map<string | undefined, ListedRecord>();
	for (const record of records) {
		const id = idOfRecord(record);
		if (byId.get(id)?.kind !== 'notification') {
			byId.set(id, record);
		}
	}

	return ids.map(id => ({id, record: byId.get(id)}));
}

/** Describes the records that are listed but unreadable, with the reasons, in a phrase; undefined if there are none. */
export function unreadableText(found: ReturnType<typeof findRecords>): string | undefined {
	const texts = found.flatMap(({id, record}) =>
		record?.kind === 'unreadable' ? [sanitise(`${id} (${record.problem})`)] : [],
	);
	return texts.length === 0 ? undefined : `listed, but not readable as a notification: ${texts.join(', ')}`;
}

/** The hint for viewing unreadable records. */
export const unreadableHint = 'chainbell list --json prints it as the service sent it.';
