import {existsSync} from 'node:fs';
import process from 'node:process';
import {sizeText} from '../platform/limits.ts';
import {canUseProxies, httpProxy, httpsProxy} from '../platform/proxy.ts';
import {numberText} from '../platform/text.ts';
import type {CommandHost} from './command.ts';

/** The result of one check. */
export type Check = {
	readonly name: string;
	readonly status: 'ok' | 'warning' | 'failure';
	/** The result in one line. */
	readonly message: string;
	/** The advice on what to do. */
	readonly hint?: string | undefined;
};

/** Checks the version of Node. A version older than required ends the program before this check. */
export function checkNode({environment}: CommandHost): Check {
	const {node} = process.versions;
	const {get} = environment();
	const hasProxy = get('HTTPS_PROXY') !== undefined || get('https_proxy') !== undefined;
	return hasProxy && !canUseProxies(node)
		? {
				name: 'Node',
				status: 'warning',
				message: `${node}; it ignores HTTPS_PROXY`,
				hint: 'Use Node 22.21, or 24.5 or newer.',
			}
		: {name: 'Node', status: 'ok', message: node};
}

/** Checks whether the terminal can show the screens, colours, and characters beyond ASCII. */
export function checkTerminal({environment, outputColumns}: CommandHost): Check {
	const {get, noColour} = environment();
	const name = 'terminal';
	const columns = outputColumns();
	if (columns === undefined) {
		return {name, status: 'ok', message: 'standard output is not a terminal; the screens need one'};
	}

	const term = get('TERM') ?? '';
	if ((term === '' || term === 'dumb') && process.platform !== 'win32') {
		return {
			name,
			status: 'failure',
			message: `TERM is ${term === '' ? 'not set' : term}: it cannot show the screens`,
			hint: 'Set TERM, for example to xterm-256color.',
		};
	}

	const rows = process.stdout.rows ?? 24;
	const colours = noColour ? 'no colours (NO_COLOR)' : 'colours';
	const message = `${term}, ${columns}x${rows}, ${colours}`;
	if (columns < 40 || rows < 10) {
		return {name, status: 'warning', message, hint: 'The screens need 40 columns and 10 rows.'};
	}

	const locale = get('LC_ALL') ?? get('LC_CTYPE') ?? get('LANG') ?? '';
	return /utf-?8/iv.test(locale) || process.platform === 'win32' || process.platform === 'darwin'
		? {name, status: 'ok', message: `${message}, UTF-8`}
		: {
				name,
				status: 'warning',
				message: `${message}; the locale ${locale === '' ? 'is not set' : locale} is not UTF-8`,
				hint: 'Set LANG, for example to C.UTF-8: characters beyond ASCII may be damaged, or take the wrong width.',
			};
}

/** Checks the content and the permissions of config.yaml. */
export async function checkConfig({paths}: CommandHost): Promise<Check> {
	const {configFile} = paths();
	const name = 'config';
	if (!existsSync(configFile)) {
		return {name, status: 'ok', message: `none at ${configFile}`};
	}

	const [{readProfileFile}, {keySourceText}] = await Promise.all([
		import('../config/profile-file.ts'),
		import('../config/profile.ts'),
	]);
	const file = await readProfileFile(configFile);
	if (!file.ok) {
		return {
			name,
			status: 'failure',
			message: file.problem,
			hint: `Correct ${configFile}. Nothing of it is used until then.`,
		};
	}

	const profiles = Object.entries(file.value.profiles).map(
		([profile, settings]) => `${profile} (key from ${keySourceText(settings)})`,
	);
	return {name, status: 'ok', message: `${configFile}: ${profiles.length === 0 ? 'no profiles' : profiles.join(', ')}`};
}

