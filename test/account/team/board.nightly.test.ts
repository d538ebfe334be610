import postgres from 'postgres';
import {expect, onTestFinished, test} from 'vitest';
import {
	openBoard,
	type Board,
	type BoardEvent,
	type BoardOptions,
	type Pulled,
} from '../../../source/account/team/board.ts';
import {systemClock} from '../../../source/platform/clock.ts';
import {createHandClock} from '../../helpers/hand-clock.ts';
import {
	createDatabase,
	grantRights,
	initialise,
	sharedPostgres,
	startPostgres,
	teamDatabase,
} from '../../helpers/postgres.ts';
import {startRelay} from '../../helpers/relay.ts';
import {authorityFile} from '../../helpers/tls.ts';
import {containing, matching} from '../../helpers/texts.ts';

const database = await teamDatabase();
await grantRights(database);

let accounts = 0;

/** The database as a member of the team, or through a port. */
const urlOf = (member: string, url = database) => url.replace(/\/\/[^@]+/v, `//${member}:secret`);
const through = (port: number, url = database) => Object.assign(new URL(url), {port: String(port)}).href;

/** Opens boards of one account that no other test has. */
async function openBoards<const Sessions extends readonly string[]>(
	sessions: Sessions,
	options: Partial<BoardOptions> = {},
) {
	accounts++;
	const account = `account ${accounts}`;
	const boards = await Promise.all(
		sessions.map(async session =>
			openBoard({
				variable: 'TEAM_URL',
				url: database,
				account,
				host: `host of ${session}`,
				session,
				clock: systemClock,
				...options,
			}),
		),
	);
	onTestFinished(async () => {
		await Promise.all(boards.map(async board => board.close()));
	});
	return boards as {[Index in keyof Sessions]: Board};
}

/** Runs SQL as the owner of the database, or as somebody else. */
async function run(text: string, url = database) {
	const sql = postgres(url, {max: 1, onnotice: () => undefined});
	try {
		return await sql.unsafe(text);
	} finally {
		await sql.end();
	}
}

/** Pulls until there is no more. */
async function pullAll(board: Board, from?: string) {
	const pages: Pulled[] = [];
	let cursor = from;
	do {
		pages.push(await board.pull(cursor));
		cursor = pages.at(-1)!.cursor;
	} while (pages.at(-1)!.isMore);

	return {pages, events: pages.flatMap(({events}) => events), claims: pages.at(-1)!.claims, cursor};
}

const minute = {lasts: 60_000, after: 0, cursor: undefined};

const event = (session: string, seq: number, item = 'u1/1', n = seq, body = '{}'): BoardEvent => ({
	session,
	seq,
	item,
	n,
	body,
});

test('of two who claim the same one is refused, with who has it, and gets nothing of what it claimed besides', async () => {
	const [anna, ben, cleo] = await openBoards(['anna', 'ben', 'cleo']);
	const before = systemClock.withSleep();
	const granted = await anna.claim(['id 1', 'id 2', 'id 1'], minute);
	expect(granted).toMatchObject({granted: true});
	expect(granted.granted && granted.until).toBeGreaterThanOrEqual(before + 60_000);

	const refused = await ben.claim(['id 2', 'id 3'], minute);
	expect(refused).toMatchObject({
		granted: false,
		holders: [{what: 'id 2', session: 'anna', operator: 'owner', host: 'host of anna'}],
	});
	const [holder] = refused.granted ? [] : refused.holders;
	expect(holder!.left).toBeGreaterThan(50_000);
	expect(holder!.heldFor + holder!.left).toBeCloseTo(60_000, 0);
	expect(refused.pulled.claims.map(({what}) => what).toSorted()).toEqual(['id 1', 'id 2']);
	expect(await cleo.claim(['id 3'], minute)).toMatchObject({granted: true});

	await anna.release(['id 1', 'id 2']);
	expect(await ben.claim(['id 1', 'id 2'], minute)).toMatchObject({granted: true});
});

