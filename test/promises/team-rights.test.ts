import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {afterAll, expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {createOne} from '../helpers/command-account.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {grantRights, runAll, teamDatabase} from '../helpers/postgres.ts';
import {startRecordingProxy} from '../helpers/recording-proxy.ts';

const sandbox = await temporarySandbox({samples: 6});
const service = await startRecordingProxy(sandbox);
const database = await teamDatabase();
await grantRights(database);

afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await sandbox[Symbol.asyncDispose]();
});

/** The database as a member of the team. */
const urlOf = (name: string) => database.replace(/\/\/[^@]+/v, `//${name}:secret`);

let accounts = 0;

/** An account that no other test shares, as machines of members see it. `more`: a setting of its team. */
function share(more = 'required: false') {
	accounts++;
	const account = `account ${accounts}`;
	return {
		account,
		async machineOf(name: string) {
			const home = await temporaryFolder();
			onTestFinished(async () => home[Symbol.asyncDispose]());
			await writeFile(
				path.join(home.path, 'config.yaml'),
				`team: {url: {env: TEAM_URL}, account: ${account}, ${more}}\n`,
				{mode: 0o600},
			);
			const env = {...environmentOf(service), TEAM_URL: urlOf(name)};
			return async (...argv: readonly string[]) =>
				runCommand(argv, {home: home.path, env, settlingTime: 1000, clock: systemClock});
		},
	};
}

const writes = () => service.taken().filter(method => !method.startsWith('GET')).length;

test('a member whose role lacks the right to change anything is refused before anything is sent, although the team is not required', async () => {
	const {machineOf} = share();
	const rita = await machineOf('rita');
	writes();
	const refused = {
		exitCode: 7,
		stderr: expect.stringContaining(
			'rita lacks a right. chainbell team grants prints the rights that members need.',
		) as string,
	};
	expect(await rita('delete', '1', '--yes')).toMatchObject(refused);
	expect(await rita('delete', '1', '2', '--yes')).toMatchObject(refused);
	expect(await rita('edit', '1', '--set', 'name=x', '--set', 'template=words', '--yes')).toMatchObject(refused);
	expect(await rita(...createOne, '--template', 'words', '--yes')).toMatchObject(refused);
	expect(writes()).toBe(0);
	expect(await rita('list')).toMatchObject({exitCode: 0});
});

test('nobody makes a claim that every later one would have to follow', async () => {
	const {account, machineOf} = share('required: true');
	const anna = await machineOf('anna');
	expect(await anna('delete', '1', '--yes')).toMatchObject({exitCode: 0});
	/** What a deletion claims, for another ID. `more`: columns and their values. */
	const claim = (columns: string, values: string) => `
		INSERT INTO chainbell.claim (account, what, session, attempt, host, until ${columns}) OVERRIDING SYSTEM VALUE
		SELECT DISTINCT account, replace(what, '1', '2'), 'eve', 9223372036854775807, 'there', now() - interval '1 hour' ${values} FROM chainbell.claim WHERE account = '${account}'
	`;
	await expect(runAll(urlOf('eve'), [claim(', number', ', 9223372036854775807')])).rejects.toThrow('permission denied');
	await runAll(urlOf('eve'), [claim('', '')]);
	// It has just ended, so what it sent might still take effect for the settling time.
	await runAll(database, [`UPDATE chainbell.claim SET at = at - interval '1 hour' WHERE account = '${account}'`]);
	expect(await anna('delete', '2', '--yes')).toMatchObject({exitCode: 0});
});

test('nobody releases the claims of somebody else', async () => {
	const {account, machineOf} = share('required: true');
	const [anna, carl] = [await machineOf('anna'), await machineOf('carl')];
	const hold = sandbox.faults.hold({on: 'delete', when: 'before', count: 1});
	const deleting = anna('delete', '3', '--yes');
	await hold.arrived;
	await runAll(urlOf('eve'), [`UPDATE chainbell.claim SET is_released = true WHERE account = '${account}'`]);
	const {stdout} = await carl('team', 'status', '--json');
	hold.release();
	await deleting;
	expect(JSON.parse(stdout)).toMatchObject({claims: [{id: '3', operator: 'anna'}]});
});

test('what a member writes into the change of a colleague is neither undone as theirs nor sent', async () => {
	const {account, machineOf} = share();
	const [anna, carl] = [await machineOf('anna'), await machineOf('carl')];
	expect(await anna('delete', '5', '--yes')).toMatchObject({exitCode: 0});
	/** The content of her change with another recipient, in its place or after it. */
	const forge = (n: string) => `
		INSERT INTO chainbell.event (account, session, seq, item, n, body, host)
		SELECT account, 'eve', 1, item, ${n}, replace(body, '@', '@forged.'), 'there' FROM chainbell.event
		WHERE account = '${account}' AND item NOT LIKE '%/%'
	`;
	await expect(runAll(urlOf('eve'), [forge('n')])).rejects.toThrow('duplicate key');
	await runAll(urlOf('eve'), [forge('n + 1')]);
	const history = await carl('history', '--json');
	expect(history.stderr).toContain("1 events on the team's board cannot be read.");
	const [{change}] = JSON.parse(history.stdout) as [{readonly change: string}];
	expect(await carl('undo', change, '--yes')).toMatchObject({exitCode: 0});
	const sent = service.requests.filter(({method}) => method === 'POST').map(({body}) => body);
	expect(sent).toHaveLength(1);
	expect(sent.join('')).not.toContain('forged.');
});
