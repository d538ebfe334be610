import {findProfile} from '../../config/profile.ts';
import {checkEntries} from '../../files/check-entries.ts';
import type {NotificationFile} from '../../files/notification-file.ts';
import {numberText} from '../../platform/text.ts';
import {type AccountRules, createPolicyCheck} from '../../query/rules.ts';
import {createRuleStore, rulesProblemText} from '../../account/settings.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {noAccount} from '../account.ts';
import {refusalError} from '../change-errors.ts';
import {accountRequest} from '../command-host.ts';
import type {CommandContext, Run, Running} from '../command.ts';
import type {validateOptions} from '../commands/files.ts';
import {printWarnings, readNamed, requireRead} from './read-files.ts';

/** Checks files of notifications without a network, also against the policies of config.yaml. Returns the exit code. @throws CommandError, exit code 5, with every mistake and its line */
export async function runValidate(run: Run<typeof validateOptions>) {
	const {options, words: names} = run;
	const reading = await readNamed(names, run);
	const {files} = reading;
	const profile = await findProfileName(run);
	const rulesOf = await readRulesFor(files, profile, run);
	const checks = new Map(
		files.map(file => {
			const findBroken = createPolicyCheck(rulesOf.get(file.profile ?? profile)!);
			return [file, checkEntries(file.entries, options.acceptInvalid, findBroken)] as const;
		}),
	);
	const warnings = reading.mistakes.length === 0 ? [...checks.values()].flatMap(check => check.warnings) : [];
	printWarnings(warnings, run);
	requireRead(reading, run, file => checks.get(file)!.mistakes);
	const [problem] = [...rulesOf.values()].flatMap(({problems}) => problems);
	if (problem !== undefined) {
		throw refusalError(rulesProblemText(problem), {cause: 'rules'});
	}

	for (const {name, entries} of options.quiet || options.json ? [] : files) {
		run.print(
			sanitise(
				`${name}: ${numberText(entries.length)} ${entries.length === 1 ? 'notification' : 'notifications'}, no mistake`,
			),
		);
	}
}

/** Reads the rules for files, by profile: that of a file or, if it names none, the one that a plan would open. */
async function readRulesFor(
	files: readonly NotificationFile[],
	opened: string | undefined,
	{host}: CommandContext,
): Promise<ReadonlyMap<string | undefined, AccountRules>> {
	const profiles = new Set(files.map(({profile}) => profile ?? opened));
	return new Map(
		await Promise.all(
			[...profiles].map(
				async profile => [profile, await createRuleStore(host.paths().configFile, profile).load()] as const,
			),
		),
	);
}

/** The profile of config.yaml that a plan would open; undefined if there is none, or several and none is chosen. Its API key is not read. @throws CommandError if --profile names none */
async function findProfileName({host, options}: Running): Promise<string | undefined> {
	const {profile} = accountRequest(options, host);
	const choice = profile === undefined ? undefined : await findProfile({...profile, isAddressOnly: true});
	if (options.profile !== undefined && choice?.state === 'problem') {
		throw noAccount(choice);
	}

	return choice?.state === 'found' && choice.profile.isConfigured === true ? choice.profile.name : undefined;
}