test('a claim follows one that has ended only after the settling time, and one that was released at once', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	await anna.claim(['id 1'], {...minute, lasts: 0});
	const refused = await ben.claim(['id 1'], {...minute, after: 60_000});
	expect(refused).toMatchObject({granted: false, holders: [{session: 'anna'}]});
	expect(refused.granted ? [] : refused.holders[0]!.left).toBeLessThanOrEqual(0);
	expect(await ben.pull(undefined)).toMatchObject({claims: [{session: 'anna'}]});

	expect(await anna.renew(['id 1'], {lasts: 60_000})).toBeGreaterThan(systemClock.withSleep() + 50_000);
	await anna.release(['id 1']);
	expect(await ben.claim(['id 1'], {...minute, after: 60_000})).toMatchObject({granted: true});
});

test('a claim that another one took, or took and released, is not renewed, and neither is a part of several', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	await anna.claim(['id 1', 'id 2'], {...minute, lasts: 0});
	await ben.claim(['id 1'], minute);
	expect(await anna.renew(['id 1', 'id 2'], {lasts: 60_000})).toBeUndefined();
	const {claims} = await ben.pull(undefined);
	expect(claims.map(({what, session}) => [what, session])).toEqual([
		['id 1', 'ben'],
		['id 2', 'anna'],
	]);
	expect(claims[1]!.left).toBeLessThanOrEqual(0);
	await ben.release(['id 1']);
	expect(await anna.renew(['id 1'], {lasts: 60_000})).toBeUndefined();
	expect(await anna.renew(['id 2'], {lasts: 60_000})).toBeDefined();
});

test.each([2, 4, 8])('what %i claim at the same moment, each in another order, is won once', async count => {
	const boards = await openBoards(Array.from({length: count}, (_, index) => `session ${index}`));
	const whats = Array.from({length: 60}, (_, index) => `id ${index}`);
	const wins = await Promise.all(
		boards.map(async (board, index) => {
			const won = [];
			const from = (index * 60) / count;
			const own = [...whats.slice(from), ...whats.slice(0, from)];
			for (const what of index % 2 === 0 ? own : own.toReversed()) {
				const {granted} = await board.claim([what, 'new '.repeat(400) + what], minute);
				won.push(...(granted ? [what] : []));
			}

			return won;
		}),
	);
	expect(wins.flat().toSorted()).toEqual(whats.toSorted());
});

test('a row is stored once, another one under its key stops, and who comes second to a number of an item is told', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	const first = event(
		'anna',
		1,
		'u1/1',
		1,
		JSON.stringify({text: "it\0 said '\uD800'; DROP TABLE chainbell.event; --"}),
	);
	const second = event('anna', 2, 'u1/1', 2);
	expect(await anna.publish([first, second])).toEqual({taken: []});
	expect(await anna.publish([first, second])).toEqual({taken: []});
	const late = event('ben', 1, 'u1/1', 2);
	const other = event('ben', 2, 'u2/1', 1);
	const before = event('ben', 3, 'u4/1', 1);
	// What follows it may belong to it.
	expect(await ben.publish([before, late, other])).toEqual({taken: [late, other]});
	// What was refused comes again, with the next number.
	expect(await ben.publish([{...late, n: 3}, other])).toEqual({taken: []});
	for (const changed of [{body: '{"v":2}'}, {n: 9}, {item: 'u9/1'}]) {
		await expect(anna.publish([{...first, ...changed}, event('anna', 3, 'u3/1')])).rejects.toMatchObject({
			kind: 'conflict',
		});
	}

	const {events, cursor, isMore} = await ben.pull(undefined);
	expect(isMore).toBe(false);
	expect(events.map(({age: _age, ...each}) => each)).toEqual([
		{...first, operator: 'owner', host: 'host of anna'},
		{...second, operator: 'owner', host: 'host of anna'},
		{...before, operator: 'owner', host: 'host of ben'},
		{...late, n: 3, operator: 'owner', host: 'host of ben'},
		{...other, operator: 'owner', host: 'host of ben'},
	]);
	expect(await ben.pull(cursor)).toMatchObject({events: []});
	await anna.publish([event('anna', 3, 'u1/1', 4)]);
	expect((await ben.pull(cursor)).events).toMatchObject([{session: 'anna', seq: 3}]);
	expect(await anna.heads(['anna', 'ben', 'nobody'])).toEqual(
		new Map([
			['anna', {count: 3, last: 3}],
			['ben', {count: 3, last: 3}],
		]),
	);
});

