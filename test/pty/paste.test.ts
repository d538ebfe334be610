import {expect, test} from 'vitest';
import {startTerminal} from '../helpers/terminal.ts';

test('nothing that is pasted, or typed ahead, deletes', async () => {
	await using terminal = startTerminal({args: ['--sandbox']});
	await terminal.waitFor('12 notifications');
	terminal.write('\u{1B}[200~x\u{1B}[201~ad12\r\u{1B}[201~');
	await terminal.waitFor('Keys that arrived with the paste were ignored.');
	expect(terminal.screen()).toContain('12 notifications');
	expect(terminal.screen()).not.toContain('marked');

	await terminal.confirm('Down');
	terminal.write('dy'.repeat(60));
	await terminal.waitFor('Keys typed before the question appeared were ignored.');
	await terminal.waitFor('y delete');
	terminal.press('Escape');
	await terminal.waitFor('12 notifications');
});

test('late answers of the terminal are no keys, and a key with alt is not esc and the key', async () => {
	await using terminal = startTerminal({args: ['--sandbox']});
	await terminal.waitFor('12 notifications');
	terminal.write('\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\\u{1B}[?62;22c\u{1B}[24;80R\u{1B}[I/usdc\r');
	await terminal.waitFor(/ of 12/v);
	terminal.write('\u{1B}n');
	expect(await terminal.waitFor('alt+n does nothing here')).toMatch(/ of 12/v);
	terminal.press('Escape');
	expect(await terminal.waitFor(/(?<!of )12 notifications/v)).not.toContain('/ usdc');
});
