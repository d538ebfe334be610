import {expect, test} from 'vitest';
import {readArguments} from '../../source/cli/arguments.ts';
import {faultNames, faultTable} from '../../source/sandbox/faults/table.ts';

async function helpOf(...argv: string[]): Promise<string> {
	const said = await readArguments(argv);
	expect(said).toMatchObject({command: 'say', exitCode: 0});
	return 'text' in said ? said.text : '';
}

test.each([
	[['--sandbox', '--read-only'], {command: 'open', isSandbox: true, isReadOnly: true}],
	[['--profile', 'audit', '--timeout', '1.0005'], {command: 'open', profile: 'audit', timeout: 1001}],
	[['--base-url', 'https://api.example.com/'], {command: 'open', baseUrl: 'https://api.example.com/'}],
	[['list'], {command: 'list', isSandbox: false, isJson: false, query: ''}],
	[['list', '--json', '--profile', 'audit', 'channel:email', '-test', '--timeout', '2', 'two words'], {
		command: 'list', isJson: true, profile: 'audit', timeout: 2000, query: 'channel:email two words -test',
	}],
	[['sandbox', '--port', '0', '--samples', '3', '--file', 'x'], {command: 'sandbox', port: 0, samples: 3, file: 'x', faults: []}],
	[['sandbox', '--fault', 'any-429=30:2', '--fault=create-late', '--fault', 'create-drop-after:1'], {
		faults: [{name: 'any-429', value: 30, count: 2}, {name: 'create-late'}, {name: 'create-drop-after', count: 1}],
	}],
])('%j', async (argv, expected) => {
	expect(await readArguments(argv)).toMatchObject(expected);
});

test.each([
	[['--timeout', '0'], 'seconds'],
	[['--timeout', '-1'], 'seconds'],
	[['--timeout', '0.0001'], 'seconds'],
	[['--timeout', '99999999999'], 'seconds'],
	[['--timeout', 'soon'], 'seconds'],
	[['sandbox', '--port', '65536'], 'whole numbers'],
	[['sandbox', '--samples', '1.5'], 'whole numbers'],
	[['list', '--limit', '1'], 'does not belong'],
	[['list', '--nonsense'], 'no option nonsense'],
	[['sandbox', '--profile', 'x'], 'does not belong'],
	[['--samples', '1'], 'does not belong'],
	[['--profile', 'a', '--base-url', 'https://b/'], 'two services'],
	[['--nonsense'], 'no option nonsense'],
	[['delete'], 'no command delete'],
	[['sandbox', 'more'], 'no command'],
	[['--fault', 'any-503'], 'does not belong'],
	[['sandbox', '--fault'], 'not "". The names are any-429, '],
	[['sandbox', '--fault', '--samples', '3'], 'not ""'],
	[['sandbox', '--fault', 'any-503', '--fault='], 'not ""'],
	[['sandbox', '--fault', 'create-nothing'], `not "create-nothing". The names are ${faultNames.join(', ')}.`],
	[['sandbox', '--fault', 'toString'], 'not "toString"'],
	[['sandbox', '--fault', 'any-503:0'], 'NAME[=VALUE][:COUNT], not "any-503:0"'],
	[['sandbox', '--fault', 'any-503:1:2'], 'not "any-503:1:2"'],
	[['sandbox', '--fault', 'any-429=soon'], 'not "any-429=soon"'],
	[['sandbox', '--fault', 'any-503=1'], 'The fault any-503 takes no value.'],
])('%j is refused: %s', async (argv, said) => {
	expect(await readArguments(argv)).toEqual({command: 'say', text: expect.stringContaining(said) as string, exitCode: 2});
});

test('the help of the sandbox describes every fault, and fits a terminal of 80 columns', async () => {
	const help = await helpOf('sandbox', '--help');
	const lines = help.split('\n');
	for (const name of faultNames) {
		const {description, value} = faultTable[name];
		expect(lines.filter(line => line.trimStart().startsWith(name))).toEqual([expect.stringContaining(description)]);
		expect(lines.some(line => line.includes(value ? `${name}[=${value.name}] ` : `${name} `))).toBe(true);
	}

	expect(lines.filter(line => line.length > 80)).toEqual([]);
});

test('the help of the program is another, and fits 80 columns too', async () => {
	const help = await helpOf('--help');
	expect(help.split('\n').filter(line => line.length > 80)).toEqual([]);
	expect(help).toMatch(/--read-only(?!.*any-503)/sv);
});
