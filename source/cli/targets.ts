import type {Listing} from '../api/listing/list-notifications.ts';
import type {ListedRecord, Notification} from '../domain/notification.ts';
import {fieldNamed, type Draft} from '../domain/fields.ts';
import {checkQuery} from '../domain/query/check-query.ts';
import type {Query} from '../domain/query/parse-query.ts';
import {findPartialMatch, partialMatchText} from '../domain/query/partial-match.ts';
import {createMatcher, searchTextOf} from '../domain/query/search.ts';
import {idOfRecord} from '../domain/record-id.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {pendingRefusal} from '../session/pending-refusal.ts';
import {createPolicyCheck} from '../domain/policies/broken-policies.ts';
import {policyIssues} from '../domain/policies/policy-issues.ts';
import type {AccountRules} from '../domain/policies/account-rules.ts';
import {createProtection, leftOutText, separateProtected, type GuardedTargets} from '../domain/policies/protection.ts';
import type {CheckedDraft} from '../domain/draft/check-edit.ts';
import {rulesProblemText} from '../session/rules-problem.ts';
import type {Session} from '../session/session.ts';
import {numberText} from '../platform/text.ts';
import type {CreateOutcome} from '../operations/create.ts';
import type {ImpossibleResult, OperationResult, RefusedResult} from '../operations/operation-result.ts';
import type {Operation} from '../storage/journal/operation.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {CommandError, invalidInput, UsageError, type CommandErrorOptions} from './command-error.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';
import type {CommandSession} from './open-session.ts';
import {type ChangeResult, printResults, toResult, type CompleteResults, type LineOf} from './output/result.ts';
import {proved} from './await-proof.ts';
import {errorOfFailure} from './failure-error.ts';
import type {Interrupt} from './interrupt.ts';
import type {Sending} from './open-listed.ts';
import type {ResultValues} from './output/output-format.ts';

/** The notifications that a command changes: by ID, or all that match a checked query. An empty query, from --all, matches all. */
export type TargetRequest = {readonly ids: readonly string[]} | {readonly query: Query};

/** The options that choose the notifications to change. */
export type TargetOptions = {readonly query: string | undefined; readonly all: boolean; readonly allowEmpty: boolean};

/**
Reads which notifications a command is to change. It is called before listing. An empty query, for example from an empty shell variable, is refused.

@throws UsageError
*/
export async function readTargets(ids: readonly string[], {query: text, all}: TargetOptions): Promise<TargetRequest> {
	const isQuery = text !== undefined;
	if ([ids.length > 0, isQuery, all].filter(Boolean).length !== 1) {
		throw new UsageError(
			ids.length === 0 && !isQuery && !all
				? 'Name the IDs, or pass --query or --all.'
				: 'Give either IDs, --query or --all.',
		);
	}

	if (!isQuery) {
		return all ? {query: []} : {ids};
	}

	const checked = checkQuery(text, 'change');
	if (!checked.ok) {
		throw new UsageError(`--query: ${checked.problem} Nothing was sent. (--all chooses every notification.)`);
	}

	return {query: checked.query};
}

/**
Finds the notifications that a command changes.

@throws CommandError if an ID is not listed, its record cannot be read or a query finds nothing (exit code 5), or if a partial listing may lack a notification that is wanted (3).
*/
export function findTargets(
	listing: Listing,
	request: TargetRequest,
	{allowEmpty}: Pick<TargetOptions, 'allowEmpty'>,
): Notification[] {
	if ('ids' in request) {
		return findByIds(listing, request.ids);
	}

	const found = findByQuery(listing, request.query);
	if (found.length === 0 && !allowEmpty) {
		throw new CommandError({
			exitCode: exitCode.invalid,
			kind: 'not-found',
			message: `Nothing was sent: ${request.query.length === 0 ? 'the account has no notifications' : 'nothing matches the query'}.`,
			hint: 'Pass --allow-empty if that is not an error.',
		});
	}

	return found;
}

