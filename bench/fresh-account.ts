import {mkdtemp} from 'node:fs/promises';
import path from 'node:path';
import {startAccount, type Account} from './account.ts';

/** An account of its own, for what changes it or needs a service with faults. Disposing ends its sandbox. */
export async function startFreshAccount(
	folder: string,
	size: number,
	faults: readonly string[] = [],
): Promise<Account> {
	return startAccount(await mkdtemp(path.join(folder, 'fresh-')), size, faults);
}

/** Creates a notification, as a colleague would. */
export async function createNow({url, environment}: Pick<Account, 'url' | 'environment'>, name: string): Promise<void> {
	const response = await fetch(url, {
		method: 'POST',
		headers: {Authorization: `Bearer ${environment.CHAINBELL_API_KEY}`, 'Content-Type': 'application/json'},
		body: JSON.stringify({
			external_user_id: 'created-now',
			channel: 'EMAIL',
			notification_name: name,
			delivery_location: 'created-now@example.com',
			event_details: {
				network: 'ETH_MAINNET',
				event_type: 'ADDRESS_ACTIVITY',
				addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
			},
		}),
	});
	if (!response.ok) {
		throw new Error(`The service answered ${response.status}`);
	}
}

/** Lists an account as the service has it now. */
export async function listNow({
	url,
	environment,
}: Pick<Account, 'url' | 'environment'>): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> {
	const response = await fetch(url, {headers: {Authorization: `Bearer ${environment.CHAINBELL_API_KEY}`}});
	return (await response.json()) as ReadonlyArray<Readonly<Record<string, unknown>>>;
}
