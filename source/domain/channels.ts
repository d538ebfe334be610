import {isLoopback} from '../system/loopback.ts';

/** What a recipient looks like on a channel. */
export type RecipientForm = {
	readonly label: string;
	readonly placeholder: string;
	/** Undefined when the text looks right, or what is wrong. */
	readonly check: (text: string) => string | undefined;
	/** Whether a wrong look stops it from being sent, or is only said. */
	readonly isStrict: boolean;
};

const forms: Readonly<Record<string, RecipientForm>> = {
	EMAIL: {
		label: 'E-mail',
		placeholder: 'someone@example.com',
		isStrict: true,
		check: text => /^[^\s@]+@[^\s@]+\.[^\s.@]+$/v.test(text) ? undefined : 'is not an e-mail address, such as someone@example.com',
	},
	WEBHOOK: {
		label: 'URL',
		placeholder: 'https://example.com/hook',
		isStrict: true,
		check(text) {
			const url = URL.parse(text);
			const isFit = /^https?:\/\/\S+$/iv.test(text) && (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname)));
			return isFit ? undefined : 'is not a full https:// URL (http:// only to loopback)';
		},
	},
	TELEGRAM: {
		label: 'Chat',
		placeholder: '-1001234567890 or @username',
		isStrict: false,
		check: text => /^(?:-?\d+|@\w{4,32})$/v.test(text) ? undefined : 'is neither a chat ID nor an @username',
	},
	SLACK: {
		label: 'Slack',
		placeholder: 'https://hooks.slack.com/…, #channel, C… or U…',
		isStrict: false,
		check: text => /^(?:#\S+|[CGU][\dA-Z]{5,}|https:\/\/hooks\.slack(?:-gov)?\.com\/\S+)$/v.test(text)
			? undefined
			: 'is neither an incoming webhook, nor #channel, nor a channel or user ID',
	},
};

const anyForm: RecipientForm = {label: 'Recipient', placeholder: 'where to send it', check: () => undefined, isStrict: false};

/** The form of a recipient on a channel; of one nothing is known, anything goes. */
export function recipientForm(channel: string): RecipientForm {
	return Object.hasOwn(forms, channel) ? forms[channel]! : anyForm;
}
