import {expect, test} from 'vitest';
import {create, sendDelete} from '../sandbox/client.ts';
import {account, body} from '../helpers/command-account.ts';

type NewBody = Parameters<typeof create>[1];

test('recover says once that a deletion which counted as without effect took effect, and it can be undone', async () => {
	await using place = await account(2);
	place.sandbox.faults.add({name: 'delete-500-before', count: 1});
	expect(await place.run(['delete', '1', '--yes'])).toMatchObject({exitCode: 1});
	// The first DELETE takes effect later than the settling time.
	await sendDelete(place.sandbox, '1');
	expect(await place.run(['recover'])).toMatchObject({exitCode: 3, errors: ['Operation 1 (delete 1): It counted as not deleted, but is no longer listed.']});
	expect(await place.run(['recover'])).toMatchObject({exitCode: 0, stderr: ''});
	expect(await place.run(['undo', '--yes'])).toMatchObject({exitCode: 0});
	expect(await place.list()).toHaveLength(2);
});

test('recover says once that a creation which counted as failed is listed', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-500-before', count: 1});
	const line = ['create', '-f', '-'];
	const one = body('u-1');
	expect(await place.run(line, {input: JSON.stringify(one)})).toMatchObject({exitCode: 1});
	await create(place.sandbox, one as NewBody);
	expect(await place.run(['recover'])).toMatchObject({exitCode: 3, errors: ['Operation 1 (create): It counted as not created, but 1 with this content is listed. Delete it if it is not wanted.']});
	expect(await place.run(['recover'])).toMatchObject({exitCode: 0, stderr: ''});
});
