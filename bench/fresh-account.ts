import {mkdtemp} from 'node:fs/promises';
import path from 'node:path';
import {startAccount, type Account} from './account.ts';

/** An account of its own, for what changes it. Disposing ends its sandbox. */
export async function startFreshAccount(folder: string, size: number): Promise<Account> {
	return startAccount(await mkdtemp(path.join(folder, 'fresh-')), size);
}

/** Lists an account as the service has it now. */
export async function listNow({url, environment}: Pick<Account, 'url' | 'environment'>): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> {
	const response = await fetch(url, {headers: {Authorization: `Bearer ${environment.CHAINBELL_API_KEY}`}});
	return await response.json() as ReadonlyArray<Readonly<Record<string, unknown>>>;
}
