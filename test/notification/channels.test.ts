import {expect, test} from 'vitest';
import {channels, findChannel, recipientHint} from '../../source/notification/channels.ts';

test.each([
	['EMAIL', 'a.b+c@sub.example.co', true],
	['EMAIL', 'a@example', false],
	['EMAIL', '@example.com', false],
	['WEBHOOK', 'https://example.com/hook?x=1', true],
	['WEBHOOK', 'http://127.0.0.1:8080/', true],
	['WEBHOOK', 'http://example.com/', false],
	['WEBHOOK', 'ftp://example.com/', false],
	['TELEGRAM', '-1001234567890', true],
	['TELEGRAM', '@some_user', true],
	['TELEGRAM', 'some user', false],
	['SLACK', 'https://hooks.slack.com/services/T0/B0/x', true],
	['SLACK', '#alerts', true],
	['SLACK', 'C024BE91L', true],
	['SLACK', 'alerts', false],
])('a recipient on %s: %s is valid: %s', (name, recipient, isValid) => {
	expect(findChannel(name)?.check(recipient) === undefined).toBe(isValid);
});

test('a name that is not in the table is no channel, even one that every object has', () => {
	expect(findChannel('PIGEON')).toBeUndefined();
	expect(findChannel('constructor')).toBeUndefined();
	expect(recipientHint('PIGEON')).toBe('depends on the channel');
});

test.each(channels)(
	'$name: the sample recipient passes the check and is in the hint',
	({name, check, sampleRecipient}) => {
		expect(check(sampleRecipient)).toBeUndefined();
		expect(recipientHint(name)).toContain(sampleRecipient);
	},
);

test('no two channels share a name or a letter', () => {
	for (const key of ['name', 'letter'] as const) {
		expect(new Set(channels.map(channel => channel[key])).size).toBe(channels.length);
	}

	expect(channels.map(({name, letter}) => `${letter} ${name}`)).toEqual([
		'e EMAIL',
		'w WEBHOOK',
		't TELEGRAM',
		's SLACK',
	]);
});
