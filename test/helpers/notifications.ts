import type {Notification} from '../../source/notification/notification.ts';

/** A notification of which only some fields matter. */
export function notificationWith(fields: Partial<Notification>): Notification {
	return {
		kind: 'notification',
		id: '1',
		userId: 'user',
		channel: 'EMAIL',
		name: '',
		recipient: 'a@example.com',
		network: 'ETH_MAINNET',
		eventType: 'ADDRESS_ACTIVITY',
		addresses: ['0x1'],
		filters: [],
		...fields,
	};
}
