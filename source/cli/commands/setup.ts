import {defineCommand, type Argument, type Options} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';
import {outputOptions} from '../options.ts';
import {findHelp} from '../command-line.ts';

export const screensCommand = defineCommand({
	name: '',
	summary: 'open the screens',
	refuses: ['json', 'quiet', 'yes', 'dryRun', 'concurrency'],
	examples: [
		{line: 'chainbell --sandbox', summary: 'try it without an account'},
		{line: 'CHAINBELL_API_KEY=… chainbell --base-url https://api.example.com/', summary: 'open an account'},
		{line: 'chainbell --profile production --read-only', summary: 'look, but change nothing'},
	],
	exitCodes: {
		0: 'quit',
		1: 'failed',
		2: 'wrong usage, or not a terminal',
		129: 'hangup',
		130: 'interrupted',
		143: 'terminated',
	},
	run: async (...input) => (await import('../screens.ts')).runScreens(...input),
});

const nameArgument: Argument = {name: 'NAME', isRequired: true, completes: 'profile', summary: 'the profile'};

export const profileListCommand = defineCommand({
	name: 'profile list',
	summary: 'print the profiles, and where each API key comes from',
	options: outputOptions,
	examples: [{line: 'chainbell profile list -o json', summary: 'for programs; it never prints a key'}],
	exitCodes: exitCodesOf([0, 1, 2]),
	run: async (...input) => (await import('../profile.ts')).listProfiles(...input),
});

export const profileShowOptions = {
	output: {...outputOptions.output, choices: ['json', 'yaml']},
} as const satisfies Options;

export const profileShowCommand = defineCommand({
	name: 'profile show',
	summary: 'print the settings of a profile, without its API key',
	argument: {...nameArgument, isRequired: false, summary: 'the profile; the default one unless given'},
	options: profileShowOptions,
	examples: [{line: 'chainbell profile show production', summary: 'its address, key source and limits'}],
	exitCodes: exitCodesOf([0, 1, 2, 5], {5: 'there is no such profile'}),
	run: async (...input) => (await import('../profile.ts')).showProfile(...input),
});

export const profileAddOptions = {
	keyEnv: {
		type: 'string',
		value: 'VARIABLE',
		conflictsWith: 'keyCommand',
		summary: 'the environment variable that holds the API key',
	},
	keyCommand: {
		type: 'string',
		value: 'COMMAND',
		summary: 'a command with its arguments; the first line that it prints is the API key',
	},
	default: {type: 'boolean', summary: 'open this profile when none is named'},
} as const satisfies Options;

export const profileAddCommand = defineCommand({
	name: 'profile add',
	summary: 'save a profile; the key is asked for, or read from stdin',
	argument: {...nameArgument, summary: 'its name; --base-url says where the service is'},
	options: profileAddOptions,
	refuses: ['profile', 'sandbox', 'dryRun'],
	examples: [
		{
			line: 'chainbell profile add live --base-url https://a.example/ --key-env LIVE_KEY',
			summary: 'the key stays in the environment',
		},
		{
			line: 'chainbell profile add audit --base-url https://a.example/ < key.txt',
			summary: 'the key is saved in config.yaml, which only you can read',
		},
	],
	exitCodes: exitCodesOf([0, 1, 2, 4, 5, 130]),
	run: async (...input) => (await import('../profile.ts')).addProfile(...input),
});

export const profileUseCommand = defineCommand({
	name: 'profile use',
	summary: 'make a profile the one that is opened when none is named',
	argument: nameArgument,
	refuses: ['dryRun'],
	examples: [{line: 'chainbell profile use production', summary: 'from now on, chainbell list lists production'}],
	exitCodes: exitCodesOf([0, 1, 2, 5], {5: 'there is no such profile'}),
	run: async (...input) => (await import('../profile.ts')).useProfile(...input),
});

export const profileRemoveCommand = defineCommand({
	name: 'profile remove',
	summary: 'remove a profile, with an API key that is saved in it',
	argument: nameArgument,
	refuses: ['dryRun'],
	examples: [
		{line: 'chainbell profile remove audit --yes', summary: 'its history stays; chainbell forget deletes that'},
	],
	asks: 'before it removes the profile',
	exitCodes: exitCodesOf([0, 1, 2, 5, 6, 129, 130, 143], {5: 'there is no such profile'}),
	run: async (...input) => (await import('../profile.ts')).dropProfile(...input),
});

