import {hideSecrets} from '../../terminal/secrets.ts';

type Addressed = {readonly channel: string; readonly recipient: string};

/**
A recipient as History shows it. Whoever knows the address of a webhook can post there, so of a URL only scheme and host are shown; of a chat, the first and last two characters. E-mail addresses, and names of Slack channels and users, are not secret.
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
			return isLong ? `${characters.slice(0, 2).join('')}…${characters.slice(-2).join('')}` : whole(recipient);
		}

		case 'WEBHOOK': {
			return whole(recipient);
		}

		case 'SLACK': {
			return /^(?:[#@][^\s\/]+|[CDGUW][\dA-Z]{5,14})$/v.test(recipient) ? recipient : whole(recipient);
		}

		default: {
			return recipient;
		}
	}
}

const whole = (recipient: string) => recipient === '' ? '' : '…';

/** Too short to be looked for in a sentence. */
const shortest = 5;

/** A sentence with these recipients masked, wherever it quotes them. */
export function maskIn(sentence: string, addressed: readonly Addressed[]): string {
	let masked = hideSecrets(sentence);
	for (const {channel, recipient} of addressed) {
		const hidden = hideSecrets(recipient);
		if (hidden.length >= shortest) {
			masked = masked.replaceAll(hidden, () => maskRecipient(channel, hidden));
		}
	}

	return masked;
}
