import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {matching} from '../../helpers/texts.ts';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';
import type {Profile, ShownProfile} from '../../../source/config/profile.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {profileDetails, profileLines} from '../../../source/tui/accounts/profiles.tsx';

type Account = {readonly baseUrl: string; readonly apiKey: string};

const unreachable: Account = {baseUrl: 'https://staging.example.com/', apiKey: 'staging-key'};

/** The config.yaml of a home, with two accounts and a profile whose key is missing. */
async function startHome(production: Account, staging: Account = unreachable) {
	const home = await temporaryFolder();
	const configFile = path.join(home.path, 'config.yaml');
	await writeFile(
		configFile,
		`# Ask the team before you change this.
profile: production
profiles:
  production:
    baseUrl: ${production.baseUrl}
    apiKey: ${production.apiKey}
  staging: # rebuilt every night
    baseUrl: ${staging.baseUrl}
    apiKey: ${staging.apiKey}
    readOnly: true
  audit:
    baseUrl: https://audit.example.com/notifications/
    apiKeyEnv: AUDIT_KEY
`,
		{mode: 0o600},
	);
	return {...home, configFile, [Symbol.asyncDispose]: home[Symbol.asyncDispose]};
}

test('enter opens the other account, and the way back shows the remembered listing before the service answers', async () => {
	await using production = await temporarySandbox({samples: 4});
	await using staging = await temporarySandbox({samples: 2});
	await using home = await startHome(production, staging);
	await using app = await startApp({isNew: true, home: home.path, size: '120x40'});
	await app.waitFor('4 notifications');
	await app.press('P');
	await app.waitFor(/▌ production +open/v);
	await app.press('j', 'Enter');
	const there = await app.waitFor('2 notifications');
	expect(there).toContain('staging');
	expect(there).toContain('read-only');
	await app.press('d');
	await app.waitFor('This profile is read-only.');

	const held = production.faults.hold();
	await app.press('P');
	await app.waitFor(/staging +open/v);
	await app.press('k', 'Enter');
	const back = await app.waitFor('✓ Opened production');
	await app.waitFor(/▌ .*EMAIL|▌ .*WEBHOOK/v);
	expect(back).not.toContain('read-only');
	held.release();
	await app.waitFor('4 notifications');
	await app.press('d', 'y');
	await app.waitFor('✓ Deleted');
	await app.waitFor('3 notifications');
});

test('a copy is offered for a profile that is neither open nor read-only, and of others the key says why not', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using home = await startHome(sandbox);
	await using app = await startApp({isNew: true, home: home.path, size: '80x24'});
	await app.waitFor('2 notifications');
	await app.press('P');
	expect(await app.waitFor(/▌ production/v)).not.toContain('c copy to');
	await app.press('c');
	await app.waitFor('This profile is open. Go to the one to copy to, and press c.');
	await app.press('j');
	expect(await app.waitFor(/▌ staging/v)).not.toContain('c copy to');
	await app.press('c');
	await app.waitFor('This profile is read-only: nothing can be copied to it.');
	await app.press('j');
	expect(await app.waitFor(/▌ audit/v)).toContain('c copy to');
});

test('s makes a profile the default, x removes one after y, and the comments of config.yaml stay', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using home = await startHome(sandbox);
	await using app = await startApp({isNew: true, home: home.path, size: '80x24'});
	await app.waitFor('2 notifications');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	await app.press('j', 's');
	await app.waitFor('✓ staging is the default');
	await app.waitFor(/staging +default, read-only/v);
	expect(await readFile(home.configFile, 'utf8')).toContain('profile: staging');

	const before = await readFile(home.configFile, 'utf8');
	await app.press('x');
	await app.waitFor(/opens no\s+profile,\s+unless\s+you\s+make\s+another\s+one\s+the\s+default\./v);
	await app.press('n', 'G', 'x');
	await app.waitFor('Remove the profile audit from config.yaml?');
	await app.press('n');
	await app.waitUntilGone('Remove the profile');
	expect(await readFile(home.configFile, 'utf8')).toBe(before);
	await app.press('x', 'y');
	await app.waitFor('✓ Removed the profile audit');
	await app.waitUntilGone(/^. audit/mv);
	const after = await readFile(home.configFile, 'utf8');
	expect(after).not.toContain('audit');
	expect(after).toContain('# Ask the team before you change this.');
	expect(after).toContain('# rebuilt every night');
	await app.press('k', 'j', 'x');
	const question = await app.waitFor('Remove the profile staging');
	expect(question.replaceAll(/\s+/gv, ' ')).toContain(
		'with the API key that is saved there? It is the default: the next start opens production.',
	);
});