const unusable = {
	5: 'config.yaml names no team, or the board cannot be used',
	7: 'the board cannot be reached',
} as const;

export const teamInitCommand = defineCommand({
	name: 'team init',
	summary: "create the tables of the team's board",
	refuses: ['sandbox', 'dryRun'],
	examples: [{line: 'chainbell team init', summary: 'as the owner of the database; existing tables are kept'}],
	exitCodes: exitCodesOf([0, 1, 2, 5, 7], unusable),
	run: async (...input) => (await import('../team.ts')).initTeam(...input),
});

export const teamGrantsCommand = defineCommand({
	name: 'team grants',
	summary: 'print the SQL for the rights of operators and readers',
	refuses: ['profile', 'baseUrl', 'sandbox', 'readOnly', 'timeout', 'dryRun'],
	examples: [
		{
			line: 'chainbell team grants | psql "$CHAINBELL_TEAM_URL"',
			summary: 'makes two roles, for operators and for readers',
		},
	],
	exitCodes: exitCodesOf([0, 1, 2]),
	run: async (...input) => (await import('../team.ts')).printGrants(...input),
});

export const teamJoinCommand = defineCommand({
	name: 'team join',
	summary: 'share an account of this machine with its team',
	refuses: ['sandbox', 'dryRun'],
	examples: [
		{line: 'chainbell team join --profile production', summary: 'history, pending changes and templates, both ways'},
	],
	asks: 'before it shares anything',
	exitCodes: exitCodesOf([0, 1, 2, 4, 5, 6, 7, 129, 130, 143], unusable),
	run: async (...input) => (await import('../team.ts')).joinTeam(...input),
});

export const teamStatusCommand = defineCommand({
	name: 'team status',
	summary: 'print the state of the board, and who changes what',
	refuses: ['sandbox', 'dryRun'],
	examples: [{line: 'chainbell team status --json', summary: 'for programs: versions, lag and claims'}],
	exitCodes: exitCodesOf([0, 1, 2, 4, 5, 7], unusable),
	run: async (...input) => (await import('../team.ts')).showTeam(...input),
});

export const teamPruneOptions = {
	older: {type: 'string', value: 'AGE', summary: 'how long ago, such as 90d or 1y'},
} as const satisfies Options;

export const teamPruneCommand = defineCommand({
	name: 'team prune',
	summary: 'delete the content of old changes from the board',
	options: teamPruneOptions,
	refuses: ['sandbox', 'dryRun'],
	examples: [{line: 'chainbell team prune --older 1y', summary: 'as the owner of the database; templates stay'}],
	asks: 'before it deletes anything',
	exitCodes: exitCodesOf([0, 1, 2, 5, 6, 7, 129, 130, 143], unusable),
	run: async (...input) => (await import('../team.ts')).pruneTeam(...input),
});

export const doctorCommand = defineCommand({
	name: 'doctor',
	summary: 'check this machine, the configuration and the service',
	examples: [
		{line: 'chainbell doctor --profile production', summary: 'what is wrong, and what to do about it'},
		{line: 'chainbell doctor --json | jq .checks[].status', summary: 'ok, warning or failure'},
	],
	exitCodes: exitCodesOf([0, 1, 2], {0: 'nothing failed; there may be warnings', 1: 'a check failed'}),
	run: async (...input) => (await import('../doctor.ts')).runDoctor(...input),
});

export const forgetOptions = {
	pending: {type: 'boolean', summary: 'also delete pending changes'},
} as const satisfies Options;

export const forgetCommand = defineCommand({
	name: 'forget',
	summary: 'delete what this machine keeps of an account',
	options: forgetOptions,
	refuses: ['dryRun'],
	examples: [
		{
			line: 'chainbell forget --profile production',
			summary: 'its history, drafts and cached listing, after asking; no notification',
		},
	],
	asks: 'before it deletes the history',
	exitCodes: exitCodesOf([0, 1, 2, 3, 6, 129, 130, 143], {3: 'refused: changes are pending'}),
	run: async (...input) => (await import('../forget.ts')).runForget(...input),
});

