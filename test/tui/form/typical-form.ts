import {pasted} from '../../helpers/screen.tsx';

/** Keys that fill in the required fields of an open form. */
export const typicalKeys = ['user-1', 'Enter', 'e', 'Enter', pasted('a@example.com'), 'Enter', '0xAb'];

/** A listed notification that differs from the form filled in by `typicalKeys` only in its name. */
export const duplicateOfTypical = (id: number) => ({
	id,
	external_user_id: 'user-1',
	channel: 'EMAIL',
	notification_name: 'Old name',
	delivery_location: 'a@example.com',
	event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0xab']},
});
