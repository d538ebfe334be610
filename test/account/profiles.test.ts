import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import type {Profile, ShownProfile} from '../../source/config/profile.ts';
import {createProfiles, isOpenProfile, type Session} from '../../source/account/session.ts';
import {temporaryDirectory} from '../ledger/ledgers.ts';

/** The profiles of a config.yaml, and what was opened. */
function setUp(text: string, isReadOnly = false) {
	const configFile = path.join(temporaryDirectory(), 'config.yaml');
	writeFileSync(configFile, text, {mode: 0o600});
	const opened: Profile[] = [];
	const profiles = createProfiles({
		configFile,
		environment: {
			baseUrl: undefined,
			apiKey: undefined,
			profile: undefined,
			noColour: true,
			editor: undefined,
			get: () => undefined,
		},
		isReadOnly,
		open(profile) {
			opened.push(profile);
			return {ok: true, session: {} as unknown as Session};
		},
		openBeside: ({name, apiKey}) =>
			apiKey === 'canary-of-profiles'
				? {ok: true, session: {profileKey: name} as unknown as Session}
				: {ok: false, field: 'apiKey', problem: 'the key is none'},
	});
	return {profiles, opened, configFile};
}

const policy = {onWait: () => undefined};
const two =
	'profiles:\n  work: {baseUrl: "https://a.example.com/", apiKey: canary-of-profiles}\n  home: {baseUrl: "https://b.example.com/", apiKey: another-canary}\n';

test('a profile is opened, also beside the displayed one, by its name, or it is said why not', async () => {
	const {profiles, opened} = setUp(two);
	expect(await profiles.open('work', policy)).toMatchObject({ok: true});
	expect(opened).toMatchObject([{name: 'work', isReadOnly: false}]);
	expect(await profiles.openBeside('work', policy)).toMatchObject({ok: true, session: {profileKey: 'work'}});
	expect(await profiles.openBeside('home', policy)).toEqual({ok: false, problem: 'profile home: the key is none'});
	expect(await profiles.open('third', policy)).toMatchObject({
		ok: false,
		problem: expect.stringContaining('no profile third') as string,
	});
	expect(await profiles.open('work', {...policy, signal: AbortSignal.abort()})).toEqual({
		ok: false,
		problem: 'cancelled',
	});
	expect(opened).toHaveLength(1);
});

test('with --read-only every account is opened read-only', async () => {
	const {profiles, opened} = setUp(two, true);
	await profiles.open('home', policy);
	expect(opened).toMatchObject([{name: 'home', isReadOnly: true}]);
});

test('they are listed, one is made the default, one is removed', async () => {
	const {profiles, configFile} = setUp(two);
	expect(await profiles.list()).toMatchObject({ok: true, profiles: [{name: 'work'}, {name: 'home'}]});
	expect(await profiles.setDefault('home')).toEqual({ok: true});
	expect(readFileSync(configFile, 'utf8')).toContain('profile: home');
	expect(await profiles.remove('work')).toEqual({ok: true});
	expect(readFileSync(configFile, 'utf8')).not.toContain('work');
	expect(await profiles.remove('work')).toMatchObject({ok: false, problem: expect.stringContaining('work') as string});
	writeFileSync(configFile, 'profiles: [', {mode: 0o600});
	expect(await profiles.list()).toMatchObject({ok: false});
	expect(await profiles.setDefault('home')).toMatchObject({ok: false});
});

test('the profile that is open is told by its name and its base URL, however that is written', () => {
	const open: Profile = {
		name: 'work',
		isSandbox: false,
		baseUrl: 'https://api.example.com/',
		apiKey: '',
		isReadOnly: false,
		hasColour: true,
	};
	const profile = (name: string, baseUrl = 'https://api.example.com'): ShownProfile => ({
		name,
		baseUrl,
		apiKeyFrom: '$KEY',
		isDefault: false,
		readOnly: false,
		colour: true,
		isKeySaved: false,
	});
	expect(isOpenProfile(profile('work'), open)).toBe(true);
	expect(isOpenProfile(profile('home'), open)).toBe(false);
	expect(isOpenProfile(profile('work', 'https://other.example.com'), open)).toBe(false);
	expect(isOpenProfile(profile('work', 'no address'), open)).toBe(false);
	expect(isOpenProfile(profile('work'), {...open, isSandbox: true})).toBe(false);
});
