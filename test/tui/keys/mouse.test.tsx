import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import type {Screen} from '../../helpers/screen.tsx';

const wheelDown = '\u{1B}[<65;3;5M';
const wheelUp = '\u{1B}[<64;3;5M';

/** A press of the left button on the first place of the frame that holds a text. */
function clickOn(screen: Screen, text: string): string {
	const lines = screen.frame().split('\n');
	const row = lines.findIndex(line => line.includes(text));
	expect(row).toBeGreaterThan(-1);
	return `\u{1B}[<0;${lines[row]!.indexOf(text) + 1};${row + 1}M`;
}

async function start(settings: string) {
	const home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), settings, {mode: 0o600});
	const app = await startApp({home: home.path});
	await app.waitFor('12 notifications');
	return {app, home};
}

test('a click moves the cursor, the wheel moves and scrolls, and a click on a tab shows its view', async () => {
	const {app, home} = await start(
		'mouse: true\nviews:\n  - {name: hooks, query: "channel:webhook"}\n  - {name: mails, query: "channel:email"}\n',
	);
	await using _home = home;
	await using _app = app;
	await app.waitFor('1 hooks (');
	await app.send(clickOn(app, '#base-alerts'));
	await app.waitFor(/^▌ .*#base-alerts/mv);
	// Between keys, in one piece.
	await app.send(`g${wheelDown}j`);
	await app.waitFor(/^▌ 5 /mv);
	await app.send(wheelUp);
	await app.waitFor(/^▌ 2 /mv);
	await app.send(clickOn(app, '2 mails'));
	await app.waitFor('▌2 mails');
	await app.press('1', '1');
	await app.waitUntilGone('▌2 mails');
	await app.press('Enter');
	await app.waitFor(/^ ID +\d/mv);
	await app.press('Escape', '?');
	await app.waitFor('chainbell · help');
	await app.send(wheelDown);
	await app.waitFor('lines 4–');
});

test('the mouse never answers a question', async () => {
	const {app, home} = await start('mouse: true\n');
	await using _home = home;
	await using _app = app;
	await app.press('d');
	await app.waitFor('y delete');
	const asked = app.frame();
	await app.send(clickOn(app, 'y delete'));
	await app.send(clickOn(app, 'y delete'));
	expect(app.frame()).toBe(asked);
	await app.press('Escape');
	await app.waitFor('12 notifications');
});
