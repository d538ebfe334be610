import {lookup as lookUp} from 'node:dns';
import type {IncomingMessage} from 'node:http';
import {BlockList, isIP, isIPv6, type LookupFunction} from 'node:net';
import {hasEndpoint} from '../notification/channels.ts';
import type {NotificationFields} from '../notification/notification.ts';
import {sampleEvent} from '../notification/try-filters.ts';
import {startDeadline, systemClock} from '../platform/clock.ts';
import {defaultLimits} from '../platform/limits.ts';
import {isLoopback, lookUpLoopback, proxyProblem, proxySettingsFor} from '../platform/proxy.ts';
import {hideEchoes, holdsSecret} from '../terminal/secrets.ts';
import {classifyError, unusableProxy} from './classify.ts';
import type {Failure} from './failure.ts';
import {moduleFor, readText} from './http.ts';

/** What is sent to the endpoint of a notification to try it. */
type Trial = {
	readonly url: URL;
	/** Whether it is an incoming webhook of Slack, which takes a text and shows it in its channel. */
	readonly isSlack: boolean;
	/** JSON. */
	readonly body: string;
};

/** What became of a trial. */
export type TrialResult =
	/** Any response. `text`: the beginning of its body, without the API key. Sanitise it before showing it. */
	| {
			readonly kind: 'answered';
			readonly status: number;
			readonly address: string;
			readonly milliseconds: number;
			readonly text: string;
			readonly isCut: boolean;
	  }
	/** Nothing was sent: the operator has to permit these addresses, or `viaProxy`. */
	| {readonly kind: 'asks'; readonly addresses: readonly string[]}
	| {readonly kind: 'failed'; readonly failure: Failure};

/** What the operator permits where a proxy connects to the endpoint, whose address is not known here. */
export const viaProxy = 'a proxy';

/** Returns what a trial of a notification sends; undefined if it has no URL to send to. */
export function trialOf(notification: Pick<NotificationFields, 'channel' | 'recipient'>): Trial | undefined {
	if (!hasEndpoint(notification)) {
		return undefined;
	}

	const url = new URL(notification.recipient);
	const isSlack = notification.channel === 'SLACK' || /^hooks\.slack(?:-gov)?\.com$/v.test(url.hostname);
	const text = 'A test by chainbell: this webhook can be reached. No event has happened.';
	return {url, isSlack, body: JSON.stringify(isSlack ? {text} : sampleEvent)};
}

/** The question of a trial, what is said below it, and the question about addresses that have to be permitted. Sanitise them before showing them. */
export const trialTexts = {
	question: ({url, isSlack}: Trial) => `Send ${isSlack ? 'a test message' : 'a sample event'} to ${url.host}?`,
	notes: ({url, isSlack}: Trial) => [
		`POST ${url.href}`,
		'It is sent from this machine, not by the service, and without the API key. Redirects are not followed.',
		isSlack
			? 'Everybody in the channel of this webhook will see the text.'
			: 'The event is that of a similar service: what this service sends is not documented.',
	],
	permission: ({url}: Trial, addresses: readonly string[]) =>
		addresses.includes(viaProxy)
			? `The connection to ${url.host} is made by a proxy, so its address cannot be checked here. Send it anyway?`
			: `${url.host} is ${addresses.join(' and ')}, which is not on the internet. Send it there?`,
	answer: ({status, address, milliseconds}: Extract<TrialResult, {kind: 'answered'}>) =>
		`${status} from ${address} in ${milliseconds} ms.${status >= 300 && status <= 399 ? ' The redirect was not followed.' : ''}`,
};

export type TrialOptions = {
	/** Of the whole trial, in milliseconds. */
	readonly timeout: number;
	/** Whether the operator has permitted an address that is not on the internet, or `viaProxy`. */
	readonly permits: (address: string) => boolean;
	readonly signal?: AbortSignal | undefined;
	/** Resolves names, as `dns.lookup` does. */
	readonly lookup?: LookupFunction;
};

/** The part of a response that is read, in bytes. */
const longestAnswer = 1000;

