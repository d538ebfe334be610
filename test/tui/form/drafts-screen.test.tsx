import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

async function startWithDraft() {
	const app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'user-2', 'Escape');
	await app.waitFor('12 notifications');
	await app.press('n', 'user-1', 'Escape');
	await app.waitFor('12 notifications');
	await app.press('n', 'M-d');
	await app.waitFor('Unsent drafts:');
	return app;
}

test('a draft is discarded after a question', async () => {
	await using app = await startWithDraft();
	// How old it is, as in the history.
	expect(app.frame()).toMatch(/^▌ \d+ (?:s|min) ago +user-1/mv);
	await app.press('d');
	await app.waitFor('Discard the draft of the notification (for user user-1)?');
	expect(app.frame().split('\n').at(-1)).toMatch(/ y discard {2}esc cancel *$/v);
	await app.press('n');
	await app.waitFor('Unsent drafts:');
	expect(app.frame()).toContain('user-1');
	await app.press('d');
	await app.waitFor('Discard the draft');
	await app.press('y');
	await app.waitFor('Unsent drafts:');
	expect(app.frame()).not.toContain('user-1');
});

test('in a terminal too small for the question y discards nothing', async () => {
	await using app = await startWithDraft();
	await app.press('d');
	await app.waitFor('Discard the draft of the notification (for user user-1)?');
	app.resize(20, 5);
	await app.waitUntilGone('for user user-1)?');
	await app.press('y');
	await app.waitFor('Read on');
	// Room for the whole question.
	app.resize(80, 24);
	await app.waitFor('Discard the draft of the notification (for user user-1)?');
	await app.press('y');
	await app.waitUntilGone('user-1');
});
