import {describe, expect, test} from 'vitest';
import {send as sendByAgent} from '../../source/service/http.ts';
import {notificationsPath} from '../../source/service/connection.ts';
import type {FaultName, Fault} from '../../source/sandbox/faults.ts';
import {
	create,
	list,
	listIds,
	minimal,
	post,
	send,
	sendDelete,
	start,
	type Service,
	remove,
	temporaryFile,
	type Listed,
} from './client.ts';
import {matching} from '../helpers/texts.ts';

const webhooksPath = 'api/v1/webhooks/';

/** What a client sees: the status and the body, as far as either arrives. */
async function seen(answer: Promise<Response>): Promise<unknown[]> {
	try {
		const response = await answer;
		const body = await response.text().catch((error: unknown) => error as Error);
		return [response.status, ...(typeof body === 'string' ? parse(body) : [body.message])];
	} catch (error) {
		expect(error).toMatchObject({message: 'fetch failed', cause: {code: 'ECONNRESET'}});
		return ['no answer'];
	}
}

const parse = (body: string): unknown[] => (body === '' ? [] : [JSON.parse(body)]);

const getList = async (service: Service): Promise<Response> => send(service, 'GET', notificationsPath);

const statusOf = async (answer: Promise<Response>) => {
	const {status} = await answer;
	return status;
};

const anError = {error: expect.any(String) as string, message: expect.any(String) as string};
const another = {...minimal, external_user_id: 'user-2', notification_name: 'second'};
const asListed = {...another, event_details: {...another.event_details, filters: []}};

/** The record with id 1 is there before, and another one is created after. One fault depends on what is there. */
const creates = {
	'create-drop-before': [['no answer'], [1, 2]],
	'create-drop-after': [['no answer'], [1, 2, 3]],
	'create-403': [
		[403, anError],
		[1, 2],
	],
	'create-500-before': [
		[500, anError],
		[1, 2],
	],
	'create-500-after': [
		[500, anError],
		[1, 2, 3],
	],
	'create-cut': [
		[201, 'terminated'],
		[1, 2, 3],
	],
	'create-no-id': [
		[201, {}],
		[1, 2, 3],
	],
	'create-string-id': [
		[201, {...asListed, id: '2'}],
		[1, 2, 3],
	],
	'create-200': [
		[200, {...asListed, id: 2}],
		[1, 2, 3],
	],
	'create-same-id': [
		[201, {...asListed, id: 1}],
		[1, 2],
	],
	'create-reused-id': [
		[201, {...asListed, id: 2}],
		[1, 2, 3],
	],
	'create-replay': [
		[201, {...asListed, id: 3}],
		[1, 2, 3, 4],
	],
	'create-no-effect': [
		[201, {...asListed, id: 2}],
		[1, 3],
	],
	'create-late': [
		[201, {...asListed, id: 2}],
		[1, 2, 3],
	],
	'create-delayed': [
		[201, {...asListed, id: 2}],
		[1, 2, 3],
	],
	'create-rewrites': [
		[201, {...asListed, id: 2}],
		[1, 2, 3],
	],
	'create-lying-id': [
		[201, {...asListed, id: 1, notification_id: 2}],
		[1, 2, 3],
	],
	'create-job-id': [
		[202, {id: matching(/^[\da-f]{8}-/v), status: 'pending'}],
		[1, 2, 3],
	],
};