test('what a transaction writes that ends after later ones is pulled all the same', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	const sql = postgres(database, {max: 1, onnotice: () => undefined});
	await sql
		.begin(async transaction => {
			await transaction.unsafe(
				`INSERT INTO chainbell.event (account, session, seq, item, n, body, host) VALUES ('account ${accounts}', 'slow', 1, 'u1/1', 1, '{}', 'h')`,
			);
			await anna.publish([event('anna', 1, 'u2/1')]);
			const {events, cursor} = await ben.pull(undefined);
			expect(events.map(({session}) => session)).toEqual(['anna']);
			expect((await ben.pull(cursor)).events.map(({session}) => session)).toEqual(['anna']);
			await anna.publish([event('anna', 2, 'u2/1')]);
			return cursor;
		})
		.then(async cursor => {
			const next = await ben.pull(cursor);
			expect(next.events.map(({session, seq}) => [session, seq])).toEqual([
				['slow', 1],
				['anna', 1],
				['anna', 2],
			]);
			expect((await ben.pull(next.cursor)).events).toEqual([]);
		});
	await sql.end();
});

test('more than fits into memory comes in pages, each with the cursor of the next one, and what is written meanwhile comes as well', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	const account = `'account ${accounts}'`;
	await run(
		`INSERT INTO chainbell.event (account, session, seq, item, n, body, host) SELECT ${account}, 's' || number % 3, 1 + number / 3, 'i' || number, 1, repeat('x', 4900000), 'h' FROM generate_series(0, 19) AS numbers (number)`,
	);
	const first = await ben.pull(undefined);
	expect(first).toMatchObject({isMore: true});
	await anna.publish([event('anna', 1, 'u1/1')]);
	const rest = await pullAll(ben, first.cursor);
	expect([first, ...rest.pages].map(({events}) => events.length)).toEqual([7, 7, 7]);
	expect(new Set([...first.events, ...rest.events].map(({item}) => item)).size).toBe(21);
	// The transaction of the last row ended after the first page.
	const again = await ben.pull(rest.cursor);
	expect(again).toMatchObject({events: [{session: 'anna'}], isMore: false});
	expect((await ben.pull(again.cursor)).events).toEqual([]);
});

test('a database that was restored from a backup is pulled from the beginning, whichever transactions it has', async () => {
	await using server = await startPostgres();
	await initialise(server.url);
	const [anna, ben, cleo, late] = await openBoards(['anna', 'ben', 'cleo', 'late'], {url: server.url});
	await anna.publish([event('anna', 1, 'u1/1')]);
	// She has seen no more than the backup has.
	const seen = await cleo.pull(undefined);
	const restore = await server.backup();
	await anna.publish([event('anna', 2, 'u1/1')]);
	for (let number = 3; number < 9; number++) {
		await anna.publish([event('anna', number, 'u1/1')]);
	}

	const {cursor} = await ben.pull(undefined);
	await restore();
	expect(await anna.heads(['anna'])).toEqual(new Map([['anna', {count: 1, last: 1}]]));
	await ben.publish([event('ben', 1, 'u2/1')]);
	const after = await ben.pull(cursor);
	expect(after.events.map(({session, seq}) => [session, seq])).toEqual([
		['anna', 1],
		['ben', 1],
	]);
	expect((await cleo.pull(seen.cursor)).events.map(({session}) => session)).toEqual(['ben']);
	// Her cursor is of a transaction that the database has had again meanwhile.
	for (let number = 2; number < 30; number++) {
		await ben.publish([event('ben', number, 'u2/1')]);
	}

	expect((await late.pull(cursor)).events).toHaveLength(30);
	expect((await ben.pull(after.cursor)).events).toHaveLength(28);
});

