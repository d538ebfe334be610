import {findHelp} from '../command-line.ts';
import {number, defineCommands, type Argument, outputIn, outputOptions, text, flag, texts} from '../command.ts';

const nameArgument: Argument = {name: 'NAME', isRequired: true, completes: 'profile', summary: 'the profile'};

export const profileShowOptions = {
	output: outputIn(['json', 'yaml']),
};

export const profileAddOptions = {
	keyEnv: {...text('VARIABLE', 'the environment variable that holds the API key'), conflictsWith: 'keyCommand'},
	keyCommand: text('COMMAND', 'a command with its arguments; the first line that it prints is the API key'),
	default: flag('open this profile when none is named'),
};

export const forgetOptions = {
	pending: flag('also delete pending changes and parked notifications'),
};

export const sandboxOptions = {
	port: number('N', 0, 65_535, 'listen on this port of 127.0.0.1 (default: a free one)'),
	file: {...text('FILE', 'keep the notifications in this file', 'file'), short: 'f'},
	samples: {...number('N', 0, 10_000_000, 'how many sample notifications a new file starts with'), default: 12},
	fault: texts('NAME[=VALUE][:COUNT]', 'simulate a fault (see below); can be repeated'),
};

const unusable = {
	5: 'config.yaml has no team for this account, or the board cannot be used',
	7: 'the board cannot be reached',
} as const;

const shells = ['bash', 'zsh', 'fish'] as const;