describe('creating', () => {
	test.each(Object.entries(creates) as Array<[FaultName, [unknown, number[]]]>)(
		'%s: the client sees %j',
		async (name, [sees, ids]) => {
			const sandbox = await start();
			await create(sandbox, minimal);
			sandbox.faults.add({name, count: 1});

			expect(await seen(post(sandbox, another))).toEqual(sees);
			expect(await seen(post(sandbox, minimal))).toMatchObject([201, {id: ids.at(-1)}]);

			sandbox.faults.settle();
			sandbox.faults.clear();
			expect(await listIds(sandbox)).toStrictEqual(ids);
		},
	);

	test('create-same-id overwrites the newest of the same user, else the newest, else nothing', async () => {
		const sandbox = await start({faults: [{name: 'create-same-id'}]});
		const named = (external_user_id: string, notification_name: string) => ({
			...minimal,
			external_user_id,
			notification_name,
		});
		expect(await create(sandbox, named('a', 'first'))).toMatchObject({id: 1});

		sandbox.faults.clear();
		await create(sandbox, named('a', 'second'));
		await create(sandbox, named('b', 'third'));

		sandbox.faults.add({name: 'create-same-id'});
		expect(await create(sandbox, named('a', 'for the second'))).toMatchObject({id: 2});
		expect(await create(sandbox, named('c', 'for the third'))).toMatchObject({id: 3});

		const records = await list(sandbox);
		expect(records.map(record => [record.id, record.external_user_id, record.notification_name])).toStrictEqual([
			[1, 'a', 'first'],
			[2, 'a', 'for the second'],
			[3, 'c', 'for the third'],
		]);
	});

	test('create-late hides a created notification from the given number of listings', async () => {
		const sandbox = await start({
			faults: [
				{name: 'create-late', count: 1},
				{name: 'create-late', value: 1, count: 1},
			],
		});
		await create(sandbox, minimal);
		await create(sandbox, minimal);
		await create(sandbox, minimal);

		expect(await listIds(sandbox)).toStrictEqual([3]);
		expect(await listIds(sandbox)).toStrictEqual([2, 3]);
		expect(await listIds(sandbox)).toStrictEqual([2, 3]);
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3]);
	});
});

const deletes = {
	'delete-drop-before': [['no answer'], false],
	'delete-drop-after': [['no answer'], true],
	'delete-403': [[403, anError], false],
	'delete-500-before': [[500, anError], false],
	'delete-500-after': [[500, anError], true],
	'delete-404': [[404, {error: 'Not Found', message: 'There is no such notification'}], true],
	'delete-200': [[200, {deleted: true}], true],
	'delete-delayed': [[204], true],
	'delete-no-effect': [[204], false],
};

test.each(Object.entries(deletes) as Array<[FaultName, [unknown, boolean]]>)(
	'deleting %s: the client sees %j',
	async (name, [sees, isGone]) => {
		const sandbox = await start({samples: 3, faults: [{name, count: 1}]});

		expect(await seen(sendDelete(sandbox, 2))).toEqual(sees);
		sandbox.faults.settle();
		expect(await listIds(sandbox)).toStrictEqual(isGone ? [1, 3] : [1, 2, 3]);
		expect(await seen(sendDelete(sandbox, 3))).toStrictEqual([204]);
	},
);

describe('listing', () => {
	const page = {count: 500, next: matching(/\?page=2$/v), results: [{id: 1}, {id: 2}]};
	const longerPage = {...page, count: 501};
	const lists = {
		'list-503': [503, anError],
		'list-cut': [200, 'terminated'],
		'list-empty': [200, []],
		'list-omits': [
			200,
			{length: expect.toSatisfy((length: number) => length > 440 && length < 500, 'a few are left out') as number},
		],
		'list-delayed': [200, {length: 500}],
		'list-undocumented': [
			200,
			{length: 500, 0: {status: 'active', delivery_count: 1, event_details: {filters: [{negate: false}]}}},
		],
		'list-pages': [200, page],
		'list-pages-shift': [200, {...longerPage, results: [{external_user_id: 'another-client'}, {id: 1}]}],
		'list-pages-repeat': [200, longerPage],
		'list-pages-skip': [200, {...longerPage, results: [{external_user_id: 'another-client'}, {id: 1}]}],
		'list-etag': [200, {length: 500}],
		'list-etag-lies': [200, {length: 500}],
		'list-etag-same': [200, {length: 500}],
	};

	test.each(Object.entries(lists) as Array<[FaultName, unknown]>)('%s: the client sees %j', async (name, sees) => {
		// More than one piece of a listing.
		const sandbox = await start({samples: 500, faults: [{name, count: 1}]});

		expect(await seen(getList(sandbox))).toMatchObject(sees as unknown[]);
		expect(await list(sandbox)).toHaveLength(500);
	});
});

