import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {address, body, clock} from '../helpers/command-account.ts';
import {startSmallService} from '../helpers/small-service.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const service = await startSmallService();
const files = await temporaryFolder();
const file = path.join(files.path, 'alerts.yaml');

afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await files[Symbol.asyncDispose]();
});

let homes = 0;

/** A command on a machine that has never seen the account. */
const run = async (...argv: readonly string[]) => {
	homes++;
	const home = path.join(files.path, `home-${homes}`);
	mkdirSync(home);
	return runCommand(argv, {home, env: environmentOf(service), settlingTime: 5000, clock});
};

const listed = (user: string, change: object = {}, details: object = {}) => {
	const {template, ...record} = body(user, change);
	return {...record, event_details: {...record.event_details, ...details}};
};

const serve = (...records: readonly object[]) => {
	service.records.splice(0, Infinity, ...records.map((record, index) => ({...record, id: index + 1})));
};

beforeEach(() => {
	serve(listed('ops', {notification_name: 'Treasury'}), listed('other'));
});

const edit = (from: string, to: string) => {
	writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};

test('the first edit of an exported account is made only if the loss of the unknown template is accepted', async () => {
	expect(await run('export', '--out', file)).toMatchObject({exitCode: 0});
	edit('name: Treasury', 'name: Payroll');
	const refusal =
		'Not replaced, because the template or topics are unknown on this machine and would be lost: 1. --accept-unknown-template replaces it. Add `template:` to line 5, or `template: ""` to drop it.';
	expect(await run('plan', file)).toMatchObject({
		exitCode: 0,
		lines: [refusal, 'No changes: 1 unchanged, 1 not replaced.'],
	});
	expect(await run('plan', file, '--exit-code')).toMatchObject({exitCode: 10});
	expect(await run('apply', file, '--yes')).toMatchObject({exitCode: 3, errors: [refusal, expect.anything()]});
	expect(service.records).toMatchObject([{id: 1}, {id: 2}]);
	const accept = '--accept-unknown-template';
	const warning = 'Replacing 1 loses its template, if any: the service returns none.';
	expect(await run('plan', file, accept)).toMatchObject({
		exitCode: 0,
		lines: [
			`~ replace 1  Payroll  ops  EMAIL  ops@example.com  (${file}, line 5)`,
			'    notification_name: Treasury → Payroll',
			warning,
			'1 to replace; 1 unchanged.',
		],
	});
	expect(await run('plan', file, accept, '--json')).toMatchObject({
		exitCode: 0,
		stdout: expect.stringContaining('"losing": [\n    "1"\n  ]') as string,
	});
	expect(await run('apply', file, accept, '--yes')).toMatchObject({
		exitCode: 0,
		errors: [warning, 'Changed 1 of 1. This is change 1.'],
	});
	expect(service.records).toMatchObject([{id: 2}, {notification_name: 'Payroll'}]);
	expect(await run('apply', file, '--yes')).toMatchObject({exitCode: 0, errors: ['No changes: 2 unchanged.']});
});

const topic = `0x${'0'.repeat(64)}`;

/** Notifications that the form would refuse, and others that are read in another way than they are listed. */
const odd = [
	listed('u-1', {channel: 'PAGER'}),
	listed('u-2', {delivery_location: ''}),
	listed('u-3', {delivery_location: 'nobody'}),
	listed('u-4', {}, {addresses: []}),
	listed('u-5', {}, {addresses: ['0x1', address]}),
	listed('u-6', {}, {addresses: ['bc1q']}),
	listed('u-7', {}, {addresses: [address.replace('d', 'D')]}),
	listed('u-8', {}, {network: ''}),
	listed('u-9', {}, {event_type: null}),
	listed('u-10', {}, {filters: [{field_name: '', operator: '', value: '', value_type: ''}]}),
	listed('u-11', {}, {filters: [{value: 3}]}),
	listed('', {delivery_location: 'nobody@example.com'}),
	listed('u-12', {to: 'x', delivery_location: ''}),
	listed('u-13', {}, {graphql: 7}),
	listed('u-14', {}, {graphql: {topic_0: 'x', other: 1}}),
	listed('u-15', {}, {graphql: {topic_0: topic}}),
	listed(' u-16', {notification_name: ' Treasury '}, {network: 'N '}),
	listed('u-17', {notification_name: null, priority: {value: {env: 'HOME'}}}),
	listed('u-18', {notification_name: '@here: - {a}'}),
	{...listed('u-19'), external_user_id: 19},
];

