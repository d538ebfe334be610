import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';
import {list, watchWrites} from '../sandbox/client.ts';

const terminal = {columns: {errors: 80}, isInputTerminal: true};

/** An account with one notification of each user. */
async function place(...users: readonly string[]) {
	const at = await account();
	const created = await at.run(['create', '-f', '-', '-j', '1'], {input: lines(...users.map(user => body(user)))});
	expect(created).toMatchObject({exitCode: 0});
	return {...at, file: path.join(at.home, 'alerts.yaml')};
}

test('what a query parks is kept with its template, and a query resumes it with a new ID', async () => {
	await using at = await place('a', 'b', 'c');
	expect(await at.run(['park', '--query', 'not:user:=c'], {...terminal, input: 'n\n'})).toMatchObject({
		exitCode: 6,
		stderr: expect.stringContaining('Park 2 notifications on') as unknown,
	});
	const parking = await at.run(['park', '--query', 'not:user:=c', '-j', '1'], {...terminal, input: '2\n'});
	expect(parking.stderr).toContain(
		'The service knows no pause: they are deleted now, and created again with new IDs when you resume them. Until then they are kept on this machine alone.',
	);
	expect([await at.values('user'), (await at.run(['list', 'is:parked', '-o', 'name'])).lines]).toEqual([
		['c'],
		['1', '2'],
	]);
	expect(await at.run(['edit', '1', '--set', 'name=x', '--yes'])).toMatchObject({exitCode: 5});
	expect(await at.run(['resume', '3', '--yes'])).toMatchObject({
		exitCode: 5,
		errors: ['Nothing was sent: 3 is not parked.', 'chainbell list is:parked prints what is parked.'],
	});
	const resumed = await at.run(['resume', '--query', 'user:=a', '--yes', '--json']);
	expect(JSON.parse(resumed.stdout)).toMatchObject([{action: 'resume', oldId: '1', id: '4', status: 'done'}]);
	expect((await at.run(['get', '4'])).stdout).toContain('template: words');
	expect((await at.run(['list', 'is:parked', '-o', 'name'])).lines).toEqual(['2']);
	// The history says what it was, and as commands that name the one that was resumed.
	const history = await at.run(['history', '-o', 'jsonl']);
	expect(history.lines.map(line => (JSON.parse(line) as {kind: string}).kind).slice(0, 3)).toEqual([
		'resume',
		'park',
		'park',
	]);
	expect(
		(await at.run(['history', '-o', 'sh'])).lines.filter(line => /park|resume/v.test(line) && !line.startsWith('#')),
	).toEqual([expect.stringMatching(/ park 1 2$/v), expect.stringMatching(/ resume 1$/v)]);
	// It undoes the resumption, and this parks it again.
	expect(await at.run(['undo', '--last', '--yes'])).toMatchObject({exitCode: 0});
	expect((await at.run(['list', 'is:parked', '-o', 'name'])).lines).toEqual(['2', '4']);
});

test('two at once resume it once, and an identical one that is listed needs a word', async () => {
	await using at = await place('a');
	await at.run(['park', '1', '--yes']);
	const writes = watchWrites(at.sandbox);
	const ended = await Promise.all([1, 2].map(async () => at.run(['resume', '1', '--yes'])));
	expect(ended.filter(({exitCode}) => exitCode === 0)).toHaveLength(1);
	expect(writes).toEqual(['POST']);
	await at.run(['park', '2', '--yes']);
	await at.run(['create', '-f', '-'], {input: lines(body('a'))});
	expect(await at.run(['resume', '2', '--yes'])).toMatchObject({
		exitCode: 5,
		stderr: expect.stringContaining('identical') as unknown,
	});
	expect(await at.run(['resume', '2', '--yes', '--allow-duplicate'])).toMatchObject({exitCode: 0});
});

test('a file parks and resumes by one line, and export says what is parked', async () => {
	await using at = await place('a', 'b');
	const write = (...notifications: readonly object[]) => {
		writeFileSync(at.file, JSON.stringify({scope: 'all', notifications}));
	};

	const plan = async () => (await at.run(['plan', at.file])).lines.map(line => line.split(' (')[0]);
	write(body('a'), body('b', {parked: true}));
	expect(await plan()).toEqual(['- park 2  b  EMAIL  b@example.com ', '1 to park; 1 unchanged.']);
	// A kept plan does what it says, too.
	await at.run(['plan', at.file, '--out', path.join(at.home, 'b.plan')]);
	expect(await at.run(['apply', path.join(at.home, 'b.plan'), '--yes'])).toMatchObject({exitCode: 0});
	expect([await at.values('user'), await plan()]).toEqual([['a'], ['No changes: 2 unchanged.']]);
	const {stdout} = await at.run(['export']);
	expect(stdout).toMatch(/user_id: a\n(?:(?!parked)[^])*user_id: b\n[^]*template: words\n {2}parked: true\n$/v);
	expect(await at.run(['pull', at.file, '--yes'])).toMatchObject({exitCode: 0});
	writeFileSync(at.file, stdout.replace('  parked: true\n', ''));
	expect(await plan()).toEqual(['+ resume  b  EMAIL  b@example.com ', '1 to resume; 1 unchanged.']);
	const before = readFileSync(at.file, 'utf8');
	await at.run(['pull', at.file, '--yes']);
	expect(readFileSync(at.file, 'utf8')).toBe(before);
	expect(await at.run(['apply', at.file, '--yes'])).toMatchObject({exitCode: 0});
	expect(await list(at.sandbox)).toMatchObject([{id: 1}, {id: 3, external_user_id: 'b'}]);
	expect([await plan(), (await at.run(['list', 'is:parked', '-o', 'name'])).lines]).toEqual([
		['No changes: 2 unchanged.'],
		[],
	]);
	write(body('a', {parked: 'yes'}));
	expect(await at.run(['plan', at.file])).toMatchObject({
		exitCode: 5,
		stderr: expect.stringContaining('parked must be true or false') as unknown,
	});
	write(body('new', {parked: true}));
	expect(await at.run(['create', '-f', at.file])).toMatchObject({exitCode: 2});
});

test('what a file resumes keeps the template that it does not state', async () => {
	await using at = await place('a');
	await at.run(['park', '1', '--yes']);
	const {template: _template, ...bare} = body('a') as {readonly template?: string};
	writeFileSync(at.file, JSON.stringify({scope: 'all', notifications: [bare]}));
	expect(await at.run(['apply', at.file, '--yes'])).toMatchObject({exitCode: 0});
	expect((await at.run(['get', '2'])).stdout).toContain('template: words');
});

test('before an account is forgotten, the question says what is parked', async () => {
	await using at = await place('a');
	await at.run(['park', '1', '--yes']);
	expect((await at.run(['forget'], {...terminal, input: 'n\n'})).stderr).toContain(
		'1 parked notification, which the service does not have,',
	);
});
