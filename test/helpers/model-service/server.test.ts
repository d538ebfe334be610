import {expect, test} from 'vitest';
import {createNotification, deleteNotification} from '../../../source/service/writes.ts';
import {listNotifications} from '../../../source/service/listing/list-notifications.ts';
import type {NotificationInput} from '../../../source/notification/notification.ts';
import {bodyOf} from './bodies.ts';
import {plainCharacter, plainListing, plainWrite, type Character, type ListingFate} from './fates.ts';
import {createModelService} from './model.ts';
import {startModelServer, type Fates} from './server.ts';

const input: NotificationInput = {
	userId: 'b',
	channel: 'EMAIL',
	name: 'Treasury',
	recipient: 'ops@example.com',
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	addresses: ['0x00000000219ab540356cBB839Cbe05303d7705Fa'],
	filters: [],
	template: '',
	topics: ['', '', '', ''],
};

const plain: Fates = {nextWrite: () => plainWrite, nextListing: () => plainListing};

/** Starts a server with a model of three notifications and one client. */
async function serve(character: Partial<Character> = {}, fates: Partial<Fates> = {}) {
	const server = await startModelServer();
	const model = createModelService({
		character: {...plainCharacter, ...character},
		existing: ['a', 'b', 'c'].map(user => bodyOf(user)),
	});
	const client = server.connect(model, {...plain, ...fates});
	const connection = {baseUrl: client.baseUrl, apiKey: 'key-1', timeout: 10_000};
	return {model, client, connection, server, [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose]()};
}

test.each(['whole', 'page', 'limit', 'offset', 'cursor'] as const)(
	'the program lists, creates and deletes (%s)',
	async pages => {
		await using place = await serve({pages});
		const {connection} = place;
		expect(await createNotification(connection, input)).toStrictEqual({ok: true, value: {id: '4'}});
		expect(await deleteNotification(connection, '2')).toStrictEqual({ok: true, value: undefined});
		const listing = await listNotifications(connection);
		expect(listing).toMatchObject({
			ok: true,
			value: {complete: true, records: [{id: '1'}, {id: '3'}, {id: '4', userId: 'b', name: 'Treasury'}]},
		});
	},
);

test('the lag of a listing holds for all its pages', async () => {
	const lags = [0, 50].values();
	await using place = await serve(
		{pages: 'page', pageSize: 1, lagBound: 100},
		{nextListing: (): ListingFate => ({...plainListing, lag: lags.next().value ?? 0})},
	);
	const {connection, model} = place;
	model.advance(200);
	await deleteNotification(connection, '2');
	expect(await listNotifications(connection)).toMatchObject({value: {records: [{id: '1'}, {id: '3'}]}});
	expect(await listNotifications(connection)).toMatchObject({value: {records: [{id: '1'}, {id: '2'}, {id: '3'}]}});
});

test('a client that is disconnected gets no answer, but what it sent takes effect', async () => {
	const {promise: arrived, resolve: arrive} = Promise.withResolvers<void>();
	const {promise: never} = Promise.withResolvers<void>();
	await using place = await serve(
		{},
		{
			async beforeAnswer() {
				arrive();
				await never;
			},
		},
	);
	const {connection, client, model, server} = place;
	const deleted = deleteNotification(connection, '2');
	await arrived;
	client.disconnect();
	expect(await deleted).toMatchObject({ok: false, failure: {kind: 'unreachable', outcome: 'unknown'}});
	expect(await deleteNotification(connection, '3')).toMatchObject({ok: false, failure: {outcome: 'unknown'}});
	const {baseUrl} = server.connect(model, plain);
	expect(await listNotifications({...connection, baseUrl})).toMatchObject({value: {records: [{id: '1'}, {id: '3'}]}});
});
