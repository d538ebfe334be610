import path from 'node:path';
import {expect, test} from 'vitest';
import {runHistory} from '../../source/cli/history.ts';
import {openLedger} from '../../source/storage/ledger.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const hostile = 'evil\u{9B}31m\u{202E}\u{2028}\u{E0041}x';

test('control characters are made visible as text and escaped in JSON, which keeps its values', async () => {
	await using folder = await temporaryFolder();
	const ledgerFile = path.join(folder.path, 'ledger.sqlite');
	const {ledger} = openLedger(ledgerFile, {now: () => Date.UTC(2026, 0, 1)});
	const {id} = ledger.journal.begin({
		profile: 'https://api.example.com/ 0123456789abcdef',
		profileName: 'production',
		kind: 'delete',
		snapshot: {
			id: hostile,
			raw: {},
			input: {userId: 'u', channel: 'EMAIL', name: hostile, recipient: 'a@example.com', network: 'N', eventType: 'E', addresses: [], filters: []},
			template: undefined,
			topics: undefined,
		},
	});
	ledger.journal.requestSent(id, {method: 'DELETE', target: hostile});
	ledger.close();

	const run = (isJson: boolean) => {
		const lines: string[] = [];
		const print = (line: string) => {
			lines.push(line);
		};

		runHistory({ledgerFile, isJson, print, warn: print});
		return lines.join('\n');
	};

	expect(run(false)).toContain('production');
	for (const printed of [run(false), run(true)]) {
		expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]/v);
	}

	expect(JSON.parse(run(true))).toMatchObject([{target: hostile, label: hostile, service: 'https://api.example.com/', at: '2026-01-01T00:00:00.000Z'}]);
	expect(run(true)).not.toContain('0123456789abcdef');
});
