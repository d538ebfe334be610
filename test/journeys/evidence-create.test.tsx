import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {createKeys, startJourney, wrapped} from '../helpers/evidence.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {pasted} from '../helpers/screen.tsx';

test('a create whose answer is lost and that is late stays pending; a later listing settles it with a notice', async () => {
	await using journey = await startJourney();
	const {app, sandbox, clock, settle, ids} = journey;
	sandbox.faults.add({name: 'create-delayed', value: 40_000});
	sandbox.faults.add({name: 'create-drop-after', count: 1});
	await app.press(...createKeys);
	const told = await app.waitFor(wrapped('? Not known whether it was created: the'));
	expect(told).toMatch(
		/chainbell\s+looks\s+for\s+it\s+until\s+00:0[23]\.\s+Your\s+draft\s+is\s+saved\.\s+!\s+shows\s+the\s+change\./v,
	);
	expect(told).toContain('! 1 pending');

	await app.press('!');
	await app.waitFor(' activity · ');
	expect(await ids()).toStrictEqual(['1', '2']);

	clock.pass(40_000);
	await app.press('Escape', 'r');
	// Until the settling time has passed, it may be somebody else's.
	await app.waitFor('3 notifications');
	expect(app.frame()).toContain('! 1 pending');
	await settle();
	await app.waitFor('✓ Created 3. A listing has confirmed it.');
	await app.waitUntilGone('1 pending');
	expect(await ids()).toStrictEqual(['1', '2', '3']);
});

test('a create whose answer is lost and whose text the service rewrites is told as probable, and done after the settling time', async () => {
	await using journey = await startJourney();
	const {app, sandbox, settle} = journey;
	sandbox.faults.add({name: 'create-rewrites'});
	sandbox.faults.add({name: 'create-drop-after', count: 1});
	await app.press(...createKeys);
	await app.waitFor(wrapped('Probably it is 3. chainbell looks for it until'));
	expect(app.frame()).toContain('! 1 pending');
	await settle();
	await app.waitFor('✓ Created 3. A listing has confirmed it.');
	await app.waitUntilGone('1 pending');
});

test('where two match, both are offered, and one is chosen by its number', async () => {
	await using journey = await startJourney();
	const {app, sandbox, settle} = journey;
	sandbox.faults.add({name: 'create-replay', count: 1});
	sandbox.faults.add({name: 'create-rewrites'});
	sandbox.faults.add({name: 'create-drop-after', count: 1});
	await app.press(...createKeys);
	await app.waitFor(wrapped('? Not known whether it was created: the connection'));
	await settle();
	await app.press('!', 'f');
	await app.waitFor(wrapped('Press the number of the new notification: 1: ID 3'));
	await app.press('3', '2');
	await app.waitFor('✓ Created 4');
	await app.waitUntilGone('1 pending');
});

test('a create that overwrites another notification is told, and u offers what that was, also to be edited first', async () => {
	await using journey = await startJourney();
	const {app, sandbox, ids} = journey;
	sandbox.faults.add({name: 'create-same-id', count: 1});
	await app.press(...createKeys);
	await app.waitFor(
		wrapped('The service overwrote 2 instead of creating a notification. Undo creates what 2 was again.'),
	);
	await app.press('Escape');
	await app.waitFor('2 notifications');
	await app.press('u');
	await app.waitFor(/Undo: recreate .*ID 2\b/v);
	await app.press('e');
	await app.waitFor('recreate notification 2');
	expect(app.frame()).toContain('USDC in and out');
	await app.press('C-s');
	expect(await app.waitFor(/Recreate .*ID 2\b/v)).toMatch(/cannot restore its\s+template/v);
	await app.press('C-s');
	await app.waitFor('✓ Undone. Re');
	expect(await ids()).toStrictEqual(['1', '2', '3']);
});

test.each([
	['create-500-before', 'the service failed (500). The service said: "A simulated fault of the sandbox".'],
	['create-drop-before', 'was lost (ECONNRESET).'],
] as const)('the answer to a failed create is told with what was checked, until it ends: %s', async (name, words) => {
	await using journey = await startJourney();
	const {app, sandbox, settle} = journey;
	sandbox.faults.add({name, count: 1});
	await app.press(...createKeys);
	const told = await app.waitFor(wrapped('? Not known whether it was created: the'));
	expect(told).toMatch(wrapped(words));
	await app.press('!', 'f');
	const pending = await app.waitFor('? Not known whether it was created');
	const summary = words.replace(/ The service said.*$/v, '').replace(/^the /v, '');
	expect(pending).toMatch(wrapped(summary));
	await settle();
	const ended = await app.waitFor(wrapped('Not created. It does not appear in the listing.'));
	expect(ended).toMatch(wrapped(summary));
});

