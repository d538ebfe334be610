import {expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';
import {create} from '../sandbox/client.ts';
import {containing} from '../helpers/texts.ts';

/** The requests sent can no longer take effect. */
const later = {settlingTime: 1};

/** A create of two whose answers were lost. Of the first there are two: 1 and 3. */
async function twoOfTheFirst() {
	const place = await account(0, 60_000);
	place.sandbox.faults.add({name: 'create-drop-after', count: 2});
	await place.ends(8, 'create -f - --no-wait', {input: lines(body('u-1'), body('u-2'))});
	await create(place.sandbox, body('u-1') as Parameters<typeof create>[1]);
	const finished = await place.run('recover 1 --finish', later);
	expect(finished).toMatchObject({exitCode: 8, stderr: containing('1.1, line 1: ')});
	expect(finished.stderr).toMatch(/Several new notifications have this content: 1, 3\./v);
	expect(finished.stderr).toMatch(
		/Choose for one: chainbell recover 1\.1 --finish --new-id ID, --roll-back --new-id ID or --stop-following\. For all: chainbell recover 1 --stop-following\./v,
	);
	return place;
}

test('an item is finished with the notification that is named', async () => {
	await using place = await twoOfTheFirst();
	await place.gives(
		'recover 1.1 --finish',
		{
			exitCode: 8,
			stderr: containing('recover 1.1 --finish --new-id ID with one of 1, 3'),
		},
		later,
	);
	await place.gives(
		'recover 1.1 --finish --new-id 3',
		{
			exitCode: 0,
			stdout:
				'1.1\tdone\t3\t1 is new and identical: a proxy may have sent the request twice. Delete what is not wanted.\n',
		},
		later,
	);
	await place.gives('recover', {exitCode: 0, stdout: ''}, later);
	expect(await place.list()).toHaveLength(3);
	await place.gives(
		'recover 1.1 --finish',
		{
			exitCode: 5,
			stderr: containing('Not pending: 1.1.'),
		},
		later,
	);
});

test('a change is no longer followed, after a question', async () => {
	await using place = await twoOfTheFirst();
	await place.gives('recover 1 --stop-following', {exitCode: 6, stdout: ''}, later);
	await place.gives(
		'recover 1 --stop-following --yes',
		{
			exitCode: 0,
			stdout: '1\tstopped following\t1 created; what was sent for 1 may still take effect.\n',
		},
		later,
	);
	await place.gives('recover', {exitCode: 0, stdout: ''}, later);
	expect(await place.list()).toHaveLength(3);
});