/** Checks the rules of config.yaml: those for all accounts and those of every profile. */
export async function checkRules({paths}: CommandHost): Promise<Check[]> {
	const {configFile} = paths();
	const [{readProfileFile}, {createRuleStore}] = await Promise.all([
		import('../config/profile-file.ts'),
		import('../session/rule-store.ts'),
	]);
	const file = await readProfileFile(configFile);
	const names = file.ok ? Object.keys(file.value.profiles) : [];
	const all = await Promise.all([undefined, ...names].map(async name => createRuleStore(configFile, name).load()));
	const problems = [...new Set(all.flatMap(rules => rules.problems))];
	const name = 'rules';
	if (problems.length > 0) {
		return problems.map(problem => ({
			name,
			status: 'failure',
			message: problem,
			hint: 'Correct it: until then nothing new is sent. Undo, recover and reading work.',
		}));
	}

	const [shared, ...own] = all;
	const places = (rules: 'protect' | 'policies') =>
		new Set([shared!, ...own].flatMap(each => each[rules].map(({place, text}) => `${place} ${text}`))).size;
	const [protect, policies] = [places('protect'), places('policies')];
	return protect + policies === 0
		? []
		: [
				{
					name,
					status: 'ok',
					message: `${numberText(protect)} protect, ${numberText(policies)} ${policies === 1 ? 'policy' : 'policies'}`,
				},
			];
}

/** Checks the environment variables that affect connections. */
export function checkAddress({environment}: CommandHost): Check[] {
	const {get} = environment();
	const variables = Object.fromEntries(
		['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].map(name => [name, get(name)]),
	);
	const proxyCheck = [
		[
			httpsProxy(variables),
			'Requests fail, except to loopback and to the hosts in NO_PROXY. Correct the variable, or unset it.',
		] as const,
		[
			httpProxy(variables),
			'It is not used: over http:// only loopback is requested. Correct the variable, or unset it.',
		] as const,
	].flatMap(([proxy, hint]): Check[] =>
		proxy?.ok === false ? [{name: 'proxy', status: 'warning', message: proxy.problem, hint}] : [],
	);
	return get('NODE_TLS_REJECT_UNAUTHORIZED') === '0'
		? [
				...proxyCheck,
				{
					name: 'TLS',
					status: 'warning',
					message: 'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked',
					hint: 'Unset it: anybody on the network can pose as the service and read your API key. Use NODE_EXTRA_CA_CERTS.',
				},
			]
		: proxyCheck;
}

/** Checks the ledger and counts its pending changes. The file is not changed. */
export async function checkLedger({paths}: CommandHost): Promise<Check> {
	const {ledgerFile} = paths();
	const name = 'ledger';
	const {inspectLedger} = await import('../storage/inspect-ledger.ts');
	const found = inspectLedger(ledgerFile);
	switch (found.state) {
		case 'missing': {
			return {name, status: 'ok', message: `none yet at ${ledgerFile}`};
		}

		case 'newer': {
			return {
				name,
				status: 'failure',
				message: `${ledgerFile} was written by a newer chainbell, so that nothing is sent`,
				hint: 'Update chainbell. Leave the file where it is: changes may be pending in it.',
			};
		}

		case 'damaged': {
			return {
				name,
				status: 'failure',
				message: `${ledgerFile} is damaged`,
				hint: 'Run chainbell recover: it renames the file, creates a new one and says what to check.',
			};
		}

		case 'unusable': {
			return {
				name,
				status: 'failure',
				message: `${ledgerFile}: nothing can be changed, because ${found.problem.what}`,
				hint: found.problem.advice,
			};
		}

		case 'usable': {
			const message = `${ledgerFile}, ${sizeText(found.bytes)}${found.isOld ? ', of an earlier version' : `, ${numberText(found.requests)} ${found.requests === 1 ? 'request' : 'requests'}`}`;
			return found.unfinished === 0
				? {name, status: 'ok', message}
				: {
						name,
						status: 'warning',
						message: `${message}, ${numberText(found.unfinished)} pending ${found.unfinished === 1 ? 'change' : 'changes'}`,
						hint: 'Run chainbell recover to see what is pending.',
					};
		}
	}
}
