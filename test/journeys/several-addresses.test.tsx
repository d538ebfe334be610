import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {pasted} from '../helpers/screen.tsx';
import {list} from '../changes/harness.ts';

const addresses = [
	'0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
	'0x00000000219ab540356cBB839Cbe05303d7705Fa',
	'0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
];

const fillIn = ['n', 'user-9', 'Enter', 'e', 'Enter', pasted('ops@example.com'), 'Enter'];

test('three pasted addresses make three notifications after a question, and u takes all of them back', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox, size: '120x40'});
	await app.waitFor('No notifications yet.');
	await app.press(...fillIn, pasted(`${addresses.join('\n')}\n`));
	await app.waitFor('3 addresses: creates 3 notifications, one for each.');
	await app.press('C-s');
	const review = await app.waitFor('Create 3 notifications on');
	expect(review).toContain('E-mail ops@example.com for any event at each address below on ETH_MAINNET');
	for (const [index, address] of addresses.entries()) {
		expect(review).toContain(`${index + 1}  ${address}`);
	}

	await app.press('C-s');
	await app.waitFor(/✓ Created 3 on .* u: undo/v);
	const listed = await list(sandbox);
	expect(new Set(listed.map(({addresses: [address]}) => address))).toEqual(new Set(addresses));
	expect(new Set(listed.map(({recipient}) => recipient))).toEqual(new Set(['ops@example.com']));
	// The draft was sent.
	await app.press('n');
	expect(await app.waitFor(' new notification · ')).toMatch(/▌ User \* +external user ID/v);
	await app.press('Escape', 'u');
	await app.waitFor('Undo');
	await app.press('3', 'Enter');
	await app.waitFor('✓ Undone. Deleted 3');
	expect(await list(sandbox)).toEqual([]);
});
