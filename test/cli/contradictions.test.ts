import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {create, sendDelete} from '../sandbox/client.ts';
import {account, body, pass} from '../helpers/command-account.ts';

type NewBody = Parameters<typeof create>[1];

test('recover says once that a deletion which counted as without effect took effect, and it can be undone', async () => {
	await using place = await account(2);
	place.sandbox.faults.add({name: 'delete-500-before', count: 1});
	expect(await place.run(['delete', '1', '--yes'])).toMatchObject({exitCode: 1});
	// The first DELETE takes effect later than the settling time.
	await sendDelete(place.sandbox, '1');
	expect(await place.run(['recover'])).toMatchObject({exitCode: 3, errors: ['Operation 1 (delete 1): It counted as not deleted, but is no longer listed.']});
	expect(await place.run(['recover'])).toMatchObject({exitCode: 0, stderr: ''});
	expect(await place.run(['undo', '--last', '--yes'])).toMatchObject({exitCode: 0});
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

test.each([
	['list', ['list'], 0],
	['get', ['get', '2'], 0],
])('%s says once that a deletion which counted as without effect took effect', async (_name, argv, exitCode) => {
	await using place = await account(2);
	place.sandbox.faults.add({name: 'delete-500-before', count: 1});
	expect(await place.run(['delete', '1', '--yes'])).toMatchObject({exitCode: 1});
	await sendDelete(place.sandbox, '1');
	// One listing without it may lack it by mistake; the second one, two seconds later, decides.
	expect(await place.run(argv)).toMatchObject({exitCode, stderr: ''});
	pass(2000);
	expect(await place.run(argv)).toMatchObject({exitCode, errors: ['Operation 1 (delete 1): It counted as not deleted, but is no longer listed.']});
	expect(await place.run(argv)).toMatchObject({exitCode, stderr: ''});
});

test('watch says what a listing contradicts', async () => {
	await using place = await account(2);
	place.sandbox.faults.add({name: 'delete-500-before', count: 1});
	expect(await place.run(['delete', '1', '--yes'])).toMatchObject({exitCode: 1});
	await sendDelete(place.sandbox, '1');
	let interrupt: (signal: 'SIGINT') => void;
	const {errors} = await place.run(['watch', '--every', '5'], {
		onSignals(send) {
			interrupt = send;
		},
		onError() {
			interrupt('SIGINT');
		},
	});
	expect(errors).toStrictEqual(['Operation 1 (delete 1): It counted as not deleted, but is no longer listed.']);
});

test('a command that lists opens no ledger where nothing was changed', async () => {
	await using place = await account(2);
	expect(await place.run(['list'])).toMatchObject({exitCode: 0});
	expect(readdirSync(place.home).filter(name => name.includes('ledger.sqlite'))).toStrictEqual([]);
});
