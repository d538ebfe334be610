import {existsSync} from 'node:fs';
import process from 'node:process';
import {failureText} from '../service/failure.ts';
import {listNotifications} from '../service/listing/list-notifications.ts';
import type {Connection} from '../service/connection.ts';
import {readProfileFile} from '../config/profile-file.ts';
import {keySourceText, type TeamOfProfile} from '../config/profile.ts';
import {sizeText} from '../platform/limits.ts';
import {counted, numberText} from '../platform/text.ts';
import {createRuleStore, createSettingsStore} from '../account/settings.ts';
import {inspectLedger} from '../ledger/inspect-ledger.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {openAccount} from './account.ts';
import {CommandError, jsonText, exitCode} from './command-error.ts';
import type {Run} from './command.ts';
import type {CommandHost} from './command-host.ts';

/** A check that went well, or with a hint, which says what to do, one that did not: a warning, unless `status` says failure. `message`: in one line. */
const found = (name: string, message: string, hint?: string, status: 'warning' | 'failure' = 'warning') => ({
	name,
	status: hint === undefined ? ('ok' as const) : status,
	message,
	hint,
});

type Check = ReturnType<typeof found>;

/**
Makes the checks, in the order in which they are printed.

@yields What was found.
*/
async function* checksOf(run: Run): AsyncGenerator<Check> {
	const {host} = run;
	yield found('Node', process.versions.node);
	yield checkTerminal(host);
	yield* checkConfig(run);
	// What is wrong with a proxy is said where the service is requested.
	if (host.environment().get('NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
		yield found(
			'TLS',
			'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked',
			'Unset it: anybody on the network can pose as the service and read your API key. Use NODE_EXTRA_CA_CERTS.',
		);
	}

	yield checkLedger(host);
	yield* checkService(run);
}

const signs = {ok: '✓', warning: '!', failure: '✗'} as const;

/**
Checks the requirements of chainbell, and gives advice on each problem. One listing is requested. Nothing is changed, even if the ledger is damaged, and no API key is printed.

@returns The exit code: 1 when a check failed.
*/
export async function runDoctor(run: Run) {
	const {options, print} = run;
	const done: Check[] = [];
	for await (const check of checksOf(run)) {
		done.push(check);
		const {name, status, message, hint} = check;
		if (!options.json) {
			print(`${signs[status]} ${name.padEnd(9)} ${sanitise(message)}`);
			if (hint !== undefined) {
				print(`            ${sanitise(hint)}`);
			}
		}
	}

	const isOk = done.every(({status}) => status !== 'failure');
	if (options.json) {
		print(jsonText({isOk, checks: done.map(({hint = null, ...check}) => ({...check, hint}))}, 2));
	}

	return isOk ? exitCode.done : exitCode.failed;
}

/** Checks whether the terminal can show the screens, colours, and characters beyond ASCII. */
function checkTerminal({environment, outputColumns, outputRows}: CommandHost) {
	const {get, noColour} = environment();
	const name = 'terminal';
	const columns = outputColumns();
	if (columns === undefined) {
		return found(name, 'standard output is not a terminal; the screens need one');
	}

	const isWindows = process.platform === 'win32';
	const term = get('TERM') ?? '';
	if (['', 'dumb'].includes(term) && !isWindows) {
		const message = `TERM is ${term === '' ? 'not set' : term}: it cannot show the screens`;
		return found(name, message, 'Set TERM, for example to xterm-256color.', 'failure');
	}

	const rows = outputRows() ?? 24;
	const message = `${term}, ${columns}x${rows}, ${noColour ? 'no colours (NO_COLOR)' : 'colours'}`;
	if (columns < 40 || rows < 10) {
		return found(name, message, 'The screens need 40 columns and 10 rows.');
	}

	const locale = get('LC_ALL') ?? get('LC_CTYPE') ?? get('LANG') ?? '';
	return /utf-?8/iv.test(locale) || isWindows || process.platform === 'darwin'
		? found(name, `${message}, UTF-8`)
		: found(
				name,
				`${message}; the locale ${locale === '' ? 'is not set' : locale} is not UTF-8`,
				'Set LANG, for example to C.UTF-8: characters beyond ASCII may be damaged, or take the wrong width.',
			);
}

/**
Checks the content and the permissions of config.yaml, the settings of the screens, and its rules: those for all accounts and those of every profile.

@yields What was found.
*/
async function* checkConfig({host, applySettings}: Run) {
	const {configFile} = host.paths();
	if (!existsSync(configFile)) {
		yield found('config', `none at ${configFile}`);
		return;
	}

	const file = await readProfileFile(configFile);
	if (!file.ok) {
		yield found('config', file.problem, `Correct ${configFile}. Nothing of it is used until then.`, 'failure');
		return;
	}

	const {profiles} = file.value;
	const names = Object.keys(profiles);
	const sources = names.map(name => `${name} (key from ${keySourceText(profiles[name]!)})`);
	yield found('config', `${configFile}: ${names.length === 0 ? 'no profiles' : sources.join(', ')}`);
	const settings = createSettingsStore(configFile, applySettings);
	await settings.load();
	for (const problem of settings.get().problems) {
		yield found('settings', problem, 'Correct it: until then the screens use the default.');
	}

	const all = await Promise.all([undefined, ...names].map(async name => createRuleStore(configFile, name).load()));
	const problems = [...new Set(all.flatMap(rules => rules.problems))];
	const hint = 'Correct it: until then nothing new is sent. Undo, recover and reading work.';
	const count = (rules: 'protect' | 'policies') =>
		new Set(all.flatMap(each => each[rules].map(({place, text}) => `${place} ${text}`))).size;
	const [protect, policies] = [count('protect'), count('policies')];
	for (const problem of problems) {
		yield found('rules', problem, hint, 'failure');
	}

	if (problems.length === 0 && protect + policies > 0) {
		yield found(
			'rules',
			`${numberText(protect)} protect, ${numberText(policies)} ${policies === 1 ? 'policy' : 'policies'}`,
		);
	}
}

/** Checks the ledger and counts its pending changes. The file is not changed. */
function checkLedger({paths}: CommandHost): Check {
	const {ledgerFile} = paths();
	const ledger = inspectLedger(ledgerFile);
	const failed = (message: string, hint: string) => found('ledger', message, hint, 'failure');
	switch (ledger.state) {
		case 'missing': {
			return found('ledger', `none yet at ${ledgerFile}`);
		}

		case 'newer': {
			return failed(
				`${ledgerFile} was written by a newer chainbell, so that nothing is sent`,
				'Update chainbell. Leave the file where it is: changes may be pending in it.',
			);
		}

		case 'damaged': {
			const hint = 'Run chainbell recover: it renames the file, creates a new one and says what to check.';
			return failed(`${ledgerFile} is damaged`, hint);
		}

		case 'unusable': {
			return failed(`${ledgerFile}: nothing can be changed, because ${ledger.problem.what}`, ledger.problem.advice);
		}

		case 'usable': {
			const {bytes, isOld, requests, unfinished} = ledger;
			const content = isOld ? 'of an earlier version' : counted(requests, 'request');
			const message = `${ledgerFile}, ${sizeText(bytes)}, ${content}`;
			const pending = `${message}, ${counted(unfinished, 'pending change')}`;
			return unfinished === 0
				? found('ledger', message)
				: found('ledger', pending, 'Run chainbell recover to see what is pending.');
		}
	}
}

/** The duration in milliseconds from which a listing counts as slow. */
const slowListing = 10_000;

/**
Checks the account that would be opened, the source of its API key, and the response of the service to one listing.

@yields What was found.
*/
async function* checkService(run: Run): AsyncGenerator<Check> {
	try {
		await using account = await openAccount(run);
		const {connection, profile} = account;
		yield found('account', `${profile.name} at ${connection.baseUrl}, with an API key`);
		yield checkListing(connection, run);
		if (profile.team !== undefined) {
			yield checkTeam(profile.team, run);
		}
	} catch (error) {
		if (!(error instanceof CommandError)) {
			throw error;
		}

		const {message, hint, kind} = error;
		// A machine without any setup is not an error.
		const isNew = kind === 'no-account' && message === 'No account is set up.';
		yield {name: 'account', status: isNew ? 'warning' : 'failure', message, hint};
	}
}

/** Checks whether the board of the account's team can be used. Nothing is shared. */
async function checkTeam(team: TeamOfProfile, {host: {clock}}: Run) {
	const {BoardError, openBoard} = await import('../account/team/board.ts');
	try {
		const board = await openBoard({...team, host: '', session: 'doctor', clock});
		try {
			await board.heads([]);
		} finally {
			await board.close();
		}

		return found('team', `${team.account}, whose board can be used`);
	} catch (error) {
		if (!(error instanceof BoardError)) {
			throw error;
		}

		const isNeeded = team.isRequired || error.kind !== 'unreachable';
		const hint = isNeeded
			? 'Nothing of the account can be changed until the board can be used.'
			: 'Changes are made without claims, and shared when the board is reached again.';
		return found('team', error.message, hint, isNeeded ? 'failure' : 'warning');
	}
}

async function checkListing(connection: Connection, {host: {clock}}: Run) {
	const startedAt = clock.now();
	const result = await listNotifications(connection);
	if (!result.ok) {
		return found('service', failureText(result.failure), result.failure.nextStep, 'failure');
	}

	const took = clock.now() - startedAt;
	const {records} = result.value;
	const message = `${counted(records.length, 'notification')}, listed in ${(took / 1000).toFixed(1)} s`;
	return result.value.complete
		? found('service', message, took > slowListing ? 'Listings are slow: a larger --timeout may help.' : undefined)
		: found(
				'service',
				`${message}; the listing is partial. ${result.value.reason}`,
				'chainbell does not conclude from it that anything was deleted.',
			);
}
