import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {address, body, clock} from '../helpers/command-account.ts';
import {startSmallService} from '../helpers/small-service.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const service = await startSmallService();
const files = await temporaryFolder();
const file = path.join(files.path, 'alerts.yaml');
const variables = {...environmentOf(service), NETWORK: 'ETH_MAINNET\n'};

let homes = 0;
let home = '';

/** Another machine, on an account without notifications. */
const startAfresh = () => {
	homes++;
	home = path.join(files.path, `home-${homes}`);
	mkdirSync(home);
	service.records.length = 0;
};

const run = async (argv: readonly string[], input = '') =>
	runCommand(argv, {home, input, env: variables, settlingTime: 5000, clock});

afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await files[Symbol.asyncDispose]();
});

beforeEach(startAfresh);

const write = (name: string, text: string): string => {
	const written = path.join(files.path, name);
	writeFileSync(written, text);
	return written;
};

/** A file with one entry whose texts all have white space around them, where YAML allows it. */
const padded = `version: 1
notifications:
- external_user_id: " ops "
  channel: "WEBHOOK "
  notification_name: >
    Treasury

  delivery_location: {file: hook.txt}
  template: {file: template.txt}
  event_details:
    network: {env: NETWORK}
    event_type: " ADDRESS_ACTIVITY"
    addresses: ["${address} "]
    filters: [{field_name: " value", operator: "gt ", value: " 10 ", value_type: " int "}]
    graphql: {topic_0: " 0x${'0'.repeat(64)}\\n"}
`;

const sent = {
	external_user_id: 'ops',
	channel: 'WEBHOOK',
	notification_name: 'Treasury',
	delivery_location: 'https://hooks.example/in',
	template: ' Hello\n',
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: [address],
		filters: [{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'}],
		graphql: {topic_0: `0x${'0'.repeat(64)}`},
	},
};

const posted = (): unknown => service.posted().at(-1);

const writePadded = () => {
	write('hook.txt', 'https://hooks.example/in\n');
	write('template.txt', ' Hello\n');
	writeFileSync(file, padded);
};

test('apply and create -f send what a file says without the white space around it, and the template as it is', async () => {
	writePadded();
	expect(await run(['validate', file])).toMatchObject({exitCode: 0});
	expect(await run(['apply', file, '--yes'])).toMatchObject({exitCode: 0});
	expect(posted()).toStrictEqual(sent);
	startAfresh();
	expect(await run(['create', '-f', file])).toMatchObject({exitCode: 0});
	expect(posted()).toStrictEqual(sent);
});

test('padded cells of a CSV file are sent without the white space around them, and its template as it is', async () => {
	const csv = write(
		'rows.csv',
		` User ,channel,to,name,network,event,address,template,id,filter.0.field,filter.0.operator,filter.0.value,filter.0.type\n ops , webhook ,"https://hooks.example/in\n", Treasury ,ETH_MAINNET\t, ADDRESS_ACTIVITY," ${address} "," Hello\n", ,value , gt," 10 ",int \n`,
	);
	expect(await run(['import', csv, '--yes'])).toMatchObject({exitCode: 0});
	const {
		event_details: {graphql, ...details},
		...others
	} = sent;
	expect(posted()).toStrictEqual({...others, event_details: details});
	startAfresh();
	expect(await run(['import', csv, '--raw', '--yes'])).toMatchObject({exitCode: 0});
	expect(posted()).toStrictEqual({...others, event_details: details});
});

test('options are sent without the white space around them, filters too, and the template as it is', async () => {
	expect(
		await run([
			'create',
			'--user',
			' ops ',
			'--channel',
			' webhook',
			'--to',
			'https://hooks.example/in\n',
			'--name',
			' Treasury ',
			'--network',
			'ETH_MAINNET ',
			'--event',
			' ADDRESS_ACTIVITY',
			'--address',
			` ${address}`,
			'--template',
			' Hello\n',
			'--filter',
			' value gt 10 int ',
			'--topic',
			` 0x${'0'.repeat(64)}`,
		]),
	).toMatchObject({exitCode: 0});
	expect(posted()).toStrictEqual(sent);
	const [{id}] = service.records as [{readonly id: number}];
	expect(
		await run([
			'edit',
			String(id),
			'--set',
			'filter.0.value= 20 ',
			'--set',
			'name= New ',
			'--set',
			'template= Bye\n',
			'--yes',
		]),
	).toMatchObject({exitCode: 0});
	expect(posted()).toMatchObject({
		notification_name: 'New',
		template: ' Bye\n',
		event_details: {filters: [{value: '20'}]},
	});
});

test('what a listing had is carried as it was by an edit and by create -f: other texts, and the other filters of a changed one', async () => {
	const odd = {
		...body('ops'),
		notification_name: ' Treasury ',
		channel: 'PAGER ',
		event_details: {
			...body('ops').event_details,
			network: 'N ',
			filters: [
				{field_name: 'asset', operator: 'eq', value: ' USDC ', value_type: 'str'},
				{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'},
			],
		},
	};
	const {template, ...listed} = odd;
	service.records.push({...listed, id: 901});
	expect(
		await run(['edit', '901', '--set', 'filter.1.value= 20 ', '--accept-unknown-template', '--yes']),
	).toMatchObject({exitCode: 0});
	expect(posted()).toStrictEqual({
		...listed,
		event_details: {
			...odd.event_details,
			filters: [odd.event_details.filters[0], {...odd.event_details.filters[1], value: '20'}],
		},
	});
	const {stdout} = await run(['list', '-o', 'jsonl']);
	startAfresh();
	expect(await run(['create', '-f', '-'], stdout)).toMatchObject({exitCode: 0});
	expect(posted()).toMatchObject({
		notification_name: ' Treasury ',
		channel: 'PAGER ',
		event_details: {network: 'N ', filters: [{value: ' USDC '}, {value: '20'}]},
	});
});