test('IDs that a database cannot have as text, or in an index, are claimed as any other', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	const whats = ['id \0', 'id \uD800', 'id "\\', `id ${'ü'.repeat(600)}`];
	expect(await anna.claim(whats, minute)).toMatchObject({granted: true});
	const refused = await ben.claim(whats, minute);
	expect(refused.granted ? [] : refused.holders.map(({what}) => what)).toEqual(
		expect.arrayContaining([matching(/^hash [\da-f]{64}$/v), ...whats.slice(0, 3)]) as string[],
	);
	await anna.release(whats);
	expect(await ben.claim(whats, minute)).toMatchObject({granted: true});
});

test('a claim or a release that arrives late, after its sender has given it up, undoes nothing', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	await anna.claim(['id 1'], minute);
	await anna.claim(['id 1'], minute);
	// What the first of two attempts would still release.
	await run(`UPDATE chainbell.claim SET is_released = true WHERE account = 'account ${accounts}' AND attempt <= 1`);
	expect(await ben.claim(['id 1'], minute)).toMatchObject({granted: false});
	await anna.release(['id 1']);
	accounts--;
	const [late] = await openBoards(['anna']);
	// Its attempts count from one again, as what is still on its way of a connection that was lost.
	await expect(late.claim(['id 1'], minute)).rejects.toThrow('did not grant');
	expect(await ben.claim(['id 1'], minute)).toMatchObject({granted: true});
});

test('a connection that is lost is opened again, a silent database is given up after two seconds, and one that is gone at once', async () => {
	const clock = createHandClock();
	const relay = await startRelay(Number(new URL(database).port));
	const [board] = await openBoards(['anna'], {url: through(relay.port), clock});
	await board.claim(['id 1'], minute);
	relay.drop();
	expect(await board.claim(['id 1'], minute)).toMatchObject({granted: true});

	relay.setSilent(true);
	const waiting = board.publish([event('anna', 1)]).catch((error: unknown) => error);
	clock.pass(1999);
	clock.pass(1);
	expect(await waiting).toMatchObject({
		kind: 'unreachable',
		message: containing('it does not answer'),
	});

	relay.setSilent(false);
	relay.drop();
	expect(await board.publish([event('anna', 1)])).toEqual({taken: []});
	await relay[Symbol.asyncDispose]();
	await expect(board.pull(undefined)).rejects.toMatchObject({
		kind: 'unreachable',
		message: containing('nothing answers at its address'),
	});
});

test('a database that is stopped, or killed, is reached again when it is back, with all that it had taken', async () => {
	await using server = await startPostgres();
	await initialise(server.url);
	await run('ALTER DATABASE postgres SET synchronous_commit = on', server.url);
	const [anna, ben] = await openBoards(['anna', 'ben'], {url: server.url});
	for (const [index, end] of [server.stop, server.crash].entries()) {
		await anna.publish([event('anna', 1 + index)]);
		await anna.claim([`id ${index}`], minute);
		await end();
		// What a killed server had started notices that a moment later.
		for (const board of [anna, ben]) {
			await expect
				.poll(async () => board.pull(undefined).catch((error: unknown) => error))
				.toMatchObject({kind: 'unreachable'});
		}

		await expect(anna.publish([event('anna', 9)])).rejects.toMatchObject({kind: 'unreachable'});
		await server.start();
		expect((await ben.pull(undefined)).events).toHaveLength(1 + index);
		expect(await ben.claim([`id ${index}`], minute)).toMatchObject({granted: false});
		expect(await anna.renew([`id ${index}`], minute)).toBeDefined();
	}
});

