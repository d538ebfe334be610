import {writeFileSync} from 'node:fs';
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

test('with --read-only every account is opened read-only', async () => {
	const {profiles, opened} = setUp(two, true);
	await profiles.open('home', policy);
	expect(opened).toMatchObject([{name: 'home', isReadOnly: true}]);
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
