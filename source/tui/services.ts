import {checkApiKey, parseBaseUrl} from '../api/connection.ts';
import {findProfile, type Profile, type ProfileRequest} from '../config/profile.ts';
import type {Clock} from '../platform/clock.ts';
import type {Sandbox} from '../sandbox/server.ts';
import {keepSecret} from '../terminal/secrets.ts';
import type {ConnectResult, Opening, Services} from './state/session.ts';

export type ServicesOptions = {
	readonly clock: Clock;
	/** Which account to open; undefined: the sandbox. */
	readonly profile: ProfileRequest | undefined;
	readonly configFile: string;
	readonly sandboxFile: string;
	/** Milliseconds for a whole request. */
	readonly timeout: number;
};

export type ServicesHandle = {
	readonly services: Services;
	/** Ends what was started. */
	readonly close: () => Promise<void>;
};

/** Puts together what the program needs from outside React. Nothing is started before it is asked for. */
export function createServices({clock, profile: request, configFile, sandboxFile, timeout}: ServicesOptions): ServicesHandle {
	let sandbox: Promise<Sandbox> | undefined;
	let serial = 0;

	const open = (profile: Profile): ConnectResult => {
		const baseUrl = parseBaseUrl(profile.baseUrl);
		if (!baseUrl.ok) {
			return {ok: false, field: 'baseUrl', problem: baseUrl.problem};
		}

		const apiKey = profile.apiKey.trim();
		const problem = checkApiKey(apiKey);
		if (problem !== undefined) {
			return {ok: false, field: 'apiKey', problem};
		}

		keepSecret(apiKey);
		serial++;
		return {
			ok: true, session: {
				id: serial, profile: {...profile, apiKey, baseUrl: baseUrl.value}, connection: {baseUrl: baseUrl.value, apiKey, timeout},
			},
		};
	};

	const openOrAsk = (profile: Profile): Opening => {
		const result = open(profile);
		return result.ok
			? {state: 'open', session: result.session}
			: {state: 'asking', problem: `Profile ${profile.name}: ${result.problem}`};
	};

	const openSandbox = async (): Promise<Opening> => {
		try {
			const {startSandbox} = await import('../sandbox/server.ts');
			sandbox ??= startSandbox({file: sandboxFile});
			const {baseUrl, apiKey} = await sandbox;
			return openOrAsk({
				name: 'sandbox', isSandbox: true, baseUrl, apiKey, isReadOnly: false, hasColour: true,
			});
		} catch (error) {
			sandbox = undefined;
			return {state: 'asking', problem: `The sandbox cannot start: ${String(error)}`};
		}
	};

	const services: Services = {
		clock,
		configFile,
		async open() {
			if (request === undefined) {
				return openSandbox();
			}

			const choice = await findProfile(request);
			if (choice.state === 'found') {
				return openOrAsk(choice.profile);
			}

			return choice.state === 'none' ? {state: 'asking'} : {state: 'asking', problem: choice.problem};
		},
		openSandbox,
		connect: (baseUrl, apiKey) => open({
			name: URL.canParse(baseUrl) ? new URL(baseUrl).host : '',
			isSandbox: false,
			baseUrl,
			apiKey,
			isReadOnly: request?.isReadOnly === true,
			hasColour: true,
		}),
		async saveProfile(name, {baseUrl, apiKey}) {
			const {saveProfile} = await import('../config/profile-file.ts');
			await saveProfile(configFile, name, {baseUrl, apiKey});
		},
	};

	return {
		services,
		async close() {
			const started = await sandbox?.catch(() => undefined);
			await started?.close();
		},
	};
}
