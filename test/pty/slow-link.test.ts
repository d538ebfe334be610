import {expect, test} from 'vitest';
import {temporarySandbox} from '../helpers/app.tsx';
import {startTerminal} from '../helpers/terminal.ts';
import {startShell} from '../helpers/terminal-shell.ts';

const environmentOf = ({baseUrl, apiKey}: {readonly baseUrl: string; readonly apiKey: string}) => ({
	CHAINBELL_BASE_URL: baseUrl,
	CHAINBELL_API_KEY: apiKey,
});

test('frames wait for a terminal that is behind, and then the newest is drawn', async () => {
	await using service = await temporarySandbox({samples: 400});
	await using terminal = startTerminal({env: environmentOf(service)});
	await terminal.waitFor('400 notifications');
	terminal.press('G');
	await terminal.waitFor(/^▌ *400 /mv);
	terminal.holdAnswers();
	const before = terminal.bytes.length;
	terminal.press(...Array.from({length: 20}, () => 'PageUp'));
	// The program has handled them when it lists again.
	const held = service.faults.hold({on: 'list'});
	terminal.press('r');
	await held.arrived;
	held.release();
	expect(terminal.bytes.length - before).toBeLessThan(8000);
	expect(terminal.screen()).not.toMatch(/^▌ *80 /mv);
	terminal.releaseAnswers();
	await terminal.waitFor(/^▌ *80 /mv);
	expect(terminal.bytes.length - before).toBeLessThan(16_000);
});

test('answers that are on their way at the end do not reach the shell', async () => {
	await using service = await temporarySandbox({samples: 100});
	await using shell = startShell({env: environmentOf(service)});
	await shell.waitFor('shell>');
	shell.press('"$PROGRAM"', 'Enter');
	await shell.waitFor('100 notifications');
	// What the terminal answered so far was read before this key.
	shell.press('j');
	await shell.waitFor(/^▌ *2 /mv);
	shell.holdAnswers();
	shell.press('PageDown', 'PageDown', 'q');
	await shell.waitUntilGone('notifications');
	shell.releaseAnswers();
	await shell.waitFor(/shell>.+shell>/msv);
	shell.press('echo typed', 'Enter');
	expect(await shell.waitFor(/^typed$/mv)).not.toContain('[0n');
});
