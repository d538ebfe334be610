import {createPolicyCheck} from '../domain/policies/broken-policies.ts';
import {policyIssues} from '../domain/policies/policy-issues.ts';
import type {AccountRules} from '../domain/policies/account-rules.ts';
import {createProtection, leftOutText, separateProtected, type GuardedTargets} from '../domain/policies/protection.ts';
import type {CheckedDraft} from '../domain/draft/check-edit.ts';
import type {Draft} from '../domain/draft/draft.ts';
import type {Notification} from '../domain/notification.ts';
import {rulesProblemText} from '../session/rules-problem.ts';
import type {Session} from '../session/session.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {numberText} from '../platform/text.ts';
import {CommandError, invalidInput} from './command-error.ts';
import type {CommandContext} from './command.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';
import type {ChangeResult} from './output/result.ts';
import type {TargetRequest} from './targets.ts';

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
