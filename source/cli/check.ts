import type {Notification} from '../domain/notification.ts';
import type {Policy} from '../domain/policies/account-rules.ts';
import {createPolicyCheck} from '../domain/policies/broken-policies.ts';
import {createProtection} from '../domain/policies/protection.ts';
import {createRuleStore} from '../session/rule-store.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {numberText} from '../platform/text.ts';
import type {AccountOptions} from './account-request.ts';
import {openAccount} from './account.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {exitCode} from './exit-codes.ts';
import {chooseFormat, type OutputValues} from './output/output-format.ts';
import {writeRecords, type OutputKind} from './output/write-records.ts';
import {findMatches, listAll, readQuery, warnOfListing} from './read-listing.ts';

export type CheckCommandOptions = AccountOptions &
	OutputValues &
	Pick<GlobalValues, 'quiet'> & {readonly exitCode: boolean};

/** A policy that a notification breaks. */
type Breach = {readonly of: Notification; readonly policy: Policy};

/** Lists the notifications that break a policy. Returns the exit code. @throws CommandError */
export async function runCheck(text: string, options: CheckCommandOptions, context: CommandContext): Promise<number> {
	const query = await readQuery(text);
	const {connection, profile, close} = await openAccount(options, context);
	try {
		const rules = await createRuleStore(
			context.host.paths().configFile,
			profile.isConfigured === true ? profile.name : undefined,
		).load();
		const listing = await listAll(connection, options, context);
		const found = findMatches(listing.records, query).filter(record => record.kind === 'notification');
		const findBroken = createPolicyCheck(rules);
		const protectionOf = createProtection(rules);
		const breaches = found.flatMap(of => findBroken(of).map(policy => ({of, policy})));
		await writeRecords(breaches, breachOutput, chooseFormat(options, context.host), {options, context});
		warnOfListing(listing, context);
		if (!options.quiet) {
			context.printError(
				summaryOf(breaches, {
					checked: found.length,
					protected: found.filter(record => protectionOf(record) !== undefined).length,
				}),
			);
		}

		for (const problem of rules.problems) {
			context.printError(
				sanitise(`A rule of config.yaml cannot be used: ${problem}. Nothing new is sent until it is corrected.`),
			);
		}

		if (rules.problems.length > 0) {
			return exitCode.failed;
		}

		return listing.complete
			? options.exitCode && breaches.length > 0
				? exitCode.changes
				: exitCode.done
			: exitCode.incomplete;
	} finally {
		await close();
	}
}

const breachOutput: OutputKind<Breach> = {
	columns: [
		{title: 'id', read: ({of}) => of.id, priority: 1, cut: 'middle'},
		{title: 'policy', read: ({policy}) => policy.effect, priority: 1, cut: 'end'},
		{title: 'say', read: ({policy}) => policy.say, priority: 2, cut: 'end'},
		{title: 'name', read: ({of}) => of.name, priority: 3, cut: 'end'},
		{title: 'user', read: ({of}) => of.userId, priority: 4, cut: 'end'},
		{title: 'place', read: ({policy}) => policy.place, priority: 5, cut: 'end'},
	],
	json: ({of: {id, name, userId}, policy: {effect, say, text, place}}) =>
		JSON.stringify({id, policy: effect, say, name, user: userId, query: text, place}),
};

/** Counts what breaks a policy and what is protected: `2 of 120 break a policy: 1 refused, 1 warned of. 5 are protected.` */
function summaryOf(
	breaches: readonly Breach[],
	{checked, protected: kept}: {readonly checked: number; readonly protected: number},
): string {
	const count = (all: readonly Breach[]) => new Set(all.map(({of: {id}}) => id)).size;
	const broken = count(breaches);
	const parts = (
		[
			['refuse', 'refused'],
			['warn', 'warned of'],
		] as const
	).flatMap(([effect, words]) => {
		const number = count(breaches.filter(({policy}) => policy.effect === effect));
		return number === 0 ? [] : [`${numberText(number)} ${words}`];
	});
	const first =
		broken === 0
			? `None of ${numberText(checked)} breaks a policy.`
			: `${numberText(broken)} of ${numberText(checked)} ${broken === 1 ? 'breaks' : 'break'} a policy: ${parts.join(', ')}.`;
	return `${first} ${kept === 0 ? 'None is protected' : `${numberText(kept)} ${kept === 1 ? 'is' : 'are'} protected`}.`;
}