/** Warns of a query that also finds others than the one it is probably for. Scripts, which pass --dry-run and --yes, are warned like people. Returns the warning of each notification that was probably not meant, by its ID, for results as JSON. */
export function warnOfPartialMatch(
	request: TargetRequest,
	targets: readonly Notification[],
	{printError}: Pick<CommandContext, 'printError'>,
): ReadonlyMap<string, string> {
	const found = 'ids' in request ? undefined : findPartialMatch(request.query, targets);
	if (found === undefined) {
		return new Map();
	}

	const text = sanitise(partialMatchText(found));
	printError(`Warning: ${text}`);
	const {read} = fieldNamed(found.field);
	const others = new Set(found.others.map(value => value.toLowerCase()));
	return new Map(targets.filter(target => others.has(read(target).toLowerCase())).map(({id}) => [id, text]));
}

/** Adds the warnings of `warnOfPartialMatch` to results. */
export const withWarnings = (results: Iterable<ChangeResult>, warnings: ReadonlyMap<string, string>): ChangeResult[] =>
	[...results].map(result => {
		const warning = warnings.get(result.oldId ?? result.id ?? '');
		return warning === undefined ? result : {...result, warning};
	});

/**
Refuses notifications with a pending change, before asking for confirmation.

@throws CommandError
*/
export async function refusePending(
	targets: readonly Notification[],
	{services, session}: Pick<CommandSession, 'services' | 'session'>,
): Promise<void> {
	const {ledger} = await services.openLedger();
	const refusal = pendingRefusal(
		targets.map(({id}) => id),
		ledger.journal.pendingIds(session.profileKey),
	);
	if (refusal !== undefined) {
		throw refusalError(`Nothing was sent. ${refusal.reason}`, exitCode.failed, refusal.isPending);
	}
}

function findByQuery(listing: Listing, query: Query): Notification[] {
	if (!listing.complete) {
		throw partial(listing, 'the listing is partial, so it may lack some of what the query finds.');
	}

	const isMatching = createMatcher(query);
	return listing.records
		.filter(record => record.kind === 'notification')
		.filter(record => isMatching(record, searchTextOf(record)));
}

/** Finds notifications by ID, in the order of the IDs. @throws CommandError as `findTargets` does */
export function findByIds(listing: Listing, ids: readonly string[]): Notification[] {
	const found = findRecords(listing, new Set(ids).values().toArray());
	const unreadable = unreadableText(found);
	if (unreadable !== undefined) {
		throw invalidInput(
			`Nothing was sent: ${unreadable}.`,
			`${unreadableHint} It can be deleted with the API alone: what it was could not be recreated from here.`,
		);
	}

	const missing = found.flatMap(({id, record}) => (record === undefined ? [sanitise(id)] : []));
	if (missing.length > 0) {
		throw listing.complete
			? invalidInput(
					`Nothing was sent: no notification has the ID ${missing.join(', ')}.`,
					'Run chainbell list to see the IDs.',
				)
			: partial(listing, `the listing is partial, and does not show ${missing.join(', ')}.`);
	}

	return found.flatMap(({record}) => (record?.kind === 'notification' ? [record] : []));
}

/** An ID with its listed record, if there is one. */
export type FoundRecord = {readonly id: string; readonly record: ListedRecord | undefined};

