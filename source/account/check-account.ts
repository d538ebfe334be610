import type {Result} from '../service/failure.ts';
import type {Listing} from '../service/listing/list-notifications.ts';
import type {Session} from './session.ts';

/** Checks with one listing that the service accepts the base URL and the API key. */
export async function checkAccount(
	{connection}: Pick<Session, 'connection'>,
	signal: AbortSignal,
): Promise<Result<Listing>> {
	const {listNotifications} = await import('../service/listing/list-notifications.ts');
	return listNotifications(connection, {signal});
}
