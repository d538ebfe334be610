import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {stringify} from 'yaml';
import {account, address, body, createOne} from '../helpers/command-account.ts';

/*
What is the same in every command: how a search, a file and a field are given, what JSON and a dry run print, and what
an exit code means.
*/

let place: Awaited<ReturnType<typeof account>>;

beforeAll(async () => {
	place = await account(5);
	return async () => {
		await place[Symbol.asyncDispose]();
	};
});

const terminal = {columns: {output: 100, errors: 100}};

/** What a command prints as JSON. */
const parsed = async (...argv: readonly string[]): Promise<unknown> => {
	const {stdout} = await place.run(argv);
	return JSON.parse(stdout);
};

test.each([
	['get', '99'],
	['clone', '99'],
	['edit', '99', '--to', 'a@example.com', '--yes'],
	['delete', '99', '--yes'],
	['undo', '99', '--yes'],
	['recover', '99', '--finish'],
	['list', '--profile', 'none'],
	['delete', '1', '--yes', '--profile', 'none'],
	['history', '--profile', 'none'],
	['forget', '--profile', 'none', '--yes'],
	['profile', 'show', 'none'],
	['profile', 'remove', 'none', '--yes'],
	['apply', 'none.yaml', '--yes'],
])('what does not exist ends with 5: %s %s', async (...argv) => {
	expect(await place.run(argv)).toMatchObject({exitCode: 5});
});

test.each([['list'], ['export'], ['check']])('a search of %s is an argument or --query', async command => {
	const {stdout} = await place.run([command, 'channel:email']);
	expect(stdout).toContain(command === 'check' ? '' : 'treasury@example.com');
	expect(await place.run([command, '--query', 'channel:email'])).toMatchObject({exitCode: 0, stdout});
	const both = await place.run([command, 'channel:email', '--query', 'user:=nobody']);
	expect(both.stdout).not.toContain('treasury@example.com');
});

test('a file is an argument or -f', async () => {
	const file = path.join(place.home, 'new.yaml');
	await writeFile(file, stringify({version: 1, scope: 'user:=u-new', notifications: [body('u-new')]}));
	for (const argv of [['validate'], ['plan'], ['apply', '--dry-run'], ['create', '--dry-run']]) {
		expect(await place.run([...argv, '-f', file]), argv.join(' ')).toMatchObject({exitCode: 0});
	}

	const table = path.join(place.home, 'new.csv');
	await writeFile(table, `user,address\nu-new,${address}\n`);
	const set = ['--set', 'channel=email', '--set', 'to=new@example.com'];
	// The network and the event type are those of a new notification.
	expect(await place.run(['import', '-f', table, ...set, '--dry-run'])).toMatchObject({
		exitCode: 0,
		stdout: expect.stringContaining('1 to create') as unknown,
	});
});

test('a field is an option, or --set, of what creates and of what edits', async () => {
	for (const change of [
		['--to', 'other@example.com'],
		['--set', 'to=other@example.com'],
	]) {
		const to = {delivery_location: 'other@example.com'};
		const made = [...createOne.slice(0, 5), ...change, ...createOne.slice(7), '--dry-run', '--json'];
		expect(await parsed(...made)).toMatchObject(to);
		expect(await parsed('clone', '1', ...change, '--dry-run', '--json')).toMatchObject(to);
		expect(await parsed('edit', '1', ...change, '--dry-run', '--json', '--accept-unknown-template')).toMatchObject([
			{id: '1', changes: [{field: 'delivery_location', new: 'other@example.com'}]},
		]);
	}
});

test('a terminal is told of an empty list, and a program is not', async () => {
	for (const [argv, told] of [
		[['list', 'user:=nobody'], 'Nothing matches the query.'],
		[['recover'], 'Nothing is pending.'],
		[['history', '--search', 'xyzzy'], 'Nothing matches.'],
	] as const) {
		expect(await place.run(argv, terminal)).toMatchObject({exitCode: 0, errors: [told]});
		expect(await place.run(argv)).toMatchObject({exitCode: 0, stdout: '', stderr: ''});
	}
});

test('list --sort is the order of a field', async () => {
	const ids = async (...argv: readonly string[]) => (await place.run(['list', '-o', 'name', ...argv])).lines;
	const channels = async (sort: string) => (await place.run(['list', '--columns', 'channel', '--sort', sort])).lines;
	expect(await ids('--sort', 'id:desc')).toEqual([...(await ids('--sort', 'id'))].toReversed());
	expect(await channels('channel')).toEqual((await channels('channel')).toSorted());
	expect(await place.run(['list', '--sort', 'chanel'])).toMatchObject({
		exitCode: 2,
		errors: [expect.stringContaining('--sort knows no field "chanel". Did you mean channel?'), expect.any(String)],
	});
});
