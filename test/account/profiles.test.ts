import {expect, test} from 'vitest';
import type {Profile, ShownProfile} from '../../source/config/profile.ts';
import {isOpenProfile} from '../../source/account/session.ts';

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
