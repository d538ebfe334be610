import {createHash} from 'node:crypto';
import type {CreateBody} from './body.ts';

type Filter = NonNullable<CreateBody['event_details']['filters']>[number];

const filter = (field_name: string, operator: string, value: string, value_type: string): Filter => ({
	field_name,
	operator,
	value,
	value_type,
});

const activity = (network: string, address: string, ...filters: Filter[]): CreateBody['event_details'] => ({
	network,
	event_type: 'ADDRESS_ACTIVITY',
	addresses: [address],
	...(filters.length > 0 && {filters}),
});

/** Well-known public addresses, most with an EIP-55 checksum; some in lower case, as they are often typed. */
const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const wrappedEther = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const usdCoin = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const tether = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const usdCoinOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const beaconDeposit = '0x00000000219ab540356cbb839cbe05303d7705fa';

const sample = (
	external_user_id: string,
	channel: CreateBody['channel'],
	delivery_location: string,
	event_details: CreateBody['event_details'],
	more: Pick<CreateBody, 'notification_name' | 'template'> = {},
): CreateBody => ({external_user_id, channel, delivery_location, event_details, ...more});

const samples: readonly CreateBody[] = [
	sample(
		'ops-1',
		'EMAIL',
		'treasury@example.com',
		activity('ETH_MAINNET', vitalik, filter('value', 'gt', '10', 'int')),
		{notification_name: 'Treasury: large transfers', template: 'More than 10 ETH moved.'},
	),
	sample(
		'ops-1',
		'WEBHOOK',
		'https://example.com/hooks/usdc',
		activity('ETH_MAINNET', usdCoin, filter('asset', 'eq', 'USDC', 'str'), filter('value', 'gt', '50000', 'int')),
		{notification_name: 'USDC in and out'},
	),
	sample('ops-2', 'TELEGRAM', '-1001000000001', activity('ETH_MAINNET', beaconDeposit), {
		notification_name: 'Deposit contract',
	}),
	sample(
		'ops-2',
		'SLACK',
		'#base-alerts',
		activity(
			'BASE_MAINNET',
			usdCoinOnBase,
			filter('category', 'neq', 'internal', 'str'),
			filter('asset', 'in', 'USDC,DAI', 'list'),
			filter('value', 'lt', '1000000', 'int'),
		),
		{notification_name: 'Base: stablecoin watch'},
	),
	sample(
		'user-1001',
		'EMAIL',
		'alice@example.org',
		activity('MATIC_MAINNET', '0x5c0f6b1c8f3a4d2e9b7a60c1d2e3f405162738a9'),
	),
	sample(
		'user-1002',
		'EMAIL',
		'yuki@example.com',
		activity('ETH_MAINNET', tether, filter('toAddress', 'eq', beaconDeposit, 'str')),
		{notification_name: '入金のお知らせ', template: '入金がありました。'},
	),
	sample(
		'indexer',
		'WEBHOOK',
		'https://example.org/graphql-events',
		{
			network: 'ETH_MAINNET',
			event_type: 'GRAPHQL',
			addresses: [wrappedEther],
			graphql: {topic_0: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'},
		},
		{notification_name: 'ERC-20 Transfer events'},
	),
	sample(
		'user-1003',
		'TELEGRAM',
		'@example_hot_wallet',
		activity('ARB_MAINNET', '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', filter('fromAddress', 'eq', vitalik, 'str')),
		{notification_name: 'Arbitrum hot wallet'},
	),
	sample(
		'user-1003',
		'SLACK',
		'C0EXAMPLE01',
		activity('OPT_MAINNET', vitalik, filter('blockNum', 'gt', '130000000', 'int')),
	),
	sample('qa', 'EMAIL', 'qa@example.com', activity('ETH_SEPOLIA', '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'), {
		notification_name: 'Sepolia: anything at all',
	}),
	sample(
		'compliance',
		'WEBHOOK',
		'https://example.com/hooks/compliance?team=7',
		activity(
			'ETH_MAINNET',
			wrappedEther,
			filter('fromAddress', 'nin', `${vitalik},${tether}`, 'list'),
			filter('value', 'gt', '0.5', 'float'),
		),
		{notification_name: 'Not on the allowed list'},
	),
	sample(
		'compliance',
		'EMAIL',
		'compliance@example.org',
		activity('BASE_MAINNET', vitalik, filter('asset', 'contains', 'test', 'str')),
		{notification_name: 'Tokens named “test”'},
	),
];

/**
Generates distinct notifications: first those above, then variations of them. The same count always gives the same notifications.

@param count - The number of notifications.
@yields The body of a create request.
*/
export function* sampleNotifications(count: number): Generator<CreateBody, void, void> {
	for (let index = 0; index < count; index++) {
		const body = samples[index % samples.length]!;
		yield index < samples.length ? body : vary(body, index + 1);
	}
}

function vary(body: CreateBody, number: number): CreateBody {
	return {
		...body,
		external_user_id: `user-${number}`,
		...(body.notification_name !== undefined && {notification_name: `${body.notification_name} ${number}`}),
		delivery_location: varyRecipient(body, number),
		event_details: {
			...body.event_details,
			// A SHA-1 hash has the length of an address.
			addresses: [`0x${createHash('sha1').update(String(number)).digest('hex')}`],
		},
	};
}

function varyRecipient({channel, delivery_location}: CreateBody, number: number): string {
	switch (channel) {
		case 'EMAIL': {
			return delivery_location.split('@').join(`+${number}@`);
		}

		case 'WEBHOOK': {
			return `https://example.com/hooks/${number}`;
		}

		case 'TELEGRAM': {
			return `${delivery_location.startsWith('@') ? '@example_' : '-100'}${number}`;
		}

		case 'SLACK': {
			return `#alerts-${number}`;
		}
	}
}
