import {defineCommand, type Argument} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';
import {outputOptions} from '../output/output-format.ts';

const {output} = outputOptions;

const nameArgument: Argument = {name: 'NAME', isRequired: true, completes: 'profile', summary: 'the profile'};

export const profileListCommand = defineCommand({
	name: 'profile list',
	summary: 'print the profiles, and where each API key comes from',
	options: outputOptions,
	examples: [{line: 'chainbell profile list -o json', summary: 'for programs; it never prints a key'}],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2]),
	async run({options}, context) {
		const {listProfiles} = await import('../profile.ts');
		return listProfiles(options, context);
	},
});

export const profileShowCommand = defineCommand({
	name: 'profile show',
	summary: 'print the settings of a profile, without its API key',
	argument: {...nameArgument, isRequired: false, summary: 'the profile; the default one unless given'},
	options: {output: {...output, choices: ['json', 'yaml']}},
	examples: [{line: 'chainbell profile show production', summary: 'its address, key source and limits'}],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2, 5], {5: 'there is no such profile'}),
	async run({options, words}, context) {
		const {showProfile} = await import('../profile.ts');
		return showProfile(words[0], options, context);
	},
});

export const profileAddCommand = defineCommand({
	name: 'profile add',
	summary: 'save a profile; the key is asked for, or read from stdin',
	argument: {...nameArgument, summary: 'its name; --base-url says where the service is'},
	options: {
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
	},
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
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2, 4, 5, 130]),
	async run({options, words}, context) {
		const {addProfile} = await import('../profile-add.ts');
		return addProfile(words[0]!, options, context);
	},
});

export const profileUseCommand = defineCommand({
	name: 'profile use',
	summary: 'make a profile the one that is opened when none is named',
	argument: nameArgument,
	options: {},
	refuses: ['dryRun'],
	examples: [{line: 'chainbell profile use production', summary: 'from now on, chainbell list lists production'}],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2, 5], {5: 'there is no such profile'}),
	async run({words}, context) {
		const {useProfile} = await import('../profile.ts');
		return useProfile(words[0]!, context);
	},
});

export const profileRemoveCommand = defineCommand({
	name: 'profile remove',
	summary: 'remove a profile, with an API key that is saved in it',
	argument: nameArgument,
	options: {},
	refuses: ['dryRun'],
	examples: [
		{line: 'chainbell profile remove audit --yes', summary: 'its history stays; chainbell forget deletes that'},
	],
	asks: 'before it removes the profile',
	exitCodes: exitCodesOf([0, 1, 2, 5, 6, 129, 130, 143], {5: 'there is no such profile'}),
	async run({options, words}, context) {
		const {dropProfile} = await import('../profile.ts');
		return dropProfile(words[0]!, options, context);
	},
});
