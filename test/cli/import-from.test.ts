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
		const given = `import --from ${service} ${from} --set user=ops`;
		const printed = await at.run(given);
		expect(printed).toMatchObject({exitCode: 0});
		await at.ends(0, `${given} --out ${out}`);
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
		await at.ends(0, `validate ${out}`);
		await at.ends(0, `apply ${out} --yes`);
		expect(await at.values('user')).toStrictEqual(Array.from({length: count}, () => 'ops'));
		await at.ends(0, `plan ${out} --exit-code`);
	},
);

test('it needs a user, takes no options of a table, and says where a file is wrong', async () => {
	await using at = await account();
	const from = path.join(fixtures, 'alchemy.json');
	await at.says(2, `import --from alchemy ${from}`, '--set user=ID');
	await at.ends(2, `import --from alchemy ${from} --set user=x --map a=b`);
	await at.says(5, `import --from moralis ${from} --set user=x`, {
		stdout: '',
		stderr: expect.stringContaining('this is not what moralis returns') as string,
	});
});
