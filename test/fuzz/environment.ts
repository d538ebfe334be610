import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {Agent} from 'node:https';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import {parseBaseUrl} from '../../source/service/connection.ts';
import {readScreenSettings} from '../../source/config/settings.ts';
import {explorerLink} from '../../source/notification/address.ts';
import {isLoopback, proxyProblem, proxySettingsFor, setProxies} from '../../source/platform/proxy.ts';
import {clipboardCommands, multiplexerOf, openCommands} from '../../source/terminal/desktop.ts';
import {runCommand} from '../helpers/command.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {hostileText} from './arbitraries.ts';
import {assertShowable} from './shown.ts';
import {defineTarget, type Target} from './target.ts';

type Input = {
	/** Templates of explorers in config.yaml, by network. */
	readonly explorers: Readonly<Record<string, string>>;
	/** As a service lists it. */
	readonly address: string;
	/** Environment variables. */
	readonly variables: Readonly<Record<string, string>>;
	/** The words of a command line. */
	readonly command: readonly string[];
};

/** Parts of a proxy's password, which nothing may repeat. */
const password = 'fuzz-password-71';

const join = (...parts: readonly string[]) =>
	fc
		.array(
			fc.oneof(
				{weight: 8, arbitrary: fc.constantFrom(...parts)},
				{weight: 1, arbitrary: hostileText.map(text => text.slice(0, 20))},
			),
			{maxLength: 7},
		)
		.map(found => found.join(''));

const templates = fc.oneof(
	fc
		.tuple(
			fc.constantFrom('https://', 'http://', 'HTTPS:', 'https:///', 'data:', '//', ''),
			join(
				'{address}',
				'example.com',
				'.',
				':',
				'@',
				'/',
				'?',
				'#',
				'%',
				'\\',
				'[',
				']',
				'xn--',
				'0x',
				'1',
				'a',
				'//',
				'{',
				'}',
			),
		)
		.map(parts => parts.join('')),
	join('{address}', 'https://', 'example.com/'),
);

const proxies = fc.oneof(
	{
		weight: 9,
		arbitrary: fc
			.tuple(
				fc.constantFrom(
					'http://',
					'https://',
					'HTTP://',
					'socks5://',
					'socks5h://',
					'file://',
					'//',
					'://',
					'',
					'http:',
					' http://',
					'http:/',
				),
				fc.constantFrom('', `me:${password}@`, `%:${password}@`, '@', ':@'),
				fc.constantFrom('proxy.example', '127.0.0.1', '[::1]', '[', '', 'a b', '%', 'x.localhost', 'ü.example'),
				fc.constantFrom('', ':3128', ':99999', ':', ':x', '/', '/path?q#f', '\n', '\u{1B}[2J'),
			)
			.map(parts => parts.join('')),
	},
	{weight: 2, arbitrary: hostileText.map(text => text.slice(0, 100))},
);

const odd = fc.oneof(
	fc.constantFrom('', '0', '1', 'dumb', 'C.UTF-8', 'vi', '*', '.example', 'work'),
	hostileText.map(text => text.slice(0, 50)),
);

const baseUrls = fc.oneof(
	fc.constantFrom(
		'http://127.0.0.1:1/',
		'http://x.localhost:1',
		'http://[::1]:1/',
		'http://127.1:1/',
		'https://service.example/',
		'https://service.example:8443/a',
		'http://service.example/',
		'ftp://a',
		'https://',
		'',
	),
	hostileText.map(text => text.slice(0, 50)),
);

// A key that fits a header is hidden in all output of the process from then on.
const keys = fc.constantFrom('key-of-the-fuzz-target', 'a b', '\u{1B}[2J', 'ü', '\n');

const named = (names: readonly string[], values: fc.Arbitrary<string>) =>
	fc.record(Object.fromEntries(names.map(name => [name, values])), {requiredKeys: []});

