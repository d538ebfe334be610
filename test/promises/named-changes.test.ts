import {beforeAll, beforeEach, expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';
import type {CommandRun} from '../helpers/command.ts';

/*
Which change a result is about, and which one an undo takes back.
*/

let place: Awaited<ReturnType<typeof account>>;

beforeAll(async () => {
	place = await account();
	return async () => {
		await place[Symbol.asyncDispose]();
	};
});

beforeEach(async () => {
	await place.run(['delete', '--all', '--yes', '--allow-empty']);
	await place.run(['create', '-f', '-', '-j', '1'], {input: lines(body('a'), body('b'), body('c'))});
});

type Result = {readonly change: number | null; readonly status: string; readonly id: string | null};

const resultsOf = ({stdout}: CommandRun): readonly Result[] => JSON.parse(stdout) as Result[];

const users = async () => place.values('user');

test('a single change has its number in its result, and undo takes it', async () => {
	const [deleted] = resultsOf(await place.run(['delete', '--query', 'user:=a', '--yes', '--json']));
	expect(deleted).toMatchObject({status: 'done', change: expect.any(Number) as unknown});
	const [edited] = resultsOf(await place.run(['edit', '--query', 'user:=b', '--set', 'name=x', '--yes', '--json']));
	const [created] = resultsOf(await place.run(['clone', edited!.id!, '--set', 'user=d', '--json']));
	expect(await users()).toEqual(['b', 'c', 'd']);

	// Not the last one: each by its number.
	for (const {change} of [deleted!, created!, edited!]) {
		const undone = await place.run(['undo', String(change), '--yes', '--json']);
		expect(undone.exitCode).toBe(0);
		expect(resultsOf(undone)[0]!.change).not.toBe(change);
	}

	expect(await users()).toEqual(['a', 'b', 'c']);
	expect(await place.values('name')).toEqual(['', '', '']);
});

test.each([[['delete']], [['edit', '--set', 'name=x']]])(
	'%j of a query that finds nothing ends with 5, and with 0 where that is allowed',
	async argv => {
		for (const form of [['--yes'], ['--dry-run'], []]) {
			const command = [...argv, '--query', 'user:=nobody', ...form];
			expect(await place.run(command)).toMatchObject({
				exitCode: 5,
				stdout: '',
				errors: ['Nothing was sent: nothing matches the query.', 'Pass --allow-empty if that is not an error.'],
			});
			expect(await place.run([...command, '--allow-empty'])).toMatchObject({
				exitCode: 0,
				stdout: '',
				errors: ['Nothing matches the query.'],
			});
		}

		const asJson = await place.run([...argv, '--query', 'user:=nobody', '--yes', '--json']);
		expect(JSON.parse(asJson.stderr)).toMatchObject({code: 'not-found', outcome: 'not-sent'});
		expect(
			resultsOf(await place.run([...argv, '--query', 'user:=nobody', '--yes', '--json', '--allow-empty'])),
		).toEqual([]);
	},
);

test('an edit that changes nothing is not undone in its place by an older change: without a terminal undo needs a number or --last', async () => {
	const before = await users();
	await place.run(['edit', '--query', 'user:=nobody', '--set', 'name=x', '--yes']);
	for (const argv of [['undo', '--yes'], ['undo', '--dry-run'], ['undo'], ['undo', '--redo', '--yes']]) {
		for (const how of [{}, {isInputTerminal: true, columns: {errors: 80}}, {columns: {output: 80, errors: 80}}]) {
			expect(await place.run(argv, how), argv.join(' ')).toMatchObject({
				exitCode: 2,
				stdout: '',
				stderr: expect.stringContaining('--last') as unknown,
			});
		}
	}

	expect(await users()).toEqual(before);
	expect(await place.run(['undo', '--last', '1', '--yes'])).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('Give either a number or --last.') as unknown,
	});
	expect(await place.run(['undo', '--last', '--yes'])).toMatchObject({exitCode: 0});
	expect(await users()).toEqual([]);
	expect(await place.run(['undo', '--redo', '--last', '--yes'])).toMatchObject({exitCode: 0});
	expect(await users()).toEqual(before);
});
