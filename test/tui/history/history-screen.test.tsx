import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';

test('a deletion is undone from the history, but not on a read-only profile', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service: sandbox, home: home.path});
		await app.waitFor('2 notifications');
		await app.press('d', 'y');
		await app.waitFor('✓ Deleted 1');
		await app.press('H');
		await app.waitFor('1 change');
		expect(app.frame()).toContain('u undo');
		await app.press('u');
		await app.waitFor('again on');
	}

	await using app = await startApp({service: sandbox, home: home.path, isReadOnly: true});
	await app.waitFor('1 notification ');
	await app.press('H');
	await app.waitFor('1 change');
	await app.press('u');
	await app.waitFor('This profile is read-only.');
});