const variables = fc
	.tuple(
		named(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'], proxies),
		named(
			'NO_PROXY no_proxy TERM LANG LC_ALL LC_CTYPE NO_COLOR EDITOR CHAINBELL_PROFILE NODE_TLS_REJECT_UNAUTHORIZED SSH_TTY DISPLAY WAYLAND_DISPLAY WSL_DISTRO_NAME TMUX STY'.split(
				' ',
			),
			odd,
		),
		named(['CHAINBELL_BASE_URL'], baseUrls),
		named(['CHAINBELL_API_KEY'], keys),
		// No process has a variable with a NUL in it.
	)
	.map(parts =>
		Object.fromEntries(
			Object.entries(Object.assign({}, ...parts) as Record<string, string>).map(([name, value]) => [
				name,
				value.toWellFormed().replaceAll('\0', ''),
			]),
		),
	);

const vocabulary = {columns: ['id'], sorts: ['id'], groups: ['channel']};

function checkExplorers({explorers, address}: Input): void {
	const {settings, problems} = readScreenSettings(JSON.stringify({explorers}), vocabulary);
	for (const problem of problems) {
		assertShowable(problem);
		assert.match(problem, /^config\.yaml line 1: explorers\b/v);
	}

	for (const network of [...Object.keys(explorers), 'ETH_MAINNET']) {
		// Also where config.yaml was not asked.
		explorerLink(network, address, explorers);
		const link = explorerLink(network, address, settings.explorers);
		const template = Object.hasOwn(settings.explorers ?? {}, network) ? settings.explorers![network] : undefined;
		if (link !== undefined) {
			assertShowable(link);
			openCommands({platform: 'linux', get: () => 'x'}, link);
		}

		if (template !== undefined && address !== '') {
			assert.equal(
				URL.parse(link!)?.host,
				URL.parse(template.replaceAll('{address}', 'x'))?.host,
				'An address changed the host.',
			);
		}
	}
}

function checkProxies({variables: set}: Input): void {
	for (const url of [
		'https://service.example/',
		'https://[::1]/',
		'https://service.example:8443/',
		'http://x.localhost/',
	]) {
		const problem = proxyProblem(url);
		if (problem === undefined) {
			new Agent({proxyEnv: proxySettingsFor(url)}).destroy();
		} else {
			assertShowable(problem);
			assert.match(problem, /^https_proxy |^HTTPS_PROXY /v);
			assert.ok(!problem.includes(password) && problem.length < 200);
			assert.equal(isLoopback(new URL(url).hostname), false);
		}
	}

	const environment = {platform: 'linux' as const, get: (name: string) => set[name]};
	clipboardCommands(environment);
	multiplexerOf(environment);
}

/** The command with the environment of the input; where a request would leave the machine, with another base URL. */
async function checkCommand({variables: set, command}: Input): Promise<void> {
	const base = parseBaseUrl(set.CHAINBELL_BASE_URL ?? '');
	const isLocal = !base.ok || isLoopback(new URL(base.value).hostname) || proxyProblem(base.value) !== undefined;
	const home = mkdtempSync(path.join(os.tmpdir(), 'chainbell-fuzz-'));
	try {
		writeFileSync(
			path.join(home, 'config.yaml'),
			'profiles:\n  work: {baseUrl: "http://work.localhost:1/", apiKeyEnv: TERM}\n',
			{mode: 0o600},
		);
		const {exitCode, stdout, stderr} = await runCommand(command, {
			home,
			env: isLocal ? set : {...set, CHAINBELL_BASE_URL: 'http://127.0.0.1:1/'},
			clock: createHandClock(),
			settlingTime: 1,
			columns: {output: 80},
		});
		assert.ok(Number.isInteger(exitCode));
		// Colours are ours.
		for (const line of [...stdout.split('\n'), ...stderr.split('\n')]) {
			assertShowable(line.replaceAll(/\u{1B}\[\d+m/gv, ''));
			assert.ok(!line.includes(password), 'A password is shown.');
			assert.ok(!line.includes('because of a bug'));
		}
	} finally {
		rmSync(home, {recursive: true, force: true});
	}
}

/** Explorers, proxies, and every other environment variable that the program reads. */
export const environment: Target = defineTarget<Input>(
	'environment',
	'Any template of an explorer is refused with its line, or makes a link of its own host for any address. Any environment is taken or said in a line that shows no password; no command throws.',
	fc.record({
		explorers: fc.dictionary(
			fc.oneof(fc.constantFrom('ETH_MAINNET', 'MY_CHAIN', '__proto__', 'constructor'), fc.string({maxLength: 5})),
			templates,
			{maxKeys: 3, noNullPrototype: true},
		),
		address: fc.oneof(fc.constantFrom('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '..', '.', '', '0'), hostileText),
		variables,
		command: fc.constantFrom(
			['doctor'],
			['doctor', '--json'],
			['list'],
			['list', '--json'],
			['get', '1'],
			['profile', 'list'],
			['delete', '1', '--yes'],
		),
	}),
	async input => {
		checkExplorers(input);
		setProxies(input.variables);
		try {
			checkProxies(input);
			await checkCommand(input);
		} finally {
			setProxies(undefined);
		}
	},
);
