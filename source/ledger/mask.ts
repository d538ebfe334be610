import {findChannel, hidden} from '../notification/channels.ts';
import {hideSecrets} from '../terminal/secrets.ts';

type Contact = {readonly channel: string; readonly recipient: string};

/**
Masks a recipient for history. Anyone who knows a webhook's URL can post to it, so a URL is reduced to its scheme and host on every channel. Other recipients are masked by the rule of their channel; on an unknown channel they are shown.
*/
export function maskRecipient(channel: string, recipient: string): string {
	const url = recipient.includes('://') ? URL.parse(recipient) : null;
	if (url !== null) {
		const hasMore =
			url.pathname.length + url.search.length + url.hash.length > 1 || url.username !== '' || url.password !== '';
		return `${url.protocol}//${url.host}${hasMore ? `/${hidden}` : ''}`;
	}

	return findChannel(channel)?.mask(recipient) ?? recipient;
}

/** The fields of a stored notification with the recipient masked. */
export const maskedFields = <T extends Contact>(fields: T): T => ({
	...fields,
	recipient: maskRecipient(fields.channel, fields.recipient),
});

/** The minimum length of recipients to mask in sentences: shorter ones would match ordinary text. */
const minimumLength = 5;

/** Masks these recipients in a sentence. */
export function maskIn(sentence: string, contacts: readonly Contact[]): string {
	let masked = hideSecrets(sentence);
	for (const {channel, recipient} of contacts) {
		const sought = hideSecrets(recipient);
		if (sought.length >= minimumLength) {
			masked = masked.replaceAll(sought, () => maskRecipient(channel, sought));
		}
	}

	return masked;
}
