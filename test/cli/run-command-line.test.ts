import {expect, test} from 'vitest';
import packageJson from '../../package.json' with {type: 'json'};
import {UsageError} from '../../source/cli/command-error.ts';
import {defineCommands, type Command, resultOptions} from '../../source/cli/command.ts';
import {commands} from '../../source/cli/commands.ts';
import {faultNames, faultTable} from '../../source/sandbox/faults.ts';
import {runCommand, type CommandLine} from '../helpers/command.ts';
import {containing} from '../helpers/texts.ts';

/** Runs a command line, and collects what it prints. No command here uses a home. */
async function run(command: CommandLine, table: readonly Command[] = commands) {
	const {exitCode, stdout, errors} = await runCommand(command, {home: '/nowhere', table});
	return {exitCode, text: stdout.replace(/\n$/v, ''), errors};
}

/** A command as a new one would be written: one file, and one row of the table. */
const greeting = defineCommands({
	greet: {
		summary: 'print a greeting',
		argument: {name: 'WHOM', isRepeated: true, summary: 'the names to greet'},
		options: {
			loud: {type: 'boolean', short: 'l', summary: 'in capitals'},
			times: {
				type: 'number',
				value: 'N',
				range: [1, 9],
				default: 1,
				summary: 'how often',
			},
			word: {type: 'string', value: 'WORD', summary: 'the greeting'},
		},
		examples: {'chainbell greet --loud Ada': 'HELLO, ADA'},
		exitCodes: [0, 5],
		meanings: {0: 'greeted', 5: 'there is nobody to greet'},
		load:
			async () =>
			async ({options: {loud, times, word = 'Hello'}, words, print}) => {
				if (words.includes('nobody')) {
					throw new UsageError('Nobody cannot be greeted.');
				}

				const text = `${word}, ${words.join(' and ')}`;
				for (let time = 0; time < times; time++) {
					print(loud ? text.toUpperCase() : text);
				}

				return words.length === 0 ? 5 : 0;
			},
	},
});

test('a command is added with one row: it is parsed, run, and shown in help', async () => {
	const table = [...commands, ...greeting];
	expect(await run('--times 2 greet Ada -l Alan', table)).toEqual({
		exitCode: 0,
		text: 'HELLO, ADA AND ALAN\nHELLO, ADA AND ALAN',
		errors: [],
	});
	expect(await run('greet --word=Hi', table)).toMatchObject({exitCode: 5, text: 'Hi, '});
	expect(await run('greeet', table)).toEqual({
		exitCode: 2,
		text: '',
		errors: ['Unknown command "greeet". Did you mean greet?', 'Run chainbell --help for help.'],
	});
	expect(await run('greet --times 10', table)).toMatchObject({
		exitCode: 2,
		errors: [expect.any(String), 'Run chainbell greet --help for help.'],
	});
	expect(await run('greet nobody', table)).toMatchObject({
		exitCode: 2,
		errors: ['Nobody cannot be greeted.', 'Run chainbell greet --help for help.'],
	});
	const {text} = await run('help commands', table);
	expect(text).toMatch(/\n {2}greet \[WHOM…\] +print a greeting$/v);
	const help = await run('greet -h', table);
	expect(help).toMatchInlineSnapshot(`
		{
		  "errors": [],
		  "exitCode": 0,
		  "text": "chainbell greet: print a greeting

		Usage
		  chainbell greet [WHOM…] [options]

		Arguments
		  WHOM  the names to greet

		Options
		  -l, --loud       in capitals
		      --times N    how often (default 1)
		      --word WORD  the greeting

		Options of every command (chainbell help options): --profile, --base-url,
		--sandbox, --read-only, --timeout, --json, --quiet, --yes, --dry-run,
		--no-wait, --concurrency, --no-color, --help, --version

		Examples
		  # HELLO, ADA
		  chainbell greet --loud Ada

		Exit status
		  0  greeted
		  1  failed
		  2  wrong usage
		  5  there is nobody to greet",
		}
	`);
	expect(await run('help greet', table)).toEqual(help);
});

