import {afterAll, expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';
import {startSmallService} from '../helpers/small-service.ts';

const service = await startSmallService([
	body('a'),
	{...body('b'), notification_name: 'x'.repeat(1_100_000)},
	{external_user_id: {}},
]);
const at = await account(0, 5000, service);

afterAll(async () => {
	await at[Symbol.asyncDispose]();
	await service[Symbol.asyncDispose]();
});

const cut = (count: number) =>
	lines(...['a', 'b', 'c', 'd', 'e'].slice(0, count).map(user => body(user))).slice(0, -20);

test.each([2, 3, 5])('of %i lines of JSON, one that is cut is reported at its line and column', async count => {
	const {length} = cut(count).split('\n').at(-1)!;
	for (const command of [
		['validate', '-'],
		['plan', '-'],
		['create', '-f', '-'],
	]) {
		const {exitCode, errors} = await at.run(command, {input: cut(count)});
		expect(exitCode).toBe(5);
		expect(errors[0]).toMatch(
			new RegExp(
				`^Nothing was sent: the standard input cannot be read: line ${count}, column ${length + 1}: this is not JSON: .*\\.$`,
				'v',
			),
		);
		expect(errors[0]).not.toMatch(/position|line 1\b/v);
	}
});

test('of lines of JSON, a mistake in one of them is reported at its line, too', async () => {
	const [first, second, third] = lines(body('a'), body('b'), body('c')).split('\n');
	const {errors} = await at.run(['validate', '-'], {input: `${first!}\n${second!.replace(':', ' ')}\n${third!}\n`});
	expect(errors[0]).toContain('line 2, column ');
	// Not every message of the parser has a position.
	for (const wrong of ['{"a": }', second!.replace('"channel":', '"channel":x')]) {
		const {
			errors: [error],
		} = await at.run(['validate', '-'], {input: `${first!}\n${wrong}\n`});
		expect(error).toMatch(/: line 2: this is not JSON: Unexpected token '[x\}]'\.$/v);
	}
});

test.each(['jsonl', 'json'])('list -o %s prints an object for a record that is too large to be read', async format => {
	const {stdout} = await at.run(['list', '-o', format]);
	const records = (
		format === 'json'
			? JSON.parse(stdout)
			: stdout
					.trimEnd()
					.split('\n')
					.map(line => JSON.parse(line) as unknown)
	) as unknown[];
	expect(records).toStrictEqual([
		expect.objectContaining({id: 1}),
		{
			unreadable: expect.stringContaining('larger than 1 MB') as string,
			beginning: expect.stringMatching(/^\{"external_user_id":"b"/v) as string,
		},
		{external_user_id: {}, id: 3},
	]);
});