describe('any request', () => {
	const requests: Array<[string, (service: Service) => Promise<Response>]> = [
		['a listing', getList],
		['a create', async service => post(service, minimal)],
		['a delete', async service => sendDelete(service, 1)],
		['a look at the webhooks', async service => send(service, 'GET', webhooksPath)],
	];

	const any = {
		'any-401': [
			[401, null],
			[401, null],
		],
		'any-403': [
			[403, null],
			[403, null],
		],
		'any-429': [
			[429, '0'],
			[429, '0'],
		],
		'any-503': [
			[503, null],
			[503, null],
		],
		'any-flapping': [
			[200, null],
			[503, '0'],
			[200, null],
			[503, '0'],
		],
		'any-third-500': [
			[200, null],
			[200, null],
			[500, null],
			[200, null],
		],
		'any-slow': [
			[200, null],
			[200, null],
		],
	};

	test.each(Object.entries(any) as Array<[FaultName, Array<[number, string | null]>]>)(
		'%s: %j',
		async (name, answers) => {
			const sandbox = await start({samples: 1, faults: [{name, count: 2, ...(name === 'any-slow' && {value: 1})}]});

			for (const answer of answers) {
				const response = await getList(sandbox);
				expect([response.status, response.headers.get('retry-after')]).toStrictEqual(answer);
			}

			expect(await listIds(sandbox)).toStrictEqual([1]);
		},
	);

	test.each<[FaultName, number[]]>([
		['any-kept-drop-before', [1, 2]],
		['any-kept-drop-after', [1, 2, 3]],
	])('%s closes a connection that was kept, and no new one', async (name, ids) => {
		const sandbox = await start({samples: 1, faults: [{name}]});
		const connection = {...sandbox, timeout: 10_000};
		// A write is kept apart from reads: the first one has a connection of its own, which the second one uses again.
		expect(await sendByAgent(connection, {method: 'POST', url: notificationsPath, body: minimal})).toMatchObject({
			ok: true,
		});
		expect(await sendByAgent(connection, {method: 'POST', url: notificationsPath, body: minimal})).toMatchObject({
			ok: false,
			failure: {kind: 'unreachable', outcome: 'unknown'},
		});
		expect(await sendByAgent(connection, {method: 'GET', url: notificationsPath})).toMatchObject({
			ok: true,
			value: {body: ids.map(id => ({id}))},
		});
	});

	test.each(requests)(
		'%s is answered 429, with the seconds that were asked for, and does nothing',
		async (_, request) => {
			const sandbox = await start({samples: 1, faults: [{name: 'any-429', value: 30}]});
			const response = await request(sandbox);

			expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
				429,
				'30',
				anError,
			]);
			sandbox.faults.clear();
			expect(await listIds(sandbox)).toStrictEqual([1]);
		},
	);
});

test('clear switches off one fault, or all', async () => {
	const sandbox = await start({faults: [{name: 'any-503'}, {name: 'any-429'}, {name: 'list-503'}]});

	sandbox.faults.clear('any-503');
	expect(await statusOf(getList(sandbox))).toBe(429);
	sandbox.faults.clear();
	expect(await statusOf(getList(sandbox))).toBe(200);
});

/** A sandbox with a clock that stands still until it is set. */
async function startAt(faults: readonly Fault[], samples = 3) {
	const time = {now: 1000};
	const clock = {now: () => time.now};
	return {time, sandbox: await start({samples, faults, clock})};
}

describe('an effect that is late', () => {
	test('a create that was answered 201 takes effect after its time, under the id of the answer', async () => {
		const {time, sandbox} = await startAt([{name: 'create-delayed', value: 50, count: 1}]);

		expect(await create(sandbox, {...minimal, notification_name: 'late'})).toMatchObject({
			id: 4,
			notification_name: 'late',
		});
		expect(await create(sandbox, minimal)).toMatchObject({id: 5});
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3, 5]);
		expect(await remove(sandbox, 4)).toBe(404);
		time.now = 1050;
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3, 4, 5]);
	});

	test('when the sandbox is closed, what is due takes effect and the rest is lost', async () => {
		const time = {now: 1000};
		const file = temporaryFile();
		const sandbox = await start({
			file,
			samples: 3,
			faults: [
				{name: 'delete-delayed', value: 50, count: 1},
				{name: 'delete-delayed', value: 100},
			],
			clock: {now: () => time.now},
		});
		await remove(sandbox, 1);
		await remove(sandbox, 2);
		time.now = 1050;
		await sandbox.close();

		expect(await listIds(await start({file}))).toStrictEqual([2, 3]);
	});
});

