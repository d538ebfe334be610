import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';
import {createHandClock} from '../../helpers/hand-clock.ts';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

const typedAhead = 'Keys typed before the question appeared were ignored.';
const burst = 'Keys that arrived together were ignored. Press it again.';
const record = (id: number) => ({
	id,
	notification_name: `n${id}`,
	external_user_id: 'u',
	channel: 'EMAIL',
	delivery_location: 'a@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
});

/** Five notifications, and a count of what is deleted. */
async function service() {
	let records = [1, 2, 3, 4, 5].map(id => record(id));
	let isRefusing = false;
	const server = await createHttpServer((request, response) => {
		if (request.method === 'DELETE' && isRefusing) {
			answer(response, 409, {detail: 'It is locked.'});
		} else if (request.method === 'DELETE') {
			records = records.filter(({id}) => !request.url.includes(`/${id}/`));
			answer(response, 204, '');
		} else {
			answer(response, 200, records);
		}
	});
	return {
		service: {baseUrl: server.baseUrl, apiKey: 'test-key'},
		refuseDeletions() {
			isRefusing = true;
		},
		deletions: () => server.requests.filter(({method}) => method === 'DELETE').length,
		[Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
	};
}

test('y deletes once the question has been on the screen for 300 ms, not before', async () => {
	await using server = await service();
	const keyClock = createHandClock();
	await using app = await startApp({service: server.service, size: '100x30', keyClock});
	await app.waitFor('5 notifications');
	keyClock.pass(1000);
	await app.press('d');
	await app.waitFor('y delete');
	keyClock.pass(299);
	await app.press('y');
	await app.waitFor(typedAhead);
	expect(server.deletions()).toBe(0);
	keyClock.pass(60);
	await app.press('y');
	await app.waitFor('✓ Deleted 1');
	expect(server.deletions()).toBe(1);
});

test.each([
	['d and y in one read', ['dy']],
	['dy pasted twenty times without brackets', ['dy'.repeat(20)]],
	['the same, a key a read', [...'dy'.repeat(20)]],
	['marking all, and the number typed ahead', ['ad5\r']],
	['the same, a key a read', [...'ad5\r']],
	['the same with pauses that nobody makes', ['a', 'd', '5', '\r', '5\r', '\r']],
])('typed ahead of the question, %s deletes nothing', async (_name, reads) => {
	await using server = await service();
	const keyClock = createHandClock();
	await using app = await startApp({service: server.service, size: '100x30', keyClock});
	await app.waitFor('5 notifications');
	keyClock.pass(1000);
	for (const read of reads) {
		await app.send(read);
		keyClock.pass(10);
	}

	await app.waitFor(/Keys (?:typed before the question appeared|that arrived together) were ignored\./v);
	keyClock.pass(5000);
	await app.press('Escape');
	await app.waitFor('5 notifications');
	expect(server.deletions()).toBe(0);
});

test('a number typed ahead is not in the field', async () => {
	await using server = await service();
	await using app = await startApp({service: server.service, size: '100x30'});
	await app.waitFor('5 notifications');
	await app.send('ad5');
	await app.waitFor('Type 5, then enter');
	await app.press('Enter');
	await app.waitFor('Nothing was deleted. Type 5, then press enter.');
	await app.press('5');
	await app.send('5\r');
	await app.waitFor(burst);
	expect(server.deletions()).toBe(0);
	await app.press('Backspace', 'Enter');
	await app.waitFor('✓ Deleted 5');
	expect(server.deletions()).toBe(5);
});

test.each([
	['text', 'ad5\r'],
	['text with the end of a paste', 'x\u{1B}[201~ad5\r'],
	['text with its end and start', 'x\u{1B}[201~ad\u{1B}[200~5\u{1B}[201~5\r'],
	['text with an end at the end', '\u{1B}[201~dy'],
])('a paste of %s into the list is no keys', async (_name, text) => {
	await using server = await service();
	await using app = await startApp({service: server.service, size: '100x30'});
	await app.waitFor('5 notifications');
	await app.send(`\u{1B}[200~${text}\u{1B}[201~`);
	await app.press('j');
	const frame = app.frame();
	expect(frame).toContain('5 notifications');
	expect(frame).not.toContain('marked');
	expect(server.deletions()).toBe(0);
});

test('in a window of 20 columns and 5 lines the question is cut, and nothing is deleted', async () => {
	await using server = await service();
	await using app = await startApp({service: server.service, size: '80x24'});
	await app.waitFor('5 notifications');
	await app.press('d');
	await app.waitFor('y delete');
	app.resize(20, 5);
	await app.waitFor(/^ Delete "n1"/mv);
	await app.press('y');
	await app.waitFor('too small');
	expect(server.deletions()).toBe(0);
});

test('of many, the question says which number is wrong; in a terminal that cuts it, the right number deletes nothing', async () => {
	await using server = await service();
	await using app = await startApp({service: server.service, size: '40x10'});
	await app.waitFor(/^ (?:chainbell · )?\S+ .* 5(?: notifications)?$/mv);
	await app.press('a', 'd');
	await app.waitFor('Type 5, then enter');
	expect(app.frame()).toMatch(/Delete 5 notifications from\s+127\.0\.0\.1:\d+\?/v);
	await app.press('7', 'Enter');
	await app.waitFor(/Nothing was deleted\.\s+"7" is not 5/v);
	app.resize(20, 5);
	await app.waitFor(' Delete 5');
	await app.press('Backspace', '5', 'Enter');
	await app.waitFor('too small');
	expect(server.deletions()).toBe(0);
});

test('the question of a bulk undo takes its number, and then only a key of its own', async () => {
	await using sandbox = await temporarySandbox();
	await using app = await startApp({service: sandbox});
	await app.waitFor('12 notifications');
	await app.press(' ', ' ', 'd');
	await app.waitFor('Type 2, then enter');
	await app.press('2', 'Enter');
	await app.waitFor('✓ Deleted 2');
	await app.press('u');
	await app.waitFor('Undo: recreate 2');
	await app.press('y', 'Enter');
	await app.waitFor('"y" is not 2.');
	await app.press('2');
	expect(await app.waitFor('Type 2, then enter: 2')).not.toContain('is not 2.');
	await app.send('\r\r');
	await app.waitFor(burst);
	await app.press('Escape');
	expect(await app.waitFor('10 notifications')).not.toContain('Undo: recreate');
});
test.each([
	['released', '\u{1B}[121;1:3u'],
	['repeated', '\u{1B}[121;1:2u'],
	['with ctrl', '\u{1B}[121;5u'],
	['with alt', '\u{1B}[121;3u'],
	['with super', '\u{1B}[121;9u'],
	['with hyper', '\u{1B}[121;17u'],
	['with meta', '\u{1B}[121;33u'],
])(
	'y that is %s deletes nothing, and a plain press does, with caps lock or num lock on as well',
	async (_name, sequence) => {
		await using server = await service();
		const keyClock = createHandClock();
		await using app = await startApp({service: server.service, size: '100x30', keyClock});
		await app.waitFor('5 notifications');
		keyClock.pass(1000);
		await app.press('d');
		await app.waitFor('y delete');
		keyClock.pass(1000);
		await app.send(sequence);
		keyClock.pass(1000);
		await app.send('\u{1B}[98;1u');
		await app.waitFor('b does nothing here');
		expect(app.frame()).toContain('y delete');
		keyClock.pass(1000);
		await app.send('\u{1B}[121;193u');
		await app.waitFor('✓ Deleted 1');
		expect(server.deletions()).toBe(1);
	},
);

test('y that is held after it deleted something does nothing more', async () => {
	await using server = await service();
	const keyClock = createHandClock();
	const copied: string[] = [];
	const desktop = {platform: 'linux', get: () => undefined, write: (text: string) => copied.push(text)} as const;
	await using app = await startApp({service: server.service, size: '100x30', keyClock, desktop});
	await app.waitFor('5 notifications');
	keyClock.pass(1000);
	await app.press('d');
	await app.waitFor('y delete');
	keyClock.pass(1000);
	await app.press('y');
	await app.waitFor('✓ Deleted 1');
	keyClock.pass(600);
	for (let repeat = 0; repeat < 15; repeat++) {
		await app.press('y');
		keyClock.pass(33);
	}

	await app.press('j');
	expect(app.frame()).not.toContain('copy ·');
	expect(copied).toEqual([]);
	keyClock.pass(1000);
	await app.press('y');
	await app.waitFor('copy ·');
});