test('what export and pull write of any account validates, and needs no change', async () => {
	serve(...odd);
	for (const command of ['export', 'pull']) {
		writeFileSync(file, 'version: 1\nscope: all\nnotifications: []\n');
		expect(
			command === 'pull' ? await run('pull', file, '--yes') : await run('export', '--out', `${file}.new.yaml`),
		).toMatchObject({exitCode: 0});
		const written = command === 'pull' ? file : `${file}.new.yaml`;
		expect(await run('validate', written)).toMatchObject({exitCode: 0});
		expect(await run('plan', written, '--exit-code')).toMatchObject({
			exitCode: 0,
			lines: expect.arrayContaining([`No changes: ${odd.length} unchanged.`]) as string[],
		});
		expect(await run('create', '-f', written, '--allow-duplicate', '--dry-run')).toMatchObject({exitCode: 0});
		// An ID changes with every edit, so that only what would be refused has one.
		expect(readFileSync(written, 'utf8').match(/^(?:- | {2})id: /gmv)).toHaveLength(15);
	}
});

test.each(['user:=ops', 'ops', '/^Treas/', '', 'id:1', 'not:id:2', 'ops | id:2'])(
	'what export writes of the query "%s" validates, and needs no change',
	async query => {
		const out = path.join(files.path, `${encodeURIComponent(query)}.yaml`);
		expect(await run('export', ...query.split(' '), '--out', out)).toMatchObject({exitCode: 0});
		expect(await run('validate', out)).toMatchObject({exitCode: 0});
		expect(await run('plan', out, '--exit-code')).toMatchObject({exitCode: 0});
	},
);

const mistaken: ReadonlyArray<readonly [name: string, entry: object]> = [
	['a wrong checksum', listed('u', {}, {addresses: [address.replace('d', 'D')]})],
	['no e-mail address', listed('u', {delivery_location: 'nobody'})],
	['an unknown channel', listed('u', {channel: 'PAGER'})],
	['no address', listed('u', {}, {addresses: []})],
	['two addresses', listed('u', {}, {addresses: [address, '0x1']})],
	['no operator', listed('u', {}, {filters: [{field_name: 'value', operator: '', value: '1', value_type: 'int'}]})],
	['a topic that is none', listed('u', {}, {graphql: {topic_0: 'x'}})],
	['a misspelled field', {...listed('u'), delivery_location: undefined, delivery_locaton: 'a@example.com'}],
	[
		'no mistake',
		listed('u', {}, {filters: [{field_name: 'value', operator: 'between', value: '', value_type: 'int'}]}),
	],
	['white space', listed(' u ', {channel: 'EMAIL '})],
];

test.each(mistaken)(
	'validate, plan and create -f agree about an entry with %s, also where the account has it',
	async (_name, entry) => {
		writeFileSync(
			file,
			`version: 1\nnotifications:\n- ${JSON.stringify(listed('right'))}\n- ${JSON.stringify(entry)}\n`,
		);
		for (const account of [[], [entry]]) {
			serve(...account);
			for (const more of [[], ['--accept-invalid']]) {
				const results = [
					await run('validate', file, ...more),
					await run('plan', file, ...more),
					await run('apply', file, '--dry-run', ...more),
					await run('create', '-f', file, '--allow-duplicate', '--dry-run', ...more),
				];
				const errors = results.map(({exitCode, errors: told}) =>
					exitCode === 0 ? [] : told.filter(line => !line.startsWith('Correct ')),
				);
				expect(errors.slice(1)).toStrictEqual([errors[0], errors[0], errors[0]]);
			}
		}
	},
);
