import {checkApiKey, parseBaseUrl} from '../api/connection.ts';
import {splitCommand} from '../config/key-command.ts';
import {saveProfile, setDefaultProfile, type ProfileSettings} from '../config/profile-file.ts';
import {keepSecret} from '../terminal/secrets.ts';
import {CommandError, invalidInput, UsageError} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {exitCode} from './exit-codes.ts';
import {saveChange, readProfiles} from './profile.ts';
import {readSecret} from './read-secret.ts';

export type ProfileAddOptions = Pick<GlobalValues, 'baseUrl' | 'readOnly'> & {
	readonly keyEnv: string | undefined;
	readonly keyCommand: string | undefined;
	readonly default: boolean;
};

/** Saves a profile. Nothing is sent: `chainbell doctor` checks it. */
export async function addProfile(name: string, options: ProfileAddOptions, context: CommandContext): Promise<number> {
	if (options.baseUrl === undefined) {
		throw new UsageError('chainbell profile add needs --base-url URL.');
	}

	const baseUrl = parseBaseUrl(options.baseUrl);
	if (!baseUrl.ok) {
		throw invalidInput('The base URL is not valid. Nothing was saved.', baseUrl.problem, [
			{field: 'baseUrl', message: baseUrl.problem},
		]);
	}

	const {profiles, profile} = await readProfiles(context);
	if (Object.hasOwn(profiles, name)) {
		throw invalidInput(
			`There is a profile ${name} already. Nothing was saved.`,
			`Choose another name, or run chainbell profile remove ${name} first.`,
		);
	}

	const {configFile} = context.host.paths();
	const source = await readSource(options, context);
	await saveChange(
		saveProfile(configFile, name, {baseUrl: baseUrl.value, ...source, ...(options.readOnly && {readOnly: true})}),
	);
	if (options.default && profile !== undefined) {
		await saveChange(setDefaultProfile(configFile, name));
	}

	context.printError(`Saved the profile ${name}. To check it, run: chainbell doctor --profile ${name}`);
	return exitCode.done;
}

/** Determines the source of the API key. The key is never an argument, because every process of the machine could read it. */
async function readSource(
	{keyEnv, keyCommand}: ProfileAddOptions,
	context: CommandContext,
): Promise<Pick<ProfileSettings, 'apiKey' | 'apiKeyEnv' | 'apiKeyCommand'>> {
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

	const typed = await readSecret('API key (not shown): ', context);
	const apiKey = typed.trim();
	const problem = checkApiKey(apiKey);
	if (problem !== undefined) {
		throw new CommandError({
			exitCode: apiKey === '' ? exitCode.unauthorized : exitCode.invalid,
			kind: 'no-api-key',
			message: 'There is no valid API key on standard input. Nothing was saved.',
			hint: problem,
		});
	}

	keepSecret(apiKey);
	return {apiKey};
}
