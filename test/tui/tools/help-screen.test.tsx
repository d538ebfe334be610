import {test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

test('opens while text is typed, and keeps that text', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'who?', 'C-g');
	await app.waitFor('accept, then the next field');
	await app.press('Escape');
	await app.waitFor('who?');
});

test('says when no key matches; ctrl+g leaves it, too', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('?', ...'xyzzy');
	await app.waitFor('No key matches.');
	await app.press('C-g');
	await app.waitFor('12 notifications');
});
