import type {Result} from '../api/failure.ts';
import type {Listing} from '../api/listing/list-notifications.ts';
import type {Session} from './session.ts';

/** Checks that the service accepts an account, with one listing. */
export async function checkAccount({connection}: Pick<Session, 'connection'>, signal: AbortSignal): Promise<Result<Listing>> {
	const {listNotifications} = await import('../api/listing/list-notifications.ts');
	return listNotifications(connection, {signal});
}