test('a database without a board, or with that of a newer chainbell, says what to do', async () => {
	const empty = await createDatabase(await sharedPostgres());
	const [none] = await openBoards(['anna'], {url: empty});
	await expect(none.pull(undefined)).rejects.toMatchObject({
		kind: 'refused',
		message: matching(
			/^The team's board \(owner@127\.0\.0\.1:\d+\/test_\d+_\d+\) cannot be used: the database has no board yet\. Run chainbell team init\.$/v,
		),
	});

	const newer = await teamDatabase();
	await initialise(newer);
	const [board] = await openBoards(['anna'], {url: newer});
	await board.pull(undefined);
	await run("UPDATE chainbell.board SET version = 9, program = '0.9.0'", newer);
	for (const act of [
		async () => board.claim(['id 1'], minute),
		async () => board.pull(undefined),
		async () => initialise(newer),
	]) {
		await expect(act()).rejects.toMatchObject({
			kind: 'newer',
			message: containing('needs chainbell 0.9.0 or later'),
		});
	}

	expect(await run('SELECT * FROM chainbell.claim', newer)).toEqual([]);
	await expect(openBoards(['anna'], {url: undefined})).rejects.toMatchObject({
		kind: 'refused',
		message:
			"The team's board cannot be used: the environment variable TEAM_URL, which config.yaml names as its URL, is not set.",
	});
});

test('members can neither delete, nor change what is there, nor say that they are somebody else; readers only read', async () => {
	const [board] = await openBoards(['o'], {url: urlOf('olga')});
	await board.publish([event('o', 1)]);
	expect(await board.claim(['id 1'], minute)).toMatchObject({granted: true, pulled: {events: [{operator: 'olga'}]}});
	const account = `account ${accounts}`;
	const refused = [
		'DELETE FROM chainbell.event',
		"UPDATE chainbell.event SET body = ''",
		'DELETE FROM chainbell.claim',
		"UPDATE chainbell.claim SET operator = 'x'",
		'UPDATE chainbell.claim SET session = 1',
		'CREATE TABLE chainbell.other (id int)',
		'DROP POLICY holding ON chainbell.claim',
		'TRUNCATE chainbell.event',
		'UPDATE chainbell.board SET version = 9',
		"INSERT INTO chainbell.event (account, session, seq, item, n, body, host, operator) VALUES ('a', 's', 1, 'i', 1, '', 'h', 'owner')",
		"INSERT INTO chainbell.event (account, session, seq, item, n, body, host, at) VALUES ('a', 's', 1, 'i', 1, '', 'h', now())",
		"INSERT INTO chainbell.event (account, session, seq, item, n, body, host, tx) VALUES ('a', 's', 1, 'i', 1, '', 'h', '1')",
		"INSERT INTO chainbell.claim (account, what, session, attempt, host, until, number) OVERRIDING SYSTEM VALUE VALUES ('a', 'w', 's', 1, 'h', now(), 9223372036854775807)",
		"INSERT INTO chainbell.claim (account, what, session, attempt, host, until, at) VALUES ('a', 'w', 's', 1, 'h', now(), now())",
	];
	for (const text of refused) {
		await expect(run(text, urlOf('olga')), text).rejects.toMatchObject({code: '42501'});
	}

	// Nobody releases or shortens the claim of somebody else.
	await run(`UPDATE chainbell.claim SET is_released = true, until = now() WHERE account = '${account}'`, urlOf('eve'));
	accounts--;
	const [reader] = await openBoards(['r'], {url: urlOf('rita')});
	expect(await reader.pull(undefined)).toMatchObject({events: [{session: 'o'}], claims: [{operator: 'olga'}]});
	for (const write of [
		async () => reader.claim(['id 2'], minute),
		async () => reader.publish([event('r', 1, 'u2/1')]),
	]) {
		await expect(write()).rejects.toMatchObject({
			kind: 'forbidden',
			message: containing('rita lacks a right. chainbell team grants prints the rights'),
		});
	}

	const [wrong] = await openBoards(['x'], {url: database.replace(/\/\/[^@]+/v, '//olga:hunter22')});
	await expect(wrong.pull(undefined)).rejects.toMatchObject({
		kind: 'refused',
		message: matching(/^(?!.*hunter22).*it refused the password of olga/v),
	});
});

