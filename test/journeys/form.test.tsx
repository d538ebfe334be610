import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {pasted} from '../helpers/screen.tsx';

const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

test('creates a notification of each channel', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox});
	await app.waitFor('No notifications yet.');
	const recipients = [
		['EMAIL', 'e', 'ops@example.com'],
		['WEBHOOK', 'w', 'https://example.com/hook'],
		['TELEGRAM', 't', '-1001234567890'],
		['SLACK', 's', '#alerts'],
	] as const;
	for (const [index, [, key, recipient]] of recipients.entries()) {
		await app.press('n', 'user-42', 'Enter', key, 'Enter', recipient, 'Enter', pasted(address), 'C-s', 'C-s');
		await app.waitFor(`✓ Created ${index + 1}`);
		await app.waitFor(`${index + 1} notification`);
	}

	for (const [index, [channel, , recipient]] of recipients.entries()) {
		await app.press('g', ...Array.from({length: index}, () => 'j'), 'Enter', 'J');
		const raw = await app.waitFor(`"channel": "${channel}"`);
		expect(raw).toContain(`"delivery_location": "${recipient}"`);
		await app.press('Escape', 'Escape');
		await app.waitFor('4 notifications');
	}
});

test('creates a WEBHOOK with three filters once, after an invalid address, a rejected API key and a field that the service rejected', async () => {
	let accepted = 'key-for-tests';
	const created: object[] = [];
	const statuses: number[] = [];
	await using server = await createHttpServer((request, response) => {
		if (request.headers.authorization !== `Bearer ${accepted}`) {
			answer(response, 401, {error: 'Unauthorized', message: 'Invalid or missing API key'});
			return;
		}

		if (request.method === 'GET') {
			answer(
				response,
				200,
				created.map(body => ({...body, id: 7})),
			);
			return;
		}

		const body = JSON.parse(request.body) as {delivery_location: string};
		const isRefused = body.delivery_location.includes('refused');
		statuses.push(isRefused ? 400 : 201);
		if (isRefused) {
			answer(response, 400, {errors: {delivery_location: ['this host is not allowed']}});
			return;
		}

		created.push(body);
		answer(response, 201, {id: 7});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: accepted}});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'user-42', 'Enter', 'w', 'Enter', pasted('https://refused.example.com/'), 'Enter', '0xnonsense');
	for (const value of ['1000', '2000', '3000']) {
		await app.press('C-n', 'Enter', value);
	}

	await app.press('C-s');
	await app.waitFor('✗');
	expect(statuses).toEqual([]);
	await app.press('C-u', pasted(address));

	accepted = 'another-key';
	await app.press('C-s', 'C-s');
	await app.waitFor(/Enter\s+another/v);
	expect(statuses).toEqual([]);
	await app.press('another-key', 'Enter');
	await app.waitFor('API key accepted');
	expect(app.frame()).not.toContain('(401)');

	await app.press('C-s', 'C-s');
	await app.waitFor('this host is not allowed');
	expect(statuses).toEqual([400]);
	await app.press('C-u', pasted('https://example.com/hook'), 'C-s', 'C-s');
	await app.waitFor('✓ Created');
	expect(statuses).toEqual([400, 201]);
	expect(created).toEqual([
		{
			external_user_id: 'user-42',
			channel: 'WEBHOOK',
			delivery_location: 'https://example.com/hook',
			event_details: {
				network: 'ETH_MAINNET',
				event_type: 'ADDRESS_ACTIVITY',
				addresses: [address],
				filters: ['1000', '2000', '3000'].map(value => ({
					field_name: 'value',
					operator: 'gt',
					value,
					value_type: 'int',
				})),
			},
		},
	]);
});

test('a value that is there is replaced by typing, and given back by esc', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'user-42', 'Enter', 'e', 'Enter', 'ops@example.com', 'Enter', pasted(address), 'Enter');
	await app.waitFor('▌ Network');
	await app.press('BASE_MAINNET', 'Tab');
	expect(app.frame()).toMatch(/Network \* +BASE_MAINNET\n/v);
	await app.press('GRAPHQL', 'Escape');
	expect(app.frame()).toMatch(/▌ Event \* +ADDRESS_ACTIVITY *\n/v);
	await app.press('C-n', 'value gt 5 wei', 'Tab');
	expect(app.frame()).toContain('! Filter 1 type: "wei" is not a type that chainbell knows');
	expect(app.frame()).toContain('value > 5 (wei)');
});
