import {existsSync} from 'node:fs';
import process from 'node:process';
import {failureText} from '../service/failure.ts';
import {listNotifications} from '../service/listing/list-notifications.ts';
import {readProfileFile} from '../config/profile-file.ts';
import {keySourceText} from '../config/profile.ts';
import {sizeText} from '../platform/limits.ts';
import {canUseProxies, httpProxy, httpsProxy} from '../platform/proxy.ts';
import {numberText} from '../platform/text.ts';
import {createRuleStore} from '../session/rule-store.ts';
import {inspectLedger} from '../storage/inspect-ledger.ts';
import {safeJson, sanitise} from '../terminal/sanitise.ts';
import {hideSecretsInJson} from '../terminal/secrets.ts';
import {openAccount} from './account.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext, CommandHost, Run} from './command.ts';
import {exitCode} from './exit-codes.ts';

/** The result of one check. */
type Check = {
	readonly name: string;
	readonly status: 'ok' | 'warning' | 'failure';
	/** The result in one line. */
	readonly message: string;
	/** The advice on what to do. */
	readonly hint?: string | undefined;
};

const ok = (name: string, message: string): Check => ({name, status: 'ok', message});
const warning = (name: string, message: string, hint: string): Check => ({name, status: 'warning', message, hint});
const failure = (name: string, message: string, hint?: string): Check => ({name, status: 'failure', message, hint});

/** The checks, in the order in which they are made and printed. */
const checks: ReadonlyArray<(host: CommandHost, run: Run) => readonly Check[] | Promise<readonly Check[]>> = [
	host => [checkNode(host), checkTerminal(host)],
	checkConfig,
	checkRules,
	checkAddress,
	checkLedger,
	async (_host, run) => checkService(run),
];

const signs = {ok: '✓', warning: '!', failure: '✗'} as const;

/**
Checks the requirements of chainbell, and gives advice on each problem. One listing is requested. Nothing is changed, even if the ledger is damaged, and no API key is printed.

@returns The exit code: 1 when a check failed.
*/
export async function runDoctor(run: Run) {
	const {options} = run;
	const {host, print} = run;
	const done: Check[] = [];
	for (const check of checks) {
		for (const each of await check(host, run)) {
			done.push(each);
			const {name, status, message, hint} = each;
			if (!options.json) {
				print(`${signs[status]} ${name.padEnd(9)} ${sanitise(message)}`);
			}

			if (!options.json && hint !== undefined) {
				print(`            ${sanitise(hint)}`);
			}
		}
	}

	const isOk = done.every(({status}) => status !== 'failure');
	if (options.json) {
		const found = {isOk, checks: done.map(({hint = null, ...check}) => ({...check, hint}))};
		print(safeJson(hideSecretsInJson(JSON.stringify(found, undefined, 2))));
	}

	return isOk ? exitCode.done : exitCode.failed;
}

/** Checks the version of Node. A version older than required ends the program before this check. */
function checkNode({environment}: CommandHost): Check {
	const {node} = process.versions;
	const {get} = environment();
	const hasProxy = get('HTTPS_PROXY') !== undefined || get('https_proxy') !== undefined;
	return hasProxy && !canUseProxies(node)
		? warning('Node', `${node}; it ignores HTTPS_PROXY`, 'Use Node 22.21, or 24.5 or newer.')
		: ok('Node', node);
}

/** Checks whether the terminal can show the screens, colours, and characters beyond ASCII. */
function checkTerminal({environment, outputColumns, outputRows}: CommandHost): Check {
	const {get, noColour} = environment();
	const name = 'terminal';
	const columns = outputColumns();
	if (columns === undefined) {
		return ok(name, 'standard output is not a terminal; the screens need one');
	}

	const term = get('TERM') ?? '';
	if ((term === '' || term === 'dumb') && process.platform !== 'win32') {
		const message = `TERM is ${term === '' ? 'not set' : term}: it cannot show the screens`;
		return failure(name, message, 'Set TERM, for example to xterm-256color.');
	}

	const rows = outputRows() ?? 24;
	const message = `${term}, ${columns}x${rows}, ${noColour ? 'no colours (NO_COLOR)' : 'colours'}`;
	if (columns < 40 || rows < 10) {
		return warning(name, message, 'The screens need 40 columns and 10 rows.');
	}

	const locale = get('LC_ALL') ?? get('LC_CTYPE') ?? get('LANG') ?? '';
	return /utf-?8/iv.test(locale) || process.platform === 'win32' || process.platform === 'darwin'
		? ok(name, `${message}, UTF-8`)
		: warning(
				name,
				`${message}; the locale ${locale === '' ? 'is not set' : locale} is not UTF-8`,
				'Set LANG, for example to C.UTF-8: characters beyond ASCII may be damaged, or take the wrong width.',
			);
}

/** Checks the content and the permissions of config.yaml. */
async function checkConfig({paths}: CommandHost): Promise<readonly Check[]> {
	const {configFile} = paths();
	const name = 'config';
	if (!existsSync(configFile)) {
		return [ok(name, `none at ${configFile}`)];
	}

	const file = await readProfileFile(configFile);
	if (!file.ok) {
		return [failure(name, file.problem, `Correct ${configFile}. Nothing of it is used until then.`)];
	}

	const profiles = Object.entries(file.value.profiles).map(
		([profile, settings]) => `${profile} (key from ${keySourceText(settings)})`,
	);
	return [ok(name, `${configFile}: ${profiles.length === 0 ? 'no profiles' : profiles.join(', ')}`)];
}

