import {removeProfile, setDefaultProfile, readProfileFile, type ProfileFile} from '../config/profile-file.ts';
import {shownProfiles, type ShownProfile} from '../config/profile.ts';
import {nearest, suggestion, sentence} from '../platform/text.ts';
import {CommandError, invalidInput} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {confirm} from './confirm.ts';
import {exitCode} from './exit-codes.ts';
import {createInterrupt} from './interrupt.ts';
import {chooseFormat, type OutputValues} from './output/output-format.ts';
import {writeRecords, type OutputKind} from './output/write-records.ts';

/** Prints the profiles of config.yaml. */
export async function listProfiles(options: OutputValues, context: CommandContext): Promise<number> {
	const file = await readProfiles(context);
	const format = chooseFormat(options, context.host);
	await writeRecords(shownProfiles(file), profileOutput, format, {options, context});
	if (Object.keys(file.profiles).length === 0 && format === 'table') {
		context.printError('There are no profiles. Run chainbell profile add to save one.');
	}

	return exitCode.done;
}

/** Prints one profile, by default the default profile. */
export async function showProfile(
	name: string | undefined,
	{output, json}: {readonly output: 'json' | 'yaml' | undefined; readonly json: boolean},
	context: CommandContext,
): Promise<number> {
	const format = chooseFormat({output: output ?? (json ? 'json' : 'yaml'), json}, context.host);
	const file = await readProfiles(context);
	const all = shownProfiles(file);
	const found = all.find(profile => (name === undefined ? profile.isDefault : profile.name === name));
	if (found === undefined) {
		throw name === undefined
			? invalidInput('There is no default profile.', 'Name one, or run chainbell profile use.')
			: noProfile(name, file);
	}

	const {safeJson} = await import('../terminal/sanitise.ts');
	const {yamlText} = await import('../terminal/yaml-text.ts');
	context.print(format === 'json' ? safeJson(profileJson(found)) : yamlText(JSON.parse(profileJson(found))).trimEnd());
	return exitCode.done;
}

/** Makes a profile the default. */
export async function useProfile(name: string, context: CommandContext): Promise<number> {
	const file = await readProfiles(context);
	checkName(name, file);
	await saveChange(setDefaultProfile(context.host.paths().configFile, name));
	return exitCode.done;
}

/** Removes a profile after confirmation. */
export async function dropProfile(
	name: string,
	options: Pick<GlobalValues, 'yes'>,
	context: CommandContext,
): Promise<number> {
	const {configFile} = context.host.paths();
	const file = await readProfiles(context);
	checkName(name, file);
	using interrupt = createInterrupt(context);
	const saved = file.profiles[name]!.apiKey === undefined ? '' : ' with the API key that is saved there';
	await confirm(
		{
			text: `Remove the profile ${name} from ${configFile}${saved}?`,
			answer: 'y',
			unchanged: 'Nothing was changed',
			signal: interrupt.signal,
		},
		options,
		context,
	);
	interrupt.throwIfInterrupted('Nothing was changed.');
	await saveChange(removeProfile(configFile, name));
	return exitCode.done;
}

/**
Reads config.yaml.

@throws CommandError if it cannot be read or used.
*/
export async function readProfiles({host}: Pick<CommandContext, 'host'>): Promise<ProfileFile> {
	const {configFile} = host.paths();
	const file = await readProfileFile(configFile);
	if (!file.ok) {
		throw new CommandError({
			exitCode: exitCode.failed,
			kind: 'config',
			message: sentence(file.problem),
			hint: `Correct ${configFile}, and run the command again.`,
		});
	}

	return file.value;
}

/**
Waits for a change of config.yaml.

@throws CommandError with the reason if it failed.
*/
export async function saveChange(change: Promise<void>): Promise<void> {
	try {
		await change;
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		throw new CommandError({
			exitCode: exitCode.failed,
			kind: 'config',
			message: `Nothing was changed: ${message}.`,
			hint: 'Check config.yaml and its folder.',
		});
	}
}

function checkName(name: string, file: ProfileFile): void {
	if (!Object.hasOwn(file.profiles, name)) {
		throw noProfile(name, file);
	}
}

function noProfile(name: string, {profiles}: ProfileFile): CommandError {
	const names = Object.keys(profiles);
	return invalidInput(
		`There is no profile ${name}.${suggestion(nearest(name, names))}`,
		names.length === 0 ? 'Run chainbell profile add to save one.' : `The profiles are ${names.join(', ')}.`,
	);
}

const profileJson = ({
	name,
	isDefault,
	baseUrl,
	apiKeyFrom,
	readOnly,
	colour,
	settlingTime,
	limits,
}: ShownProfile): string =>
	JSON.stringify({name, isDefault, baseUrl, apiKeyFrom, readOnly, colour, settlingTime, limits});

const profileOutput: OutputKind<ShownProfile> = {
	columns: [
		{title: 'name', priority: 1, cut: 'end', read: ({name}) => name},
		{title: 'default', priority: 4, cut: 'end', read: ({isDefault}) => (isDefault ? 'yes' : '')},
		{title: 'base URL', priority: 2, cut: 'end', read: ({baseUrl}) => baseUrl},
		{title: 'API key from', priority: 3, cut: 'end', read: ({apiKeyFrom}) => apiKeyFrom},
		{title: 'access', priority: 5, cut: 'end', read: ({readOnly}) => (readOnly ? 'read-only' : '')},
	],
	json: profileJson,
};
