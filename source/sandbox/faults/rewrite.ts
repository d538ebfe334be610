import type {CreateBody} from '../validation.ts';

/** Rewrites the text of a notification as some services do: without surrounding white space, in NFC, the domain of an e-mail address in lower case. */
export function rewriteText(body: CreateBody): CreateBody {
	const rewritten = mapText(body, text => text.trim().normalize('NFC')) as CreateBody;
	return rewritten.channel === 'EMAIL'
		? {...rewritten, delivery_location: withLowerDomain(rewritten.delivery_location)}
		: rewritten;
}

function withLowerDomain(email: string): string {
	const domainAt = email.lastIndexOf('@') + 1;
	return email.slice(0, domainAt) + email.slice(domainAt).toLowerCase();
}

function mapText(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') {
		return change(value);
	}

	if (Array.isArray(value)) {
		return value.map(item => mapText(item, change));
	}

	return typeof value === 'object' && value !== null
		? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapText(item, change)]))
		: value;
}
