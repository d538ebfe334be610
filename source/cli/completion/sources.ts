import {readText} from '../../config/config-file.ts';
import type {CommandHost} from '../command.ts';
import type {Candidate, CompletionSources} from './complete.ts';

/** The maximum number of IDs offered. */
const maxIds = 200;

/** Creates the sources of completions: config.yaml and the cached listing. A source that cannot be read offers nothing. */
export const completionSources = (host: CommandHost): CompletionSources => ({
	async profiles() {
		try {
			return profileNames(await readText(host.paths().configFile));
		} catch {
			return [];
		}
	},
	async ids({profile, isSandbox}) {
		try {
			return await rememberedIds(host, isSandbox ? undefined : {name: profile});
		} catch {
			return [];
		}
	},
});

/** The names of the profiles in a file as written by chainbell. No YAML parser is used, because loading one would take too long for completion. */
export function profileNames(text: string): string[] {
	const [, block = ''] = /^profiles:[^\n]*\n((?:(?:[ #][^\n]*)?\n|[ #][^\n]*$)*)/mv.exec(text) ?? [];
	const keys = Array.from(
		block.matchAll(/^(?<indent> +)(?<key>"[^\n"]+"|'[^\n']+'|[^\s"#'\-:][^\n#:]*):(?=\s|$)/gmv),
		({groups}) => groups as {indent: string; key: string},
	);
	return keys
		.filter(({indent}) => indent === keys[0]!.indent)
		.map(({key}) => key.trim().replace(/^(?<quote>["'])(.*)\k<quote>$/v, '$2'));
}

async function rememberedIds(
	{paths, environment, clock}: CommandHost,
	profile: {readonly name: string | undefined} | undefined,
): Promise<Candidate[]> {
	const [{findProfileAddress}, {createAccountIndex}, {createListingCache}, {parseBaseUrl}, {sanitise}] =
		await Promise.all([
			import('../../config/profile.ts'),
			import('../../storage/accounts.ts'),
			import('../../storage/listing-cache.ts'),
			import('../../api/connection.ts'),
			import('../../terminal/sanitise.ts'),
		]);
	const {configFile, ledgerFile} = paths();
	const index = createAccountIndex({file: `${ledgerFile}-accounts.json`, ledgerFile, now: clock.now});
	let accounts: readonly string[];
	if (profile === undefined) {
		const {accountsOfLedger} = await import('../../storage/ledger-accounts.ts');
		accounts = accountsOfLedger(ledgerFile)
			.map(({account}) => account)
			.filter(account => account.startsWith('sandbox: '));
	} else {
		const found = await findProfileAddress({name: profile.name, environment: environment(), configFile});
		const baseUrl = found.ok ? parseBaseUrl(found.address.baseUrl) : undefined;
		accounts = found.ok && baseUrl?.ok ? index.named({name: found.address.name, baseUrl: baseUrl.value}) : [];
	}

	const cache = createListingCache(`${ledgerFile}-listings`, clock.now);
	const records = accounts.flatMap(account => [...(cache.open(account)?.firstRecords ?? [])]);
	return records
		.flatMap(record =>
			record.kind === 'notification'
				? [{value: sanitise(record.id), summary: sanitise(`${record.name} ${record.channel} ${record.userId}`.trim())}]
				: [],
		)
		.slice(0, maxIds);
}