/** Finds the records of a listing by ID. If an ID is repeated, the first readable record is used. */
export function findRecords({records}: Listing, ids: readonly string[]): FoundRecord[] {
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
export function unreadableText(found: readonly FoundRecord[]): string | undefined {
	const texts = found.flatMap(({id, record}) =>
		record?.kind === 'unreadable' ? [sanitise(`${id} (${record.problem})`)] : [],
	);
	return texts.length === 0 ? undefined : `listed, but not readable as a notification: ${texts.join(', ')}`;
}

/** The hint for viewing unreadable records. */
export const unreadableHint = 'chainbell list --json prints it as the service sent it.';

function partial(listing: Listing, what: string): CommandError {
	return new CommandError({
		exitCode: exitCode.incomplete,
		kind: 'partial',
		message: `Nothing was sent: ${what} ${'reason' in listing ? listing.reason : ''}`.trimEnd(),
		hint: 'Try again, or name the IDs.',
	});
}

/** The option that lets a command delete or replace what is protected. */
export type UnprotectOptions = {readonly unprotect: boolean};

/** Reads the rules for a new change. @throws CommandError if one cannot be used: it might be about this change */
export async function requireRules({rules}: Pick<Session, 'rules'>): Promise<AccountRules> {
	const current = await rules.load();
	const [problem] = current.problems;
	if (problem !== undefined) {
		throw rulesError(`Nothing was sent. ${rulesProblemText(problem)}`);
	}

	return current;
}

/** Creates the error for a rule that cannot be used. */
export const rulesError = (message: string): CommandError =>
	new CommandError({
		exitCode: exitCode.failed,
		kind: 'rules',
		message: sanitise(message),
		hint: 'chainbell doctor checks config.yaml.',
	});

/** Creates the error for a change of protected notifications. `message`: which ones are protected, and that nothing was sent. */
export const protectedError = (message: string): CommandError =>
	new CommandError({
		exitCode: exitCode.unconfirmed,
		kind: 'protected',
		message: sanitise(message),
		hint: 'Pass --unprotect to change it anyway.',
	});

/** Creates the error for a notification that the API key stands in. `name`: the notification, or its line. */
export const keyInContentError = (name: string): CommandError =>
	invalidInput(
		sanitise(
			`Nothing was sent: ${name} contains the API key, or [API key] in its place, which is never stored and never sent.`,
		),
		'Take it out and run it again.',
	);

/** Creates the error for what a policy refuses. */
export const policyError = (message: string): CommandError => invalidInput(message, 'Correct it and run it again.');

/**
Leaves out what is protected of the notifications that a query chose, and says so.

@throws CommandError, exit code 6, if an ID that was given is protected, or if nothing is left.
*/
export function leaveOutProtected(
	targets: readonly Notification[],
	request: TargetRequest,
	{rules, unprotect}: UnprotectOptions & {readonly rules: AccountRules},
	{printError}: Pick<CommandContext, 'printError'>,
): GuardedTargets {
	const guarded = separateProtected(targets, createProtection(rules, unprotect));
	const {left, kept} = guarded;
	const [first] = kept;
	if (first === undefined) {
		return guarded;
	}

	const {why} = first;
	if ('ids' in request || left.length === 0) {
		throw protectedError(
			kept.length === 1
				? `Nothing was sent: ${why}`
				: `Nothing was sent: ${numberText(kept.length)} are protected. The first: ${why}`,
		);
	}

	printError(sanitise(`${leftOutText(kept.length, why)} --unprotect includes ${kept.length === 1 ? 'it' : 'them'}.`));
	return guarded;
}

/** The results of notifications that were left out because they are protected. */
export const keptResults = ({kept}: GuardedTargets, action: 'replace' | 'delete'): ChangeResult[] =>
	kept.map(({of: {id}, why}) => ({
		place: null,
		change: null,
		action,
		status: 'skipped',
		id,
		oldId: action === 'replace' ? id : null,
		message: sanitise(why),
		issues: [],
	}));

/** The exit code of a change of several: incomplete if something was left out because it is protected. */
export const withKept = (code: ExitCode, keptCount: number): ExitCode =>
	code === exitCode.done && keptCount > 0 ? exitCode.incomplete : code;

/** Checks drafts against the policies, without the checks of the form. */
export function checkPolicies<T extends {readonly draft: Draft}>(
	items: readonly T[],
	rules: AccountRules,
): Array<T & CheckedDraft> {
	const findBroken = createPolicyCheck(rules);
	return items.map(item => {
		const issues = policyIssues(findBroken, item.draft);
		return {
			...item,
			errors: issues.filter(({severity}) => severity === 'error'),
			warnings: issues.filter(({severity}) => severity === 'warning'),
		};
	});
}

/** The hint for an operation that is still pending. */
export const recoverHint = (number: number | string): string =>
	`Run chainbell recover to look again, or chainbell recover ${number} --finish.`;

/** Creates the error for a change that is refused for another reason than invalid input. The texts of operations name keys of the screens, so the hint names the command. */
export function refusalError(
	reason: string,
	code: typeof exitCode.failed | typeof exitCode.unknown | typeof exitCode.incomplete = exitCode.failed,
	isPending = code === exitCode.unknown,
): CommandError {
	return new CommandError({
		exitCode: code,
		kind: 'refused',
		message: reason,
		hint: isPending ? 'Run chainbell recover to see what is pending.' : undefined,
	});
}

/** Creates the error for a change that needs the board of the team. */
const boardError = (message: string): CommandError =>
	new CommandError({
		exitCode: exitCode.unreachable,
		kind: 'board',
		message,
		hint: 'chainbell team status says more about the board. The service was not asked.',
	});

/** Creates the error for a change that needs a listing that is not behind. */
const behindRefusal = (message: string): CommandError => refusalError(message, exitCode.incomplete);

/** Creates the error for a change that could not be made, or not to its end, with the exit code of its cause. */
export function impossibleError({reason, isPending, cause, pending = ''}: ImpossibleResult): CommandError {
	if (cause === undefined) {
		return refusalError(reason, exitCode.failed, isPending);
	}

	if (cause === 'stopped') {
		return new CommandError({
			exitCode: exitCode.unknown,
			kind: 'ledger',
			message: reason,
			hint: `Correct that, then run chainbell recover ${pending} --finish.`,
			outcome: 'unknown',
		});
	}

	return {protected: protectedError, policy: policyError, rules: rulesError, board: boardError, behind: behindRefusal}[
		cause
	](reason);
}

/**
Returns the operation if it is done.

@throws CommandError for every other result, with its exit code.
*/
export function requireDone(result: CreateOutcome | OperationResult | RefusedResult, interrupt: Interrupt): Operation {
	switch (result.kind) {
		case 'done': {
			return result.operation;
		}

		case 'accepted':
		case 'open': {
			const {
				operation: {id, state},
				reason,
				failure,
			} = result;
			const hint =
				'cause' in result ? `Pass --unprotect, or run chainbell recover ${id} --finish to keep it.` : recoverHint(id);
			// In all other states a request may have been sent.
			const outcome = state === 'planned' ? 'not-sent' : 'unknown';
			interrupt.throwIfInterrupted(`Operation ${id} is pending. ${recoverHint(id)}`, outcome);
			throw new CommandError({
				exitCode: exitCode.unknown,
				kind: 'pending',
				message: `Operation ${id} is pending. ${reason}`,
				hint,
				failure,
				outcome,
			});
		}

		case 'failed': {
			const {
				operation: {id, detail = ''},
				failure,
			} = result;
			const text = `Operation ${id} failed. ${detail}`.trimEnd();
			const outcome = failure?.outcome ?? 'unknown';
			interrupt.throwIfInterrupted(outcome === 'not-sent' ? undefined : text, outcome);
			throw failure === undefined
				? new CommandError({exitCode: exitCode.failed, kind: 'failed', message: text, outcome})
				: errorOfFailure(failure);
		}

		case 'refused': {
			interrupt.throwIfInterrupted();
			throw errorOfFailure(result.failure);
		}

		case 'impossible': {
			interrupt.throwIfInterrupted();
			throw impossibleError(result);
		}

		case 'duplicates': {
			throw duplicate(`${identicalText(result.duplicates.map(({id}) => id))}.`);
		}

		case 'unchecked': {
			interrupt.throwIfInterrupted();
			throw result.failure === undefined
				? refusalError(`Nothing was sent. ${result.reason}`, result.isPending ? exitCode.unknown : exitCode.incomplete)
				: errorOfFailure({...result.failure, outcome: 'not-sent'});
		}
	}
}

/** Waits until a single change is proved, and prints its result. Returns its operation. @throws CommandError as `requireDone` does */
export async function printOne(
	sent: Parameters<typeof requireDone>[0],
	sending: Sending<ResultValues & Pick<GlobalValues, 'quiet' | 'noWait'>>,
	lineOf: LineOf,
	complete: CompleteResults = results => results,
): Promise<Operation> {
	const {interrupt, options, context} = sending;
	const result = await proved(sent, sending);
	if ('operation' in result) {
		await printResults(complete([toResult(result.operation)]), lineOf, options, context);
	}

	return requireDone(result, interrupt);
}

/** A text that names the existing identical notifications. */
export const identicalText = (ids: readonly string[]): string =>
	`${ids.length === 1 ? 'an identical notification exists (ID' : `${numberText(ids.length)} identical notifications exist (IDs`} ${ids.map(id => sanitise(id)).join(', ')})`;

/** Creates the error for a notification that already exists. */
export function duplicate(
	what: string,
	{
		issues = [],
		hint = 'Pass --allow-duplicate to create it anyway.',
	}: Partial<Pick<CommandErrorOptions, 'issues' | 'hint'>> = {},
): CommandError {
	return new CommandError({
		exitCode: exitCode.invalid,
		kind: 'duplicate',
		message: `Nothing was sent: ${what}`,
		hint,
		issues,
	});
}
