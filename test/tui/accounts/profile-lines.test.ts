import {expect, test} from 'vitest';
import type {Profile, ShownProfile} from '../../../source/config/profile.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {profileDetails, profileLines} from '../../../source/tui/accounts/profiles.tsx';

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
		title: 'profile  state          base URL                 API key from',
		lines: [
			'work     open, default  https://api.example.com  $KEY',
			'audit    read-only      https://api.example.com  pass show chainbell',
		],
		isCut: false,
	});
	const all = 'profile  state          base URL                 pass show chainbell'.length;
	expect([profileLines(profiles, open, all).isCut, profileLines(profiles, open, all - 1).isCut]).toEqual([false, true]);
	const narrow = profileLines(profiles, open, 50);
	// A cell that would be cut too short is left out.
	expect(narrow).toMatchObject({title: 'profile  state          base URL', isCut: true});
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
