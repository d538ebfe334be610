import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {pasted} from '../helpers/screen.tsx';

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const staked = 'Staked(address indexed user, uint96 indexed amount)';

test('an event of an ABI is typed by name, its arguments in rows of theirs, and both are read again in the detail', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using folder = await temporaryFolder();
	await writeFile(path.join(folder.path, 'pool.json'), JSON.stringify({abi: [`event ${staked}`]}));
	await writeFile(path.join(folder.path, 'config.yaml'), 'abis: [pool.json]\n', {mode: 0o600});
	await using app = await startApp({service: sandbox, home: folder.path, size: '100x30'});
	await app.waitFor('No notifications yet');
	await app.press('n', 'user-1', 'Enter', 'w', 'Enter', 'https://a.example/', 'Enter', pasted(address));
	await app.press('Tab', 'Tab', 'C-u', 'GRAPHQL', 'Tab', 'Tab');
	await app.waitFor('▌ Topic 0');
	await app.press('Staked(addres user)', 'Tab');
	await app.waitFor('✗ has a mistake at column 8: "addres" is no type of an ABI. Did you mean address?');
	await app.press('M-e', 'C-u', 'stak');
	await app.waitFor(`│▌ ${staked}`);
	await app.press('Down', 'Enter');
	await app.waitFor('▌ user ');
	await app.press(pasted(address), 'Tab', '1_000 ether', 'Tab');
	await app.waitFor('= 0x00000000000000000000000000000000000000000000003635c9adc5dea00000');
	await app.waitFor('for any Staked event');
	await app.press('C-s');
	await app.waitFor('topic_2: amount 1_000 ether =');
	expect(app.frame()).toContain(`topic_1: user ${address} =`);
	await app.press('C-s');
	await app.waitFor('✓ Created 1 ');
	await app.press('Enter');
	await app.waitFor('user 0x000000000000000000000000d8da6bf26964af9d7eed9e03e53415d37aa96045');
	expect(app.frame()).toContain('Staked(address,uint96)');
});
