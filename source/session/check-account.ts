import type {Result} from '../api/failure.ts';
import type {Listing} from '../api/listing/list-notifications.ts';
import type {Session} from './session.ts';

/** Asks the service whether an account works: one listing. */
export async function checkAccount({connection}: Session, signal: AbortSignal): Promise<Result<Listing>> {
	const {listNotifications} = await import('../api/listing/list-notifications.ts');
	return listNotifications(connection, {signal});
}