/**
Sends one POST to an endpoint. Redirects are not followed, and the request has no header of the service.

A name is resolved once, by the connection itself: a second look could find another address than the one that was checked (DNS rebinding). The request is written only once the address that was connected to is checked, too.
*/
export async function tryEndpoint(
	{url, body}: Trial,
	{timeout, permits, signal, lookup = lookUp}: TrialOptions,
): Promise<TrialResult> {
	const {href, hostname} = url;
	if (holdsSecret(href)) {
		const summary = `The URL of ${url.host} has the API key in it.`;
		return {kind: 'failed', failure: {kind: 'invalid', outcome: 'not-sent', summary, nextStep: 'Nothing was sent.'}};
	}

	const problem = proxyProblem(href);
	if (problem !== undefined) {
		return {kind: 'failed', failure: unusableProxy(url.origin, problem)};
	}

	const proxyEnv = proxySettingsFor(href);
	let unpermitted: readonly string[] = [];
	const arePermitted = (addresses: readonly string[]): boolean => {
		unpermitted = addresses.filter(each => (each === viaProxy || isPrivate(each)) && !permits(each));
		return unpermitted.length === 0;
	};

	const asks = () => ({kind: 'asks', addresses: unpermitted}) as const;
	const literal = hostname.replaceAll(/[\[\]]/gv, '');
	if (!arePermitted(proxyEnv === undefined ? [literal].filter(text => isIP(text) > 0) : [viaProxy])) {
		return asks();
	}

	const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
	using deadline = startDeadline(timeout);
	const agent = new (moduleFor(href).Agent)({...(proxyEnv !== undefined && {proxyEnv})});
	const lookUpChecked: LookupFunction = (name, options, callback) => {
		(isLoopback(hostname) ? lookUpLoopback : lookup)(name, options, (error, found) => {
			const addresses = Array.isArray(found) ? found.map(({address: each}) => each) : [found];
			callback(error ?? (arePermitted(addresses) ? null : notPermitted()), found);
		});
	};

	let address = viaProxy;
	let isSent = false;
	try {
		const began = systemClock.now();
		const sent = moduleFor(href).request(
			href,
			{
				method: 'POST',
				agent,
				headers: {'content-type': 'application/json', 'user-agent': 'chainbell'},
				signal: AbortSignal.any([deadline.signal, ...(signal === undefined ? [] : [signal])]),
				maxHeaderSize: defaultLimits.headers,
				...(proxyEnv === undefined && {lookup: lookUpChecked}),
			},
			resolve,
		);
		sent.on('error', reject);
		// Also for a 101, which Node closes without an error.
		sent.on('close', () => {
			reject(Object.assign(new Error('The connection was closed.'), {code: 'ECONNRESET'}));
		});
		sent.on('socket', socket => {
			const send = () => {
				isSent = true;
				sent.end(body);
			};

			if (proxyEnv !== undefined) {
				send();
				return;
			}

			socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
				address = socket.remoteAddress ?? '';
				if (arePermitted([address])) {
					send();
				} else {
					sent.destroy(notPermitted());
				}
			});
		});
		const message = await promise;
		const milliseconds = Math.round(systemClock.now() - began);
		// What broke off is shown as far as it arrived.
		const {text, isCut} = await readText(message, longestAnswer, true);
		return {
			kind: 'answered',
			status: message.statusCode ?? 0,
			address,
			milliseconds,
			text: hideEchoes(text),
			isCut,
		};
	} catch (error) {
		if (unpermitted.length > 0) {
			return asks();
		}

		const cancelled = signal?.aborted === true ? 'cancelled' : undefined;
		const stopped = deadline.signal.aborted ? 'timeout' : cancelled;
		const attempt = {method: 'POST', url: href, timeout, stopped, headerLimit: defaultLimits.headers} as const;
		return {
			kind: 'failed',
			failure: {
				...classifyError(error, attempt),
				outcome: isSent ? 'unknown' : 'not-sent',
				nextStep: isSent ? 'It may have arrived.' : 'Nothing was sent. Check the URL and your network.',
			},
		};
	} finally {
		agent.destroy();
	}
}

const notPermitted = (): Error => new Error('The address is not permitted.');

/** The addresses that are not on the internet: this machine, private networks, link-local ones, among them those of the metadata of cloud machines, and shared, reserved and multicast ones (RFC 6890). Those of IPv6 that have one of IPv4 in them count, too: a gateway decides where they lead. */
const privateRanges = [
	'0.0.0.0/8',
	'10.0.0.0/8',
	'100.64.0.0/10',
	'127.0.0.0/8',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.0.0.0/24',
	'192.168.0.0/16',
	'198.18.0.0/15',
	'224.0.0.0/3',
	'::/96',
	'64:ff9b::/96',
	'64:ff9b:1::/48',
	'2002::/16',
	'fc00::/7',
	'fe80::/10',
	'ff00::/8',
];

/** Whether an address is not one on the internet. An address of IPv4 that is written as IPv6 is judged as the former. */
export function isPrivate(address: string): boolean {
	const list = new BlockList();
	for (const range of privateRanges) {
		const [network = '', prefix] = range.split('/');
		list.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4');
	}

	const [plain = ''] = address.split('%');
	return isIP(plain) === 0 || list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
