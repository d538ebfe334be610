import path from 'node:path';
import {expect, test} from 'vitest';
import {account, address, body, inScope, pass} from '../helpers/command-account.ts';
import {create} from '../sandbox/client.ts';
import {containing} from '../helpers/texts.ts';

const rule = 'config.yaml line 1 has protect: user:=ops.';

/** An account with 1 and 2 of users that are not protected and 3 of ops, which is. The creation of 3 is change 2, and change 3 has created either 4 or 5 for ops: nobody knows. */
async function place() {
	const opened = await account(0, 60_000);
	await opened.creates(body('a'), body('b'));
	await opened.says(0, createOf('ops'), {stdout: '3\n'});
	opened.fault('create-drop-after');
	await opened.ends(8, `${createOf('ops', 'Vault')} --no-wait`);
	opened.sandbox.faults.clear();
	await create(opened.sandbox, bodyOf('Vault') as Parameters<typeof create>[1]);
	pass(60_000);
	const config = (text: string) => opened.write(text, 'config.yaml');
	config('protect: user:=ops\n');
	return {
		...opened,
		config,
		/** Writes a file of these notifications. */
		inFile: (name: string, ...notifications: readonly object[]) =>
			opened.write(inScope(...notifications), `${name}.yaml`),
		async ids() {
			const listed = await opened.list();
			return listed.map(({id}) => id);
		},
	};
}

const createOf = (user: string, name = 'Treasury') =>
	`create --user ${user} --channel email --to ${name.toLowerCase()}@example.com --address ${address} --name ${name} --template words`;

/** The notification that `createOf` creates. */
const bodyOf = (name: string) =>
	body('ops', {notification_name: name, delivery_location: `${name.toLowerCase()}@example.com`});

test('what is protected stays, whatever chooses it, and it is said', async () => {
	await using at = await place();
	const changed = at.inFile(
		'changed',
		body('a'),
		body('b'),
		{...bodyOf('Treasury'), delivery_location: 'new@example.com'},
		bodyOf('Vault'),
		bodyOf('Vault'),
	);
	const fewer = at.inFile('fewer', body('a'), body('b'));
	const refusals: ReadonlyArray<readonly [command: string, exitCode: number]> = [
		['delete 3 --yes', 6],
		['delete 1 3 --yes', 6],
		['delete --query user:ops --yes', 6],
		['edit 3 --set name=New --yes', 6],
		['edit --query user:ops --set name=New --yes', 6],
		['undo 2 --yes', 6],
		['recover 3 --roll-back --new-id 4', 8],
		[`apply ${changed} --yes`, 3],
		[`apply ${fewer} --prune --all --max-deletes 9 --yes`, 0],
	];
	for (const [command, exitCode] of refusals) {
		await at.says(exitCode, command, rule.slice(0, -1));
		expect(await at.ids(), command).toEqual(['1', '2', '3', '4', '5']);
	}

	// Of what a query chooses only the protected ones stay.
	await at.says(3, 'delete --all --yes --json', {
		stdout: containing(`"status":"skipped","id":"3","oldId":null,"message":"3 is protected: ${rule}"`),
		stderr: containing('--unprotect includes'),
	});
	expect(await at.ids()).toEqual(['3', '4', '5']);
	await at.ends(0, 'undo --last --yes');
	expect(await at.values('user')).toEqual(['a', 'b', 'ops', 'ops', 'ops']);
});

test('--unprotect changes what is protected', async () => {
	await using at = await place();
	await at.says(0, 'edit 3 --set name=New --yes --unprotect', {stdout: '3\t6\n'});
	await at.ends(6, 'undo --last --yes');
	await at.ends(0, 'undo --last --yes --unprotect');
	await at.ends(0, 'recover 3 --roll-back --new-id 4 --unprotect');
	expect(await at.ids()).toEqual(['1', '2', '5', '7']);
	await at.ends(0, 'delete --query user:ops --yes --unprotect');
	expect(await at.ids()).toEqual(['1', '2']);
});

