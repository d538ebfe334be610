import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {account, body, lines} from '../helpers/command-account.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {containing} from '../helpers/texts.ts';

/** Two accounts: production, which `list` and `values` show, and staging. `rules`: more settings of production. `service`: another staging. */
async function twoAccounts(
	staged: readonly object[],
	listed: readonly object[] = [],
	{rules = '', service}: {readonly rules?: string; readonly service?: {readonly baseUrl: string}} = {},
) {
	const production = await account();
	const staging = await temporarySandbox({samples: 0});
	const profile = ({baseUrl, apiKey}: {readonly baseUrl: string; readonly apiKey: string}, settings = '') =>
		`{baseUrl: "${baseUrl}", apiKey: ${apiKey}${settings}}`;
	writeFileSync(
		path.join(production.home, 'config.yaml'),
		`profile: production\nprofiles:\n  production: ${profile(production.sandbox, rules)}\n  staging: ${profile(service === undefined ? staging : {...service, apiKey: 'key-of-a-service'})}\n  same: ${profile(production.sandbox)}\n  gone: {baseUrl: "http://127.0.0.1:1", apiKey: key-of-nobody}\n`,
		{mode: 0o600},
	);
	const commands = production.as({env: {}});
	for (const [name, bodies] of [
		['staging', staged],
		['same', listed],
	] as const) {
		if (bodies.length > 0) {
			await commands.ends(0, `create -f - -j 1 --profile ${name}`, {input: lines(...bodies)});
		}
	}

	return {
		...production,
		...commands,
		staging,
		async [Symbol.asyncDispose]() {
			await production[Symbol.asyncDispose]();
			await staging[Symbol.asyncDispose]();
		},
	};
}

let shared: Awaited<ReturnType<typeof twoAccounts>>;

beforeAll(async () => {
	shared = await twoAccounts([body('ops'), body('b')], [], {
		rules: ', policies: [{refuse: "user:=b", say: not in production}]',
	});
});

afterAll(async () => {
	await shared[Symbol.asyncDispose]();
});

test('apply --from creates, replaces and prunes as apply does with a file, with the known templates, and undo takes it back', async () => {
	await using at = await twoAccounts(
		[
			body('ops', {delivery_location: 'new@example.com', notification_name: 'Treasury'}),
			body('a'),
			body('c', {template: 'words of c'}),
		],
		[body('b'), body('ops', {notification_name: 'Treasury'}), body('a')],
	);
	const before = await at.values('to');
	const options = '--from staging --prune --all';
	const plan = `plan ${options} --exit-code`;
	await at.says(1, plan, {
		lines: [
			'+ create  c  EMAIL  c@example.com  (staging 3)',
			'~ replace 2  Treasury  ops  EMAIL  new@example.com  (staging 1)',
			'    delivery_location: ops@example.com → new@example.com',
			'- delete 1  b  EMAIL  b@example.com',
			'1 to create, 1 to replace, 1 to delete; 1 unchanged.',
		],
		errors: ['apply will refuse this plan: 1 of 3 would be deleted. Pass --max-deletes 1 if that is meant.'],
	});
	await at.ends(6, `apply ${options} --yes`);
	await at.says(6, `apply ${options} --max-deletes 1`, {
		errors: [
			...Array.from<unknown>({length: 5}).fill(expect.anything()),
			containing('this needs a confirmation'),
			expect.anything(),
		],
	});
	expect(await at.values('to')).toStrictEqual(before);
	const applied = await at.run(`apply ${options} --max-deletes 1 --yes -o jsonl`);
	expect(applied).toMatchObject({exitCode: 0, stdout: containing('"place":"staging 3"')});
	expect(await at.values('to')).toStrictEqual(['a@example.com', 'c@example.com', 'new@example.com']);
	expect(await at.run('get 4 -o json')).toMatchObject({stdout: containing('words of c')});
	await at.says(0, plan, {lines: ['No changes: 3 unchanged.']});
	await at.ends(0, 'undo --last --yes');
	expect(await at.values('to')).toStrictEqual(before);
});

