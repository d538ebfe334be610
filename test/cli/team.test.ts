import {hostname} from 'node:os';
import {expect, test} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {account, createCommand} from '../helpers/command-account.ts';
import {environmentOf} from '../helpers/command.ts';
import {createDatabase, grantRights, initialise, runAll, sharedPostgres, teamDatabase} from '../helpers/postgres.ts';
import {containing, matching} from '../helpers/texts.ts';

/** An account with the settings of a team, on a machine of its own. */
async function member(url: string, service?: Parameters<typeof environmentOf>[0]) {
	const opened = await account(0, 60_000, service);
	opened.write('team: {url: {env: TEAM_URL}, account: payments}\n', 'config.yaml');
	const env = {...environmentOf(service ?? opened.sandbox), TEAM_URL: url};
	return {...opened, ...opened.as({env, clock: systemClock})};
}

/** The URL of a database as a member of the team. */
const as = (name: string, url: string) => url.replace(/\/\/[^@]+/v, `//${name}:secret`);

/** A board with the rights of its members. */
async function board() {
	const url = await teamDatabase();
	await grantRights(url);
	return url;
}

test('a board is made, and another machine knows what was sent', async () => {
	const url = await createDatabase(await sharedPostgres());
	await using anna = await member(url);
	await anna.says(5, 'team status', 'the database has no board yet. Run chainbell team init');
	const made = await anna.run('team init');
	expect(made).toMatchObject({
		exitCode: 0,
		stdout: containing('Whoever can read it can read the templates and recipients'),
	});
	expect(made.stdout + made.stderr).not.toContain(new URL(url).password);
	await anna.ends(0, 'team init');

	const created = await anna.run(`${createCommand} --template "words of Anna" --yes`);
	expect(created).toMatchObject({exitCode: 0, stderr: ''});
	const {stdout} = await anna.run('team status --json');
	expect(JSON.parse(stdout)).toMatchObject({account: 'payments', isRequired: false, waiting: 0, claims: []});

	await using ben = await member(url, anna.sandbox);
	const history = await ben.run('history -o json');
	expect(JSON.parse(history.stdout)).toMatchObject([{method: 'POST', operator: 'owner', machine: hostname()}]);
	const [id] = created.lines;
	expect(await ben.run(`get ${id}`)).toMatchObject({stdout: containing('words of Anna')});

	await runAll(url, ["UPDATE chainbell.board SET version = 99, program = '0.9.0'"]);
	const newer = {
		stdout: '',
		stderr: containing('needs chainbell 0.9.0 or later: update chainbell.'),
	};
	expect(await anna.run(`delete ${id} --yes`)).toMatchObject({...newer, exitCode: 7});
	expect(await anna.run('team status')).toMatchObject({...newer, exitCode: 5});
	await anna.says(0, `get ${id}`, 'What colleagues did since the last time may be missing.');
});

test('a board that cannot be used says why, and which setting is missing', async () => {
	await using anna = await member('postgres://ann:hunter22@127.0.0.1:1/team');
	const problem = "The team's board (ann@127.0.0.1:1/team) cannot be reached: nothing answers at its address.";
	const refused = await anna.run('team status');
	expect(refused).toMatchObject({exitCode: 7, stderr: containing(problem)});
	expect(refused.stderr).not.toContain('hunter22');
	await anna.says(0, 'history', 'What colleagues did since the last time may be missing.');
	await anna.says(0, 'doctor', {
		stdout: matching(
			/^! team .*nothing answers at its address\..*\n +Changes are made without claims, and shared when the board is reached again\.$/mv,
		),
	});

	await using ben = await member('');
	await ben.says(5, 'team init', 'the environment variable TEAM_URL, which config.yaml names as its URL, is not set');
});

test('the board of another account is not used until that is confirmed', async () => {
	const url = await board();
	await using anna = await member(url);
	for (const name of ['a', 'b', 'c']) {
		await anna.run(`${createCommand} --name ${name} --allow-duplicate`);
	}

	// What is younger may be missing in a listing.
	await runAll(url, ["UPDATE chainbell.event SET at = at - interval '1 hour'"]);
	await using other = await member(url);
	const doubt = {
		stderr: containing('this is probably the API key of another account, so nothing is shared.'),
	};
	expect(await other.run(`${createCommand} --yes`)).toMatchObject({...doubt, exitCode: 0});
	expect(await other.run('team status')).toMatchObject({...doubt, exitCode: 5});
	await other.ends(6, 'team join');
	expect(await other.run('team join --yes')).toMatchObject({
		exitCode: 0,
		stdout: containing('is shared as payments.'),
	});
	await other.says(0, 'team status', {stdout: containing('Changes not shared yet: 0.')});
});

test('history has what the team did, with operator and machine, and recover lists with --all what colleagues left', async () => {
	const url = await board();
	await using anna = await member(as('anna', url));
	const [id] = (await anna.run(`${createCommand} --yes`)).lines;
	await anna.run(`delete ${id} --yes`);
	anna.fault('create-drop-before');
	await anna.ends(8, `${createCommand} --name Lost --yes --no-wait`);
	await runAll(url, ["UPDATE chainbell.event SET host = E'ci\\x1B'"]);

	await using carl = await member(as('carl', url), anna.sandbox);
	await carl.ends(0, `${createCommand} --template words --yes`);
	const {stdout} = await carl.run('history');
	expect(stdout).toMatch(/\tdelete\tDELETE\t.*\tanna\tci␛\n/v);
	const {stdout: hers} = await carl.run('history --operator anna --json');
	expect(JSON.parse(hers)).toMatchObject([{method: 'POST'}, {method: 'DELETE'}, {method: 'POST', operator: 'anna'}]);
	expect(await carl.run('history --operator nobody')).toMatchObject({stdout: ''});

	await carl.says(0, 'recover', {stdout: '', stderr: '1 more was begun by colleagues: chainbell recover --all.\n'});
	expect(await carl.run('recover --all --dry-run')).toMatchObject({
		exitCode: 8,
		stdout: matching(/^\d+\tcreate\t.*Lost.*\tby anna on ci␛\n$/v),
	});
});

test('a board of an earlier chainbell is left as it is', async () => {
	const url = await board();
	await runAll(url, ['UPDATE chainbell.board SET version = 1', 'DROP TABLE chainbell.event']);
	await expect(initialise(url)).rejects.toThrow('is that of chainbell 0.2.0');
	await expect(runAll(url, ['SELECT 1 FROM chainbell.event'])).rejects.toThrow('does not exist');
});
