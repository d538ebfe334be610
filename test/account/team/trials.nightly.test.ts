import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {text} from 'node:stream/consumers';
import {setTimeout as delay} from 'node:timers/promises';
import {afterAll, expect, onTestFinished, test} from 'vitest';
import {startSandbox} from '../../../source/sandbox/server.ts';
import {createElsewhere, inputs, list} from '../../changes/harness.ts';
import {createDatabase, createMembers, grantRights, initialise, runAll, startPostgres} from '../../helpers/postgres.ts';
import {builtProgram, makeHome} from '../../helpers/terminal-home.ts';
import {temporaryDirectory} from '../../ledger/ledgers.ts';

/*
A team of real processes of the built program, on a real PostgreSQL: two at once, killed, stopped, with a database that was restored from a backup. What each test saw, it prints.
*/

const server = await startPostgres();
await createMembers(server.url);
afterAll(async () => server[Symbol.asyncDispose]());

const tell = (said: string) => {
	console.log(`✓ ${expect.getState().currentTestName}: ${said}`);
};

/** Seconds: what was sent takes effect at once here. */
const settlingTime = 2;

/** Milliseconds after which the claims of a machine that died are followed. */
const claimsEnd = 120_000 + settlingTime * 1000;

/** The stages of a request to the service, each with the number of such stages before it. */
type OnRequest = (stage: 'before' | 'after', kind: string, index: number) => Promise<void> | void;

/** A service with so many notifications, a board, and machines on which the built program runs, each for one member of the team. `clockChange`: how much its clock is off, in milliseconds. */
async function openStage(count: number, onRequest?: OnRequest) {
	const folder = temporaryDirectory();
	let index = 0;
	let isSetUp = false;
	const service = await startSandbox({
		file: path.join(folder, 'service.sqlite'),
		samples: 0,
		async onRequest(stage, kind) {
			if (isSetUp) {
				index++;
				await onRequest?.(stage, kind, index);
			}
		},
	});
	onTestFinished(service.close);
	for (const one of inputs(count)) {
		await createElsewhere(service, one);
	}

	isSetUp = true;
	const url = await createDatabase(server.url);
	await initialise(url);
	await grantRights(url);
	const machine = (operator: string, clockChange = 0) => {
		const home = temporaryDirectory();
		const {environment} = makeHome(home);
		mkdirSync(path.join(home, 'config/chainbell'), {recursive: true, mode: 0o700});
		writeFileSync(
			path.join(home, 'config/chainbell/config.yaml'),
			`profiles:\n  trial:\n    baseUrl: ${service.baseUrl}\n    apiKeyEnv: TRIAL_KEY\n    settlingTime: ${settlingTime}\nteam:\n  url: {env: TEAM_URL}\n  account: trial\n`,
			{mode: 0o600},
		);
		const start = (...argv: readonly string[]) => {
			const child = spawn(process.execPath, [builtProgram, ...argv], {
				cwd: home,
				env: {
					...environment,
					TRIAL_KEY: service.apiKey,
					TEAM_URL: Object.assign(new URL(url), {username: operator, password: 'secret'}).href,
					...(clockChange !== 0 && {NODE_OPTIONS: `--import=${otherClock(clockChange)}`}),
				},
				stdio: ['ignore', 'pipe', 'pipe'],
			});
			const ended = (async () => {
				const [stdout, stderr, [exitCode]] = await Promise.all([
					text(child.stdout),
					text(child.stderr),
					once(child, 'exit') as Promise<[number | null]>,
				]);
				return {exitCode, stdout, stderr};
			})();
			return {ended, child};
		};

		const run = async (...argv: readonly string[]) => start(...argv).ended;
		return {
			start,
			run,
			/** Edits the notifications of one user, or of all of them, one at a time. */
			edit: (name: string, user = 'user-') =>
				start(...`edit --query user:${user} --set name=${name} --accept-unknown-template --yes -j 1`.split(' ')),
			/** How many events the board lacks. */
			async waiting() {
				const {stdout, stderr} = await run('team', 'status', '--json');
				expect(stdout, stderr).not.toBe('');
				return (JSON.parse(stdout) as {readonly waiting: number}).waiting;
			},
		};
	};

	return {
		machine,
		/** The names of all notifications. Each user must have one. */
		async names() {
			const listed = await list(service);
			expect(new Set(listed.map(({userId}) => userId)).size, JSON.stringify(listed)).toBe(count);
			expect(listed).toHaveLength(count);
			return listed.map(({name}) => name);
		},
		service,
		/** Lets time pass on the board. */
		async pass(milliseconds: number) {
			const back = `- interval '${milliseconds} milliseconds'`;
			await runAll(url, [
				`UPDATE chainbell.claim SET at = at ${back}, until = until ${back}`,
				`UPDATE chainbell.event SET at = at ${back}`,
			]);
		},
	};
}