test('a query narrows both accounts by anything but IDs, and what nobody knows is counted and kept', async () => {
	await using at = await twoAccounts(
		[body('ops'), body('b', {notification_name: '3'}), body('d')],
		[body('ops', {notification_name: 'Mine'}), body('x'), body('d')],
	);
	await using elsewhere = await temporaryFolder();
	writeFileSync(path.join(elsewhere.path, 'config.yaml'), readFileSync(path.join(at.home, 'config.yaml')), {
		mode: 0o600,
	});
	const home = {home: elsewhere.path};
	await at.says(0, 'plan --from staging user:=ops --prune', {
		lines: [
			'~ replace 1  ops  EMAIL  ops@example.com  (staging 1)',
			'    notification_name: Mine → none',
			'1 to replace; 0 unchanged.',
		],
	});
	expect(await at.run('plan --from staging /^3$/ --prune')).toMatchObject({
		lines: ['+ create  3  b  EMAIL  b@example.com  (staging 2)', '1 to create; 0 unchanged.'],
	});
	await at.says(
		0,
		'plan --from staging',
		{
			lines: [
				'+ create  3  b  EMAIL  b@example.com  (staging 2)',
				'1 notification is in the scope and not in staging: 2. --prune deletes it.',
				'The copy loses its template, if any: the service returns none.',
				'The templates of 2 that both accounts have are not compared: those in staging were not sent from this machine.',
				'Not replaced, because the template or topics are unknown on this machine and would be lost: 1. --accept-unknown-template replaces it.',
				'1 to create, 1 not in staging; 1 unchanged, 1 not replaced.',
			],
		},
		home,
	);
	await at.ends(3, 'apply --from staging --yes', home);
	expect(await at.values('name')).toStrictEqual(['', '', '3', 'Mine']);
});

test('a kept plan of an account is applied later, masked and as Markdown and JSON it is printed', async () => {
	await using at = await twoAccounts([body('ops')]);
	const plan = path.join(at.home, 'today.plan');
	await at.says(0, `plan --from staging --mask -o markdown --out ${plan}`, {
		lines: expect.arrayContaining(['| create |  | EMAIL |  | staging 1 |']) as string[],
	});
	const {stdout} = await at.run('plan --from staging -o json');
	expect(JSON.parse(stdout)).toMatchObject({
		from: 'staging',
		changes: [{action: 'create', place: 'staging 1', body: {template: 'words'}}],
	});
	await at.says(0, `apply ${plan} --yes -o jsonl`, {stdout: containing('"place":"staging 1"')});
	await at.says(5, `apply ${plan} --yes`, {
		errors: [
			'Nothing was sent: the account was changed since the plan: staging 1 (it exists now). Plan again.',
			expect.anything(),
		],
	});
});

test.each([
	['the same account', '--from same', 2, '--from needs another account: same is the account of production'],
	[
		'a file beside it',
		'--from staging alerts.yaml',
		2,
		'--from takes the account of staging in place of files: alerts.yaml cannot be named with it.',
	],
	['neither file nor --from', '', 2, 'needs an argument: FILE.'],
	['an ID', '--from staging id:1', 2, 'An ID is of one account only'],
	['an unknown field', '--from staging usr:=ops', 2, 'Did you mean user:?'],
	['a prune of all', '--from staging --prune', 2, 'Add a query such as user:=ops, or pass --all with --prune.'],
	['an unknown profile', '--from stagin', 1, 'no profile stagin in'],
	['what a policy refuses', '--from staging user:=b', 5, 'staging 2: external_user_id'],
	['an account that cannot be reached', '--from gone', 7, 'The profile gone could not be listed.'],
	['a target that is read-only', '--from staging --read-only', 1, '--read-only was given'],
	['no confirmation', '--from staging user:=ops', 6, 'this needs a confirmation'],
])('apply --from refuses %s and sends nothing', async (_name, options, exitCode, words) => {
	const run = await shared.run(`apply ${options}`);
	expect(run).toMatchObject({exitCode});
	expect(run.stderr).toContain(words);
	expect(await shared.list()).toStrictEqual([]);
});

const listing = (count: number, ...users: readonly string[]) =>
	`{"results":[${users.map((user, index) => JSON.stringify(user === '' ? {id: {}} : {id: index + 1, ...body(user)})).join(',')}],"count":${count}}`;

test.each([
	[
		'lacks one in its second listing',
		[listing(2, 'ops', 'a'), listing(1, 'ops')],
		'--prune --all --max-deletes 9',
		3,
		'Nothing was sent: two listings of staging differ.',
	],
	[
		'has a record that cannot be read',
		[listing(2, 'ops', '')],
		'--prune --all --max-deletes 9',
		3,
		'Nothing was sent: not all that staging has can be read, so that --prune could delete what it has.',
	],
	['is listed in part', [listing(7, 'ops')], '', 3, 'Nothing was sent: a plan needs a complete listing of staging.'],
	['refuses the API key', [], '', 4, 'The profile staging could not be listed.'],
])('nothing is deleted or created where the other account %s', async (_name, listings, options, exitCode, words) => {
	let asked = 0;
	await using service = await createHttpServer((_request, response) => {
		const text = listings[Math.min(asked++, listings.length - 1)];
		answer(response, text === undefined ? 401 : 200, text ?? {});
	});
	await using at = await twoAccounts([], [body('x')], {service});
	const run = await at.run(`apply --from staging ${options} --yes`);
	expect(run).toMatchObject({exitCode});
	expect(run.stderr).toContain(words);
	expect(await at.values('user')).toStrictEqual(['x']);
	expect(service.requests.map(({method}) => method)).not.toContain('POST');
});