test.each(commands.map(({name}) => name))(
	'chainbell %s --help fits a terminal of 80 columns, and names every option',
	async name => {
		const {exitCode, text, errors} = await run(name === '' ? ['--help'] : [name, '--help']);
		expect({exitCode, errors}).toEqual({exitCode: 0, errors: []});
		expect(text.split('\n').filter(line => line.length > 80)).toEqual([]);
		expect(await run(['help', ...(name === '' ? [] : [name])])).toEqual({exitCode, text, errors});
	},
);

test('the help of the program', async () => {
	const {text} = await run('-h');
	expect(text).toMatchInlineSnapshot(`
		"chainbell 0.2.0: manage blockchain-event notifications from the terminal

		Usage
		  chainbell [options]          open the screens
		  chainbell COMMAND [options]  run a command

		Commands
		  Read    list, get, watch
		  Change  create, edit, clone, delete, park, resume, undo, recover, history
		  Files   export, validate, schema, plan, apply, pull, check, match, try, import
		  Set up  profile, team, doctor, forget, sandbox, completion, man, agent, help

		Examples
		  # try it without an account
		  chainbell --sandbox
		  # open an account
		  CHAINBELL_API_KEY=… chainbell --base-url https://api.example.com/

		Help
		  chainbell COMMAND --help  a command, its options and examples
		  chainbell help commands   all commands, a line each
		  chainbell help options    the options of every command"
	`);
});

test('the help of the sandbox describes every fault', async () => {
	const {text} = await run('sandbox --help');
	const lines = text.split('\n');
	for (const name of faultNames) {
		const {description, value} = faultTable[name];
		expect(lines.filter(line => ['[', ' '].some(end => line.trimStart().startsWith(name + end)))).toEqual([
			containing(description),
		]);
		expect(lines.some(line => line.includes(value ? `${name}[=${value.name}] ` : `${name} `))).toBe(true);
	}
});

test('the version', async () => {
	expect(await run('-V')).toEqual({exitCode: 0, text: packageJson.version, errors: []});
});

test.each([
	[
		'sandbox --fault create-nothing',
		`--fault must be NAME[=VALUE][:COUNT], not "create-nothing". NAME is one of ${faultNames.join(', ')}.`,
	],
	['sandbox --fault toString', 'not "toString"'],
	['sandbox --fault any-503:0', 'not "any-503:0"'],
	['sandbox --fault any-503:1:2', 'not "any-503:1:2"'],
	['sandbox --fault any-429=soon', 'not "any-429=soon"'],
	['sandbox --fault any-503=1', 'The fault any-503 takes no value.'],
	['--fault any-503', 'chainbell has no option --fault'],
	['help lits', 'Did you mean list?'],
	[['\u{1B}[31m'], '␛'],
])('%j is wrong usage: %s', async (argv, message) => {
	const {exitCode, text, errors} = await run(argv);
	expect({exitCode, text}).toEqual({exitCode: 2, text: ''});
	expect(errors[0]).toContain(message);
});

test('an exception of a command is not wrong usage', async () => {
	const broken = defineCommands({
		greet: {
			summary: 'print a greeting',
			examples: {},
			exitCodes: [],
			load: async () => async () => {
				throw new Error('a bug of the test');
			},
		},
	});
	await expect(run('greet', broken)).rejects.toThrow('a bug of the test');
});

test.each([
	[{}, 2],
	[resultOptions, 1],
] as const)('with --json, only a command with results holds its notices back until it ends', async (options, count) => {
	const say = defineCommands({
		say: {
			summary: 'say something',
			options,
			examples: {},
			exitCodes: [],
			load:
				async () =>
				async ({printError}) => {
					printError('Something.');
					throw new UsageError('It failed.');
				},
		},
	});
	const {errors} = await run('say --json', say);
	expect(errors).toHaveLength(count);
	expect(JSON.parse(errors.at(-1)!)).toMatchObject({message: 'It failed.', notices: count === 1 ? ['Something.'] : []});
});