export const sandboxOptions = {
	port: {
		type: 'number',
		value: 'N',
		minimum: 0,
		maximum: 65_535,
		isInteger: true,
		summary: 'listen on this port of 127.0.0.1 (default: a free one)',
	},
	file: {
		type: 'string',
		short: 'f',
		value: 'FILE',
		completes: 'file',
		summary: 'keep the notifications in this file',
	},
	samples: {
		type: 'number',
		value: 'N',
		minimum: 0,
		maximum: 10_000_000,
		isInteger: true,
		default: 12,
		summary: 'how many sample notifications a new file starts with',
	},
	fault: {
		type: 'string',
		value: 'NAME[=VALUE][:COUNT]',
		isMultiple: true,
		summary: 'simulate a fault (see below); can be repeated',
	},
} as const satisfies Options;

export const sandboxCommand = defineCommand({
	name: 'sandbox',
	summary: 'run the sandbox as a server, for curl and other clients',
	options: sandboxOptions,
	refuses: ['profile', 'baseUrl', 'timeout', 'readOnly', 'json', 'dryRun', 'concurrency'],
	async details() {
		const {faultHelp} = await import('../../sandbox/faults.ts');
		return faultHelp();
	},
	examples: [
		{line: 'chainbell sandbox --port 8080 --samples 1000', summary: 'a fixed address, and more data'},
		{
			line: 'chainbell sandbox --fault create-drop-after:1 --fault create-late=5',
			summary: 'lose the response of the next create, and list it late',
		},
		{line: 'chainbell sandbox --fault any-429=30:2', summary: 'rate-limit the next two requests'},
	],
	exitCodes: exitCodesOf([0, 1, 2], {0: 'stopped by a signal'}),
	run: async (...input) => (await import('../sandbox.ts')).runSandbox(...input),
});

const shells = ['bash', 'zsh', 'fish'] as const;

export const completionCommand = defineCommand({
	name: 'completion',
	summary: 'print a script that completes commands in a shell',
	argument: {name: 'SHELL', isRequired: true, choices: shells, summary: 'the shell'},
	examples: [
		{line: 'source <(chainbell completion bash)', summary: 'in ~/.bashrc; in ~/.zshrc after compinit, with zsh'},
		{line: 'chainbell completion fish | source', summary: 'in ~/.config/fish/config.fish'},
	],
	exitCodes: exitCodesOf([0, 1, 2]),
	async run({words}, {print}) {
		const {completionScripts} = await import('../completion.ts');
		print(completionScripts[words[0] as (typeof shells)[number]]);
		return 0;
	},
});

export const manCommand = defineCommand({
	name: 'man',
	summary: 'print the manual page, in roff',
	examples: [
		{line: 'chainbell man | man -l -', summary: 'read it'},
		{line: 'chainbell man > ~/.local/share/man/man1/chainbell.1', summary: 'install it, where npm does not'},
	],
	exitCodes: exitCodesOf([0, 1, 2]),
	async run(_input, {commands, write}) {
		const {manPage} = await import('../man-page.ts');
		await write(await manPage(commands));
		return 0;
	},
});

export const agentCommand = defineCommand({
	name: 'agent',
	summary: 'print what an automated agent must know, in Markdown',
	examples: [{line: 'chainbell agent >> AGENTS.md', summary: 'for an agent that runs chainbell'}],
	exitCodes: exitCodesOf([0, 1, 2]),
	async run(_input, {commands, print}) {
		const {agentGuide} = await import('../agent-guide.ts');
		print(agentGuide(commands));
		return 0;
	},
});

export const helpCommand = defineCommand({
	name: 'help',
	summary: 'print help, of chainbell or of one command',
	argument: {name: 'COMMAND', isRepeated: true, completes: 'command', summary: 'the command to describe'},
	examples: [{line: 'chainbell help list', summary: 'the same as chainbell list --help'}],
	exitCodes: exitCodesOf([0, 2]),
	async run({words}, {commands, print}) {
		const {groupHelp, helpText} = await import('../help.ts');
		const {command, group} = findHelp(commands, words);
		print(group === undefined ? await helpText(command, commands) : groupHelp(group, commands));
		return 0;
	},
});