/** The commands about this machine: profiles, teams, checks, help. */
export const setupCommands = defineCommands({
	'profile list': {
		summary: 'print the profiles, and where each API key comes from',
		options: outputOptions,
		examples: {'chainbell profile list -o json': 'for programs; it never prints a key'},
		load: async () => (await import('../profile.ts')).listProfiles,
	},
	'profile show': {
		summary: 'print the settings of a profile, without its API key',
		argument: {...nameArgument, isRequired: false, summary: 'the profile; the default one unless given'},
		options: profileShowOptions,
		examples: {'chainbell profile show production': 'its address, key source and limits'},
		meanings: {5: 'there is no such profile'},
		load: async () => (await import('../profile.ts')).showProfile,
	},
	'profile add': {
		summary: 'save a profile; the key is asked for, or read from stdin',
		argument: {...nameArgument, summary: 'its name; --base-url says where the service is'},
		options: profileAddOptions,
		refuses: ['profile', 'sandbox', 'dryRun'],
		examples: {
			'chainbell profile add live --base-url https://a.example/ --key-env LIVE_KEY': 'the key stays in the environment',
			'chainbell profile add audit --base-url https://a.example/ < key.txt':
				'the key is saved in config.yaml, which only you can read',
		},
		exitCodes: [4, 5, 130],
		load: async () => (await import('../profile.ts')).addProfile,
	},
	'profile use': {
		summary: 'make a profile the one that is opened when none is named',
		argument: nameArgument,
		refuses: ['dryRun'],
		examples: {'chainbell profile use production': 'from now on, chainbell list lists production'},
		meanings: {5: 'there is no such profile'},
		load: async () => (await import('../profile.ts')).useProfile,
	},
	'profile remove': {
		summary: 'remove a profile, with an API key that is saved in it',
		argument: nameArgument,
		refuses: ['dryRun'],
		examples: {'chainbell profile remove audit --yes': 'its history stays; chainbell forget deletes that'},
		asks: 'before it removes the profile',
		exitCodes: [129, 130, 143],
		meanings: {5: 'there is no such profile'},
		load: async () => (await import('../profile.ts')).dropProfile,
	},
	'team init': {
		summary: "create the tables of a team's board",
		refuses: ['sandbox', 'dryRun'],
		examples: {'chainbell team init': 'as the owner of the database; existing tables are kept'},
		meanings: unusable,
		load: async () => (await import('../team.ts')).initTeam,
	},
	'team grants': {
		summary: 'print the SQL for the rights of operators and readers',
		refuses: ['profile', 'baseUrl', 'sandbox', 'readOnly', 'timeout', 'dryRun'],
		examples: {
			'chainbell team grants | psql "$CHAINBELL_TEAM_URL"': 'creates two roles, for operators and for readers',
		},
		load: async () => (await import('../team.ts')).printGrants,
	},
	'team join': {
		summary: 'share an account although the board has other notifications',
		refuses: ['sandbox', 'dryRun'],
		examples: {'chainbell team join --profile production': 'if chainbell takes it for another account by mistake'},
		asks: 'before it shares anything',
		exitCodes: [4, 129, 130, 143],
		meanings: unusable,
		load: async () => (await import('../team.ts')).joinTeam,
	},
	'team status': {
		summary: 'print whether the board is reached, and who changes what',
		refuses: ['sandbox', 'dryRun'],
		examples: {'chainbell team status --json': 'for programs'},
		exitCodes: [4],
		meanings: unusable,
		load: async () => (await import('../team.ts')).showTeam,
	},
	doctor: {
		summary: 'check this machine, the configuration and the service',
		examples: {
			'chainbell doctor --profile production': 'what is wrong, and what to do about it',
			'chainbell doctor --json | jq .checks[].status': 'ok, warning or failure',
		},
		meanings: {0: 'nothing failed; there may be warnings', 1: 'a check failed'},
		load: async () => (await import('../doctor.ts')).runDoctor,
	},
	forget: {
		summary: 'delete what this machine keeps of an account',
		options: forgetOptions,
		refuses: ['dryRun'],
		examples: {
			'chainbell forget --profile production':
				'its history, drafts and cached listing, after asking; nothing of the service',
		},
		asks: 'before it deletes the history',
		exitCodes: [129, 130, 143],
		meanings: {3: 'refused: changes are pending, or notifications are parked', 5: 'there is no such profile'},
		load: async () => (await import('../forget.ts')).runForget,
	},
	sandbox: {
		summary: 'run the sandbox as a server, for curl and other clients',
		options: sandboxOptions,
		refuses: ['profile', 'baseUrl', 'timeout', 'readOnly', 'json', 'dryRun', 'concurrency'],
		async details() {
			const {faultHelp} = await import('../../sandbox/faults.ts');
			return faultHelp();
		},
		examples: {
			'chainbell sandbox --port 8080 --samples 1000': 'a fixed address, and more data',
			'chainbell sandbox --fault create-drop-after:1 --fault create-late=5':
				'lose the response of the next create, and list it late',
			'chainbell sandbox --fault any-429=30:2': 'rate-limit the next two requests',
		},
		meanings: {0: 'stopped by a signal'},
		load: async () => (await import('../sandbox.ts')).runSandbox,
	},
	completion: {
		summary: 'print a script that completes commands in a shell',
		argument: {name: 'SHELL', isRequired: true, choices: shells, summary: 'the shell'},
		examples: {
			'source <(chainbell completion bash)': 'in ~/.bashrc; in ~/.zshrc after compinit, with zsh',
			'chainbell completion fish | source': 'in ~/.config/fish/config.fish',
		},
		async load() {
			const {completionScripts} = await import('../completion.ts');
			return ({words, print}) => {
				print(completionScripts[words[0] as (typeof shells)[number]]);
			};
		},
	},
	man: {
		summary: 'print the manual page, in roff',
		examples: {
			'chainbell man | man -l -': 'read it',
			'chainbell man > ~/.local/share/man/man1/chainbell.1': 'install it, where npm does not',
		},
		async load() {
			const {manPage} = await import('../help.ts');
			return async ({commands, write}) => {
				await write(await manPage(commands));
			};
		},
	},
	agent: {
		summary: 'print what an automated agent must know, in Markdown',
		examples: {'chainbell agent >> AGENTS.md': 'for an agent that runs chainbell'},
		async load() {
			const {agentGuide} = await import('../help.ts');
			return ({commands, print}) => {
				print(agentGuide(commands));
			};
		},
	},
	help: {
		summary: 'print help, of chainbell or of one command',
		argument: {name: 'COMMAND', isRepeated: true, completes: 'command', summary: 'the command to describe'},
		examples: {'chainbell help list': 'the same as chainbell list --help'},
		async load() {
			const {helpText} = await import('../help.ts');
			return async ({words, commands, print}) => {
				print(await helpText(findHelp(commands, words), commands));
			};
		},
	},
});
