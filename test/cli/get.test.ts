import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {runOn, account, address, lines} from '../helpers/command-account.ts';
import {answering} from '../helpers/http-server.ts';
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
	const listing = (count: number) => answering(200, {results: [{id: 12_345}, {id: 7}], count});
	const says = async (exitCode: number, command: string, said: object, count = 2) => {
		expect(await runOn(listing(count), command)).toMatchObject({exitCode, ...said});
	};

	await says(5, 'get 8', {stdout: '[]\n', errors: ['There is no notification 8.']});
	await says(3, 'get 8 7 -ojsonl', {lines: ['{"id":"7"}'], errors: ['There is no notification 8.']});
	const partial = ['There is no notification 8 in this partial listing.', expect.any(String), expect.any(String)];
	await says(3, 'get 8', {errors: partial}, 3);
	await says(0, 'get 7', {}, 3);
	await says(2, 'get', {});
});

test('a listed record that cannot be read is not called missing', async () => {
	const listing = answering(200, [{id: 7, event_details: 'x'}, {id: 8}]);
	expect(await runOn(listing, 'get 7 8 9 -ojsonl')).toMatchObject({
		exitCode: 3,
		lines: ['{"id":"8"}'],
		errors: [
			matching(/^Not printed: listed, but not readable as a notification: 7 \(.+\)\.$/v),
			'chainbell list --json prints it as the service sent it.',
			'There is no notification 9.',
		],
	});
	expect(await runOn(listing, 'get 7')).toMatchObject({
		exitCode: 1,
		stderr: expect.not.stringContaining('no notification') as unknown,
	});
});
