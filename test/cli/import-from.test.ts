import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {account} from '../helpers/command-account.ts';

const fixtures = path.resolve(import.meta.dirname, '../fixtures/import');

test.each([
	['openzeppelin', 'openzeppelin.yml', 2],
	['alchemy', 'alchemy.json', 2],
	['quicknode', 'quicknode.json', 2],
	['moralis', 'moralis.json', 4],
] as const)(
	'import --from %s writes a file that validates, and that plan and apply take',
	async (service, name, count) => {
		await using at = await account();
		const [from, out] = [path.join(fixtures, name), path.join(at.home, 'alerts.yaml')];
		const given = ['import', '--from', service, from, '--set', 'user=ops'];
		const printed = await at.run(given);
		expect(printed).toMatchObject({exitCode: 0});
		expect(await at.run([...given, '--out', out])).toMatchObject({exitCode: 0});
		const written = readFileSync(out, 'utf8');
		expect(written).toBe(printed.stdout);
		// What a notification cannot say is told in both places; secrets in none.
		const comments = [...written.matchAll(/^# (?<line>(?:webhook|stream|monitor) .*)$/gmv)].map(
			({groups}) => groups!.line!,
		);
		expect(comments.length).toBeGreaterThan(2);
		expect(printed.errors.filter(line => !line.startsWith('Warning: '))).toStrictEqual(comments);
		expect(written + printed.stderr).not.toContain('canary');
		expect(await at.list()).toStrictEqual([]);
		expect(await at.run(['validate', out])).toMatchObject({exitCode: 0});
		expect(await at.run(['apply', out, '--yes'])).toMatchObject({exitCode: 0});
		expect(await at.values('user')).toStrictEqual(Array.from({length: count}, () => 'ops'));
		expect(await at.run(['plan', out, '--exit-code'])).toMatchObject({exitCode: 0});
	},
);

test('it needs a user, takes no options of a table, and says where a file is wrong', async () => {
	await using at = await account();
	const from = path.join(fixtures, 'alchemy.json');
	expect(await at.run(['import', '--from', 'alchemy', from])).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('--set user=ID') as string,
	});
	expect(await at.run(['import', '--from', 'alchemy', from, '--set', 'user=x', '--map', 'a=b'])).toMatchObject({
		exitCode: 2,
	});
	expect(await at.run(['import', '--from', 'moralis', from, '--set', 'user=x'])).toMatchObject({
		exitCode: 5,
		stdout: '',
		stderr: expect.stringContaining('this is not what moralis returns') as string,
	});
});
