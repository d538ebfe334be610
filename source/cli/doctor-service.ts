import {failureText} from '../api/failure.ts';
import {listNotifications} from '../api/listing/list-notifications.ts';
import {numberText} from '../platform/text.ts';
import type {AccountOptions} from './account-request.ts';
import {openAccount, type OpenedAccount} from './account.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './command.ts';
import type {Check} from './doctor-checks.ts';

/** The duration in milliseconds from which a listing counts as slow. */
const slowListing = 10_000;

/** Checks the account that would be opened, the source of its API key, and the response of the service to one listing. */
export async function checkService(options: AccountOptions, context: CommandContext): Promise<Check[]> {
	let account: OpenedAccount;
	try {
		account = await openAccount(options, context);
	} catch (error) {
		if (!(error instanceof CommandError)) {
			throw error;
		}

		const {message, hint, kind} = error;
		// A machine without any setup is not an error.
		const isNew = kind === 'no-account' && message === 'No account is set up.';
		return [{name: 'account', status: isNew ? 'warning' : 'failure', message, hint}];
	}

	const {connection, name, close} = account;
	try {
		const opened: Check = {name: 'account', status: 'ok', message: `${name} at ${connection.baseUrl}, with an API key`};
		const {clock} = context.host;
		const startedAt = clock.now();
		const result = await listNotifications(connection);
		if (!result.ok) {
			return [
				opened,
				{name: 'service', status: 'failure', message: failureText(result.failure), hint: result.failure.nextStep},
			];
		}

		const took = clock.now() - startedAt;
		const {records, complete} = result.value;
		const message = `${numberText(records.length)} ${records.length === 1 ? 'notification' : 'notifications'}, listed in ${(took / 1000).toFixed(1)} s`;
		if (!complete) {
			return [
				opened,
				{
					name: 'service',
					status: 'warning',
					message: `${message}; the listing is partial. ${result.value.reason}`,
					hint: 'chainbell does not conclude from it that anything was deleted.',
				},
			];
		}

		const isSlow = took > slowListing;
		return [
			opened,
			{
				name: 'service',
				status: isSlow ? 'warning' : 'ok',
				message,
				hint: isSlow ? 'Listings are slow: a larger --timeout may help.' : undefined,
			},
		];
	} finally {
		await close();
	}
}
