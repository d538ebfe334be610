import {expect, test} from 'vitest';
import {agentGuide} from '../../source/cli/help.ts';
import {commands} from '../../source/cli/commands.ts';
import {globalOptions} from '../../source/cli/command.ts';
import {exitCode} from '../../source/cli/command-error.ts';
import {longForm} from '../../source/cli/command-line.ts';
import {runCommand} from '../helpers/command.ts';

test('chainbell agent prints less than 120 lines, with every command in its section and every exit code', async () => {
	const {exitCode: code, stdout, lines} = await runCommand('agent', {home: '/nowhere'});
	expect(code).toBe(0);
	expect(lines.length).toBeLessThan(120);
	const sectionOf = (title: string) =>
		stdout
			.split('\n## ')
			.find(text => text.startsWith(title))!
			.match(/(?<=^- `chainbell )[a-z]+(?: (?:list|show|add|use|remove))?/gmv);
	expect(sectionOf('Commands that change the account')).toEqual(
		'create edit clone delete park resume undo recover apply import'.split(' '),
	);
	expect(sectionOf('Commands that leave the account as it is')).toEqual(
		expect.arrayContaining(['list', 'get', 'watch', 'export', 'plan', 'history', 'profile add', 'agent']),
	);
	expect(stdout.match(/^- `chainbell /gmv)).toHaveLength(commands.length - 1);
	for (const each of Object.values(exitCode)) {
		expect(stdout).toMatch(new RegExp(String.raw`^\| ${each} \| \S.* \| \S.* \|$`, 'mv'));
	}
});

test('every option that it names exists', () => {
	const known = new Set(
		[globalOptions, ...commands.map(({options}) => options)]
			.flatMap(options => Object.keys(options))
			.map(key => longForm(key)),
	);
	const named = agentGuide(commands)
		.matchAll(/(?<![\w\-])--[a-z][\w\-]*/gv)
		.map(([name]) => name)
		.toArray();
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter(name => !known.has(name))).toEqual([]);
});
