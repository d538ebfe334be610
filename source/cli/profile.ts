import {checkApiKey, parseBaseUrl} from '../service/connection.ts';
import {splitCommand} from '../config/key-command.ts';
import {
	readProfileFile,
	removeProfile,
	saveProfile,
	setDefaultProfile,
	type ProfileFile,
} from '../config/profile-file.ts';
import {removalNote, shownProfiles, type ShownProfile} from '../config/profile.ts';
import {nearest, sentence, suggestion} from '../platform/text.ts';
import {safeJson} from '../terminal/sanitise.ts';
import {keepSecret} from '../terminal/secrets.ts';
import {yamlText} from '../terminal/yaml-text.ts';
import {commandError, invalidInput, UsageError} from './command-error.ts';
import {type CommandContext, type Run, chooseFormat, type outputOptions} from './command.ts';
import type {profileAddOptions, profileShowOptions} from './commands/setup.ts';
import {confirm, readSecret, createInterrupt} from './confirm.ts';
import {writeRecords, type OutputKind} from './output/write-records.ts';

/** Prints the profiles of config.yaml. */
export async function listProfiles(run: Run<typeof outputOptions>) {
	const file = await readProfiles(run);
	const format = chooseFormat(run);
	await writeRecords(shownProfiles(file), profileOutput, format, run);
	if (Object.keys(file.profiles).length === 0 && format === 'table') {
		run.printError('There are no profiles. Run chainbell profile add to save one.');
	}
}

/** Prints one profile, by default the default profile. */
export async function showProfile(run: Run<typeof profileShowOptions>) {
	const [name] = run.words;
	const file = await readProfiles(run);
	const all = shownProfiles(file);
	const found = all.find(profile => (name === undefined ? profile.isDefault : profile.name === name));
	if (found === undefined) {
		throw name === undefined
			? invalidInput('There is no default profile.', 'Name one, or run chainbell profile use.')
			: noProfile(name, file);
	}

	run.print(run.options.json ? safeJson(profileJson(found)) : yamlText(JSON.parse(profileJson(found))).trimEnd());
}

/** Saves a profile. Nothing is sent: `chainbell doctor` checks it. */
export async function addProfile(run: Run<typeof profileAddOptions>) {
	const {options, words} = run;
	const [name = ''] = words;
	if (options.baseUrl === undefined) {
		throw new UsageError('chainbell profile add needs --base-url URL.');
	}

	const baseUrl = parseBaseUrl(options.baseUrl);
	if (!baseUrl.ok) {
		throw invalidInput('The base URL is not valid. Nothing was saved.', baseUrl.problem, [
			{field: 'baseUrl', message: baseUrl.problem},
		]);
	}

	const {profiles, profile} = await readProfiles(run);
	if (Object.hasOwn(profiles, name)) {
		throw invalidInput(
			`There is a profile ${name} already. Nothing was saved.`,
			`Choose another name, or run chainbell profile remove ${name} first.`,
		);
	}

	const {configFile} = run.host.paths();
	const source = await readSource(run);
	await saveChange(
		saveProfile(configFile, name, {baseUrl: baseUrl.value, ...source, ...(options.readOnly && {readOnly: true})}),
	);
	if (options.default && profile !== undefined) {
		await saveChange(setDefaultProfile(configFile, name));
	}

	run.printError(`Saved the profile ${name}. To check it, run: chainbell doctor --profile ${name}`);
}

/** Determines the source of the API key. The key is never an argument, because every process of the machine could read it. */
async function readSource(run: Run<typeof profileAddOptions>) {
	const {keyEnv, keyCommand} = run.options;
	if (keyEnv !== undefined) {
		if (!/^[a-z_]\w*$/iv.test(keyEnv)) {
			throw invalidInput(
				'--key-env is no name of an environment variable. Nothing was saved.',
				'Give its name, without $: the API key itself must not be an argument.',
			);
		}

		return {apiKeyEnv: keyEnv};
	}

	if (keyCommand !== undefined) {
		const words = splitCommand(keyCommand);
		if (words === undefined || words.length === 0) {
			throw new UsageError(
				words === undefined
					? '--key-command has a quote that is not closed. Nothing was saved.'
					: '--key-command needs a command.',
			);
		}

		return {apiKeyCommand: words};
	}

	const typed = await readSecret('API key (not shown): ', run);
	const apiKey = typed.trim();
	const problem = checkApiKey(apiKey);
	if (problem !== undefined) {
		throw commandError(
			apiKey === '' ? 'unauthorized' : 'invalid',
			'no-api-key',
			'There is no valid API key on standard input. Nothing was saved.',
			problem,
		);
	}

	keepSecret(apiKey);
	return {apiKey};
}

/** Makes a profile the default. */
export async function useProfile(run: Run) {
	const [name = ''] = run.words;
	checkName(name, await readProfiles(run));
	await saveChange(setDefaultProfile(run.host.paths().configFile, name));
}

/** Removes a profile after confirmation. */
export async function dropProfile(run: Run) {
	const [name = ''] = run.words;
	const {configFile} = run.host.paths();
	const file = await readProfiles(run);
	checkName(name, file);
	using interrupt = createInterrupt(run);
	const all = shownProfiles(file);
	const profile = all.find(each => each.name === name)!;
	const saved = profile.isKeySaved ? ' with the API key that is saved there' : '';
	const text = `Remove the profile ${name} from ${configFile}${saved}?${removalNote(profile, all)}`;
	await confirm(text, interrupt, run, {unchanged: 'Nothing was changed'});
	await saveChange(removeProfile(configFile, name));
}

/**
Reads config.yaml.

@throws CommandError if it cannot be read or used.
*/
async function readProfiles({host}: CommandContext) {
	const {configFile} = host.paths();
	const file = await readProfileFile(configFile);
	if (!file.ok) {
		throw commandError('failed', 'config', sentence(file.problem), `Correct ${configFile}, and run the command again.`);
	}

	return file.value;
}

/**
Waits for a change of config.yaml.

@throws CommandError with the reason if it failed.
*/
async function saveChange(change: Promise<void>) {
	try {
		await change;
	} catch (error) {
		const message = (error as Error).message;
		throw commandError('failed', 'config', `Nothing was changed: ${message}.`, 'Check config.yaml and its folder.');
	}
}

function checkName(name: string, file: ProfileFile) {
	if (!Object.hasOwn(file.profiles, name)) {
		throw noProfile(name, file);
	}
}

function noProfile(name: string, {profiles}: ProfileFile) {
	const names = Object.keys(profiles);
	return invalidInput(
		`There is no profile ${name}.${suggestion(nearest(name, names))}`,
		names.length === 0 ? 'Run chainbell profile add to save one.' : `The profiles are ${names.join(', ')}.`,
	);
}

const profileJson = ({isKeySaved: _saved, ...profile}: ShownProfile) => JSON.stringify(profile);

const profileOutput: OutputKind<ShownProfile> = {
	columns: [
		{title: 'name', priority: 1, read: ({name}) => name},
		{title: 'default', priority: 4, read: ({isDefault}) => (isDefault ? 'yes' : '')},
		{title: 'base URL', priority: 2, read: ({baseUrl}) => baseUrl},
		{title: 'API key from', priority: 3, read: ({apiKeyFrom}) => apiKeyFrom},
		{title: 'access', priority: 5, read: ({readOnly}) => (readOnly ? 'read-only' : '')},
	],
	json: profileJson,
};
