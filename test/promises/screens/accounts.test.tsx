import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';
import {pasted} from '../../helpers/screen.tsx';
import {homeWith} from '../../helpers/two-profiles.ts';

/** The program with two profiles: production with four notifications, which is open, and staging with two. */
async function open() {
	const [production, staging] = [await temporarySandbox({samples: 4}), await temporarySandbox({samples: 2})];
	const home = await homeWith(production, staging);
	const app = await startApp({home: home.path, variables: {}});
	await app.waitFor('4 notifications · listed just now');
	return {
		...app,
		staging,
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await home[Symbol.asyncDispose]();
			await production[Symbol.asyncDispose]();
			await staging[Symbol.asyncDispose]();
		},
	};
}

test('Profiles', async () => {
	await using app = await open();
	await app.press('P');
	await app.waitFor('▌ production');
	expect(app.frame()).toMatch(/production +open, default +http/v);
	expect(app.frame()).toContain(app.staging.baseUrl);
	await app.press('j', 'Enter');
	await app.waitFor('2 notifications · listed just now');
	expect(app.frame()).toContain('staging');
});

test('Adding a profile', async () => {
	await using app = await open();
	await app.press('P', 'n');
	await app.waitFor('Base URL');
	const {baseUrl, apiKey} = app.staging;
	await app.press(pasted(baseUrl), 'Tab', pasted(apiKey), 'Tab', 'third', 'C-s');
	await app.waitFor('2 notifications · listed just now');
	expect(app.frame()).toContain('third');
	expect(app.frames.join('\n')).not.toContain(apiKey);
	expect(await readFile(path.join(app.home, 'config.yaml'), 'utf8')).toContain('third:');
});

test('Connecting', async () => {
	await using sandbox = await temporarySandbox({samples: 4});
	await using app = await startApp({isNew: true});
	await app.waitFor('as issued by the provider');
	for (const part of ['Base URL', 'API key', 'Save as', 'ctrl+t sandbox']) {
		expect(app.frame()).toContain(part);
	}

	await app.press(pasted(sandbox.baseUrl), 'Tab', pasted('wrong'), 'C-s');
	await app.waitFor('401');
	await app.press('C-u', pasted(sandbox.apiKey), 'C-s');
	await app.waitFor('4 notifications · listed just now');
	expect(app.frames.join('\n')).not.toContain(sandbox.apiKey);
});

/** A service with two accounts, each with its API key: the first with two notifications, the other with one. */
const startService = async () => {
	const recordOf = (id: number) => ({
		id,
		external_user_id: `user-${id}`,
		channel: 'EMAIL',
		delivery_location: `user-${id}@example.com`,
		event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
	});
	let own = [recordOf(1), recordOf(2)];
	return createHttpServer(({method, url, headers}, response) => {
		const key = headers.authorization?.replace('Bearer ', '');
		if (key !== 'own-key' && key !== 'renewed-key' && key !== 'other-key') {
			answer(response, 401, {message: 'Key revoked'});
		} else if (method === 'DELETE') {
			own = own.filter(({id}) => !url.endsWith(`/${id}/`));
			answer(response, 204);
		} else {
			answer(response, 200, key === 'other-key' ? [recordOf(9)] : own);
		}
	});
};

test('The API key', async () => {
	await using server = await startService();
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'own-key'}});
	await app.waitFor('2 notifications · listed just now');
	await app.press('K');
	await app.waitFor('The one in use stays until the');
	await app.press(pasted('wrong-key'), 'Enter');
	await app.waitFor('401');
	await app.press('C-u', pasted('renewed-key'), 'Enter');
	await app.waitFor('API key accepted');
	expect(app.frames.join('\n')).not.toMatch(/own-key|renewed-key/v);
});

test('Another account', async () => {
	await using server = await startService();
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'own-key'}});
	await app.waitFor('2 notifications · listed just now');
	await app.press('d');
	await app.waitFor('y delete');
	await app.press('y');
	await app.waitFor('1 notification ');
	await app.press('K', pasted('other-key'), 'Enter');
	await app.waitFor('Is this another account');
	expect(app.frame()).toMatch(/y (?:the )?same account/v);
	expect(app.frame()).toContain('n another account');
	await app.press('n');
	await app.waitFor('user-9');
	// Its history is another one.
	await app.press('H');
	await app.waitFor(' activity · ');
	expect(app.frame()).not.toContain('deleted 1');
});
