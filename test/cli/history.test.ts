import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openLedger} from '../../source/ledger/ledger.ts';
import {stillClock, temporaryFolder} from '../helpers/app.tsx';
import {runCommand} from '../helpers/command.ts';
import {deletion, sent} from '../ledger/ledgers.ts';

const hostile = 'evil\u{9B}31m\u{202E}\u{2028}\u{E0041}x';

test('control characters are made visible as text and escaped in JSON, which keeps its values', async () => {
	await using folder = await temporaryFolder();
	const ledgerFile = path.join(folder.path, 'ledger.sqlite');
	const {ledger} = openLedger(ledgerFile, {now: () => Date.UTC(2026, 0, 1)});
	const given = {profile: 'https://api.example.com/ 0123456789abcdef', profileName: 'production'};
	ledger.changes.begin(given, [deletion(hostile, {name: hostile})], sent('DELETE', hostile));
	ledger.close();

	const run = async (options = '') => {
		const {exitCode, stdout} = await runCommand(`history ${options}`, {
			home: folder.path,
			clock: {...stillClock, now: () => Date.UTC(2026, 0, 3, 1)},
			columns: {...(options === '' && {output: 200})},
		});
		expect(exitCode).toBe(0);
		return stdout;
	};

	const printed = [await run(), await run('-o tsv'), await run('--json'), await run('-o yaml')];
	for (const text of printed) {
		expect(text.replaceAll(/[\t\n]|^\u{1B}\[1m|\u{1B}\[22m/gv, '')).not.toMatch(
			/[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]/v,
		);
		expect(text).not.toContain('0123456789abcdef');
	}

	const [table, lines, json] = printed;
	expect(table).toMatch(/\n2 d ago .*delete/v);
	expect(lines).toMatch(/^2026-01-01T00:00:00\.000Z\tproduction\t1\tdelete\tDELETE\t/v);
	expect(JSON.parse(json!)).toMatchObject([
		{
			change: 1,
			number: '1',
			target: hostile,
			label: hostile,
			service: 'https://api.example.com/',
			at: '2026-01-01T00:00:00.000Z',
		},
	]);
});

test('that there are no changes is said', async () => {
	await using folder = await temporaryFolder();
	const {stderr} = await runCommand(['history'], {home: folder.path, columns: {output: 80}});
	expect(stderr).toBe('No changes yet.\n');
});

test('all accounts are printed, or the one that an option names, also as commands', async () => {
	await using folder = await temporaryFolder();
	const ledgerFile = path.join(folder.path, 'ledger.sqlite');
	const baseUrl = 'https://api.example.com/';
	const profile = `{baseUrl: "${baseUrl}", apiKeyEnv: NONE}`;
	await writeFile(path.join(folder.path, 'config.yaml'), `profiles: {one: ${profile}, two: ${profile}}`, {mode: 0o600});
	const {ledger} = openLedger(ledgerFile, {now: () => Date.UTC(2026, 0, 1)});
	for (const [key, profileName] of Object.entries({
		[`${baseUrl} one`]: 'one',
		[`${baseUrl} two`]: 'two',
		[`${baseUrl} api.example.com`]: 'api.example.com',
		'sandbox: 0123': 'sandbox',
	})) {
		ledger.changes.begin({profile: key, profileName}, [deletion('7')], sent('DELETE', '7'));
	}

	ledger.close();
	const all = ['sandbox', 'api.example.com', 'two', 'one'];
	for (const [options, names] of [
		['', all],
		['--profile two', ['two']],
		[`--base-url ${baseUrl}`, ['api.example.com']],
		['--sandbox', ['sandbox']],
	] as const) {
		const run = async (format: string) => runCommand(`history ${options} ${format}`, {home: folder.path});
		const lines = await run('-o jsonl');
		expect(lines.lines.map(line => (JSON.parse(line) as {profileName: string}).profileName)).toEqual(names);
		const script = await run('-o sh');
		expect(all.filter(name => script.stdout.includes(` on ${name}:`))).toEqual(names);
	}
});
