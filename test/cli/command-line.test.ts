import {describe, expect, test} from 'vitest';
import {commands} from '../../source/cli/commands.ts';
import {type Option, globalOptions} from '../../source/cli/command.ts';
import {wordsOf, type CommandLine} from '../helpers/command.ts';
import {willOpenScreens} from '../../source/terminal/skeleton.ts';
import {longForm, parseCommandLine} from '../../source/cli/command-line.ts';

const parse = async (line: CommandLine) => {
	const parsed = await parseCommandLine(wordsOf(line), commands);
	switch (parsed.action) {
		case 'version': {
			return parsed;
		}

		case 'help': {
			return {...parsed, name: parsed.command.name};
		}

		case 'run': {
			return {action: 'run', name: parsed.command.name, ...parsed.input};
		}
	}
};

test.each([
	['', {name: '', action: 'run', options: {sandbox: false, readOnly: false, timeout: 30}, words: []}],
	['--sandbox --read-only', {name: '', options: {sandbox: true, readOnly: true}}],
	['--profile audit --timeout 1.0005', {name: '', options: {profile: 'audit', timeout: 1.0005}}],
	['--base-url=https://api.example.com/?a=b', {name: '', options: {baseUrl: 'https://api.example.com/?a=b'}}],
	['list', {name: 'list', options: {sandbox: false, json: false}, words: []}],
	[
		'list --json --profile audit channel:email --timeout 2 "two words" -- -test',
		{
			name: 'list',
			options: {json: true, profile: 'audit', timeout: 2},
			words: ['channel:email', 'two words', '-test'],
		},
	],
	['list -1o json -.5q -1-2 -q', {options: {quiet: true}, words: ['-1o', 'json', '-.5q', '-1-2']}],
	['create --to -1-2 -nqf -5', {options: {to: '-1-2', file: '-5', dryRun: true, quiet: true}}],
	['list -5 -- --sandbox -x', {options: {sandbox: false}, words: ['-5', '--sandbox', '-x']}],
	[
		'sandbox --port 0 --samples 3 --file x',
		{
			name: 'sandbox',
			options: {
				port: 0,
				samples: 3,
				file: 'x',
				fault: [],
			},
		},
	],
	['sandbox', {options: {samples: 12, fault: []}}],
	['sandbox --fault any-429=30:2 --fault=create-late', {options: {fault: ['any-429=30:2', 'create-late']}}],
	['history --search list --limit 5', {name: 'history', options: {search: 'list', limit: 5}}],
	[['delete', '--query', '"two words"'], {options: {query: '"two words"'}}],
	[['delete', '--query="two words"'], {options: {query: '"two words"'}}],
	[['delete', '--query', '""'], {options: {query: '""'}}],
	[['delete', '--query', "'a'"], {options: {query: "'a'"}}],
	[['delete', '--query', '"'], {options: {query: '"'}}],
	['delete --query ""', {options: {query: ''}}],
	[['create', '--name="Q"', '--filter', '"value" gt "1"'], {options: {name: '"Q"', filter: ['"value" gt "1"']}}],
	[['list', '-p="a b"', '-j', '3'], {options: {profile: '"a b"', concurrency: 3}}],
])('%j is parsed', async (argv, expected) => {
	expect(await parse(argv)).toMatchObject(expected);
});

test.each(commands.map(command => [command.name, command] as const))(
	'%s without options has the values that the parser gives',
	async (name, {argument}) => {
		const argv = [...name.split(' ').filter(Boolean), ...(argument?.isRequired ? [argument.choices?.[0] ?? '1'] : [])];
		const parsed = await parse([...argv, '--no-color']);
		expect(parsed).toMatchObject({action: 'run', name, options: {noColor: true}});
		expect({...parsed, options: {...('options' in parsed && parsed.options), noColor: false}}).toEqual(
			await parse(argv),
		);
	},
);

test.each([
	['--sandbox list --json', {name: 'list', options: {sandbox: true, json: true}}],
	['--json list --sandbox', {name: 'list', options: {sandbox: true, json: true}}],
	['--profile list list a', {name: 'list', options: {profile: 'list'}, words: ['a']}],
	['--timeout=3 list list', {name: 'list', options: {timeout: 3}, words: ['list']}],
	['--port 0 sandbox', {name: 'sandbox', options: {port: 0}}],
])('options may precede the command: %j', async (argv, expected) => {
	expect(await parse(argv)).toMatchObject(expected);
});

test.each([
	['-h', ''],
	['--help', ''],
	['list -h', 'list'],
	['-h sandbox', 'sandbox'],
	['sandbox --nonsense --help', 'sandbox'],
	['help --help', 'help'],
	['sandbox -qh', 'sandbox'],
	['list -o --help', 'list'],
	['list -q --columns -h', 'list'],
])('%j: help of "%s"', async (argv, name) => {
	expect(await parse(argv)).toMatchObject({action: 'help', name});
});

