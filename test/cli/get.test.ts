import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {temporaryFolder} from '../helpers/app.tsx';
import {account, address, lines} from '../helpers/command-account.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {answering, answer, createHttpServer} from '../helpers/http-server.ts';
import {matching} from '../helpers/texts.ts';

test('get prints the template and the topics that were sent from this machine; YAML is a file to create it again', async () => {
	await using place = await account(1);
	const sent = {
		external_user_id: 'u-1',
		channel: 'WEBHOOK',
		notification_name: 'Treasury',
		template: 'Hello {{user}}\nbye',
		delivery_location: 'https://example.com/hook',
		event_details: {
			network: 'ETH_MAINNET',
			event_type: 'ADDRESS_ACTIVITY',
			addresses: [address],
			filters: [{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'}],
			graphql: {topic_0: 'a'},
		},
	};
	await place.ends(0, 'create -f - --accept-invalid', {input: lines(sent)});
	const yaml = await place.says(0, 'get 2 1', {stderr: ''});
	expect(yaml.stdout).toContain('# ID 2\n- id: "2"\n  external_user_id: u-1\n');
	expect(yaml.stdout).toContain('# ID 1; template unknown on this machine\n');
	const [body, sample] = parse(yaml.stdout) as Array<Record<string, unknown>>;
	expect(body).toEqual({id: '2', ...sent});
	expect(sample).toHaveProperty('id', '1');
	const json = await place.run('get 2 --json');
	expect(JSON.parse(json.stdout)).toEqual([body]);
});

test('IDs that are not listed: exit code 5, or 3 where others are found or the listing is partial', async () => {
	let count = 2;
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, {results: [{id: 12_345}, {id: 7}], count});
	});
	await using home = await temporaryFolder();
	const options = {home: home.path, env: environmentOf(server)};
	expect(await runCommand('get 8', options)).toMatchObject({
		exitCode: 5,
		stdout: '[]\n',
		errors: ['There is no notification 8.'],
	});
	expect(await runCommand('get 8 7 -ojsonl', options)).toMatchObject({
		exitCode: 3,
		lines: ['{"id":"7"}'],
		errors: ['There is no notification 8.'],
	});
	count = 3;
	expect(await runCommand('get 8', options)).toMatchObject({
		exitCode: 3,
		errors: ['There is no notification 8 in this partial listing.', expect.any(String), expect.any(String)],
	});
	expect(await runCommand('get 7', options)).toMatchObject({exitCode: 0});
	expect(await runCommand('get', options)).toMatchObject({exitCode: 2});
});

test('a listed record that cannot be read is not called missing', async () => {
	await using server = await createHttpServer(answering(200, [{id: 7, event_details: 'x'}, {id: 8}]));
	await using home = await temporaryFolder();
	const options = {home: home.path, env: environmentOf(server)};
	const run = await runCommand('get 7 8 9 -ojsonl', options);
	expect(run).toMatchObject({
		exitCode: 3,
		lines: ['{"id":"8"}'],
		errors: [
			matching(/^Not printed: listed, but not readable as a notification: 7 \(.+\)\.$/v),
			'chainbell list --json prints it as the service sent it.',
			'There is no notification 9.',
		],
	});
	expect(await runCommand('get 7', options)).toMatchObject({
		exitCode: 1,
		stderr: expect.not.stringContaining('no notification') as unknown,
	});
});
