import type {StoredBody} from './stored-body.ts';

/** A body of this user, for the tests of the model. */
export const bodyOf = (user: string, change: Partial<StoredBody> = {}): StoredBody => ({
	external_user_id: user,
	channel: 'EMAIL',
	notification_name: 'Treasury',
	delivery_location: 'ops@example.com',
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: ['0x00000000219ab540356cBB839Cbe05303d7705Fa'],
	},
	...change,
});
