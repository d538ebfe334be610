import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';
import {homeWith} from '../../helpers/two-profiles.ts';

test('a copy says what is lost by the changes that are not left out, and offers the review while there are any', async () => {
	await using production = await temporarySandbox({samples: 0});
	await using staging = await temporarySandbox({samples: 3});
	await using home = await homeWith(production, staging, {open: 'staging'});
	await using app = await startApp({isNew: true, home: home.path, size: '80x24'});
	await app.waitFor('3 notifications');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	await app.press('c');
	await app.waitFor('The copy loses the templates of all 3, if any');
	await app.press(' ');
	expect(await app.waitFor('2 to create; 0 unchanged. 1 left out.')).toContain('the templates of all 2, if any');
	await app.press('Enter');
	expect(await app.waitFor('Apply these 2 changes')).toContain('the templates of all 2, if any');
	await app.press('Escape');
	expect(await app.waitFor('1 left out.')).toContain('enter review');
	await app.press('j', ' ', ' ');
	const none = await app.waitFor('No changes: 0 unchanged. 3 left out.');
	expect(none).not.toMatch(/The copy loses|enter review/v);
	await app.press('Enter');
	await app.waitFor('There is nothing to change.');
});
