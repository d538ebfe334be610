import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect} from 'vitest';
import {notificationsPath} from '../../source/service/connection.ts';
import {temporaryFolder} from './app.tsx';

type Account = {readonly baseUrl: string; readonly apiKey: string};

/** Creates a home whose config.yaml has two profiles. `open`: the default one; `readOnly`: one that is read-only. */
export async function homeWith(
	production: Account,
	staging: Account,
	{
		open = 'production',
		readOnly,
	}: {readonly open?: 'production' | 'staging'; readonly readOnly?: 'production' | 'staging'} = {},
) {
	const home = await temporaryFolder();
	const profileOf = (name: string, {baseUrl, apiKey}: Account) =>
		`  ${name}: {baseUrl: "${baseUrl}", apiKey: ${apiKey}, readOnly: ${String(name === readOnly)}}\n`;
	await writeFile(
		path.join(home.path, 'config.yaml'),
		`profile: ${open}\nprofiles:\n${profileOf('production', production)}${profileOf('staging', staging)}`,
		{mode: 0o600},
	);
	return home;
}

/** Creates a notification as another client does. */
export async function createNamed({baseUrl, apiKey}: Account, name: string, recipient: string): Promise<void> {
	const response = await fetch(new URL(notificationsPath, baseUrl), {
		method: 'POST',
		headers: {Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json'},
		body: JSON.stringify({
			external_user_id: 'ops',
			channel: 'EMAIL',
			delivery_location: recipient,
			notification_name: name,
			event_details: {
				network: 'ETH_MAINNET',
				event_type: 'ADDRESS_ACTIVITY',
				addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
			},
		}),
	});
	expect(response.status).toBeLessThan(300);
}
