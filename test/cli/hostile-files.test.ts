import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {account, body} from '../helpers/command-account.ts';

const laughs = `a0: &a0 [x]\n${Array.from({length: 12}, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]\n`).join('')}`;

test.each([
	['an alias that is used 101 times', `a: &a 1\nb: [${'*a,'.repeat(101)}]\n`, 'its aliases are used more than 100 times'],
	['aliases of aliases', laughs, 'its aliases are used more than 100 times'],
	['an alias of what holds it', '- external_user_id: &a [*a]\n', 'stands for what holds it'],
	['a member twice', 'channel: EMAIL\nevent_details:\n  network: A\n  network: B\n', 'line 4: "network" is given twice'],
	['an alias without an anchor', 'channel: *none\n', 'none'],
	['brackets in brackets', ('['.repeat(100_000)), 'nested'],
	['a JSON document that is deep', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'nested deeper than'],
	['a line that is deep', `{"a": ${'['.repeat(5000)}${']'.repeat(5000)}}\n{}\n`, 'line 1: it is nested deeper than'],
])('%s: one sentence that names the file', async (_title, text, why) => {
	await using place = await account();
	const file = path.join(place.home, 'new.yaml');
	await writeFile(file, text);
	const {exitCode, stderr, errors} = await place.run(['create', '-f', file]);
	expect(exitCode).toBe(5);
	expect(errors).toHaveLength(2);
	expect(errors[0]).toMatch(/^Nothing was sent: \S+new\.yaml cannot be read: /v);
	expect(stderr).toContain(why);
	expect(stderr).not.toContain('bug');
});

test('a hundred uses of an alias are taken', async () => {
	await using place = await account();
	const {external_user_id: user, ...shared} = body('u-1');
	const text = JSON.stringify(shared.event_details);
	const entries = Array.from({length: 99}, (_, index) => `- {external_user_id: u-${index}, channel: EMAIL, delivery_location: a@example.com, event_details: ${index === 0 ? `&e ${text}` : '*e'}}`);
	expect(await place.run(['create', '-f', '-', '--dry-run'], {input: `# ${user}\n${entries.join('\n')}\n`})).toMatchObject({exitCode: 0});
});

test('the time that is needed grows as the file does: 100,000 members take no minute', async () => {
	await using place = await account();
	const members = Array.from({length: 100_000}, (_, index) => `k${index}: 1\n`).join('');
	expect(await place.run(['create', '-f', '-', '--dry-run'], {input: members})).toMatchObject({exitCode: 5, stderr: expect.stringContaining('channel is required') as unknown});
});
