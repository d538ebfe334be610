import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {stringify} from 'yaml';
import {account, body, clock, lines} from '../helpers/command-account.ts';

const day = 86_400_000;

/** What was done two days ago. */
const twoDaysAgo = {clock: {...clock, now: () => clock.now() - 2 * day}};

const keepOneDay = 'storage:\n  history: 1d\n';

/** A set of two days ago: of three creations the service refused one, so that the two deletions of the set were held back. */
async function heldSet() {
	const at = await account();
	const file = path.join(at.home, 'alerts.yaml');
	await at.run(['create', '-f', '-'], {...twoDaysAgo, input: lines(body('a'), body('b'))});
	writeFileSync(file, stringify({version: 1, scope: 'all', notifications: [body('n'), body('o'), body('p')]}));
	at.sandbox.faults.add({name: 'create-403', count: 1});
	const applied = await at.run(
		['apply', file, '--prune', '--all', '--max-deletes', '9', '--yes', '-j', '1'],
		twoDaysAgo,
	);
	return {...at, applied};
}

test('the history keeps what ended in a set until the whole set has ended, so that nothing is deleted while a creation of it is missing', async () => {
	await using at = await heldSet();
	expect(at.applied).toMatchObject({
		exitCode: 3,
		stderr: expect.stringContaining('1 failed, 2 not started') as unknown,
	});
	const before = await at.values('user');
	expect(before).toStrictEqual(['a', 'b', 'o', 'p']);
	writeFileSync(path.join(at.home, 'config.yaml'), keepOneDay);
	const finished = await at.run(['recover', '2', '--finish']);
	expect(await at.values('user'), finished.stderr).toStrictEqual(before);
	expect(finished).toMatchObject({
		exitCode: 3,
		stderr: expect.stringContaining('Nothing is deleted until everything else is done') as unknown,
	});
	expect(await at.run(['recover', '2', '--retry'])).toMatchObject({exitCode: 0});
	expect(await at.values('user')).toStrictEqual(['n', 'o', 'p']);
});

test('the history deletes a set as a whole once all of it ended long enough ago', async () => {
	await using at = await account();
	await at.run(['create', '-f', '-'], {...twoDaysAgo, input: lines(body('a'), body('b'))});
	expect(await at.run(['history'])).toMatchObject({lines: {length: 2}});
	writeFileSync(path.join(at.home, 'config.yaml'), keepOneDay);
	await at.run(['undo', '--last', '--dry-run', '--yes']);
	expect(await at.run(['history'])).toMatchObject({exitCode: 0, lines: []});
});
