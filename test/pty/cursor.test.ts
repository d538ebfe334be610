import {expect, test} from 'vitest';
import {modesAtRest, startTerminal} from '../helpers/terminal.ts';

test("at every size the terminal's cursor is in the focused field, and hidden where there is none", async () => {
	await using terminal = startTerminal({args: ['--sandbox'], columns: 120, rows: 40});
	for (const [columns, rows] of [
		[120, 40],
		[80, 24],
		[40, 10],
	] as const) {
		terminal.resize(columns, rows);
		await terminal.waitFor('12 notif');
		await terminal.waitForCursor(undefined);

		terminal.press('/');
		await terminal.waitForCursor(
			columns < 60
				? ' / |words  user:=exact  channel:  to:'
				: ' / |words  user:=exact  channel:  to:  not:  /regex/  is:new  a or b',
		);
		terminal.write('usdc 入金');
		await terminal.waitForCursor(' / usdc 入金|');
		terminal.press('Left', 'Home', 'Right');
		await terminal.waitForCursor(' / u|sdc 入金');
		terminal.press('Enter');
		await terminal.waitForCursor(undefined);
		terminal.press('Escape');
		await terminal.waitFor(/(?<!of )12 notif/v);

		terminal.press('n');
		await terminal.waitForCursor('▌ User *      |external user ID');
		terminal.press('Escape');
		await terminal.waitFor('12 notif');
	}
});

test('it follows the focus through the form, and what is above its field', async () => {
	await using terminal = startTerminal({args: ['--sandbox']});
	await terminal.waitFor('12 notifications');
	terminal.press('n');
	await terminal.waitFor(' new notification · ');
	terminal.write('user-42');
	await terminal.waitForCursor('user-42|');
	terminal.press('Tab');
	terminal.write('e');
	await terminal.waitForCursor('▌ Channel *   EMAIL|');
	terminal.press('Tab');
	await terminal.waitForCursor('▌ Recipient * |e-mail address, e.g. someone@example.com');
	terminal.press('a\u{200B}b');
	await terminal.waitForCursor('a<U+200B>b|');
	terminal.press('S-Tab', 'S-Tab');
	await terminal.waitForCursor('user-42|');
	terminal.press('Left');
	await terminal.waitForCursor('user-4|2');

	// The help has a field of its own.
	terminal.press('C-g');
	await terminal.waitForCursor(' / |');
	terminal.press('Escape');
	await terminal.waitForCursor('▌ User *      user-4|2');
	terminal.press('C-c');
	await terminal.exit;
	expect(terminal.modes).toEqual(modesAtRest);
});
