import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {account, body, inScope, pass} from '../helpers/command-account.ts';
import {watchWrites} from '../sandbox/client.ts';
import {matching} from '../helpers/texts.ts';

/** An account whose file was applied, and that was exported; `texts`: what these files have. */
async function place() {
	const at = await account(0, 20_000);
	const exported = path.join(at.home, 'exported.yaml');
	at.write(inScope(body('a'), body('b')));
	await at.ends(0, `apply ${at.file} --yes`);
	await at.ends(0, `export --out ${exported}`);
	const texts = () => [at.file, exported].map(name => readFileSync(name, 'utf8'));
	return {...at, exported, texts};
}

const behind = (what: string) => ({
	errors: [
		matching(
			new RegExp(
				String.raw`^Nothing was written: the listing may be behind, because it ${what} here \d+ s ago\.$`,
				'v',
			),
		),
		matching(/^Try again in \d+ s\.$/v),
	],
});

test('files keep what was created here while listings do not show it yet, and nothing is created twice', async () => {
	await using at = await place();
	const before = at.texts();
	const writes = watchWrites(at.sandbox);
	at.sandbox.faults.add({name: 'list-empty'});
	await at.says(3, `pull ${at.file} --yes`, behind('does not show [12], which was created'));
	await at.says(3, `export --out ${at.exported}`, behind('does not show [12], which was created'));
	expect(at.texts()).toStrictEqual(before);
	await at.says(3, `apply ${at.file} --yes`, {
		errors: [
			matching(
				/^Nothing was sent: the listing may be behind, because it does not show [12], which was created here \d+ s ago\. Try again in \d+ s\.$/v,
			),
		],
	});
	expect(writes).toStrictEqual([]);
	// When every listing shows what was created, somebody else has deleted it.
	pass(20_000);
	await at.says(0, `pull ${at.file} --yes`, {errors: [`${at.file}: 0 changed, 2 removed, 0 added`]});
});

test('export replaces its file only if two listings agree', async () => {
	await using at = await place();
	pass(20_000);
	const before = at.texts();
	at.fault('list-empty');
	await at.says(3, `export --out ${at.exported}`, {
		errors: ['Nothing was written: two listings of the account differ.', 'Run it again.'],
	});
	expect(at.texts()).toStrictEqual(before);
});

test('what cannot be written is said in one sentence', async () => {
	await using at = await place();
	pass(20_000);
	const out = path.join(at.file, 'x');
	const refused = (file: string) => ({
		errors: [
			`Nothing was written to ${file}: there is no such file.`,
			'Name a file in a folder that exists and that you can write to.',
		],
	});
	await at.says(1, `export --out ${out}`, refused(out));
	await at.says(1, `export --split user --out ${out}`, refused(out));
	await at.says(1, `plan ${at.file} --out ${out}.plan`, refused(`${out}.plan`));
});