test('a certificate is checked, and one that is not known refused', async () => {
	const local = database.replace('127.0.0.1', 'localhost');
	const [trusting] = await openBoards(['anna'], {url: `${local}?sslmode=verify-full&sslrootcert=${authorityFile}`});
	await trusting.pull(undefined);
	const [other] = await openBoards(['anna'], {url: `${local}?sslmode=verify-full`});
	await expect(other.pull(undefined)).rejects.toMatchObject({
		kind: 'refused',
		message: containing('its TLS certificate was not accepted'),
	});
});

test('rows that a member made by hand neither stop others from reading nor fill their memory', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	await anna.publish([event('anna', 1)]);
	const account = `'account ${accounts}'`;
	const columns = '(account, session, seq, item, n, body, host)';
	for (const values of [
		"'s', 0, 'i', 1, '', 'h'",
		"'s', 9223372036854775807, 'i', 1, '', 'h'",
		"'s', 1, 'i', -1, '', 'h'",
		"'s', 1, repeat('i', 101), 1, '', 'h'",
		"repeat('s', 101), 1, 'i', 1, '', 'h'",
		"'s', 1, 'i', 1, repeat('x', 5000001), 'h'",
		"'s', 1, 'i', 1, '', repeat('h', 501)",
	]) {
		await expect(
			run(`INSERT INTO chainbell.event ${columns} VALUES (${account}, ${values})`, urlOf('eve')),
			values,
		).rejects.toMatchObject({code: '23514'});
	}

	await run(
		`INSERT INTO chainbell.event ${columns} VALUES (${account}, 'anna', 2, 'u1/1', 2, 'no JSON', 'h'), (${account}, '', 1000000000000, '', 2147483647, '', '')`,
		urlOf('eve'),
	);
	const {events, cursor} = await ben.pull(undefined);
	expect(events.map(({operator, session, body}) => [operator, session, body])).toEqual([
		['owner', 'anna', '{}'],
		['eve', 'anna', 'no JSON'],
		['eve', '', ''],
	]);
	// It took a number of an item, not one of her session.
	const next = event('anna', 2, 'u1/1', 2);
	expect(await anna.publish([next])).toEqual({taken: [next]});
	expect(await anna.publish([{...next, n: 3}])).toEqual({taken: []});
	expect((await ben.pull(cursor)).events).toMatchObject([{operator: 'owner', session: 'anna', seq: 2}]);
});

