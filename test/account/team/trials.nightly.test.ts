import {spawn} from 'node:child_process';
import {cpSync, rmSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {json} from 'node:stream/consumers';
import {setTimeout as delay} from 'node:timers/promises';
import {afterAll, expect, test} from 'vitest';
import {createMembers, startPostgres} from '../../helpers/postgres.ts';
import {startRelay, type Relay} from '../../helpers/relay.ts';
import {
	claimsEnd,
	editAll,
	faultsIn,
	openStage,
	type Ended,
	type Machine,
	type MachineOptions,
	type Stage,
} from './stage.ts';

/*
A team of real processes of the built program, on a real PostgreSQL: many at once, killed, stopped, with a database that goes away. What each test saw, it prints.
*/

const server = await startPostgres();
await createMembers(server.url);
afterAll(async () => server[Symbol.asyncDispose]());

const tell = (text: string) => {
	console.log(`✓ ${expect.getState().currentTestName}: ${text}`);
};

/** How often a command may have to be tried again. */
const attempts = 8;

/** Finishes what is pending, as often as needed. */
async function finishAll(machine: Machine): Promise<Ended> {
	let finished = await machine.run('recover', '--all', '--finish', '--yes');
	for (let attempt = 1; attempt < attempts && finished.exitCode !== 0; attempt++) {
		finished = await machine.run('recover', '--all', '--finish', '--yes');
	}

	return finished;
}

/** What a machine knows: the state of each change, and how many events the board lacks. */
async function waitingOf(machine: Machine): Promise<number> {
	const {stdout, stderr} = await machine.run('team', 'status', '--json');
	expect(stdout, stderr).not.toBe('');
	return (JSON.parse(stdout) as {readonly waiting: number}).waiting;
}

test.each([2, 4, 8])('%d processes claim the same 500 at once: each is won once', async processes => {
	await using stage = await openStage(server);
	const operators = ['anna', 'carl', 'eve', 'olga'];
	const wins = await Promise.all(
		Array.from({length: processes}, async (_, index) => {
			const {url} = stage.machine(operators[index % operators.length]!);
			const child = spawn(process.execPath, [path.join(import.meta.dirname, 'claimer.ts'), '500', String(index)], {
				env: {...process.env, TEAM_URL: url},
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			return (await json(child.stdout)) as readonly string[];
		}),
	);
	const won = wins.flat();
	expect([won.length, new Set(won).size]).toStrictEqual([500, 500]);
	tell(wins.map(({length}) => length).join(' + '));
});

test('two edit the same 60 at once: one is refused, nothing doubles', async () => {
	await using stage = await openStage(server, 60);
	const results = await Promise.all([
		stage.machine('anna').run(...editAll('Annas')),
		stage.machine('carl').run(...editAll('Carls')),
	]);
	const refused = results.filter(({exitCode}) => exitCode !== 0);
	expect(refused, JSON.stringify(results)).toHaveLength(1);
	expect(refused[0]!.stderr).toMatch(
		/Nothing was sent\. (?:anna|carl) on \S+ (?:has been changing|has just changed|is working on)/v,
	);
	const listed = await stage.listed();
	expect(faultsIn(listed, 60)).toStrictEqual([]);
	expect([listed.length, new Set(listed.map(({name}) => name)).size]).toStrictEqual([60, 1]);
	tell(refused[0]!.stderr.trim().split('\n', 1)[0]!);
});

/** Kills an edit of five at a stage of one of its requests, and has another machine finish it. Returns how many have the new name; undefined if the edit ended before. */
async function killAndFinish(
	moment: number,
	options: {readonly anna?: MachineOptions; readonly carl?: MachineOptions} = {},
): Promise<number | undefined> {
	await using stage = await openStage(server, 5);
	const [anna, carl] = [stage.machine('anna', options.anna), stage.machine('carl', options.carl)];
	const editing = anna.start(...editAll('Annas'));
	stage.setOnRequest(async (_stage, _kind, index) => {
		if (index === moment) {
			editing.signal('SIGKILL');
			await editing.ended;
		}
	});
	const {exitCode} = await editing.ended;
	await stage.pass(claimsEnd);
	const finished = await finishAll(carl);
	const listed = await stage.listed();
	const where = `killed at ${moment}: ${finished.stdout}${finished.stderr}`;
	expect(faultsIn(listed, 5), where).toStrictEqual([]);
	expect(listed, where).toHaveLength(5);
	const left = await carl.run('recover', '--all');
	expect(left.stdout, where).toBe('');
	return exitCode === null ? listed.filter(({name}) => name === 'Annas').length : undefined;
}

test('20 kills at a stage of a request, finished by another: nothing is lost or doubled', async () => {
	const edited: number[] = [];
	for (let moment = 1; moment <= 20; moment++) {
		const result = await killAndFinish(moment);
		edited.push(...(result === undefined ? [] : [result]));
	}

	tell(`${edited.length} kills; edited in the end: ${edited.join(' ')}`);
});

test('the same with the clock of one machine an hour off', async () => {
	const hour = 3_600_000;
	for (const moment of [6, 13, 20]) {
		await killAndFinish(moment, {anna: {clockChange: hour}});
		await killAndFinish(moment, {anna: {clockChange: -hour}});
		await killAndFinish(moment, {carl: {clockChange: hour}});
		await killAndFinish(moment, {carl: {clockChange: -hour}});
	}

	tell('12 kills');
});

const troubles: ReadonlyArray<{
	readonly what: string;
	readonly delay?: number;
	/** Returns what ends it. */
	readonly begin: (relay: Relay) => Promise<() => Promise<void>>;
}> = [
	{
		what: 'the database is stopped in the middle',
		async begin() {
			await server.stop();
			return server.start;
		},
	},
	{
		what: 'the database is killed in the middle',
		async begin() {
			await server.crash();
			return server.start;
		},
	},
	{what: 'the database is 200 ms away', delay: 100, begin: async () => async () => undefined},
	{
		what: 'connections break every 150 ms',
		async begin(relay) {
			const timer = setInterval(relay.drop, 150);
			return async () => {
				clearInterval(timer);
			};
		},
	},
	{
		what: 'nothing of the database arrives any more',
		async begin(relay) {
			relay.setSilent(true);
			return async () => {
				relay.setSilent(false);
			};
		},
	},
];

test.each(troubles)('$what: an edit of 20 is made once, or goes on afterwards', async ({delay: away, begin}) => {
	await using stage = await openStage(server, 20);
	await using relay = await startRelay(server.port, away);
	const anna = stage.machine('anna', {port: relay.port});
	let end: (() => Promise<void>) | undefined;
	stage.setOnRequest(async (_stage, _kind, index) => {
		end = index === 16 ? await begin(relay) : end;
		await delay(30);
	});
	const edited = await anna.run(...editAll('Annas'));
	stage.setOnRequest(undefined);
	await end?.();
	expect(end, 'the trouble began').toBeDefined();
	// What could not be released ends by itself.
	await stage.pass(claimsEnd);
	const finished = edited.exitCode === 0 ? edited : await finishAll(anna);
	expect(finished.exitCode, `${edited.stderr}\n${finished.stdout}${finished.stderr}`).toBe(0);
	const listed = await stage.listed();
	expect(faultsIn(listed, 20)).toStrictEqual([]);
	expect(listed.map(({name}) => name)).toStrictEqual(Array.from({length: 20}, () => 'Annas'));
	expect(await waitingOf(anna)).toBe(0);
	await requireKnown(stage, 20);
	tell(`exit code ${edited.exitCode} at first: ${edited.stderr.trim().split('\n').at(-1)}`);
});

/** Checks that another machine comes to know what anna did. */
async function requireKnown(stage: Stage, count: number): Promise<void> {
	const carl = stage.machine('carl');
	const listed = await carl.run('list');
	expect(listed.exitCode, listed.stderr).toBe(0);
	const history = await carl.run('history', '--operator', 'anna', '--json');
	const requests = JSON.parse(history.stdout) as ReadonlyArray<{
		readonly state: string;
		readonly method: string;
		readonly outcome: string;
	}>;
	const posts = requests.filter(({method, outcome}) => method === 'POST' && outcome !== 'not-sent');
	expect(posts, history.stderr).toHaveLength(count);
	expect(new Set(requests.map(({state}) => state))).toStrictEqual(new Set(['done']));
}

test('a database that was restored from a backup gets again what it lost, and nothing doubles', async () => {
	await using stage = await openStage(server, 6);
	const [anna, carl] = [stage.machine('anna'), stage.machine('carl')];
	expect(await anna.run(...editAll('First', 'user-000'))).toMatchObject({exitCode: 0});
	const restore = await server.backup();
	expect(await anna.run(...editAll('Annas', 'user-001'))).toMatchObject({exitCode: 0});
	expect(await carl.run(...editAll('Carls', 'user-002'))).toMatchObject({exitCode: 0});
	await restore();
	const told = await anna.run('history');
	expect(told.stderr).toContain('lacks changes that it had');
	expect(await carl.run('history')).toMatchObject({
		stderr: expect.stringContaining('lacks changes that it had') as string,
	});
	expect([await waitingOf(anna), await waitingOf(carl)]).toStrictEqual([0, 0]);
	const eve = stage.machine('eve');
	await eve.run('list');
	const history = await eve.run('history', '--json');
	const posts = (JSON.parse(history.stdout) as ReadonlyArray<{readonly method: string}>).filter(
		({method}) => method === 'POST',
	);
	expect(posts).toHaveLength(3);
	expect(faultsIn(await stage.listed(), 6)).toStrictEqual([]);
	tell(told.stderr.trim());
});

test('a machine that was restored from a backup knows again what it did, and collides with nothing', async () => {
	await using stage = await openStage(server, 3);
	const [anna, carl] = [stage.machine('anna'), stage.machine('carl')];
	expect(await anna.run(...editAll('First', 'user-000'))).toMatchObject({exitCode: 0});
	const [state, copy] = [path.join(anna.home, 'state'), path.join(anna.home, 'copy')];
	cpSync(state, copy, {recursive: true});
	expect(await anna.run(...editAll('Annas', 'user-001'))).toMatchObject({exitCode: 0});
	rmSync(state, {recursive: true});
	cpSync(copy, state, {recursive: true});
	expect(await anna.run(...editAll('Again', 'user-002'))).toMatchObject({exitCode: 0});
	expect(await waitingOf(anna)).toBe(0);
	const posts = async (machine: Machine) => {
		const {stdout} = await machine.run('history', '--json');
		return (JSON.parse(stdout) as ReadonlyArray<{readonly method: string}>).filter(({method}) => method === 'POST')
			.length;
	};

	await carl.run('list');
	expect([await posts(anna), await posts(carl)]).toStrictEqual([3, 3]);
	tell('3 edits on both machines');
});

/** Every third transaction that reads or writes a row of the board fails with 40001, at random. What is counted by a sequence stays counted. */
const refuseEveryThird = [
	'CREATE SEQUENCE chainbell.refusals',
	`CREATE FUNCTION chainbell.attempt() RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER AS $$
	BEGIN
		IF current_setting('trial.transaction', true) IS NOT DISTINCT FROM txid_current()::text THEN
			RETURN true;
		END IF;
		IF random() * 3 < 1 THEN
			PERFORM nextval('chainbell.refusals');
			RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001';
		END IF;
		PERFORM set_config('trial.transaction', txid_current()::text, true);
		RETURN true;
	END $$`,
	...['board', 'event'].flatMap(table => [
		`ALTER TABLE chainbell.${table} ENABLE ROW LEVEL SECURITY`,
		`CREATE POLICY attempts ON chainbell.${table} USING (chainbell.attempt()) WITH CHECK (chainbell.attempt())`,
	]),
];

test('every third statement fails with 40001: one of two edits is made, nothing doubles', async () => {
	await using stage = await openStage(server, 6);
	await stage.sql(refuseEveryThird.join(';'));
	const [anna, carl] = [stage.machine('anna'), stage.machine('carl')];
	const results = await Promise.all([anna.run(...editAll('Annas')), carl.run(...editAll('Carls'))]);
	expect(
		results.filter(({exitCode}) => exitCode === 0),
		JSON.stringify(results),
	).toHaveLength(1);
	const listed = await stage.listed();
	expect(faultsIn(listed, 6)).toStrictEqual([]);
	expect(listed).toHaveLength(6);
	expect([await waitingOf(anna), await waitingOf(carl)]).toStrictEqual([0, 0]);
	const [{last_value: last}] = (await stage.sql('SELECT last_value FROM chainbell.refusals')) as [
		{readonly last_value: string},
	];
	tell(`${last} were refused`);
});

test('a lease runs out under SIGSTOP, a colleague takes over, and what was sent arrives afterwards', async () => {
	await using stage = await openStage(server, 1);
	const [anna, carl] = [stage.machine('anna'), stage.machine('carl')];
	const [arrived, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let isFirst = true;
	stage.setOnRequest(async (when, kind) => {
		if (isFirst && when === 'before' && kind === 'create') {
			isFirst = false;
			arrived.resolve();
			await woken.promise;
		}
	});
	const editing = anna.start(...editAll('Annas'));
	await arrived.promise;
	editing.signal('SIGSTOP');
	await delay(claimsEnd + 1000);
	// What the service has not got yet counts as not created, and he makes the same change.
	const finished = await carl.run('recover', '--all', '--finish', '--yes');
	const edited = await carl.run(...editAll('Carls'));
	expect(edited.exitCode, `${finished.stdout}${finished.stderr}${edited.stderr}`).toBe(0);
	editing.signal('SIGCONT');
	woken.resolve();
	const woke = await editing.ended;
	expect(woke.stderr).toMatch(/Your claim on the team's board has ended/v);
	const left = await stage.listed();
	expect(left.map(({name}) => name).toSorted()).toStrictEqual(['Annas', 'Carls']);
	const [hers, his] = [await anna.run('recover', '--all'), await carl.run('recover', '--all')];
	expect([hers.exitCode, his.exitCode], `${hers.stdout}${hers.stderr}\n${his.stdout}${his.stderr}`).toStrictEqual([
		8, 8,
	]);
	tell(`exit code ${woke.exitCode}; pending for both, and nothing was deleted: ${his.stdout.trim()}`);
});

test('the events of 100,000 are received by the program', async () => {
	await using stage = await openStage(server, 1);
	expect(await stage.machine('anna').run(...editAll('Annas'))).toMatchObject({exitCode: 0});
	// Each a set with one item that is done, and older than its listing.
	await stage.sql(`
		INSERT INTO chainbell.event (account, operator, session, seq, item, n, body, host, at)
		SELECT e.account, 'anna', e.session || ' ' || number, e.seq, replace(e.item, split_part(e.item, '/', 1), md5(number::text)), e.n, e.body, 'elsewhere', now()
		FROM chainbell.event e, generate_series(1, 16666) AS numbers (number)
	`);
	const [{count}] = (await stage.sql('SELECT count(*)::int AS count FROM chainbell.event')) as [
		{readonly count: number},
	];
	const carl = stage.machine('carl');
	const began = performance.now();
	const joined = await carl.run('team', 'join', '--yes');
	const took = performance.now() - began;
	expect(joined.exitCode, joined.stderr).toBe(0);
	tell(`${count} events, pulled and written into the ledger in ${(took / 1000).toFixed(1)} s`);
});
