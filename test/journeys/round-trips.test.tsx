import path from 'node:path';
import {onTestFinished, describe, expect, test} from 'vitest';
import {startSandbox} from '../../source/sandbox/server.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {startApp, temporaryFolder} from '../helpers/app.tsx';
import {createHttpServer} from '../helpers/http-server.ts';
import {pasted, type Screen} from '../helpers/screen.tsx';

/** What an operator types into the form, field by field. A field that is left out is passed over with Tab. */
type Typed = {
	readonly user: string;
	readonly channel: 'EMAIL' | 'WEBHOOK' | 'TELEGRAM' | 'SLACK';
	readonly recipient: string;
	readonly address: string;
	readonly network?: string;
	readonly event?: string;
	/** Field, operator, value and type of each. */
	readonly filters?: ReadonlyArray<readonly [string, string, string, string]>;
	readonly topics?: readonly string[];
	readonly name?: string;
	/** Line ends are typed as ctrl+j. */
	readonly template?: string;
};

const checksummed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const plain: Typed = {user: 'ops-1', channel: 'EMAIL', recipient: 'ops@example.com', address: checksummed};

/** The two texts of a row of the sandbox, exactly as it stores what was typed, but for white space around the value of a filter. */
function storedAs({
	user,
	channel,
	recipient,
	address,
	network = 'ETH_MAINNET',
	event = 'ADDRESS_ACTIVITY',
	filters = [],
	topics,
	name,
	template,
}: Typed) {
	return {
		listed: JSON.stringify({
			external_user_id: user,
			channel,
			notification_name: name ?? null,
			delivery_location: recipient,
			event_details: {
				network,
				event_type: event,
				addresses: [address],
				filters: filters.map(([fieldName, operator, value, valueType]) => ({
					field_name: fieldName,
					operator,
					value: value.trim(),
					value_type: valueType,
				})),
			},
		}),
		unlisted: JSON.stringify({
			template,
			graphql:
				topics && Object.fromEntries(topics.flatMap((text, index) => (text === '' ? [] : [[`topic_${index}`, text]]))),
		}),
	};
}

/** Types a text as fingers do: a key at a time, never as a paste. */
async function type(app: Screen, text: string): Promise<void> {
	for (const [index, line] of text.split('\n').entries()) {
		if (index > 0) {
			await app.press('C-j');
		}

		// A whole cluster is what an input method sends.
		for (const {segment} of new Intl.Segmenter().segment(line)) {
			await app.send(segment);
		}
	}
}

async function paste(app: Screen, text: string): Promise<void> {
	if (text !== '') {
		await app.send(pasted(text));
	}
}

/** Types what is not in every form, but pastes what is copied rather than typed: addresses and topics. */
const typeOwn: typeof type = async (app, text) =>
	Object.values(plain).includes(text) || /^0x/iv.test(text) ? paste(app, text) : type(app, text);

/** Fills in the form from the first field to the last. */
async function fillIn(
	app: Screen,
	{user, channel, recipient, address, network, event, filters = [], topics = [], name, template}: Typed,
	enter = paste,
): Promise<void> {
	for (const text of [user, channel, recipient, address, network, event]) {
		await enter(app, text ?? '');
		await app.press('Tab');
	}

	const line = filters.map(
		([field, operator, value, valueType]) => `${field} ${operator} ${JSON.stringify(value)} (${valueType})`,
	);
	await enter(app, line.join(' and '));
	await app.press('Tab');
	for (const text of [
		...(event === 'GRAPHQL' ? Array.from({length: 4}, (_topic, index) => topics[index] ?? '') : []),
		name ?? '',
	]) {
		await enter(app, text);
		await app.press('Tab');
	}

	await enter(app, template ?? '');
}

/** The program on a sandbox, and between them a server that counts the POSTs. */
async function start() {
	const folder = await temporaryFolder();
	const file = path.join(folder.path, 'sandbox.sqlite');
	const sandbox = await startSandbox({file, samples: 0});
	const server = await createHttpServer(async ({method, url, headers, body}, response) => {
		const answered = await fetch(new URL(url, sandbox.baseUrl), {
			method,
			headers: {authorization: headers.authorization!, 'content-type': 'application/json'},
			...(method === 'POST' && {body}),
		});
		response.writeHead(answered.status, {'content-type': 'application/json'}).end(await answered.text());
	});
	const app = await startApp({service: {baseUrl: server.baseUrl, apiKey: sandbox.apiKey}});
	onTestFinished(async () => {
		await app[Symbol.asyncDispose]();
		await server[Symbol.asyncDispose]();
		await sandbox.close();
		await folder[Symbol.asyncDispose]();
	});
	await app.waitFor('No notifications yet.');
	return {
		app,
		posts: () => server.requests.filter(({method}) => method === 'POST').length,
		/** What the sandbox has on disk. */
		stored() {
			const database = openDatabase(file);
			const rows = database.prepare('SELECT listed, unlisted FROM notifications ORDER BY id').all();
			database.close();
			return rows.map(({listed, unlisted}) => ({listed, unlisted}));
		},
	};
}

