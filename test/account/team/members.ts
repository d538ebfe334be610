import {environmentWith} from '../../helpers/environment.ts';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import {createServices} from '../../../source/account/services.ts';
import type {Notification, NotificationInput} from '../../../source/notification/notification.ts';
import {createHandClock} from '../../helpers/hand-clock.ts';
import {grantRights, teamDatabase} from '../../helpers/postgres.ts';
import {startRelay} from '../../helpers/relay.ts';
import {createElsewhere} from '../../changes/harness.ts';
import {input, temporaryFile} from '../../ledger/ledgers.ts';
import {start} from '../../sandbox/client.ts';

/** The input that edits a listed notification. */
export const inputOf = (
	{userId, channel, name, recipient, network, eventType, addresses, filters}: Notification,
	change: Partial<NotificationInput>,
): NotificationInput => ({
	userId,
	channel,
	name,
	recipient,
	network,
	eventType,
	addresses,
	filters,
	template: 'Look',
	topics: ['', '', '', ''],
	...change,
});

async function ownDatabase() {
	const url = await teamDatabase();
	await grantRights(url);
	return url;
}

/** The one that the tests of a file share. */
const database = ownDatabase();

let accounts = 0;

/** A sandbox with notifications, a board on a real PostgreSQL, and the members of a team, each on a machine with a ledger of its own. */
export async function setUp(count = 1) {
	const sandbox = await start();
	for (let index = 0; index < count; index++) {
		await createElsewhere(sandbox, {...input, userId: `user-${index}`});
	}

	const url = await database;
	accounts++;
	const account = `team ${accounts}`;
	const relay = await startRelay(Number(new URL(url).port));
	onTestFinished(relay[Symbol.asyncDispose]);

	/** The board as a member of the team. */
	const urlOf = (operator: string) =>
		Object.assign(new URL(url), {username: operator, password: 'secret', port: String(relay.port)}).href;

	/** Opens the account as a member of the team. */
	const member = async (operator: string) => {
		const file = temporaryFile();
		const clock = createHandClock();
		const configFile = path.join(path.dirname(path.dirname(file)), `${operator}.yaml`);
		writeFileSync(
			configFile,
			`profiles:\n  work:\n    baseUrl: ${sandbox.baseUrl}\n    apiKeyEnv: KEY\nteam:\n  url: {env: TEAM_URL}\n  account: ${account}\n`,
			{mode: 0o600},
		);
		const variables: Readonly<Record<string, string>> = {
			KEY: sandbox.apiKey,
			TEAM_URL: urlOf(operator),
		};
		const {services, close} = createServices({
			clock,
			isReadOnly: false,
			configFile,
			sandboxFile: `${file}.sandbox`,
			ledgerFile: file,
			editor: '',
			timeout: 10_000,
			settlingTime: 3000,
			profile: {
				configFile,
				environment: environmentWith({get: name => variables[name]}),
			},
		});
		onTestFinished(close);
		const opening = await services.open();
		if (opening.state !== 'open') {
			throw new Error('No account was opened.');
		}

		const {session} = opening;
		/** Lists once. Returns what is listed. */
		const list = async () => {
			const listed = Promise.withResolvers<Notification[]>();
			const stop = session.listing.onListing(({listing: {records}}) => {
				listed.resolve(records.filter(record => record.kind === 'notification'));
			});
			session.listing.refresh();
			const found = await listed.promise;
			stop();
			await session.pending.listingUsed();
			return found;
		};

		return {changes: session.changes, list};
	};

	return {sandbox, relay, account, urlOf, member};
}
