import {expect, test} from 'vitest';
import {account, createOne} from '../helpers/command-account.ts';

const doubt = 'No response named 1 as the new one, so somebody else may have created it.';

test('the undo of a create that no response named says so with its question', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-no-id', count: 1});
	expect(await place.run(createOne)).toMatchObject({exitCode: 0, stdout: '1\n'});
	expect(await place.run(['undo', '--dry-run', '--json'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining(doubt) as unknown});
	expect(await place.run(['undo'])).toMatchObject({exitCode: 6, stderr: expect.stringContaining(doubt) as unknown});
	expect(await place.list()).toHaveLength(1);
	expect(await place.run(['undo', '--yes'])).toMatchObject({exitCode: 0, stderr: expect.stringContaining(doubt) as unknown});
	expect(await place.list()).toHaveLength(0);
});