/** Reviews the form and sends it. */
async function send(app: Screen, question: string, done: string): Promise<void> {
	await app.press('C-s');
	await app.waitFor(question);
	await app.press('C-s');
	await app.waitFor(done);
}

/** Creates a notification. */
async function create(app: Screen, typed: Typed, enter = paste): Promise<void> {
	await app.press('n');
	await fillIn(app, typed, enter);
	await send(app, 'y create', '✓ Created 1');
	await app.waitFor('1 notification ');
}

describe('what is typed is what is stored, byte for byte', () => {
	test.each<[string, Typed]>([
		[
			'an e-mail address, the address with its checksum, and CJK',
			{
				user: '利用者',
				channel: 'EMAIL',
				recipient: 'team.2+a@example.org',
				address: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
				name: '入金のお知らせ',
				template: '金額：{{value}}　円',
			},
		],
		[
			'a webhook, the address in lower case, and combining marks, not composed',
			{
				...plain,
				channel: 'WEBHOOK',
				recipient: 'https://example.com/hook?a=1&b=%20#c',
				address: checksummed.toLowerCase(),
				name: 'Cafe\u{301} a\u{323}\u{308}',
				template: 'n\u{303} x\u{336}',
			},
		],
		[
			'a Telegram chat, the address in upper case, and emoji of several code points',
			{
				...plain,
				channel: 'TELEGRAM',
				recipient: '-1001234567890',
				address: `0x${checksummed.slice(2).toUpperCase()}`,
				name: '🚨 👩‍👩‍👧‍👦 🇩🇪 👍🏽',
				template: '❤️‍🔥',
			},
		],
		[
			'filters of text, one with white space around its value',
			{
				...plain,
				filters: [
					['asset', 'eq', ' USDC ', 'str'],
					['asset', 'neq', 'ETH', 'str'],
					['hash', 'contains', 'dead', 'str'],
					['category', 'ncontains', 'internal tx', 'str'],
				],
			},
		],
		[
			'operators and types that are odd, and a template of several lines with spaces at both ends',
			{
				...plain,
				filters: [
					['asset', 'in', 'a', 'str'],
					['value', 'between', '1..2', 'uint256'],
					['rawContract.decimals', 'gt', '18', 'str'],
				],
				template: ' first\n\n  {{asset}}: {{value}}\n\\ last ',
			},
		],
		[
			'right-to-left text with marks of direction, quotes and backslashes',
			{
				...plain,
				user: 'مستخدم-1',
				name: String.raw`\u0041 "תשלום" 'x' \n`,
				template: 'שלום \u{200F}{{value}}\u{200F} "\\" \\\\',
			},
		],
	])('%s', async (_name, typed) => {
		const {app, posts, stored} = await start();
		await create(app, typed, typeOwn);
		expect(posts()).toBe(1);
		expect(stored()).toEqual([storedAs(typed)]);
	});
});

const full: Typed = {
	...plain,
	name: 'Cafe\u{301} "Treasury"',
	filters: [
		['value', 'gt', '1000', 'int'],
		['asset', 'eq', 'USDC', 'str'],
	],
	template: 'one\ntwo {{x}}',
};

test('an edit by replacement changes what was typed, and nothing else', async () => {
	const {app, posts, stored} = await start();
	await create(app, full);
	await app.press('e');
	await app.waitFor('edit notification 1');
	await app.press('Tab', 'Tab', 'C-u');
	await type(app, 'other@example.com');
	await app.press('Tab', 'Tab', 'Tab', 'Tab', 'C-u');
	await type(app, 'value < 1000 and asset = USDC');
	await send(app, 'y replace', '✓ Replaced 1 with 2');
	expect(posts()).toBe(2);
	expect(stored()).toEqual([
		storedAs({...full, recipient: 'other@example.com', filters: [['value', 'lt', '1000', 'int'], full.filters![1]!]}),
	]);
});
