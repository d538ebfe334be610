import {hideSecrets} from '../../terminal/secrets.ts';

type Contact = {readonly channel: string; readonly recipient: string};

/**
A recipient as history shows it. Anyone who knows a webhook URL can post to it, so only its scheme and host are shown. A Telegram chat is shown by its first and last two characters. E-mail addresses and the names of Slack channels and users are not secret.
*/
export function maskRecipient(channel: string, recipient: string): string {
	const url = recipient.includes('://') ? URL.parse(recipient) : null;
	if (url !== null) {
		const hasMore = url.pathname.length + url.search.length + url.hash.length > 1 || url.username !== '' || url.password !== '';
		return `${url.protocol}//${url.host}${hasMore ? '/…' : ''}`;
	}

	switch (channel) {
		case 'TELEGRAM': {
			const characters = [...recipient];
			const isLong = characters.length > 4;
			return isLong ? `${characters.slice(0, 2).join('')}…${characters.slice(-2).join('')}` : maskAll(recipient);
		}

		case 'WEBHOOK': {
			return maskAll(recipient);
		}

		case 'SLACK': {
			return /^(?:[#@][^\s\/]+|[CDGUW][\dA-Z]{5,14})$/v.test(recipient) ? recipient : maskAll(recipient);
		}

		default: {
			return recipient;
		}
	}
}

const maskAll = (recipient: string) => recipient === '' ? '' : '…';

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
