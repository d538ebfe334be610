import {expect, test} from 'vitest';
import {maskRecipient} from '../../source/ledger/mask.ts';

test.each([
	['SLACK', 'https://hooks.slack.com/services/T000/B000/XXXX', 'https://hooks.slack.com/***'],
	['SLACK', '#alerts', '#alerts'],
	['SLACK', 'C0123456789', 'C0123456789'],
	['SLACK', 'hooks.slack.com/services/T000/B000/XXXX', '***'],
	['SLACK', 'xoxb-1234-secret', '***'],
	['WEBHOOK', 'https://user:password@example.com:8443/hook?key=1#x', 'https://example.com:8443/***'],
	['WEBHOOK', 'https://example.com/?key=1', 'https://example.com/***'],
	['WEBHOOK', 'https://example.com/', 'https://example.com'],
	['WEBHOOK', 'https://example.com', 'https://example.com'],
	['WEBHOOK', 'https://[broken/secret', '***'],
	['WEBHOOK', 'example.com/secret', '***'],
	['WEBHOOK', '', ''],
	['TELEGRAM', '-1001234567890', '-1***90'],
	['TELEGRAM', '@username', '@u***me'],
	['TELEGRAM', '🔔🔕🔔🔕🔔', '🔔🔕***🔕🔔'],
	['TELEGRAM', '1234', '***'],
	['EMAIL', 'ops@example.com', 'ops@example.com'],
	['PAGER', 'team-1', 'team-1'],
	['PAGER', 'https://pager.example.com/secret', 'https://pager.example.com/***'],
])('%s %s is shown as %s', (channel, recipient, shown) => {
	expect(maskRecipient(channel, recipient)).toBe(shown);
});