test('a plan shows what is protected as not touched, with the reason', async () => {
	await using at = await place();
	const file = at.inFile('alerts', body('a'), {...bodyOf('Treasury'), delivery_location: 'new@example.com'});
	const plan = `plan ${file} --prune --all --max-deletes 9`;
	await at.says(10, `${plan} --exit-code`, {
		lines: [
			'- delete 2  b  EMAIL  b@example.com',
			'= protected 3  Treasury  ops  EMAIL  treasury@example.com  (not replaced: config.yaml line 1 has protect: user:=ops)',
			'= protected 4  Vault  ops  EMAIL  vault@example.com  (not deleted: config.yaml line 1 has protect: user:=ops)',
			'= protected 5  Vault  ops  EMAIL  vault@example.com  (not deleted: config.yaml line 1 has protect: user:=ops)',
			'1 to delete; 1 unchanged, 3 protected.',
		],
	});
	await at.says(0, `${plan} --mask -o markdown`, {stdout: expect.not.stringContaining('ops') as unknown});
	await at.says(0, `${plan} -o json`, {
		stdout: containing(
			'"protected": [\n    {\n      "action": "replace",\n      "id": "3",\n      "place": "config.yaml line 1",\n      "protect": "user:=ops"',
		),
	});
	await at.says(0, `${plan} --unprotect`, {stdout: containing('1 to replace, 3 to delete; 1 unchanged.')});
});

test('a kept plan of what is protected by now is refused', async () => {
	await using at = await place();
	at.config('');
	const kept = path.join(at.home, 'today.plan');
	await at.run([
		'plan',
		at.inFile('alerts', body('a'), body('b'), bodyOf('Vault'), bodyOf('Vault')),
		'--prune',
		'--all',
		'--max-deletes',
		'9',
		'--out',
		kept,
	]);
	at.config('protect: user:=ops\n');
	await at.says(6, `apply ${kept} --yes`, `3 is protected: ${rule}`);
	expect(await at.ids()).toEqual(['1', '2', '3', '4', '5']);
	await at.ends(0, `apply ${kept} --yes --unprotect`);
	expect(await at.ids()).toEqual(['1', '2', '4', '5']);
});

test('the rest of a bulk operation that began before is not sent', async () => {
	await using at = await place();
	at.config('');
	at.fault('delete-403', 100);
	await at.ends(3, 'delete 1 3 --yes');
	at.sandbox.faults.clear();
	at.config('protect: user:=ops\n');
	await at.says(3, 'recover 4 --retry', `3 is protected: ${rule}`);
	expect(await at.ids()).toEqual(['2', '3', '4', '5']);
});

test('a rule that cannot be read stops new changes, but neither undo nor recover nor reading', async () => {
	await using at = await place();
	at.config('theme: dark\nprotect: "usr:=ops"\npolicies: [{refuse: "user:=ops", say: Not ops}]\n');
	const problem = containing('A rule of config.yaml cannot be used: config.yaml line 2: protect: Unknown field "usr:"');
	for (const argv of [
		createOf('c'),
		'clone 1 --set name=Copy',
		'edit 1 --set name=New --yes',
		'delete 1 --yes',
		`apply ${at.inFile('alerts', body('a'))} --yes`,
	]) {
		await at.says(1, argv, {stderr: problem});
	}

	await at.says(
		1,
		['plan', at.inFile('alerts', body('c')), '--exit-code'],
		'apply will refuse this plan. A rule of config.yaml',
	);
	expect(await at.ids()).toEqual(['1', '2', '3', '4', '5']);
	await at.ends(0, 'recover 3 --roll-back --new-id 4');
	expect(await at.ids()).toEqual(['1', '2', '3', '5']);
	await at.ends(0, 'undo 2 --yes');
	// What is undone is sent again, although a policy refuses it.
	await at.ends(0, 'undo --last --redo --yes');
	expect(await at.values('user')).toEqual(['a', 'b', 'ops', 'ops']);
});
