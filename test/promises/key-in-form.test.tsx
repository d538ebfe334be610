import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {body} from '../helpers/command-account.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {pasted} from '../helpers/screen.tsx';

const apiKey = 'cb_form_canary-7f3a';

test('the form sends nothing that contains the API key, in a new notification and in an edit', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [{id: 1, ...body('ops')}]);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey}, size: '120x40'});
	await app.waitFor('1 notification');
	const address = pasted('0x00000000219ab540356cBB839Cbe05303d7705Fa');
	await app.press(
		'n',
		pasted('user-1'),
		'Enter',
		'w',
		'Enter',
		pasted(`https://example.com/?key=${apiKey}`),
		'Enter',
		address,
		'C-s',
		'C-s',
	);
	await app.waitFor('Nothing was sent: it contains the API key');
	await app.press('Escape', 'Escape', 'Escape');
	await app.waitFor('1 notification');
	await app.press('e', 'C-u', pasted(apiKey), 'C-s');
	await app.waitFor(/Replace .*ID 1\b/v);
	await app.press('C-s');
	await app.waitFor('Nothing was sent: it contains the API key');
	expect(server.requests.filter(({method}) => method !== 'GET')).toEqual([]);
});
