import {expect, test} from 'vitest';
import {account, body, createOne, lines, pass} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';

/*
Which actions recover takes in which state, and what it says.
*/

test('an action on what is not in that state ends with 5 and says so, and sends nothing', async () => {
	await using place = await account();
	await place.run(createOne);
	for (const [argv, text] of [
		[['--finish'], 'Not pending: 1.'],
		[['--roll-back'], 'Not pending: 1.'],
		[['--stop-following', '--yes'], 'Not pending: 1.'],
		[['--retry'], 'Nothing of change 1 failed.'],
		[['--retry', '--dry-run'], 'Nothing of change 1 failed.'],
	] as const) {
		await place.gives(['recover', '1', ...argv], {exitCode: 5, stdout: '', errors: [text]});
	}

	const asJson = await place.run('recover 1 --finish --json');
	expect(asJson).toMatchObject({exitCode: 5, stdout: '[]\n'});
	expect(JSON.parse(asJson.stderr)).toMatchObject({code: 'not-pending', outcome: 'not-sent'});
	// Without an action it is a question, whose answer is that nothing is pending.
	await place.gives('recover 1', {exitCode: 0, errors: ['Not pending: 1.']});
	expect(await place.list()).toHaveLength(1);
});

test('a pending edit of which nothing failed is not finished by --retry', async () => {
	await using place = await account();
	await place.run(createOne);
	place.sandbox.faults.add({name: 'delete-403', count: 1});
	await place.ends(8, 'edit 1 --set name=x --yes');
	await place.gives('recover 2 --retry', {
		exitCode: 5,
		errors: [
			'Nothing of change 2 failed: it is pending.',
			'Run chainbell recover to look again, or chainbell recover 2 --finish.',
		],
	});
	expect(await place.list()).toHaveLength(2);
});

test('a retry counts what it has sent, names the new IDs, and says what it does not send again', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-403', count: 2});
	const input = lines(body('u-1'), body('u-2'), body('u-3'), body('u-4'));
	await place.gives(
		'create -f - -j 1',
		{
			exitCode: 3,
			stderr: containing('Ask the provider what this API key is allowed to do.'),
		},
		{input},
	);
	await place.gives('recover 1 --retry', {
		exitCode: 0,
		stdout: '1\tdone\t2 created: 3, 4\n',
	});

	place.sandbox.faults.add({name: 'create-drop-before', count: 1});
	const lost = await place.run('create -f - -j 1', {input: lines(body('u-5'), body('u-6'))});
	const advice = '1 was sent, so --retry only looks for it. Create it anew if it is missing.';
	expect(lost).toMatchObject({exitCode: 3, stderr: containing(advice)});
	expect(lost.stderr).not.toContain('--retry to send');
	await place.gives('recover 2 --retry --dry-run', {
		exitCode: 0,
		errors: [`Would send 0 again. ${advice}`],
	});
	await place.gives('recover 2 --retry', {
		exitCode: 3,
		stdout: '',
		stderr: containing(advice),
	});
	expect(await place.list()).toHaveLength(5);
});

test('--new-id names the new one of one change, and of nothing else', async () => {
	await using place = await account();
	for (const argv of [
		['--finish', '--new-id', 'abc'],
		['1', '2', '--finish', '--new-id', '1'],
		['1', '--retry', '--new-id', '1'],
		['1', '--new-id', '1'],
	]) {
		await place.gives(['recover', ...argv], {
			exitCode: 2,
			stderr: containing('--new-id needs --finish or --roll-back, and one number'),
		});
	}

	await place.run(createOne);
	place.sandbox.faults.add({name: 'delete-403', count: 1});
	await place.run('edit 1 --set name=x --yes');
	for (const id of ['1', 'abc']) {
		const run = await place.run(['recover', '2', '--finish', '--new-id', id]);
		expect(run).toMatchObject({
			exitCode: 5,
			stdout: '',
			stderr: containing(`${id} cannot be the new one of 1: that is 2.`),
		});
	}

	expect(await place.list()).toHaveLength(2);
	await place.ends(0, 'recover 2 --finish --new-id 2');
	expect(await place.list()).toMatchObject([{id: '2'}]);
});

test('what is pending is listed from the ledger where the service cannot be listed, with the exit code of that', async () => {
	await using place = await account(0, 60_000);
	place.sandbox.faults.add({name: 'create-drop-before', count: 1});
	await place.run('create -f - --no-wait', {input: lines(body('u-1'), body('u-2'))});
	for (const [fault, exitCode] of [
		['any-401', 4],
		['any-503', 1],
	] as const) {
		place.sandbox.faults.add({name: fault});
		await place.gives('recover', {
			exitCode,
			stdout: matching(/^1\tbulk create\t.*\t1 done, 1 outcome unknown\n$/v),
			stderr: containing('This is what the ledger has: it could not be compared with a listing.'),
		});
		await place.gives('recover --json', {exitCode, stdout: containing('"number":"1.1"')});
		await place.gives('recover --finish', {exitCode, stdout: ''});
		place.sandbox.faults.clear();
	}
});

test('a command says what its listing has settled of earlier changes, unless it is quiet', async () => {
	for (const [argv, quiet] of [
		[['list'], false],
		[['recover'], false],
		[['create', '-f', '-'], false],
		[['list', '--quiet'], true],
	] as const) {
		await using place = await account(0, 60_000);
		place.sandbox.faults.add({name: 'create-drop-after', count: 1});
		await place.run([...createOne, '--no-wait']);
		pass(60_000);
		const {stderr} = await place.run(argv, {input: lines(body('u-9'))});
		const told = 'A listing has settled change 1: Created 1. The response did not confirm it, but it is listed.\n';
		expect(stderr.includes(told)).toBe(!quiet);
	}
});
