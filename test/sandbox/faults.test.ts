import {describe, expect, test} from 'vitest';
import {send as sendByAgent} from '../../source/service/http.ts';
import {notificationsPath} from '../../source/service/connection.ts';
import type {FaultName} from '../../source/sandbox/faults.ts';
import {create, list, listIds, minimal, post, send, sendDelete, start, type Service} from './client.ts';
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

const statusOf = async (answer: Promise<Response>): Promise<number> => {
	const {status} = await answer;
	return status;
};

const anError = {error: expect.any(String) as string, message: expect.any(String) as string};
const second = {...minimal, external_user_id: 'user-2', notification_name: 'second'};
const asListed = {...second, event_details: {...second.event_details, filters: []}};

/** The record with id 1 is there before, and another one is created after. One fault depends on what is there. */
const creates: Record<Exclude<FaultName & `create-${string}`, 'create-409'>, [sees: unknown, ids: number[]]> = {
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

			expect(await seen(post(sandbox, second))).toEqual(sees);
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

const deletes: Record<FaultName & `delete-${string}`, [sees: unknown, isGone: boolean]> = {
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

describe('deleting', () => {
	test.each(Object.entries(deletes) as Array<[FaultName, [unknown, boolean]]>)(
		'%s: the client sees %j',
		async (name, [sees, isGone]) => {
			const sandbox = await start({samples: 3, faults: [{name, count: 1}]});

			expect(await seen(sendDelete(sandbox, 2))).toEqual(sees);
			sandbox.faults.settle();
			expect(await listIds(sandbox)).toStrictEqual(isGone ? [1, 3] : [1, 2, 3]);
			expect(await seen(sendDelete(sandbox, 3))).toStrictEqual([204]);
		},
	);
});

describe('listing', () => {
	const page = {count: 500, next: matching(/\?page=2$/v), results: [{id: 1}, {id: 2}]};
	const longerPage = {...page, count: 501};
	const lists: Record<FaultName & `list-${string}`, unknown> = {
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

	const any: Record<
		Exclude<FaultName & `any-${string}`, `any-kept-${string}`>,
		Array<[status: number, retryAfter: string | null]>
	> = {
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
