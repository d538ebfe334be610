import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {defineCommand} from '../../source/cli/command.ts';
import {commands} from '../../source/cli/commands.ts';
import {openSession} from '../../source/cli/open-session.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {onlyOf} from '../../source/account/account-changes.ts';
import {temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {answering, answer, createHttpServer} from '../helpers/http-server.ts';
import {matching} from '../helpers/texts.ts';

const input: NotificationInput = {
	userId: 'u-1',
	channel: 'WEBHOOK',
	name: 'Treasury',
	recipient: 'https://example.com/hook',
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	addresses: [`0x${'1'.repeat(40)}`],
	filters: [{fieldName: 'value', operator: 'gt', value: '10', valueType: 'int'}],
	template: 'Hello {{user}}\nbye',
	topics: ['a', '', '', ''],
};

const create = defineCommand({
	name: 'make',
	summary: 'create the notification of the test',
	options: {},
	examples: {},
	exitCodes: [],
	load: async () => async run => {
		await using opened = await openSession(run);
		const {changes} = opened.session;
		const outcome = await changes.run([{kind: 'create', input}], {signal: new AbortController().signal});
		run.print(onlyOf(outcome)?.newId ?? outcome.kind);
		return 0;
	},
});

test('get prints the template and the topics that were sent from this machine; YAML is a file to create it again', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using home = await temporaryFolder();
	const options = {home: home.path, env: environmentOf(sandbox), table: [...commands, create], settlingTime: 100};
	const {stdout} = await runCommand(['make'], options);
	const id = stdout.trim();
	expect(id).toMatch(/^\d+$/v);
	const yaml = await runCommand(['get', id, '1'], options);
	expect(yaml).toMatchObject({exitCode: 0, stderr: ''});
	expect(yaml.stdout).toContain(`# ID ${id}\n- id: "${id}"\n  external_user_id: u-1\n`);
	expect(yaml.stdout).toContain('# ID 1; template unknown on this machine\n');
	const [body, sample] = parse(yaml.stdout) as Array<Record<string, unknown>>;
	expect(body).toEqual({
		id,
		external_user_id: 'u-1',
		channel: 'WEBHOOK',
		notification_name: 'Treasury',
		template: input.template,
		delivery_location: 'https://example.com/hook',
		event_details: {
			network: 'ETH_MAINNET',
			event_type: 'ADDRESS_ACTIVITY',
			addresses: input.addresses,
			filters: [{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'}],
			graphql: {topic_0: 'a'},
		},
	});
	expect(sample).toHaveProperty('id', '1');
	const json = await runCommand(['get', id, '--json'], options);
	expect(JSON.parse(json.stdout)).toEqual([body]);
});

test('IDs that are not listed: exit code 5, or 3 where others are found or the listing is partial', async () => {
	let count = 2;
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, {results: [{id: 12_345}, {id: 7}], count});
	});
	await using home = await temporaryFolder();
	const options = {home: home.path, env: environmentOf(server)};
	expect(await runCommand(['get', '8'], options)).toMatchObject({
		exitCode: 5,
		stdout: '[]\n',
		errors: ['There is no notification 8.'],
	});
	expect(await runCommand(['get', '8', '7', '-ojsonl'], options)).toMatchObject({
		exitCode: 3,
		lines: ['{"id":"7"}'],
		errors: ['There is no notification 8.'],
	});
	count = 3;
	expect(await runCommand(['get', '8'], options)).toMatchObject({
		exitCode: 3,
		errors: ['There is no notification 8 in this partial listing.', expect.any(String), expect.any(String)],
	});
	expect(await runCommand(['get', '7'], options)).toMatchObject({exitCode: 0});
	expect(await runCommand(['get'], options)).toMatchObject({exitCode: 2});
});

test('a listed record that cannot be read is not called missing', async () => {
	await using server = await createHttpServer(answering(200, [{id: 7, event_details: 'x'}, {id: 8}]));
	await using home = await temporaryFolder();
	const options = {home: home.path, env: environmentOf(server)};
	const run = await runCommand(['get', '7', '8', '9', '-ojsonl'], options);
	expect(run).toMatchObject({
		exitCode: 3,
		lines: ['{"id":"8"}'],
		errors: [
			matching(/^Not printed: listed, but not readable as a notification: 7 \(.+\)\.$/v),
			'chainbell list --json prints it as the service sent it.',
			'There is no notification 9.',
		],
	});
	expect(await runCommand(['get', '7'], options)).toMatchObject({
		exitCode: 1,
		stderr: expect.not.stringContaining('no notification') as unknown,
	});
});