test('a change that another program made meanwhile is not overwritten', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using home = await startHome(sandbox);
	await using app = await startApp({isNew: true, home: home.path, size: '80x24'});
	await app.waitFor('2 notifications');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	await app.press('G', 'x');
	await app.waitFor('Remove the profile audit');
	const text = await readFile(home.configFile, 'utf8');
	const without = text.slice(0, text.indexOf('  audit:'));
	await writeFile(home.configFile, without);
	await app.press('y');
	await app.waitFor('✗ Nothing was changed: there is no profile audit.');
	await app.waitUntilGone(/^. audit/mv);
	expect(await readFile(home.configFile, 'utf8')).toBe(without);
});

test('n connects to another account and saves it as a profile, and esc goes back', async () => {
	await using production = await temporarySandbox({samples: 4});
	await using staging = await temporarySandbox({samples: 2});
	await using home = await startHome(production);
	await using app = await startApp({isNew: true, home: home.path, size: '80x24'});
	await app.waitFor('4 notifications');
	await app.press('P', 'n');
	await app.waitFor('Save as');
	await app.press('Escape');
	await app.waitFor(/▌ production/v);
	await app.press('n');
	await app.waitFor('Save as');
	await app.press(staging.baseUrl, 'Tab', staging.apiKey, 'Tab', 'second', 'C-s');
	const frame = await app.waitFor('2 notifications');
	expect(frame).toContain('second');
	await app.press('P');
	await app.waitFor(/second +open/v);
	expect(app.frame()).toMatch(/production +default/v);
	expect(app.frames.join('\n')).not.toContain(staging.apiKey);
});

test('the palette switches to each profile as P does, and says why one cannot be opened', async () => {
	await using production = await temporarySandbox({samples: 4});
	await using staging = await temporarySandbox({samples: 2});
	await using home = await startHome(production, staging);
	await using app = await startApp({isNew: true, home: home.path});
	await app.waitFor('4 notifications');
	await app.press('C-p', 'Switch to profile');
	await app.waitFor(/▌ Switch to profile production.*\n.*staging.*\n.*audit/v);
	await app.press(' audit', 'Enter');
	await app.waitFor('Not opened');
	expect(app.frame()).toMatch(/^▌ audit/mv);
	await app.press('Escape');
	await app.waitFor('4 notifications');
	await app.press(':', 'profile staging');
	await app.waitFor('▌ Switch to profile staging');
	await app.press('Enter');
	await app.waitFor('2 notifications');
	expect(app.frame()).toContain('staging');
});

const open: Profile = {
	name: 'work',
	isSandbox: false,
	baseUrl: 'https://api.example.com/',
	apiKey: '',
	isReadOnly: false,
	hasColour: true,
};
const profile = (name: string, change: Partial<ShownProfile> = {}): ShownProfile => ({
	name,
	baseUrl: 'https://api.example.com',
	apiKeyFrom: '$KEY',
	isDefault: false,
	readOnly: false,
	colour: true,
	isKeySaved: false,
	...change,
});

test('the table has what fits, and says whether that is all', () => {
	const profiles = [
		profile('work', {isDefault: true}),
		profile('audit', {readOnly: true, apiKeyFrom: 'pass show chainbell'}),
	];
	expect(profileLines(profiles, open, 80)).toEqual({
		title: 'PROFILE  STATE          BASE URL                 API KEY FROM',
		lines: [
			'work     open, default  https://api.example.com  $KEY',
			'audit    read-only      https://api.example.com  pass show chainbell',
		],
		isCut: false,
	});
	const all = 'PROFILE  STATE          BASE URL                 pass show chainbell'.length;
	expect([profileLines(profiles, open, all).isCut, profileLines(profiles, open, all - 1).isCut]).toEqual([false, true]);
	// The name and the state are whole before the others.
	expect(profileLines(profiles, open, 50)).toMatchObject({
		lines: [matching(/^work {5}open, default {2}https:/v), matching(/^audit {4}read-only {6}https:/v)],
		isCut: true,
	});
	for (const width of [10, 20, 30, 41, 50]) {
		const {title, lines} = profileLines([profile('a name that is longer than half')], open, width);
		expect(Math.max(...[title, ...lines].map(line => widthOf(line)))).toBeLessThanOrEqual(width);
	}
});

test('the details of one are on one line, safe to show', () => {
	expect(profileDetails(profile('work', {isDefault: true, readOnly: true, apiKeyFrom: 'a\u{7}'}), open)).toBe(
		'https://api.example.com · API key from a␇ · open, default, read-only',
	);
	expect(profileDetails(profile('home'), open)).toBe('https://api.example.com · API key from $KEY');
});
