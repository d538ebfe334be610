import {expect, onTestFinished, test} from 'vitest';
import type {Connection} from '../../source/service/connection.ts';
import type {ListedRecord} from '../../source/notification/notification.ts';
import {createWatchedListing} from '../../source/account/watch.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const minute = 60_000;

/** A service of one page, its content and ETag set by the test, and whoever watches it. */
async function start() {
	const service = {ids: [1, 2], tag: '"1"', isLying: false, status: 200};
	const server = await createHttpServer(({headers}, response) => {
		if (headers['if-none-match'] !== undefined && (service.isLying || headers['if-none-match'] === service.tag)) {
			answer(response, 304);
		} else {
			answer(
				response,
				service.status,
				service.ids.map(id => ({id})),
				{etag: service.tag},
			);
		}
	});
	onTestFinished(server[Symbol.asyncDispose]);
	const clock = createHandClock();
	let needsProof = false;
	const watched = createWatchedListing(clock, () => needsProof);
	let connection: Connection = {baseUrl: server.baseUrl, apiKey: 'test-key', timeout: 10_000};
	let shown: readonly ListedRecord[] = [];
	/** Lists, and says what came of it, with a question mark if only changes were asked for. */
	const list = async (isWatched = true) => {
		const result = await watched.list(connection, {shown: () => shown, isWatched});
		const condition = server.requests.at(-1)!.headers['if-none-match'] === undefined ? '' : '?';
		if (!result.ok) {
			return `${condition}${result.failure.kind}`;
		}

		if (result.value === 'unchanged') {
			return `${condition}unchanged`;
		}

		shown = result.value.records;
		return `${condition}${shown.map(record => (record.kind === 'notification' ? record.id : '')).join(' ')}`;
	};

	return {
		service,
		clock,
		watched,
		list,
		setNeedsProof(needs: boolean) {
			needsProof = needs;
		},
		renewKey() {
			connection = {...connection, apiKey: 'another-key'};
		},
		showOthers() {
			shown = [...shown];
		},
	};
}

test('a watch asks for changes, a listing that the operator or a change wants does not', async () => {
	const {list, service} = await start();
	expect([await list(false), await list(), await list(false), await list()]).toEqual([
		'1 2',
		'?unchanged',
		'1 2',
		'?unchanged',
	]);
	Object.assign(service, {ids: [1, 2, 3], tag: '"2"'});
	expect([await list(), await list()]).toEqual(['?1 2 3', '?unchanged']);
});

test('a 304 that hides a change does so for five minutes at most, by either clock', async () => {
	const {list, service, clock} = await start();
	await list();
	Object.assign(service, {ids: [2], tag: '"2"', isLying: true});
	clock.pass(5 * minute - 1);
	expect(await list()).toBe('?unchanged');
	clock.pass(1);
	expect(await list()).toBe('2');
	service.ids = [3];
	clock.set(Date.UTC(2026, 0, 1) + 10 * minute + 1);
	expect(await list()).toBe('3');
	clock.set(Date.UTC(2026, 0, 1));
	expect(await list()).toBe('3');
});

test('a service that gives other records under the same ETag is asked for everything from then on', async () => {
	const {list, service, clock} = await start();
	await list();
	service.ids = [1];
	expect(await list()).toBe('?unchanged');
	expect(await list(false)).toBe('1');
	expect(await list()).toBe('1');
	clock.pass(6 * minute);
	expect(await list()).toBe('1');
});

test('nothing is asked while there is something to prove, after a write, of another key, or of other records than those shown', async () => {
	const {list, watched, setNeedsProof, renewKey, showOthers} = await start();
	await list();
	setNeedsProof(true);
	expect(await list()).toBe('1 2');
	setNeedsProof(false);
	expect(await list()).toBe('?unchanged');
	for (const change of [watched.forget, renewKey, showOthers]) {
		change();
		expect([await list(), await list()]).toEqual(['1 2', '?unchanged']);
	}
});

test('a service that refuses to be asked for changes is asked for everything from then on', async () => {
	const {list, service} = await start();
	await list();
	Object.assign(service, {status: 412, tag: '"2"'});
	expect(await list()).toBe('?invalid');
	Object.assign(service, {status: 200});
	expect([await list(), await list()]).toEqual(['1 2', '1 2']);
});
