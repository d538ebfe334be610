import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {account} from '../helpers/command-account.ts';

test('a command that lists opens no ledger where nothing was changed', async () => {
	await using place = await account(2);
	expect(await place.run(['list'])).toMatchObject({exitCode: 0});
	expect(readdirSync(place.home).filter(name => name.includes('ledger.sqlite'))).toStrictEqual([]);
});
