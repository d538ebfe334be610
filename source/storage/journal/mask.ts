import {findChannel} from '../../domain/channels.ts';
import {hideSecrets} from '../../terminal/secrets.ts';

type Contact = {readonly channel: string; readonly recipient: string};

/**
A recipient as history shows it. Anyone who knows a webhook's URL can post to it, so a URL is reduced to its scheme and host on every channel. Everything else is masked as its channel says; on an unknown channel it is shown.
*/
export function maskRecipient(channel: string, recipient: string): string {
	const url = recipient.includes('://') ? URL.parse(recipient) : null;
	if (url !== null) {
		const hasMore = url.pathname.length + url.search.length + url.hash.length > 1 || url.username !== '' || url.password !== '';
		return `${url.protocol}//${url.host}${hasMore ? '/…' : ''}`;
	}

	return findChannel(channel)?.mask(recipient) ?? recipient;
}

/** Shorter recipients are not looked for in sentences: they would match ordinary text. */
const minimumLength = 5;

/** A sentence with these recipients masked wherever it quotes them. */
export function maskIn(sentence: string, contacts: readonly Contact[]): string {
	let masked = hideSecrets(sentence);
	for (const {channel, recipient} of contacts) {
		const hidden = hideSecrets(recipient);
		if (hidden.length >= minimumLength) {
			masked = masked.replaceAll(hidden, () => maskRecipient(channel, hidden));
		}
	}

	return masked;
}
