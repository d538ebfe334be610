import {parseBaseUrl} from '../api/connection.ts';
import type {Environment} from '../config/environment.ts';
import type {KeyCommandPolicy} from '../config/key-command.ts';
import {findProfile, type Profile, shownProfiles, type ShownProfile} from '../config/profile.ts';
import {removeProfile, setDefaultProfile, readProfileFile} from '../config/profile-file.ts';
import type {ConnectResult, Session} from './session.ts';

/** A failure. `problem` is one sentence without its full stop; it can quote config.yaml, but no API key. */
type Problem = {readonly ok: false; readonly problem: string};

/** The opened account of a profile. */
export type OpenedProfile = Problem | {readonly ok: true; readonly session: Session};

/** The profiles of config.yaml. Every method reads the file again. */
export type Profiles = {
	readonly list: () => Promise<Problem | {readonly ok: true; readonly profiles: readonly ShownProfile[]}>;
	/** Opens the account of a profile. Nothing is sent. `policy`: how to run a key command. */
	readonly open: (name: string, policy: KeyCommandPolicy) => Promise<OpenedProfile>;
	/** Opens the account of a profile beside the displayed one, whose colours stay. Nothing is sent. `policy`: as for `open`. */
	readonly openBeside: (name: string, policy: KeyCommandPolicy) => Promise<OpenedProfile>;
	/** Sets the default profile, which is opened when none is named. */
	readonly setDefault: (name: string) => Promise<Problem | {readonly ok: true}>;
	/** Removes the profile from the file. The data of its account on this machine is kept. */
	readonly remove: (name: string) => Promise<Problem | {readonly ok: true}>;
};

export type ProfilesOptions = {
	readonly configFile: string;
	/** The environment in which `apiKeyEnv` is looked up. */
	readonly environment: Environment;
	/** Opens every account read-only. */
	readonly isReadOnly: boolean;
	readonly open: (profile: Profile) => ConnectResult;
	readonly openBeside: (profile: Profile) => ConnectResult;
};

/** Creates the access of the screens to the profiles of a config.yaml. Comments in the file are kept. */
export function createProfiles({configFile, environment, isReadOnly, open, openBeside}: ProfilesOptions): Profiles {
	const find = async (
		name: string,
		policy: KeyCommandPolicy,
	): Promise<Problem | {readonly ok: true; readonly profile: Profile}> => {
		const choice = await findProfile({name, isReadOnly, environment, configFile}, policy);
		if (choice.state !== 'found') {
			return {ok: false, problem: choice.state === 'none' ? `there is no profile ${name}` : choice.problem};
		}

		return policy.signal?.aborted ? {ok: false, problem: 'cancelled'} : {ok: true, profile: choice.profile};
	};

	const use = async <Result extends Problem | {readonly ok: true}>(
		name: string,
		policy: KeyCommandPolicy,
		act: (profile: Profile) => Result,
	): Promise<Problem | Result> => {
		const found = await find(name, policy);
		if (!found.ok) {
			return found;
		}

		const result = act(found.profile);
		return result.ok ? result : {ok: false, problem: `profile ${name}: ${result.problem}`};
	};

	return {
		async list() {
			const file = await readProfileFile(configFile);
			return file.ok ? {ok: true, profiles: shownProfiles(file.value)} : file;
		},
		open: async (name, policy) => use(name, policy, open),
		openBeside: async (name, policy) => use(name, policy, openBeside),
		setDefault: async name => changed(setDefaultProfile(configFile, name)),
		remove: async name => changed(removeProfile(configFile, name)),
	};
}

/** Whether a profile of config.yaml is the open one: name and base URL are equal. */
export function isOpenProfile({name, baseUrl}: ShownProfile, open: Profile): boolean {
	const parsed = parseBaseUrl(baseUrl);
	return !open.isSandbox && name === open.name && parsed.ok && parsed.value === open.baseUrl;
}

async function changed(change: Promise<void>): Promise<Problem | {readonly ok: true}> {
	try {
		await change;
		return {ok: true};
	} catch (error) {
		return {ok: false, problem: error instanceof Error ? error.message : String(error)};
	}
}