/** Checks the rules of config.yaml: those for all accounts and those of every profile. */
async function checkRules({paths}: CommandHost): Promise<readonly Check[]> {
	const {configFile} = paths();
	const file = await readProfileFile(configFile);
	const names = file.ok ? Object.keys(file.value.profiles) : [];
	const all = await Promise.all([undefined, ...names].map(async name => createRuleStore(configFile, name).load()));
	const problems = [...new Set(all.flatMap(rules => rules.problems))];
	if (problems.length > 0) {
		const hint = 'Correct it: until then nothing new is sent. Undo, recover and reading work.';
		return problems.map(problem => failure('rules', problem, hint));
	}

	const count = (rules: 'protect' | 'policies') =>
		new Set(all.flatMap(each => each[rules].map(({place, text}) => `${place} ${text}`))).size;
	const [protect, policies] = [count('protect'), count('policies')];
	return protect + policies === 0
		? []
		: [
				ok(
					'rules',
					`${numberText(protect)} protect, ${numberText(policies)} ${policies === 1 ? 'policy' : 'policies'}`,
				),
			];
}

/** Checks the environment variables that affect connections. */
function checkAddress({environment}: CommandHost): readonly Check[] {
	const {get} = environment();
	const variables = Object.fromEntries(
		['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].map(name => [name, get(name)]),
	);
	const found: Check[] = [];
	for (const [proxy, hint] of [
		[
			httpsProxy(variables),
			'Requests fail, except to loopback and to the hosts in NO_PROXY. Correct the variable, or unset it.',
		],
		[
			httpProxy(variables),
			'It is not used: over http:// only loopback is requested. Correct the variable, or unset it.',
		],
	] as const) {
		if (proxy?.ok === false) {
			found.push(warning('proxy', proxy.problem, hint));
		}
	}

	if (get('NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
		found.push(
			warning(
				'TLS',
				'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked',
				'Unset it: anybody on the network can pose as the service and read your API key. Use NODE_EXTRA_CA_CERTS.',
			),
		);
	}

	return found;
}

/** Checks the ledger and counts its pending changes. The file is not changed. */
function checkLedger({paths}: CommandHost): readonly Check[] {
	const {ledgerFile} = paths();
	const name = 'ledger';
	const found = inspectLedger(ledgerFile);
	switch (found.state) {
		case 'missing': {
			return [ok(name, `none yet at ${ledgerFile}`)];
		}

		case 'newer': {
			const message = `${ledgerFile} was written by a newer chainbell, so that nothing is sent`;
			const hint = 'Update chainbell. Leave the file where it is: changes may be pending in it.';
			return [failure(name, message, hint)];
		}

		case 'damaged': {
			const hint = 'Run chainbell recover: it renames the file, creates a new one and says what to check.';
			return [failure(name, `${ledgerFile} is damaged`, hint)];
		}

		case 'unusable': {
			const {what, advice} = found.problem;
			return [failure(name, `${ledgerFile}: nothing can be changed, because ${what}`, advice)];
		}

		case 'usable': {
			const {bytes, isOld, requests, unfinished} = found;
			const content = isOld
				? 'of an earlier version'
				: `${numberText(requests)} ${requests === 1 ? 'request' : 'requests'}`;
			const message = `${ledgerFile}, ${sizeText(bytes)}, ${content}`;
			const pending = `${numberText(unfinished)} pending ${unfinished === 1 ? 'change' : 'changes'}`;
			return [
				unfinished === 0
					? ok(name, message)
					: warning(name, `${message}, ${pending}`, 'Run chainbell recover to see what is pending.'),
			];
		}
	}
}

/** The duration in milliseconds from which a listing counts as slow. */
const slowListing = 10_000;

/** Checks the account that would be opened, the source of its API key, and the response of the service to one listing. */
async function checkService(run: Run): Promise<readonly Check[]> {
	try {
		await using account = await openAccount(run);
		const {connection, profile} = account;
		return [
			ok('account', `${profile.name} at ${connection.baseUrl}, with an API key`),
			await checkListing(connection, run),
		];
	} catch (error) {
		if (!(error instanceof CommandError)) {
			throw error;
		}

		const {message, hint, kind} = error;
		// A machine without any setup is not an error.
		const isNew = kind === 'no-account' && message === 'No account is set up.';
		return [{name: 'account', status: isNew ? 'warning' : 'failure', message, hint}];
	}
}

async function checkListing(
	connection: Parameters<typeof listNotifications>[0],
	{host: {clock}}: CommandContext,
): Promise<Check> {
	const name = 'service';
	const startedAt = clock.now();
	const result = await listNotifications(connection);
	if (!result.ok) {
		return failure(name, failureText(result.failure), result.failure.nextStep);
	}

	const took = clock.now() - startedAt;
	const {records} = result.value;
	const message = `${numberText(records.length)} ${records.length === 1 ? 'notification' : 'notifications'}, listed in ${(took / 1000).toFixed(1)} s`;
	if (!result.value.complete) {
		return warning(
			name,
			`${message}; the listing is partial. ${result.value.reason}`,
			'chainbell does not conclude from it that anything was deleted.',
		);
	}

	return took > slowListing
		? warning(name, message, 'Listings are slow: a larger --timeout may help.')
		: ok(name, message);
}