describe('a listing that is behind', () => {
	test('shows what was there, and later what is there', async () => {
		const {time, sandbox} = await startAt([{name: 'list-delayed', value: 100}]);
		await create(sandbox, minimal);
		time.now = 1050;
		await remove(sandbox, 1);
		time.now = 1060;
		await remove(sandbox, 4);

		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3]);
		time.now = 1100;
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3, 4]);
		time.now = 1150;
		expect(await listIds(sandbox)).toStrictEqual([2, 3, 4]);
		time.now = 1160;
		expect(await listIds(sandbox)).toStrictEqual([2, 3]);
	});

	test('shows the present when the fault is off, and no state from before it was on again', async () => {
		const {sandbox} = await startAt([{name: 'list-delayed'}]);
		await remove(sandbox, 1);
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3]);

		sandbox.faults.clear('list-delayed');
		expect(await listIds(sandbox)).toStrictEqual([2, 3]);
		await remove(sandbox, 2);
		sandbox.faults.add({name: 'list-delayed'});
		expect(await listIds(sandbox)).toStrictEqual([3]);
	});
});

type Page = {count: number; next: string | null; results: Listed[]};

/** The pages of one listing: each count, and the user IDs or IDs of its records. */
async function pagesOf(service: Service) {
	const pages: Array<[number, unknown[]]> = [];
	let at: string | null = notificationsPath;
	while (at !== null) {
		const response: Response = await send(service, 'GET', at);
		const {count, next, results} = (await response.json()) as Page;
		pages.push([count, results.map(({id, external_user_id: user}) => (user === 'another-client' ? 'another' : id))]);
		at = next;
	}

	return pages;
}

test('list-pages: N per page', async () => {
	const sandbox = await start({samples: 5, faults: [{name: 'list-pages'}]});
	expect(await pagesOf(sandbox)).toStrictEqual([
		[5, [1, 2]],
		[5, [3, 4]],
		[5, [5]],
	]);

	sandbox.faults.clear();
	sandbox.faults.add({name: 'list-pages', value: 5});
	expect(await pagesOf(sandbox)).toStrictEqual([[5, [1, 2, 3, 4, 5]]]);
});

describe('evidence that misleads', () => {
	test('create-rewrites trims, makes NFC and lower-cases the domain of an e-mail address', async () => {
		const sandbox = await start({faults: [{name: 'create-rewrites'}]});
		await create(sandbox, {
			...minimal,
			notification_name: ' Cafe\u{301} ',
			delivery_location: 'Some.One@Example.COM',
			template: ' t ',
		});
		await create(sandbox, {...minimal, channel: 'SLACK', delivery_location: ' #Alerts@Work '});

		expect(await list(sandbox)).toMatchObject([
			{notification_name: 'Caf\u{E9}', delivery_location: 'Some.One@example.com'},
			{delivery_location: '#Alerts@Work'},
		]);
	});

	test('create-409 refuses what is listed already under any name, and counts only what it refuses', async () => {
		const sandbox = await start({faults: [{name: 'create-409', count: 1}]});
		await create(sandbox, minimal);
		await create(sandbox, {...minimal, external_user_id: 'user-2'});
		const refused = await post(sandbox, {...minimal, notification_name: 'other'});
		expect([refused.status, await refused.json()]).toMatchObject([409, {message: 'An equal notification exists'}]);
		await create(sandbox, minimal);
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3]);
	});

	test('create-reused-id takes the ID that was deleted last, also by a delayed DELETE', async () => {
		const sandbox = await start({samples: 3, faults: [{name: 'create-reused-id'}, {name: 'delete-delayed', count: 1}]});
		await remove(sandbox, 1);
		await remove(sandbox, 2);
		expect(await create(sandbox, minimal)).toMatchObject({id: 2});
		expect(await create(sandbox, minimal)).toMatchObject({id: 4});

		sandbox.faults.settle();
		expect(await create(sandbox, minimal)).toMatchObject({id: 1});
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3, 4]);
	});

	test('list-omits leaves out others each time, the same in every run', async () => {
		const listings = async () => {
			const sandbox = await start({samples: 9, faults: [{name: 'list-omits', value: 50}]});
			return [await listIds(sandbox), await listIds(sandbox)];
		};

		const [first, second] = await listings();
		expect(first).not.toStrictEqual(second);
		expect(await listings()).toStrictEqual([first, second]);
		expect(await listIds(await start({samples: 2, faults: [{name: 'list-omits', value: 0}]}))).toStrictEqual([1, 2]);
	});
});

