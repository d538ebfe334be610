import {type Notification, notificationsOf} from '../notification/notification.ts';
import {joined, numberText} from '../platform/text.ts';
import {type Policy, createPolicyCheck, createProtection} from '../query/rules.ts';
import {createRuleStore} from '../account/settings.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {openAccount} from './account.ts';
import {chooseFormat, note, type Run} from './command.ts';
import type {checkOptions} from './commands/files.ts';
import {exitCode} from './command-error.ts';
import {findMatches, listAll, readQuery, warnOfListing} from './listing.ts';
import {writeRecords, type OutputKind} from './output/write-records.ts';

/** A policy that a notification breaks. */
type Breach = {readonly of: Notification; readonly policy: Policy};

/** Lists the notifications that break a policy. Returns the exit code. @throws CommandError */
export async function runCheck(run: Run<typeof checkOptions>) {
	const {options, words} = run;
	const query = readQuery(words.join(' '));
	await using account = await openAccount(run);
	const {connection, profile} = account;
	const name = profile.isConfigured === true ? profile.name : undefined;
	const rules = await createRuleStore(run.host.paths().configFile, name).load();
	const listing = await listAll(connection, run);
	const found = notificationsOf(findMatches(listing.records, query));
	const findBroken = createPolicyCheck(rules);
	const protectionOf = createProtection(rules);
	const breaches = found.flatMap(of => findBroken(of).map(policy => ({of, policy})));
	await writeRecords(breaches, breachOutput, chooseFormat(run), run);
	warnOfListing(listing, run);
	for (const problem of rules.problems) {
		run.printError(
			sanitise(`A rule of config.yaml cannot be used: ${problem}. Nothing new is sent until it is corrected.`),
		);
	}

	if (rules.problems.length > 0) {
		return exitCode.failed;
	}

	const kept = found.filter(record => protectionOf(record) !== undefined).length;
	note(run, summaryOf(breaches, found.length, kept));
	if (!listing.complete) {
		return exitCode.incomplete;
	}

	return options.exitCode && breaches.length > 0 ? exitCode.changes : exitCode.done;
}

const breachOutput: OutputKind<Breach> = {
	columns: [
		{title: 'id', read: ({of}) => of.id, priority: 1, cut: 'middle'},
		{title: 'policy', read: ({policy}) => policy.effect, priority: 1},
		{title: 'say', read: ({policy}) => policy.say, priority: 2},
		{title: 'name', read: ({of}) => of.name, priority: 3},
		{title: 'user', read: ({of}) => of.userId, priority: 4},
		{title: 'place', read: ({policy}) => policy.place, priority: 5},
	],
	json: ({of: {id, name, userId}, policy: {effect, say, text, place}}) =>
		JSON.stringify({id, policy: effect, say, name, user: userId, query: text, place}),
};

/** Counts what breaks a policy and what is protected: `2 of 120 break a policy: 1 refused, 1 warned of. 5 are protected.` */
function summaryOf(breaches: readonly Breach[], checked: number, kept: number) {
	const count = (...effects: ReadonlyArray<Policy['effect']>) =>
		new Set(breaches.filter(({policy}) => effects.includes(policy.effect)).map(({of}) => of.id)).size;
	const [broken, refused, warned] = [count('refuse', 'warn'), count('refuse'), count('warn')];
	const parts = joined(
		[refused > 0 && `${numberText(refused)} refused`, warned > 0 && `${numberText(warned)} warned of`],
		', ',
	);
	const first =
		broken === 0
			? `None of ${numberText(checked)} breaks a policy.`
			: `${numberText(broken)} of ${numberText(checked)} ${broken === 1 ? 'breaks' : 'break'} a policy: ${parts}.`;
	return `${first} ${kept === 0 ? 'None is protected' : `${numberText(kept)} ${kept === 1 ? 'is' : 'are'} protected`}.`;
}