test.each(['-V', 'list --version', '--sandbox -V list'])('%j: the version', async argv => {
	expect(await parse(argv)).toEqual({action: 'version'});
});

test.each([
	['-qyj3 list', {quiet: true, yes: true, concurrency: 3, sandbox: false}],
	['list -paudit', {profile: 'audit'}],
	['list -p=audit -n', {profile: 'audit', dryRun: true}],
	['list -j 8 --no-color', {concurrency: 8, noColor: true}],
	['list', {noColor: false, concurrency: undefined}],
])('short options, alone and together, and --no-color: %j', async (argv, options) => {
	expect(await parse(argv)).toMatchObject({name: 'list', options});
});

test.each([
	['--timeout 0', '--timeout must be a number from 0.001 to 86400.'],
	['--timeout -1', '--timeout must be a number'],
	['--timeout soon', '--timeout must be a number'],
	['sandbox --port 65536', '--port must be a whole number from 0 to 65535.'],
	['sandbox --samples 1.5', '--samples must be a whole number'],
	['history --limit -1', '--limit must be a whole number'],
	['--profile a --base-url https://b/', '--base-url cannot be combined with --profile.'],
	['--profile a --profile=b', '--profile can be given only once.'],
	['list --profile', '--profile needs a value: NAME.'],
	['list --profile=', '--profile needs a value: NAME.'],
	['list --profile --json', '--profile needs a value: NAME.'],
	['sandbox --fault --samples 3', '--fault needs a value'],
	['list --json=yes', '--json takes no value.'],
	['delete 1 --dry-run=', '--dry-run takes no value.'],
	['get --limit 1', 'chainbell get has no option --limit; chainbell list has.'],
	['--samples 1', 'chainbell has no option --samples; chainbell sandbox has.'],
	['list --nonsense', 'Unknown option --nonsense.'],
	[
		'list -channel:email',
		'Unknown option -channel:email. To exclude a word, write not:channel:email, or -- -channel:email',
	],
	['list -hidden', 'Unknown option -hidden.'],
	['list -qx=h', 'Unknown option -qx=h.'],
	['--sanbox', 'Unknown option --sanbox. Did you mean --sandbox?'],
	['list --jsno', 'Unknown option --jsno. Did you mean --json?'],
	['--read', 'Unknown option --read. Did you mean --read-only?'],
	['-x', 'Unknown option -x.'],
	['history -test', 'Unknown option -test.'],
	['list -test', 'Unknown option -test. To exclude a word, write not:test, or -- -test'],
	['list -k', 'Unknown option -k. Did you mean -'],
	['--dry-run', 'chainbell has no option --dry-run.'],
	['forget -n', 'chainbell forget has no option -n.'],
	['list -j 65', '--concurrency must be a whole number from 1 to 64.'],
	['--no-sandbox', 'Unknown option --no-sandbox.'],
	['print', 'Unknown command "print".'],
	['lsit', 'Unknown command "lsit". Did you mean list?'],
	['hist --json', 'Unknown command "hist". Did you mean history?'],
	['sandbox more', 'Unexpected argument "more": chainbell sandbox takes none.'],
	['history more', 'Unexpected argument "more": chainbell history takes none.'],
])('%j is refused: %s', async (argv, message) => {
	await expect(parse(argv)).rejects.toThrow(message);
});

describe('the table', () => {
	test('an option has the same form in every command', () => {
		const forms = new Map<string, string>();
		for (const {options} of [{options: globalOptions}, ...commands]) {
			for (const [key, {type, short}] of Object.entries<Option>(options)) {
				const form = `${type} ${short}`;
				expect([key, forms.get(key) ?? form]).toEqual([key, form]);
				forms.set(key, form);
			}
		}
	});

	test('names and short forms are unique', () => {
		const names = commands.map(({name}) => name);
		expect(new Set(names).size).toBe(names.length);
		for (const {options} of commands) {
			const shorts = Object.values<Option>({...globalOptions, ...options}).flatMap(({short}) => short ?? []);
			expect(new Set(shorts).size).toBe(shorts.length);
		}
	});
});

test.each([
	['', true],
	['--sandbox', true],
	['--profile x --read-only', true],
	['--timeout=3', true],
	['-p x --no-color', true],
	['-V', false],
	['--sandbox list', false],
	['list', false],
	['-h', false],
	['--help', false],
	['--sandbox --version', false],
])('%j opens the screens: %s', (line, isOpening) => {
	expect(willOpenScreens(wordsOf(line))).toBe(isOpening);
});

test('which options of the screens take a value is known before the table is loaded', () => {
	for (const [key, {type, short}] of Object.entries<Option>(globalOptions)) {
		if (commands[0]!.refuses?.includes(key as keyof typeof globalOptions)) {
			continue;
		}

		expect([key, willOpenScreens([longForm(key), 'value'])]).toEqual([key, type !== 'boolean']);
		expect([key, short === undefined || willOpenScreens([`-${short}`, 'value'])]).toEqual([
			key,
			short === undefined || type !== 'boolean',
		]);
	}
});
