import {test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

test('says when no key matches; ctrl+g leaves it, too', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('?', ...'xyzzy');
	await app.waitFor('No key matches.');
	await app.press('C-g');
	await app.waitFor('12 notifications');
});
