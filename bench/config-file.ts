import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {makeHome} from '../test/helpers/terminal-home.ts';
import type {Account} from './account.ts';

/** Writes config.yaml into a home, with the account as its only profile. `settings`: further lines. Returns the account as the program then opens it: without environment variables. */
export async function configureHome(
	{environment}: Pick<Account, 'environment'>,
	home: string,
	settings = '',
): Promise<Pick<Account, 'environment'>> {
	const folder = path.join(makeHome(home).environment.XDG_CONFIG_HOME!, 'chainbell');
	await mkdir(folder, {recursive: true, mode: 0o700});
	const text = `${settings}profiles:\n  bench:\n    baseUrl: ${environment.CHAINBELL_BASE_URL}\n    apiKey: ${environment.CHAINBELL_API_KEY}\n`;
	await writeFile(path.join(folder, 'config.yaml'), text, {mode: 0o600});
	return {environment: {}};
}