/** A module that a process loads first, and that changes its clock. */
const otherClock = (milliseconds: number) =>
	`data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${milliseconds};`)}`;

const recover = ['recover', '--all', '--finish', '--yes'];

test('two edit the same 60 at once: one is refused, nothing doubles', async () => {
	const {machine, names} = await openStage(60);
	const results = await Promise.all([machine('anna').edit('Annas').ended, machine('carl').edit('Carls').ended]);
	const refused = results.filter(({exitCode}) => exitCode !== 0);
	expect(refused, JSON.stringify(results)).toHaveLength(1);
	expect(refused[0]!.stderr).toMatch(
		/Nothing was sent\. (?:anna|carl) on \S+ (?:has been changing|has just changed|is working on)/v,
	);
	expect(new Set(await names()).size).toBe(1);
	tell(refused[0]!.stderr.trim().split('\n', 1)[0]!);
});

test('an edit of five that is killed at any stage of a request is finished by another machine, on whatever clock: nothing is lost or doubled', async () => {
	const edited: number[] = [];
	for (let moment = 1; moment <= 20; moment++) {
		const {machine, names, pass} = await openStage(5, async (_stage, _kind, index) => {
			if (index === moment) {
				editing.child.kill('SIGKILL');
				await editing.ended;
			}
		});
		// The clocks of the two are an hour apart, in either direction, or the same.
		const [anna, carl] = [machine('anna'), machine('carl', ((moment % 3) - 1) * 3_600_000)];
		const editing = anna.edit('Annas');
		const {exitCode} = await editing.ended;
		await pass(claimsEnd);
		for (let attempt = 0, finished = 1; attempt < 8 && finished !== 0; attempt++) {
			finished = (await carl.run(...recover)).exitCode ?? 1;
		}

		const now = await names();
		expect((await carl.run('recover', '--all')).stdout, `killed at ${moment}`).toBe('');
		edited.push(...(exitCode === null ? [now.filter(name => name === 'Annas').length] : []));
	}

	expect(edited.length).toBeGreaterThan(10);
	tell(`${edited.length} kills; edited in the end: ${edited.join(' ')}`);
});

test('a database that was restored from a backup gets again what it lost, and nothing doubles', async () => {
	const {machine, names} = await openStage(3);
	const [anna, carl, eve] = [machine('anna'), machine('carl'), machine('eve')];
	expect(await anna.edit('First', 'user-1').ended).toMatchObject({exitCode: 0});
	const restore = await server.backup();
	expect(await anna.edit('Annas', 'user-2').ended).toMatchObject({exitCode: 0});
	expect(await carl.edit('Carls', 'user-3').ended).toMatchObject({exitCode: 0});
	await restore();
	for (const one of [anna, carl]) {
		expect((await one.run('history')).stderr).toContain('lacks changes that it had');
		expect(await one.waiting()).toBe(0);
	}

	await eve.run('list');
	const {stdout} = await eve.run('history', '--json');
	const requests = JSON.parse(stdout) as ReadonlyArray<{readonly method: string}>;
	expect(requests.filter(({method}) => method === 'POST')).toHaveLength(3);
	await names();
});

test('a lease runs out under SIGSTOP, a colleague takes over, and what was sent arrives afterwards', async () => {
	const [arrived, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let isFirst = true;
	const {machine, service} = await openStage(1, async (when, kind) => {
		if (isFirst && when === 'before' && kind === 'create') {
			isFirst = false;
			arrived.resolve();
			await woken.promise;
		}
	});
	const [anna, carl] = [machine('anna'), machine('carl')];
	const {child, ended} = anna.edit('Annas');
	await arrived.promise;
	child.kill('SIGSTOP');
	await delay(claimsEnd + 1000);
	// What the service has not got yet counts as not created, and he makes the same change.
	await carl.run(...recover);
	const {exitCode, stderr} = await carl.edit('Carls').ended;
	expect(exitCode, stderr).toBe(0);
	child.kill('SIGCONT');
	woken.resolve();
	expect((await ended).stderr).toMatch(/Your claim on the team's board has ended/v);
	const listed = await list(service);
	expect(listed.map(({name}) => name).toSorted()).toStrictEqual(['Annas', 'Carls']);
	// It is pending for both, and nothing was deleted.
	for (const one of [anna, carl]) {
		expect(await one.run('recover', '--all')).toMatchObject({exitCode: 8});
	}
});