test.each([
	[
		'502',
		502,
		'✗ The service failed (502). The service said: "upstream is away". Not created. It does not appear in the listing.',
	],
	['308', 308, '(308)'],
] as const)('on the form, a %s says its status and what was checked', async (_name, status, words) => {
	await using server = await createHttpServer(({method}, response) => {
		if (method === 'POST') {
			response.setHeader('location', 'https://example.com/elsewhere');
			answer(response, status, {message: 'upstream is away'});
		} else {
			answer(response, 200, []);
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}, size: '100x24'});
	await app.waitFor('No notifications yet.');
	await app.press(...createKeys);
	const frame = await app.waitFor(wrapped('Not created. It does not appear in the listing.'));
	expect(frame).toMatch(wrapped(words));
	expect(server.requests.filter(({method}) => method === 'POST')).toHaveLength(1);
});

test('on the form, a create without a response in time says so and what was checked', async () => {
	await using server = await createHttpServer(({method}, response) => {
		if (method !== 'POST') {
			answer(response, 200, []);
		}
	});
	await using app = await startApp({
		service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'},
		size: '100x24',
		timeout: 2000,
	});
	await app.waitFor('No notifications yet.');
	await app.press(...createKeys);
	const frame = await app.waitFor(wrapped('Not created. It does not appear in the listing.'));
	expect(frame).toMatch(/2 s/v);
});

test.each([
	['create-lying-id', 'The service confirmed it as ID 2, but probably it is 3.'],
	['create-job-id', /The service confirmed it as ID [\-0-9a-f]{36}, but\s+probably\s+it\s+is\s+3\./v],
] as const)('an ID in an answer that no listing shows is only quoted, and never deleted: %s', async (name, words) => {
	await using journey = await startJourney();
	const {app, sandbox, settle, ids} = journey;
	sandbox.faults.add({name, count: 1});
	await app.press(...createKeys);
	const told = await app.waitFor(typeof words === 'string' ? wrapped(words) : words);
	expect(told).not.toContain('✓');
	await app.press('!', 'b');
	await app.waitFor('Roll back the');
	await app.press('y');
	await app.waitFor('? The service confirmed it as ID');
	expect(await ids()).toStrictEqual(['1', '2', '3']);
	await settle();
	await app.waitFor('✓ Created 3. A listing has confirmed it.');
});

test('a create that is answered with the ID of another is not deleted unasked', async () => {
	await using journey = await startJourney();
	const {app, sandbox, clock, ids} = journey;
	sandbox.faults.add({name: 'create-lying-id', count: 1});
	await app.press(...createKeys);
	await app.waitFor(wrapped('but probably it is 3.'));
	await app.press('!');
	await app.waitFor(' activity · ');
	const {arrived, release} = sandbox.faults.hold({on: 'list', when: 'before', count: 1});
	await app.press('b');
	await app.waitFor('Roll back the');
	await app.press('y');
	await arrived;
	clock.pass(60_000);
	release();
	// No response named 3, so it is named first. Listings do not end the change meanwhile.
	await app.waitFor(wrapped('Press the number of the notification to delete: 1: ID 3'));
	await app.press('1');
	await app.waitFor('✓ Rolled back 3. 3 was deleted.');
	expect(await ids()).toStrictEqual(['1', '2']);
});

test('a second notification that a proxy created is named, with the key that leads to deleting it', async () => {
	await using journey = await startJourney();
	const {app, sandbox, ids} = journey;
	sandbox.faults.add({name: 'create-replay', count: 1});
	await app.press(...createKeys);
	await app.waitFor(
		wrapped(
			'3 is new and identical: a proxy may have sent the request twice. Delete what is not wanted. D: duplicates',
		),
	);
	await app.press('D');
	await app.waitFor('1 group');
	await app.press('a', 'd');
	// The older one is kept.
	await app.waitFor('u recreates it exactly');
	expect(app.frame()).toMatch(/^ 4 +EMAIL/mv);
	await app.press('y');
	await app.waitFor(/Deleted 4\b/v);
	expect(await ids()).toStrictEqual(['1', '2', '3']);
});

test('a roll back that a later listing completes without it says what was not rolled back', async () => {
	await using journey = await startJourney();
	const {app, sandbox, settle, ids} = journey;
	sandbox.faults.add({name: 'create-drop-after', count: 2});
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', pasted('a@example.com'), 'Enter', pasted('0xAb 0xCd'), 'C-s');
	await app.waitFor('Create 2 notifications on');
	await app.press('y');
	await app.waitFor('b  roll back everything');
	await app.press('b');
	await app.waitFor('Roll back everything: delete up to 2 notifications');
	await app.press('2', 'Enter');
	await app.waitFor('not finished yet');
	await settle();
	await app.waitFor(wrapped('2 notifications were not rolled back: H shows the change.'));
	expect(await ids()).toStrictEqual(['1', '2', '3', '4']);
});