test('claims that never end, that began before time, or that name the session of another one free what they block after a day, and nothing at once', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	const account = `'account ${accounts}'`;
	const claim = async (what: string, session: string, attempt: string, until: string, isReleased = 'false') =>
		run(
			`INSERT INTO chainbell.claim (account, what, session, attempt, host, until${isReleased === 'true' ? ', is_released' : ''}) VALUES (${account}, '"${what}"', '${session}', ${attempt}, 'h', '${until}'${isReleased === 'true' ? ', true' : ''})`,
			isReleased === 'true' ? database : urlOf('eve'),
		);
	await claim('id 1', 'eve', '1', 'infinity');
	await claim('id 2', 'eve', '9223372036854775807', '-infinity');
	await claim('id 3', 'eve', '1', '294276-12-31');
	const {claims} = await ben.pull(undefined);
	expect(claims.map(({what, left}) => [what, Math.round(left / 10_000) * 10_000 + 0])).toEqual([
		['id 3', 86_400_000],
		['id 2', 0],
		['id 1', 86_400_000],
	]);
	for (const what of ['id 1', 'id 3']) {
		expect(await ben.claim([what], {...minute, after: 60_000})).toMatchObject({granted: false});
	}

	expect(await ben.claim(['id 2'], minute)).toMatchObject({granted: true});
	// Under the name of her session, with its last attempt: it is not hers, and she neither has it nor is stopped by it.
	await claim('id 4', 'anna', '9223372036854775807', 'infinity');
	expect(await anna.claim(['id 4'], minute)).toMatchObject({granted: false});
	expect(await anna.renew(['id 4'], minute)).toBeUndefined();
	await anna.claim(['id 5'], minute);
	await claim('id 5', 'anna', '99', '-infinity');
	expect(await ben.claim(['id 5'], minute)).toMatchObject({granted: false});

	await run(`UPDATE chainbell.claim SET at = at - interval '1 day' WHERE account = ${account}`);
	expect(await ben.renew(['id 2'], minute), 'a claim ends after a day').toBeUndefined();
	expect(await ben.claim(['id 1', 'id 3', 'id 4'], minute)).toMatchObject({granted: true});
});

test('every statement that meets others again and again is sent until it does not', async () => {
	const url = await createDatabase(await sharedPostgres());
	await initialise(url);
	await grantRights(url);
	// Every third transaction that reads or writes a row fails; what a sequence counts stays counted.
	await run(
		[
			'CREATE SEQUENCE chainbell.attempts',
			`CREATE FUNCTION chainbell.attempt() RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER AS $$
			BEGIN
				IF current_setting('trial.transaction', true) IS NOT DISTINCT FROM pg_current_xact_id()::text THEN
					RETURN true;
				END IF;
				IF random() * 3 < 1 THEN
					PERFORM nextval('chainbell.attempts');
					RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001';
				END IF;
				PERFORM set_config('trial.transaction', pg_current_xact_id()::text, true);
				RETURN true;
			END $$`,
			...['board', 'event', 'claim'].flatMap(table => [
				`ALTER TABLE chainbell.${table} ENABLE ROW LEVEL SECURITY`,
				`CREATE POLICY everybody ON chainbell.${table} USING (true) WITH CHECK (true)`,
				`CREATE POLICY attempts ON chainbell.${table} AS RESTRICTIVE USING (chainbell.attempt()) WITH CHECK (chainbell.attempt())`,
			]),
		].join(';'),
		url,
	);
	const [anna, ben] = await openBoards(['anna', 'ben'], {url: urlOf('anna', url)});
	let cursor: string | undefined;
	for (let seq = 1; seq <= 20; seq++) {
		const what = [`id ${seq}`];
		expect(await anna.claim(what, {...minute, cursor})).toMatchObject({granted: true});
		expect(await ben.claim(what, minute)).toMatchObject({granted: false});
		expect(await anna.publish([event('anna', seq)])).toEqual({taken: []});
		expect(await anna.renew(what, minute)).toBeDefined();
		await anna.release(what);
		const pulled = await anna.pull(cursor);
		expect(pulled.events.at(-1)).toMatchObject({seq});
		({cursor} = pulled);
		expect(await anna.heads(['anna'])).toEqual(new Map([['anna', {count: seq, last: seq}]]));
	}

	expect((await ben.pull(undefined)).events.map(({seq}) => seq)).toEqual(
		Array.from({length: 20}, (_, index) => index + 1),
	);
	const [{last_value: refused}] = (await run('SELECT last_value FROM chainbell.attempts', url)) as unknown as [
		{last_value: string},
	];
	expect(Number(refused)).toBeGreaterThan(100);
});
