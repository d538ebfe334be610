import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {stringify} from 'yaml';
import {environmentOf} from '../helpers/command.ts';
import {account, body, createCommand, lines} from '../helpers/command-account.ts';
import {answering, createHttpServer} from '../helpers/http-server.ts';
import {containing, matching} from '../helpers/texts.ts';

const policies = [
	'protect: name:Treasury',
	'policies:',
	'  - {refuse: "channel:email not:to:example.com", say: Mail stays in the company}',
	'  - {warn: "not:filter:value", say: No lower bound on the value}',
	'',
].join('\n');

/** An account with 1 and 2, whose creation no policy prevented yet. */
async function place() {
	const opened = await account();
	await opened.ends(0, 'create -f -', {
		input: lines(body('a', {notification_name: 'Treasury'}), body('b', {delivery_location: 'b@elsewhere.net'})),
	});
	opened.write(policies, 'config.yaml');
	return {
		...opened,
		file: (...notifications: readonly object[]) => opened.write({version: 1, notifications}),
	};
}

test('what a policy refuses is not sent, and nothing overrides that', async () => {
	await using at = await place();
	const elsewhere = createCommand.replace('example.com', 'elsewhere.net');
	const commands: ReadonlyArray<readonly [command: string, input?: string]> = [
		[elsewhere],
		[`${elsewhere} --accept-invalid --allow-duplicate`],
		[`${elsewhere} --dry-run`],
		['create -f -', lines(body('c'), body('d', {delivery_location: 'd@elsewhere.net'}))],
		['clone 1 --set to=c@elsewhere.net'],
		['edit 2 --set "name=Still elsewhere" --yes'],
		['edit --all --set to=c@elsewhere.net --unprotect --accept-invalid --yes'],
		[`plan ${at.file(body('c', {delivery_location: 'c@elsewhere.net'}))}`],
		[`apply ${at.file(body('c', {delivery_location: 'c@elsewhere.net'}))} --accept-invalid --yes`],
	];
	for (const [command, input = ''] of commands) {
		await at.says(5, command, {stdout: '', stderr: containing('breaks a policy: Mail stays in the company')}, {input});
	}

	expect(await at.values('user')).toEqual(['a', 'b']);
	expect(await at.run(`${elsewhere} --json`)).toMatchObject({
		stderr: containing('"issues":[{"field":"channel","message":"breaks a policy: Mail stays in the company"}]'),
	});
});

test('validate checks the policies of the profile without a network, each at its line', async () => {
	await using at = await place();
	const file = at.file(body('c', {delivery_location: 'c@elsewhere.net'}), body('d'));
	const offline = {env: {}};
	await at.says(
		5,
		`validate ${file}`,
		{
			errors: [
				`Warning: ${file}, line 8, column 7: event_details.filters breaks a policy: No lower bound on the value.`,
				`Warning: ${file}, line 17, column 7: event_details.filters breaks a policy: No lower bound on the value.`,
				`${file}:4:14: channel breaks a policy: Mail stays in the company`,
				`Nothing was sent: 1 mistake in ${file}.`,
				'Correct the file and run it again.',
			],
		},
		offline,
	);

	const own = path.join(at.home, 'own.yaml');
	writeFileSync(
		path.join(at.home, 'config.yaml'),
		'profiles:\n  one: {baseUrl: https://one.example, apiKeyEnv: ONE}\n  two:\n    baseUrl: https://two.example\n    apiKeyEnv: TWO\n    policies: [{refuse: "user:=c", say: Not c}]\n',
		{mode: 0o600},
	);
	writeFileSync(own, stringify({version: 1, profile: 'two', notifications: [body('c')]}));
	await at.says(5, `validate ${own}`, 'external_user_id breaks a policy: Not c', offline);
	await at.ends(0, `validate ${file}`, offline);
	await at.ends(5, `validate ${file} --profile two`, offline);
	await at.says(5, `validate ${file} --profile three`, 'no profile three', offline);
	writeFileSync(path.join(at.home, 'config.yaml'), 'policies: [{refuse: "usr:c", say: Not c}]\n', {mode: 0o600});
	await at.says(
		1,
		`validate ${file}`,
		{stdout: '', stderr: containing('A rule of config.yaml cannot be used')},
		offline,
	);
});

test('a policy that warns does not stop a change', async () => {
	await using at = await place();
	await at.says(0, createCommand, {errors: ['Warning: --filter breaks a policy: No lower bound on the value.']});
	await at.says(0, 'edit 2 --set to=b@example.com --yes --quiet', {errors: []});
	await at.says(0, ['apply', at.file(body('c')), '--yes'], 'breaks a policy: No lower bound on the value');
});

test('check lists what breaks a policy, and counts what is protected', async () => {
	await using at = await place();
	await at.says(0, 'check', {
		lines: [
			'1\twarn\tNo lower bound on the value\tTreasury\ta\tconfig.yaml line 4',
			'2\trefuse\tMail stays in the company\t\tb\tconfig.yaml line 3',
			'2\twarn\tNo lower bound on the value\t\tb\tconfig.yaml line 4',
		],
		errors: ['2 of 2 break a policy: 1 refused, 2 warned of. 1 is protected.'],
	});
	await at.says(10, 'check user:=b --exit-code -o jsonl', {
		stdout: containing(
			'{"id":"2","policy":"refuse","say":"Mail stays in the company","name":"","user":"b","query":"channel:email not:to:example.com","place":"config.yaml line 3"}\n',
		),
	});
	await at.says(0, 'check -o csv', {stdout: containing('id,policy,say,name,user,place')});
	await at.says(0, 'check user:=none --exit-code --json', {
		stdout: '[]\n',
		errors: ['None of 0 breaks a policy. None is protected.'],
	});
	await at.ends(2, 'check usr:none');
});

test('a partial listing is checked, and said', async () => {
	await using at = await place();
	await using service = await createHttpServer(
		answering(200, `{"results":[${JSON.stringify({id: 1, ...body('c')})}],"count":7}`),
	);
	await at.says(
		3,
		'check --exit-code',
		{lines: [matching(/^1\twarn/v)], stderr: containing('Partial listing')},
		{env: environmentOf(service)},
	);
});

test('check and doctor say which rule cannot be used', async () => {
	await using at = await place();
	writeFileSync(
		path.join(at.home, 'config.yaml'),
		`${policies}profiles: {work: {baseUrl: "https://api.example.com/", apiKeyEnv: KEY, protect: "usr:ops"}}\n`,
	);
	await at.says(1, 'doctor', {
		stdout: containing(
			'✗ rules     config.yaml line 5: protect: Unknown field "usr:". Did you mean user:? Put text with a colon in quotes',
		),
	});
	await at.ends(0, 'check');
	writeFileSync(path.join(at.home, 'config.yaml'), `${policies}  - {warn: "usr:ops", say: Ops}\n`);
	await at.says(1, 'check --exit-code', {
		stdout: containing('2\trefuse\t'),
		// It counts nothing: the rule might protect or refuse more.
		errors: [matching(/^A rule of config\.yaml cannot be used: config\.yaml line 5: warn: Unknown field/v)],
	});
	writeFileSync(path.join(at.home, 'config.yaml'), policies);
	expect(await at.run('doctor')).toMatchObject({stdout: containing('✓ rules     1 protect, 2 policies')});
});
