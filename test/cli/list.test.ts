import {runOn} from '../helpers/command-account.ts';
import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {createOutput} from '../../source/terminal/output.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {stillClock} from '../helpers/app.tsx';
import {wordsOf, type CommandLine, type CommandOptions} from '../helpers/command.ts';
import {deepRecord, ordinary} from '../helpers/hostile-listings.ts';
import {answering, answer, type Handler} from '../helpers/http-server.ts';
import {containing, matching} from '../helpers/texts.ts';

const key = 'key-for-the-test';

const records = [
	'{"id":12345678901234567890,"external_user_id":"u-1","channel":"EMAIL",' +
		'"notification_name":"caf\u{E9}\\u0007\u{202E}x","delivery_location":"a@example.com",' +
		'"event_details":{"network":"ETH_MAINNET","event_type":"ADDRESS_ACTIVITY","addresses":["0x01","0x02"],"filters":[]},"unknown":{"kept":[1.5,null]}}',
	'{"id":2,"external_user_id":"u-2","channel":"WEBHOOK","notification_name":"plain","delivery_location":"https://example.com/","event_details":null}',
	'{"no":"id"}',
];

/** A record as it is printed: with its ID as text. */
const printed = (record: string) => record.replace(/^\{"id":(?<id>\d+)/v, '{"id":"$<id>"');

const list: Handler = answering(200, `[${records.join(',\n')}]`);

const run = async (handler: Handler, args: CommandLine = [], options: Partial<CommandOptions> = {}) =>
	runOn(handler, ['list', ...wordsOf(args)], options);

test('JSON has every record as received but for the ID, which is text, including long digits, unknown fields and unreadable records', async () => {
	const {exitCode, lines, errors} = await run(list, '-o jsonl');
	expect(lines).toEqual(records.map(record => printed(record)));
	expect({exitCode, errors}).toEqual({exitCode: 0, errors: []});
	const document = await run(list, '--json');
	expect(document.stdout).toBe(`[${lines.join(',\n')}]\n`);
	expect(await run(list, '-o json')).toEqual(document);
	expect(await run(list, '--json nothing')).toMatchObject({stdout: '[]\n'});
});

test('an ID is text wherever it is in its record, and nothing else of the record changes', async () => {
	const others = String.raw`"a" : {"id": 1.50}, "\"id\"": [{"id":2}, 1e400], "b":"caf\u00e9 \"id\":3,{"`;
	const {lines} = await run(
		answering(200, `[{${others}, "id" : -1.0e3 , "z":7},{${others},"id":"8"},{ "id": 9},{"name":{},"id"\r:5}]`),
		['-ojsonl'],
	);
	expect(lines).toEqual([
		`{${others}, "id" : "-1.0e3" , "z":7}`,
		`{${others},"id":"8"}`,
		'{ "id": "9"}',
		'{"name":{},"id"\r:"5"}',
	]);
});

test('a record received on several lines is printed on one', async () => {
	const {lines} = await run(
		answering(200, '[\n  {\n    "id": 12345678901234567890,\r\n    "name": "a\\nb"\n  }\n]'),
		'-ojsonl',
	);
	expect(lines).toEqual([String.raw`{"id":"12345678901234567890","name":"a\nb"}`]);
});

test('on a terminal, an API key in a record is hidden, however it is escaped; in a pipe records stay as received', async () => {
	const slashed = 'canary/key/of-list';
	keepSecret(slashed);
	const repeating = [
		`{"id":12345678901234567890,"notification_name":"${key}"}`,
		String.raw`{"id":2,"notification_name":"canary\/key\u002fof-list"}`,
		`{"id":3,"${key}":{"x":["Bearer ${key}"]}}`,
	];
	const respond: Handler = answering(200, `[${repeating.join(',')}]`);

	const {lines} = await run(respond, '-o jsonl', {columns: {output: 80}});
	expect(lines).toEqual([
		'{"id":"12345678901234567890","notification_name":"[API key]"}',
		'{"id":"2","notification_name":"[API key]"}',
		'{"id":"3","[API key]":{"x":["Bearer [API key]"]}}',
	]);
	const piped = await run(respond, '-o jsonl');
	expect(piped.lines).toEqual(repeating.map(record => printed(record)));
});

test('in a pipe a line has the sanitised columns, tab-separated', async () => {
	// A query of spaces is none.
	const {lines} = await run(list, [' ']);
	expect(lines).toEqual([
		'12345678901234567890\tcaf\u{E9}␇<U+202E>x\tEMAIL\tu-1\ta@example.com\tETH_MAINNET\tADDRESS_ACTIVITY\t0x01 0x02',
		'2\tplain\tWEBHOOK\tu-2\thttps://example.com/\t\t\t',
		'?\tcannot be read: id is missing or of an unexpected type',
	]);
});

test('of a listing that is damaged, how much was read is said', async () => {
	const {exitCode, errors} = await run(answering(200, `[${records[1]},`));
	expect(exitCode).toBe(3);
	expect(errors[0]).toBe('Partial listing: 1 notification read. The response broke off, or is damaged.');
});

test('a failure is reported with what the service says, without the API key', async () => {
	const refuse: Handler = answering(
		401,
		{error: 'Unauthorized', message: `Invalid API key ${key}`},
		{'x-request-id': 'r-1'},
	);

	const {exitCode, stdout, errors} = await run(refuse);
	expect({exitCode, stdout}).toEqual({exitCode: 4, stdout: ''});
	expect(errors).toEqual([
		'The service rejected the API key (401). The service said: "Invalid API key [API key]".',
		'Correct CHAINBELL_API_KEY.',
	]);
	const asJson = await run(refuse, '--json');
	const [json = ''] = asJson.errors;
	expect(json).not.toContain(key);
	expect(JSON.parse(json)).toEqual({
		code: 'unauthorized',
		message: 'The service rejected the API key (401). The service said: "Invalid API key [API key]".',
		hint: 'Correct CHAINBELL_API_KEY.',
		outcome: 'rejected',
		status: 401,
		requestId: 'r-1',
		issues: [],
		notices: [],
	});
});

test('without an account, or without its API key, it explains how to set one up', async () => {
	expect(await run(list, '', {env: {}})).toMatchObject({
		exitCode: 4,
		errors: ['No account is set up.', containing('--base-url')],
	});
	expect(await run(list, '', {env: {CHAINBELL_BASE_URL: 'https://api.example.com/'}})).toMatchObject({
		exitCode: 4,
		errors: ['Could not open an account: CHAINBELL_API_KEY is not set.', expect.any(String) as unknown],
	});
	expect(await run(list, '--profile none', {env: {}})).toMatchObject({exitCode: 5});
	expect(
		await run(list, '', {env: {CHAINBELL_BASE_URL: 'http://api.example.com/', CHAINBELL_API_KEY: key}}),
	).toMatchObject({exitCode: 5});
});

test('records are written in large chunks, all of them, until the reader closes the pipe', async () => {
	const many: Handler = answering(
		200,
		Array.from({length: 3000}, (_, id) => ({id, notification_name: 'x'.repeat(100)})),
	);

	const texts: string[] = [];
	const {lines} = await run(many, '-o jsonl', {
		onWrite(text) {
			texts.push(text);
			return true;
		},
	});
	expect(lines.map(line => (JSON.parse(line) as {id: string}).id)).toEqual(
		Array.from({length: 3000}, (_, id) => String(id)),
	);
	expect(texts.length).toBeGreaterThan(1);
	expect(texts.length).toBeLessThan(10);

	let writes = 0;
	const {exitCode} = await run(many, '', {
		onWrite() {
			writes++;
			return false;
		},
	});
	expect({exitCode, writes}).toEqual({exitCode: 0, writes: 1});
});

test('a closed pipe is no error; a full disk is', async () => {
	const failing = (code: string) =>
		createOutput(
			() =>
				new PassThrough({
					transform(_chunk, _encoding, done) {
						done(Object.assign(new Error('of the test'), {code}));
					},
				}),
		);

	await expect(createOutput(() => new PassThrough()).write('x')).resolves.toBe(true);
	await expect(failing('EPIPE').write('x')).resolves.toBe(false);
	await expect(failing('ENOSPC').write('x')).rejects.toThrow('of the test');
});

test('IDs that are listed more than once are reported; the listing is complete', async () => {
	const {exitCode, lines, errors} = await run(
		answering(200, [{id: 1, channel: 'FIRST'}, {id: 1, channel: 'SECOND'}, {id: 2}]),
		'-o jsonl',
	);
	expect({exitCode, lines, errors}).toEqual({
		exitCode: 0,
		lines: ['{"id":"1","channel":"FIRST"}', '{"id":"2"}'],
		errors: ['The service lists 1 ID more than once. Its first record is shown.'],
	});
});

test('records that are too deep or too large do not keep the others from being printed', async () => {
	const deep = deepRecord(6000);
	const large = `{"id":3,"notification_name":"${'x'.repeat(1_100_000)}"}`;
	const handler: Handler = answering(200, `[${ordinary},${deep},${large}]`);

	expect(await run(handler)).toMatchObject({
		exitCode: 0,
		errors: [],
		lines: [
			matching(/^1\tTreasury\t/v),
			'?\tcannot be read: nested deeper than 100 levels (12.2 kB)',
			'?\tcannot be read: 1.1 MB, larger than 1 MB (limits.record in config.yaml)',
		],
	});
	expect(await run(handler, '-o jsonl')).toMatchObject({
		exitCode: 0,
		lines: [
			printed(ordinary),
			printed(deep),
			JSON.stringify({
				unreadable: '1.1 MB, larger than 1 MB (limits.record in config.yaml)',
				beginning: large.slice(0, 2000),
			}),
		],
		errors: [
			'1 record is too large; only the beginning is printed, as a string. To read more, raise limits.record of the profile in config.yaml.',
		],
	});
	expect(await run(handler, 'treasury')).toMatchObject({lines: [containing('Treasury')]});
});

const plainRecords: Handler = answering(200, [
	{
		id: 1,
		external_user_id: 'u-1',
		channel: 'EMAIL',
		notification_name: 'first',
		event_details: {
			network: 'ETH_MAINNET',
			filters: [{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'}],
		},
	},
	{id: -2, external_user_id: 'u-2', channel: 'WEBHOOK', notification_name: 'second'},
	{id: 'three', external_user_id: 'u-2', channel: 'WEBHOOK', notification_name: 'third'},
]);

test('--columns chooses and orders the columns, by any name of a field', async () => {
	expect(await run(plainRecords, '--columns "external_user_id,ID, to,filters" --limit 1')).toMatchObject({
		exitCode: 0,
		lines: ['u-1\t1\t\tvalue > 10 (int)'],
	});
	expect(await run(plainRecords, '--columns name,filter --limit 1 -o csv')).toMatchObject({
		lines: ['name,filters\r', containing('""field_name"":""value""')],
	});
	const {lines} = await run(plainRecords, '--columns user,name,id --limit 1 --no-color', {
		columns: {output: 80},
	});
	expect(lines).toEqual(['USER  NAME   ID', 'u-1   first  1']);
});

test.each([
	['--columns id,recipeint', '--columns knows no field "recipeint". Did you mean recipient?'],
	[
		'--columns id,,name',
		'--columns needs the name of a field. The fields are id, name, channel, user, recipient, filter, network, address, event, label.',
	],
	[
		'--columns xyzzy',
		'--columns knows no field "xyzzy". The fields are id, name, channel, user, recipient, filter, network, address, event, label.',
	],
	[
		'--columns id -o jsonl',
		'--columns is for table, tsv and csv. JSON and YAML have the whole record; jq chooses members of it.',
	],
	['--columns id -o name', '--columns is for table, tsv and csv. -o name prints the ID alone.'],
	['--watch', '--watch redraws a table on a terminal. To print each change, run chainbell watch.'],
])('%j is refused before anything is requested', async (args, message) => {
	const handler: Handler = () => {
		throw new Error('requested');
	};

	expect(await run(handler, args)).toMatchObject({
		exitCode: 2,
		stdout: '',
		errors: [message, 'Run chainbell list --help for help.'],
	});
});

test('-o name prints an ID on each line, and leaves out those that xargs or a shell would change', async () => {
	const ids = [1, '-3', 'a-b', '-n', 'a b', "it's", 'a"b', String.raw`a\b`, 'a\nb', 'a\u{202E}b', ''];
	const odd: Handler = answering(200, [...ids.map(id => ({id, channel: 'EMAIL'})), {no: 'id'}]);

	const {exitCode, lines, errors} = await run(odd, '-o name');
	expect({exitCode, lines}).toEqual({exitCode: 3, lines: ['1', '-3', 'a-b']});
	expect(errors).toEqual([matching(/^9 records are left out: /v)]);
});

test('in a pipe a repeated wait has a line of its own', async () => {
	let refused = 0;
	const {errors} = await run(
		(request, response) => {
			if (refused++ < 2) {
				answer(response, 503, []);
			} else {
				void list(request, response);
			}
		},
		[],
		{clock: stillClock},
	);
	expect(errors).toEqual([containing('attempt 3 of 4')]);
});
