import {describe, expect, test} from 'vitest';
import {notificationsPath} from '../../source/service/connection.ts';
import {create, list, listIds, minimal, post, remove, send, start, type Listed, type Service} from './client.ts';

type Page = {count: number; next: string | null; results: Listed[]};

/** The pages of one listing: each count, and the user IDs or IDs of its records. */
async function pagesOf(service: Service): Promise<Array<[count: number, ids: unknown[]]>> {
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

describe('pages', () => {
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
	const statusOf = async (service: Service): Promise<number> => {
		const {status} = await post(service, minimal);
		return status;
	};

	test('the key is refused after N requests; its successor opens the same account', async () => {
		const sandbox = await start({faults: [{name: 'key-renewed', value: 2}]});
		const renewed = {...sandbox, apiKey: `${sandbox.apiKey}_renewed`};

		expect(await create(renewed, minimal)).toMatchObject({id: 1});
		expect([
			await statusOf(sandbox),
			await statusOf(sandbox),
			await statusOf(sandbox),
			await statusOf(sandbox),
		]).toStrictEqual([201, 201, 401, 401]);
		expect(await listIds(renewed)).toStrictEqual([1, 2, 3]);
	});

	test('without the fault the successor is refused, and the key is not', async () => {
		const sandbox = await start({faults: [{name: 'key-renewed', value: 0}]});
		expect(await statusOf(sandbox)).toBe(401);

		sandbox.faults.clear('key-renewed');
		expect(await statusOf(sandbox)).toBe(201);
		expect(await statusOf({...sandbox, apiKey: `${sandbox.apiKey}_renewed`})).toBe(401);
		expect(await statusOf({...sandbox, apiKey: '_renewed'})).toBe(401);
	});
});
