import {expect, test} from 'vitest';
import {startTerminal} from '../helpers/terminal.ts';

test('the form is completed with a screen reader: labels, errors and choices are read as text', async () => {
	await using terminal = startTerminal({args: ['--sandbox'], env: {INK_SCREEN_READER: 'true'}});
	await terminal.waitFor('12 notifications');
	terminal.press('n');
	await terminal.waitFor('User, required: empty');
	terminal.press('user-42');
	await terminal.waitFor('User, required: user-42');
	terminal.press('Enter');
	await terminal.waitFor('Channel, required: empty');
	terminal.press('Enter');
	await terminal.waitFor('EMAIL, selected');
	terminal.press('Down');
	await terminal.waitFor('WEBHOOK, selected');
	terminal.press('Enter');
	await terminal.waitFor('Recipient, required: empty');
	terminal.press('nonsense', 'Tab');
	await terminal.waitFor('Error in Recipient: is not an https:// URL');
	terminal.press('S-Tab');
	await terminal.waitFor('Error: is not an https:// URL');
	terminal.press('C-u');
	terminal.press('https://example.com/hook', 'Enter');
	await terminal.waitFor('Address, required: empty');
	terminal.press('0xd8da6bf26964af9d7eed9e03e53415d37aa96045');
	await terminal.waitFor('With EIP-55 checksum: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
	terminal.press('C-n');
	await terminal.waitFor('Suggestion 1 of 7: value');
	terminal.press('Down');
	await terminal.waitFor('Suggestion 2 of 7: asset');
	terminal.press('Up', 'Enter');
	await terminal.waitFor('Filters: value >');
	terminal.press('1000');
	await terminal.waitFor('Filter: value is greater than 1,000 (int)');
	terminal.press('C-s');
	await terminal.waitFor('Create on SANDBOX');
	terminal.press('C-s');
	await terminal.waitFor('✓ Created 13');
	terminal.press('q');
	expect(await terminal.exit).toMatchObject({exitCode: 0});
});

test('in the list and in a notification a move is said as one line, not the whole table', async () => {
	await using terminal = startTerminal({args: ['--sandbox'], columns: 160, rows: 40, env: {INK_SCREEN_READER: 'true'}});
	await terminal.waitFor('Treasury: large transfers, ops-1, row 1 of 12');
	terminal.press('j');
	await terminal.waitFor('USDC in and out, ops-1, row 2 of 12');
	expect(terminal.screen()).not.toContain('Treasury');
	expect(terminal.screen()).not.toContain('RECIPIENT');
	terminal.press('Space');
	await terminal.waitFor('row 3 of 12');
	terminal.press('k');
	await terminal.waitFor('ops-1, marked');
	terminal.press('Enter');
	terminal.resize(80, 40);
	// The sentence is one line to move to, whatever the width of the terminal.
	await terminal.waitFor(/line 1 of 12, POST to[^:]+:\/\/example.com\/hooks\/usdc\s+when[^:]+on\s+ETH_MAINNET/v);
	terminal.press('j', 'j', 'j');
	await terminal.waitFor('line 4 of 12, Channel: WEBHOOK');
	expect(terminal.screen()).not.toContain('Recipient');
	terminal.press('C-c');
	expect(await terminal.exit).toMatchObject({exitCode: 0});
});

test('a bulk edit, its undo, a bulk delete and the history are read as sentences, without drawing characters', async () => {
	await using terminal = startTerminal({args: ['--sandbox'], columns: 160, rows: 40, env: {INK_SCREEN_READER: 'true'}});
	const hear = async (text: RegExp | string) => {
		await terminal.waitFor(text);
		expect(terminal.screen()).not.toMatch(/[▌█░│─●]/v);
	};

	await hear('row 1 of 12');
	terminal.press('/', 'user:=ops-1', 'Enter');
	await hear('row 1 of 2');
	terminal.press('a');
	await hear('2 marked');
	terminal.press('e');
	await hear(/Recipient: 2 values, field 3 of \d+/v);
	terminal.press('Enter');
	await hear('Recipient, value 1 of 2: treasury@example.com, 1 notification');
	terminal.press('Escape');
	await hear('Recipient: 2 different');
	terminal.press('/example.com/example.org/');
	await hear('1, Recipient from treasury@example.com to treasury@example.org, row 1 of 2');
	terminal.press('C-s');
	await hear('Change 2 on SANDBOX?');
	await hear('1, Recipient from treasury@example.com to treasury@example.org, row 1 of 2');
	await terminal.confirm('2');
	await hear(/then enter: {2}2/v);
	await terminal.confirm('Enter');
	await hear('✓ Replaced 2');
	terminal.press('u');
	await hear(/\d+, Recipient from treasury@example\.org to treasury@example\.com, row 1 of 2/v);
	terminal.press('Escape');
	await hear(/2 of \d+ notifications/v);
	terminal.press('a');
	await hear('2 marked');
	terminal.press('d');
	await hear(
		/E-mail treasury@example\.org when value > 10 at 0x\w+ on ETH_MAINNET, Treasury: large transfers, row 1 of 2/v,
	);
	terminal.press('Escape');
	await hear('2 marked');
	terminal.press('H');
	await hear(/(?:replaced|edited) 2.*row 1 of 1/v);
	terminal.press('C-c');
	expect(await terminal.exit).toMatchObject({exitCode: 0});
});

test('the palette and the question for a service are read one row at a time, without drawing characters', async () => {
	await using terminal = startTerminal({env: {INK_SCREEN_READER: 'true'}});
	await terminal.waitFor('Base URL: empty, https://api.example.com/, field 1 of 4');
	terminal.press('Down', 'secret');
	await terminal.waitFor('API key: 6 characters, field 2 of 4');
	expect(terminal.screen()).not.toMatch(/[▌•]/v);
	terminal.press('C-t');
	await terminal.waitFor('row 1 of 12');
	terminal.press(':', 'clone');
	await terminal.waitFor('Clone, c, row 1 of 1');
	expect(terminal.screen()).not.toContain('▌');
	terminal.press('C-c');
	expect(await terminal.exit).toMatchObject({exitCode: 0});
});
