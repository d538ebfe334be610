import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {account} from '../helpers/command-account.ts';

test('a command that lists opens no ledger where nothing was changed', async () => {
	await using place = await account(2);
	await place.ends(0, 'list');
	expect(readdirSync(place.home).filter(name => name.includes('ledger.sqlite'))).toStrictEqual([]);
});