describe('ETags', () => {
	const ask = async (service: Service, condition?: string, at: string = notificationsPath) => {
		const {status, headers} = await send(service, 'GET', at, {
			headers: condition === undefined ? {} : {'If-None-Match': condition},
		});
		return {status, tag: headers.get('ETag') ?? undefined};
	};

	test('list-etag: of what is listed, compared weakly, of each page', async () => {
		const sandbox = await start({samples: 3, faults: [{name: 'list-etag'}]});
		const {tag} = await ask(sandbox);
		const statuses = async (...conditions: string[]) => {
			const answers = await Promise.all(conditions.map(async condition => ask(sandbox, condition)));
			return answers.map(({status}) => status);
		};

		expect(await statuses(tag!, `W/${tag!}`, `"a", W/${tag!}`, '*', '"a"', tag!.slice(1, -1))).toStrictEqual([
			304, 304, 304, 304, 200, 200,
		]);
		expect(await ask(sandbox, tag)).toStrictEqual({status: 304, tag});
		await remove(sandbox, 2);
		expect(await ask(sandbox, tag)).toStrictEqual({status: 200, tag: expect.not.stringContaining(tag!) as string});

		sandbox.faults.add({name: 'list-pages', value: 1});
		const [first, second] = [await ask(sandbox), await ask(sandbox, undefined, `${notificationsPath}?page=2`)];
		expect(first.tag).not.toBe(second.tag);
		expect(await ask(sandbox, second.tag, `${notificationsPath}?page=2`)).toStrictEqual({status: 304, tag: second.tag});
	});

	test('list-etag-lies and list-etag-same answer 304 although something has changed', async () => {
		for (const name of ['list-etag-lies', 'list-etag-same'] as const) {
			const sandbox = await start({samples: 2, faults: [{name}]});
			const {tag} = await ask(sandbox);
			await remove(sandbox, 2);
			expect(await ask(sandbox, tag)).toMatchObject({status: 304});
			const {tag: later} = await ask(sandbox);
			expect(later === tag).toBe(name === 'list-etag-same');
		}
	});
});

describe('key-renewed', () => {
	const statusOfPost = async (service: Service) => {
		const {status} = await post(service, minimal);
		return status;
	};

	test('the key is refused after N requests; its successor opens the same account', async () => {
		const sandbox = await start({faults: [{name: 'key-renewed', value: 2}]});
		const renewed = {...sandbox, apiKey: `${sandbox.apiKey}_renewed`};

		expect(await create(renewed, minimal)).toMatchObject({id: 1});
		expect([
			await statusOfPost(sandbox),
			await statusOfPost(sandbox),
			await statusOfPost(sandbox),
			await statusOfPost(sandbox),
		]).toStrictEqual([201, 201, 401, 401]);
		expect(await listIds(renewed)).toStrictEqual([1, 2, 3]);
	});

	test('without the fault the successor is refused, and the key is not', async () => {
		const sandbox = await start({faults: [{name: 'key-renewed', value: 0}]});
		expect(await statusOfPost(sandbox)).toBe(401);

		sandbox.faults.clear('key-renewed');
		expect(await statusOfPost(sandbox)).toBe(201);
		expect(await statusOfPost({...sandbox, apiKey: `${sandbox.apiKey}_renewed`})).toBe(401);
		expect(await statusOfPost({...sandbox, apiKey: '_renewed'})).toBe(401);
	});
});
