import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {account, body, inScope, lines} from '../helpers/command-account.ts';
import {list, watchWrites} from '../sandbox/client.ts';

/** An account with one notification of each user. */
async function place(...users: readonly string[]) {
	const at = await account();
	await at.creates(...users.map(user => body(user)));
	return at;
}

test('what a query parks is kept with its template, and a query resumes it with a new ID', async () => {
	await using at = await place('a', 'b', 'c');
	await at.says(6, 'park --query not:user:=c', 'Park 2 notifications on', {typed: 'n'});
	const parking = await at.run('park --query not:user:=c -j 1', {typed: '2'});
	expect(parking.stderr).toContain(
		'The service knows no pause: they are deleted now, and created again with new IDs when you resume them. Until then they are kept on this machine alone.',
	);
	expect([await at.values('user'), (await at.run('list is:parked -o name')).lines]).toEqual([['c'], ['1', '2']]);
	await at.ends(5, 'edit 1 --set name=x --yes');
	await at.says(5, 'resume 3 --yes', {
		errors: ['Nothing was sent: 3 is not parked.', 'chainbell list is:parked prints what is parked.'],
	});
	const resumed = await at.run('resume --query user:=a --yes --json');
	expect(JSON.parse(resumed.stdout)).toMatchObject([{action: 'resume', oldId: '1', id: '4', status: 'done'}]);
	expect((await at.run('get 4')).stdout).toContain('template: words');
	expect((await at.run('list is:parked -o name')).lines).toEqual(['2']);
	// The history says what it was, and as commands that name the one that was resumed.
	const history = await at.run('history -o jsonl');
	expect(history.lines.map(line => (JSON.parse(line) as {kind: string}).kind).slice(0, 3)).toEqual([
		'resume',
		'park',
		'park',
	]);
	expect(
		(await at.run('history -o sh')).lines.filter(line => /park|resume/v.test(line) && !line.startsWith('#')),
	).toEqual([expect.stringMatching(/ park 1 2$/v), expect.stringMatching(/ resume 1$/v)]);
	// It undoes the resumption, and this parks it again.
	await at.ends(0, 'undo --last --yes');
	expect((await at.run('list is:parked -o name')).lines).toEqual(['2', '4']);
});

test('two at once resume it once, and an identical one that is listed needs a word', async () => {
	await using at = await place('a');
	await at.run('park 1 --yes');
	const writes = watchWrites(at.sandbox);
	const ended = await Promise.all([1, 2].map(async () => at.run('resume 1 --yes')));
	expect(ended.filter(({exitCode}) => exitCode === 0)).toHaveLength(1);
	expect(writes).toEqual(['POST']);
	await at.run('park 2 --yes');
	await at.run('create -f -', {input: lines(body('a'))});
	await at.says(5, 'resume 2 --yes', 'identical');
	await at.ends(0, 'resume 2 --yes --allow-duplicate');
});

test('a file parks and resumes by one line, and export says what is parked', async () => {
	await using at = await place('a', 'b');
	const write = (...notifications: readonly object[]) => at.write(JSON.stringify(inScope(...notifications)));
	const plan = async () => (await at.run(`plan ${at.file}`)).lines.map(line => line.split(' (')[0]);
	write(body('a'), body('b', {parked: true}));
	expect(await plan()).toEqual(['- park 2  b  EMAIL  b@example.com ', '1 to park; 1 unchanged.']);
	// A kept plan does what it says, too.
	const kept = path.join(at.home, 'b.plan');
	await at.run(`plan ${at.file} --out ${kept}`);
	await at.ends(0, `apply ${kept} --yes`);
	expect([await at.values('user'), await plan()]).toEqual([['a'], ['No changes: 2 unchanged.']]);
	const {stdout} = await at.run('export');
	expect(stdout).toMatch(/user_id: a\n(?:(?!parked)[^])*user_id: b\n[^]*template: words\n {2}parked: true\n$/v);
	await at.ends(0, `pull ${at.file} --yes`);
	writeFileSync(at.file, stdout.replace('  parked: true\n', ''));
	expect(await plan()).toEqual(['+ resume  b  EMAIL  b@example.com ', '1 to resume; 1 unchanged.']);
	const before = readFileSync(at.file, 'utf8');
	await at.run(`pull ${at.file} --yes`);
	expect(readFileSync(at.file, 'utf8')).toBe(before);
	await at.ends(0, `apply ${at.file} --yes`);
	expect(await list(at.sandbox)).toMatchObject([{id: 1}, {id: 3, external_user_id: 'b'}]);
	expect([await plan(), (await at.run('list is:parked -o name')).lines]).toEqual([['No changes: 2 unchanged.'], []]);
	write(body('a', {parked: 'yes'}));
	await at.says(5, `plan ${at.file}`, 'parked must be true or false');
	write(body('new', {parked: true}));
	await at.ends(2, `create -f ${at.file}`);
});

test('what a file resumes keeps the template that it does not state', async () => {
	await using at = await place('a');
	await at.run('park 1 --yes');
	const {template: _template, ...bare} = body('a') as {readonly template?: string};
	writeFileSync(at.file, JSON.stringify({scope: 'all', notifications: [bare]}));
	await at.ends(0, `apply ${at.file} --yes`);
	expect((await at.run('get 2')).stdout).toContain('template: words');
});

test('an account is not forgotten while something is parked, except with --pending, and the question and the result count it', async () => {
	await using at = await place('a', 'b');
	await at.run('park 1 2 --yes');
	await at.says(
		3,
		'forget --yes',
		/Nothing was deleted: .* has 2 parked notifications, which the service does not have\. Resume what is parked with chainbell resume, or pass --pending to delete that too\./v,
	);
	expect((await at.run('list is:parked -o name')).lines).toEqual(['1', '2']);
	await at.says(6, 'forget --pending', '2 parked notifications, which the service does not have,', {typed: 'n'});
	expect((await at.run('forget --pending --yes')).lines).toEqual([
		expect.stringContaining('parked notifications 2,'),
		'No notification of the service was deleted, and config.yaml was not changed.',
	]);
});
