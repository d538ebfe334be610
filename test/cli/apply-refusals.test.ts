import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {account, body, createCommand, inScope, lines, pass} from '../helpers/command-account.ts';
import {environmentOf} from '../helpers/command.ts';
import type {CreateBody} from '../../source/sandbox/body.ts';
import {create, watchWrites} from '../sandbox/client.ts';
import {containing} from '../helpers/texts.ts';

/** An account with a and b, and a file that renames a and creates c. Nothing that is pending settles. */
async function place() {
	const at = await account(0, 60_000);
	const plan = path.join(at.home, 'kept.plan');
	await at.creates(body('a'), body('b'));
	const write = (...notifications: readonly object[]) => at.write(inScope(...notifications));
	write(body('a', {notification_name: 'New'}), body('b'), body('c'));
	return {
		...at,
		plan,
		write,
		keep: async () => at.run(`plan ${at.file} --out ${plan}`),
		apply: async (words = at.file) => at.run(`apply ${words} --yes`),
	};
}

type Place = Awaited<ReturnType<typeof place>>;

/** Somebody else runs a command, in another home. */
async function elsewhere(at: Place, command: string, input = ''): Promise<void> {
	await using home = await temporaryFolder();
	await at.ends(0, command, {home: home.path, input});
}

const others = lines(...Array.from({length: 6}, (_, index) => body(`other-${index}`)));

test.each<[string, (at: Place) => Promise<string | undefined>, number, string | RegExp]>([
	[
		'a partial listing',
		async at => {
			await elsewhere(at, 'create -f -', others);
			at.sandbox.faults.add({name: 'list-cut'});
			return undefined;
		},
		3,
		/^Nothing was sent: a plan needs a complete listing\. /v,
	],
	[
		'an earlier create of unknown outcome',
		async at => {
			at.write(body('a'), body('b'), body('u-1'));
			at.fault('create-drop-before');
			await at.ends(8, `${createCommand} --template words --no-wait`);
			return undefined;
		},
		8,
		/^Create 2 is pending, so \S+alerts\.yaml, line 22 is not touched: run chainbell recover 2\.$/v,
	],
	[
		'an earlier delete of unknown outcome',
		async at => {
			at.write(body('a', {notification_name: 'New'}), body('b'));
			at.fault('delete-drop-before');
			await at.ends(8, 'delete 1 --yes --no-wait');
			return undefined;
		},
		8,
		'Delete 2 is pending, so 1 is not touched: run chainbell recover 2.',
	],
	['a read-only account', async at => `${at.file} --read-only`, 1, 'Nothing was sent: --read-only was given.'],
	[
		'a kept plan after somebody else has deleted what it replaces',
		async at => {
			await at.keep();
			await elsewhere(at, 'delete 1 --yes');
			return at.plan;
		},
		5,
		'Nothing was sent: the account was changed since the plan: 1 (no longer listed). Plan again.',
	],
	[
		'a kept plan that was edited by hand',
		async at => {
			await at.keep();
			writeFileSync(at.plan, readFileSync(at.plan, 'utf8').replace('"addresses":["0x', '"addresses":[0,"0x'));
			return at.plan;
		},
		5,
		/^Nothing was sent: \S+ is not a plan that chainbell plan --out wrote\.$/v,
	],
])('apply sends nothing for %s, and says why in one sentence', async (_name, prepare, exitCode, sentence) => {
	await using at = await place();
	const words = await prepare(at);
	const writes = watchWrites(at.sandbox);
	const run = await at.apply(words);
	expect(run).toMatchObject({exitCode});
	const said = run.errors.filter(line => /^Nothing was sent|pending, so/v.test(line));
	expect(said).toStrictEqual([typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)]);
	expect(writes).toStrictEqual([]);
});

test('a kept plan of another account is refused before anything is sent', async () => {
	await using at = await place();
	await at.keep();
	await using other = await account();
	const writes = watchWrites(other.sandbox);
	await at.says(
		5,
		`apply ${at.plan} --yes`,
		{errors: ['Nothing was sent: the plan was made for another account.', 'Run chainbell plan again.']},
		{env: environmentOf(other.sandbox)},
	);
	expect(writes).toStrictEqual([]);
});

test('a listing of the plan that lacks one, so that an entry would replace another notification, sends nothing', async () => {
	await using at = await account();
	await at.ends(0, 'create -f - --allow-duplicate', {
		input: lines(body('a', {notification_name: 'One'}), body('a', {notification_name: 'Two'})),
	});
	at.write({
		scope: 'user:=a',
		notifications: [body('a', {notification_name: 'One', delivery_location: 'new@example.com'})],
	});
	// Somebody else has edited One: the next listing shows Two alone.
	await at.ends(0, 'delete 1 --yes');
	at.sandbox.faults.add({name: 'create-late', value: 1, count: 1});
	await create(at.sandbox, {...body('a', {notification_name: 'One'}), channel: 'EMAIL'} as CreateBody);
	const writes = watchWrites(at.sandbox);
	await at.says(1, `apply ${at.file} --yes`, {
		errors: ['Nothing was sent: the account was changed since the plan: 2 (no longer to replace). Plan again.'],
	});
	expect(writes).toStrictEqual([]);
});

test('pull removes from the file only what two listings lack', async () => {
	await using at = await place();
	await at.ends(1, `export --out ${at.file}`);
	at.write(body('a'), body('b'));
	const before = readFileSync(at.file, 'utf8');
	pass(60_000);
	at.fault('list-empty');
	await at.says(3, `pull ${at.file} --yes`, {
		errors: ['Nothing was written: two listings of the account differ.', 'Run it again.'],
	});
	expect(readFileSync(at.file, 'utf8')).toBe(before);
	at.fault('delete-drop-before');
	await at.ends(8, 'delete 1 --yes --no-wait');
	await at.says(0, `pull ${at.file} --yes`, {
		errors: ['Delete 2 is pending, so 1 is not touched: run chainbell recover 2.', containing('No changes:')],
	});
	expect(readFileSync(at.file, 'utf8')).toBe(before);
});
