import {findChannel} from './channels.ts';
import {filtersSentence} from './filters/sentence.ts';
import type {NotificationFields} from './notification.ts';

/** Describes a notification: `Send an e-mail to ops@example.com when ADDRESS_ACTIVITY happens at 0xAb on ETH_MAINNET and value is greater than 1000 (int).` A missing part is `…`. */
export function notificationSentence({channel, recipient, eventType, addresses, network, filters}: NotificationFields): string {
	const action = findChannel(channel)?.action ?? (channel === '' ? 'Send …' : `Send a ${channel} message`);
	return [
		`${action} to ${orDots(recipient)}`,
		`when ${orDots(eventType)} happens at ${orDots(addresses.join(' '))} on ${orDots(network)}`,
		...filters.length === 0 ? [] : [`and ${filtersSentence(filters)}`],
	].join(' ') + '.';
}

const orDots = (text: string): string => text === '' ? '…' : text;
