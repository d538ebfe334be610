import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {Fault} from '../source/sandbox/faults.ts';
import {startSandbox} from '../source/sandbox/server.ts';
import type {PreparedHome} from './screen-picture.ts';

/** An API key of production's service for another account, without notifications. */
export const otherKey = 'another-account-key';

/** Prepares a home with two profiles, each a sandbox of its own: production with all samples and the faults, staging with nine samples. */
export async function twoAccounts(faults: readonly Fault[] = []): Promise<PreparedHome> {
	const home = await mkdtemp(path.join(tmpdir(), 'chainbell-picture-'));
	await writeFile(path.join(home, 'production.keys'), `production-key\n${otherKey}\n`, {mode: 0o600});
	const production = await startSandbox({file: path.join(home, 'production.sqlite'), faults});
	const staging = await startSandbox({file: path.join(home, 'staging.sqlite'), samples: 9});
	const config = path.join(home, 'config', 'chainbell');
	await mkdir(config, {recursive: true, mode: 0o700});
	const profiles = Object.entries({production, staging}).map(
		([name, {baseUrl, apiKey}]) => `  ${name}: {baseUrl: "${baseUrl}", apiKey: ${apiKey}}\n`,
	);
	await writeFile(path.join(config, 'config.yaml'), `profile: production\nprofiles:\n${profiles.join('')}`, {
		mode: 0o600,
	});
	return {
		home,
		async [Symbol.asyncDispose]() {
			await Promise.all([production.close(), staging.close()]);
			await rm(home, {recursive: true, force: true, maxRetries: 3});
		},
	};
}
