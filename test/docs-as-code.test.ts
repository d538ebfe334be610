import {mkdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {parse, stringify} from 'yaml';
import {temporaryFolder} from './helpers/app.tsx';
import {account, body, lines} from './helpers/command-account.ts';

const page = await readFile(new URL('../docs/as-code.md', import.meta.url), 'utf8');

/** A part of the page. */
const section = (title: string): string => page.split(/^## /mv).find(text => text.startsWith(title))!;

/** The words of a command line, without its comment. Files and folders of the page are in a folder. */
function wordsOf(
	line: string,
	folder: string,
): {readonly words: readonly string[]; readonly output: string | undefined} {
	const [command = '', output] = line
		.replace(/ {2,}#.*$/v, '')
		.replace(/ \|\| .*$/v, '')
		.split(/ >{1,2} /v);
	const words = command
		.trim()
		.split(' ')
		.slice(1)
		.map(word => (/^alerts$|\.(?:yaml|plan)$/v.test(word) ? path.join(folder, word) : word));
	return {words, output};
}

test('the commands of the tutorial run from top to bottom', async () => {
	await using at = await account();
	const blocks = section('A tutorial')
		.matchAll(/^```(?<kind>sh|yaml)\n(?<text>.*?)^```$/gmsv)
		.map(({groups}) => ({kind: groups!.kind!, text: groups!.text!}))
		.toArray();
	expect(blocks.map(({kind}) => kind)).toStrictEqual(['yaml', 'sh', 'sh', 'sh', 'sh']);
	const printed: string[] = [];
	for (const {kind, text} of blocks) {
		if (kind === 'yaml') {
			await writeFile(path.join(at.home, /^# (?<name>\S+)$/mv.exec(text)!.groups!.name!), text);
			continue;
		}

		for (const line of text.trimEnd().split('\n')) {
			const {words, output} = wordsOf(line, at.home);
			const run = await at.run(words);
			expect(run, line).toMatchObject({exitCode: 0});
			if (output !== undefined) {
				await writeFile(path.join(at.home, output), run.stdout);
			}

			printed.push(run.stdout);
		}
	}

	const all = printed.join('');
	expect(all).toContain('2 to create; 0 unchanged.');
	expect(all).toContain('delivery_location: new@example.com → second@example.com');
	expect(all).toContain('1 notification is in the scope and in no file');
	expect(all).toContain('No changes: 3 unchanged.');
	expect(all).toContain('1 to delete; 2 unchanged.');
	expect(await at.values('to')).toStrictEqual(
		['new@example.com', 'second@example.com', 'third@example.com', 'treasury@example.com'].filter(
			to => to !== 'second@example.com',
		),
	);
});

type Workflow = {
	readonly jobs: Readonly<Record<'plan' | 'apply' | 'drift', {readonly steps: ReadonlyArray<{readonly run?: string}>}>>;
};

test('the jobs of the workflow need no ledger: templates are left alone, nothing is replaced needlessly, and 10 tells changes', async () => {
	const {jobs} = parse(/^```yml\n(?<text>.*?)^```$/msv.exec(section('In CI'))!.groups!.text!) as Workflow;
	await using at = await account();
	expect(
		await at.run(['create', '-f', '-'], {input: lines(...['ops', 'a', 'b'].map(user => body(user)))}),
	).toMatchObject({exitCode: 0});
	const write = async (...notifications: readonly object[]) =>
		writeFile(path.join(at.home, 'alerts', 'all.yaml'), stringify({version: 1, scope: 'all', notifications}));
	await mkdir(path.join(at.home, 'alerts'));
	const ids = async () => {
		const listed = await at.list();
		return Object.fromEntries(listed.map(({user, id}) => [user, id]));
	};

	/** Runs the chainbell commands of a job on a machine of its own. */
	const runJob = async (name: keyof Workflow['jobs']) => {
		await using machine = await temporaryFolder();
		const codes: number[] = [];
		let summary = '';
		for (const {run = ''} of jobs[name].steps.filter(step => step.run?.startsWith('chainbell '))) {
			const {words, output} = wordsOf(run, at.home);
			const ended = await at.run(words, {home: machine.path});
			codes.push(ended.exitCode);
			summary += output === undefined ? '' : ended.stdout;
		}

		return {codes, summary};
	};

	// Here is nothing to change, but the file says another template, which the fresh machine cannot compare.
	await write(body('ops'), body('a', {template: 'other words'}), body('b'));
	const before = await ids();
	expect(await runJob('plan')).toMatchObject({
		codes: [0, 0],
		summary: expect.stringContaining('No changes: 3 unchanged') as string,
	});
	expect(await runJob('apply')).toMatchObject({codes: [0, 0]});
	expect(await runJob('drift')).toMatchObject({codes: [0]});
	expect(await ids()).toStrictEqual(before);

	await write(body('ops', {delivery_location: 'new@example.com'}), body('a'), body('b'));
	const planned = await runJob('plan');
	expect(planned).toMatchObject({
		codes: [0, 10],
		summary: expect.stringContaining('1 to replace; 2 unchanged') as string,
	});
	expect(planned.summary).not.toMatch(/example\.com|words/v);
	expect(await runJob('apply')).toMatchObject({codes: [0, 0]});
	const after = await ids();
	expect({...after, ops: before.ops}).toStrictEqual(before);
	expect(await at.values('to')).toStrictEqual(['a@example.com', 'b@example.com', 'new@example.com']);

	expect(await runJob('drift')).toMatchObject({codes: [0]});
	expect(await at.run(['edit', '--query', 'user:=b', '--set', 'name=By hand', '--yes'])).toMatchObject({exitCode: 0});
	expect(await runJob('drift')).toMatchObject({codes: [10]});
});
