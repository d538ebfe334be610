import {expect, test} from 'vitest';
import {recipientForm} from '../../source/domain/channels.ts';

test.each([
	['EMAIL', 'a@example.com', true],
	['EMAIL', 'a.b+c@sub.example.co', true],
	['EMAIL', 'a@example', false],
	['EMAIL', 'a b@example.com', false],
	['EMAIL', '@example.com', false],
	['WEBHOOK', 'https://example.com/hook?x=1', true],
	['WEBHOOK', 'http://127.0.0.1:8080/', true],
	['WEBHOOK', 'http://localhost/', true],
	['WEBHOOK', 'http://example.com/', false],
	['WEBHOOK', 'ftp://example.com/', false],
	['WEBHOOK', 'example.com', false],
	['TELEGRAM', '-1001234567890', true],
	['TELEGRAM', '42', true],
	['TELEGRAM', '@some_user', true],
	['TELEGRAM', 'some user', false],
	['SLACK', 'https://hooks.slack.com/services/T0/B0/x', true],
	['SLACK', '#alerts', true],
	['SLACK', 'C024BE91L', true],
	['SLACK', 'U024BE7LH', true],
	['SLACK', 'https://example.com/', false],
	['SLACK', 'alerts', false],
	['PIGEON', 'anything', true],
])('%s %s', (channel, text, isRight) => {
	expect(recipientForm(channel).check(text) === undefined).toBe(isRight);
});

test('a wrong look stops e-mail and webhooks only', () => {
	expect(['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK', 'PIGEON'].filter(channel => recipientForm(channel).isStrict)).toEqual(['EMAIL', 'WEBHOOK']);
});
