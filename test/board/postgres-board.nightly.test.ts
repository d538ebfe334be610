import postgres from 'postgres';
import {expect, onTestFinished, test} from 'vitest';
import {createPostgresBoard, type PostgresBoardOptions} from '../../source/board/postgres-board.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {addressOf, createDatabase, grantRights, sharedPostgres, teamDatabase} from '../helpers/postgres.ts';
import {startRelay} from '../helpers/relay.ts';
import {authorityFile} from '../helpers/tls.ts';

const database = teamDatabase();

let accounts = 0;

/** Opens boards of one account that no other test has. */
async function openBoards<const Owners extends readonly string[]>(
	owners: Owners,
	options: Partial<PostgresBoardOptions> = {},
) {
	accounts++;
	const address = addressOf(await database);
	const boards = owners.map(owner =>
		createPostgresBoard({
			address,
			account: `account ${accounts}`,
			host: `host of ${owner}`,
			owner,
			clock: systemClock,
			...options,
		}),
	);
	onTestFinished(async () => {
		await Promise.all(boards.map(async board => board.close()));
	});
	return boards as {[Index in keyof Owners]: (typeof boards)[number]};
}

/** Runs SQL as the owner of the database, or as somebody else. */
async function run(text: string, url?: string) {
	const sql = postgres(url ?? (await database), {max: 1, onnotice: () => undefined});
	try {
		return await sql.unsafe(text);
	} finally {
		await sql.end();
	}
}

const minute = {lasts: 60_000, after: 0, cursor: undefined};

test('of two who claim the same one is refused, with who has it, and gets nothing of what it claimed besides', async () => {
	const [anna, ben, cleo] = await openBoards(['anna', 'ben', 'cleo']);
	const before = systemClock.withSleep();
	const granted = await anna.claim(['id 1', 'id 2', 'id 1'], minute);
	expect(granted).toMatchObject({granted: true});
	expect(granted.granted && granted.until).toBeGreaterThanOrEqual(before + 60_000);

	const refused = await ben.claim(['id 2', 'id 3'], minute);
	expect(refused).toMatchObject({
		granted: false,
		holders: [{what: 'id 2', owner: 'anna', operator: 'owner', host: 'host of anna'}],
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
	expect(refused).toMatchObject({granted: false, holders: [{owner: 'anna'}]});
	expect(refused.granted ? [] : refused.holders[0]!.left).toBeLessThanOrEqual(0);
	expect(await ben.pull(undefined)).toMatchObject({claims: [{owner: 'anna'}]});

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
	expect(claims.find(({what}) => what === 'id 2')!.left).toBeLessThanOrEqual(0);
	await ben.release(['id 1']);
	expect(await anna.renew(['id 1'], {lasts: 60_000})).toBeUndefined();
	expect(await anna.renew(['id 2'], {lasts: 60_000})).toBeDefined();
});

test('what somebody claims at the same moment as others is won once', async () => {
	const owners = ['a', 'b', 'c', 'd'] as const;
	const boards = await openBoards(owners);
	const whats = Array.from({length: 12}, (_, index) => `id ${index}`);
	const wins = await Promise.all(
		boards.map(async (board, index) => {
			const won = [];
			for (const what of index % 2 === 0 ? whats : whats.toReversed()) {
				const {granted} = await board.claim([what, 'new '.repeat(400) + what], minute);
				won.push(...(granted ? [what] : []));
			}

			return won;
		}),
	);
	expect(wins.flat().toSorted()).toEqual(whats.toSorted());
});

test('a change is stored once, its later revisions replace it, and whoever has an earlier one is told', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	const first = {
		uuid: 'u1',
		revision: 3,
		body: JSON.stringify({text: "it\0 said '\uD800'; DROP TABLE chainbell.change; --"}),
	};
	expect(await anna.publish([first, {uuid: 'u2', revision: 1, body: '{}'}])).toEqual([]);
	expect(await anna.publish([first])).toEqual([]);
	expect(
		await ben.publish([
			{...first, body: '{}'},
			{uuid: 'u1', revision: 2, body: '{}'},
		]),
	).toEqual(['u1', 'u1']);
	const {changes, cursor} = await ben.pull(undefined);
	expect(changes).toMatchObject([{...first, operator: 'owner', host: 'host of anna'}, {uuid: 'u2'}]);

	expect(await ben.publish([{uuid: 'u1', revision: 4, body: '{"v":4}'}])).toEqual([]);
	const after = await anna.pull(cursor);
	// What arrived up to a minute before may have been committed since.
	expect(after.changes.map(({uuid, revision}) => [uuid, revision])).toEqual([
		['u2', 1],
		['u1', 4],
	]);
	expect(after.changes[1]).toMatchObject({body: '{"v":4}', host: 'host of anna', lastBy: {host: 'host of ben'}});
	expect(await anna.revisions()).toEqual(
		new Map([
			['u1', {revision: 4, isPruned: false}],
			['u2', {revision: 1, isPruned: false}],
		]),
	);
	await run(
		`UPDATE chainbell.change SET body = '' WHERE account = 'account ${accounts}' AND uuid = 'u1' AND revision < 4 OR uuid = 'u2'`,
	);
	expect(await anna.revisions()).toEqual(
		new Map([
			['u1', {revision: 4, isPruned: false}],
			['u2', {revision: 1, isPruned: true}],
		]),
	);
	expect(await anna.changesOf(['u1', 'u3'])).toMatchObject([{uuid: 'u1', revision: 4}]);
});

test('IDs that a database cannot have as text, or in an index, are claimed as any other', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	const whats = ['id \0', 'id \uD800', 'id "\\', `id ${'x'.repeat(100_000)}`];
	expect(await anna.claim(whats, minute)).toMatchObject({granted: true});
	const refused = await ben.claim(whats, minute);
	expect(refused.granted ? [] : refused.holders.map(({what}) => what)).toEqual(
		expect.arrayContaining([expect.stringMatching(/^hash [\da-f]{64}$/v) as string, ...whats.slice(0, 3)]) as string[],
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
	const [late] = await openBoards(['anna'], {account: `account ${accounts}`});
	// Its attempts count from one again, as those of a session that is long over.
	await expect(late.claim(['id 1'], minute)).rejects.toThrow('did not grant');
	expect(await ben.claim(['id 1'], minute)).toMatchObject({granted: true});
});

test('a write takes two round trips: claim and pull, then publish', async () => {
	const address = addressOf(await database);
	// Long enough that everything that is sent without waiting has left before the first answer comes.
	await using relay = await startRelay(address.port, 25);
	const [board] = await openBoards(['anna'], {address: {...address, port: relay.port}});
	const {cursor} = await board.pull(undefined);
	// What is used for the first time on a connection takes more; the last of it is what a new connection does by itself.
	await board.claim(['id 0'], {...minute, cursor});
	await board.publish([]);
	await board.renew([], minute);
	await board.release(['id 0']);
	await board.revisions();

	const before = relay.trips();
	await board.claim(['id 1'], {...minute, cursor});
	const between = relay.trips();
	await board.publish([{uuid: 'u1', revision: 1, body: '{}'}]);
	expect([between - before, relay.trips() - between]).toEqual([1, 1]);
});

test('a connection that is lost is opened again, a silent database is given up after two seconds, and one that is gone at once', async () => {
	const address = addressOf(await database);
	const clock = createHandClock();
	const relay = await startRelay(address.port);
	const [board] = await openBoards(['anna'], {address: {...address, port: relay.port}, clock});
	await board.claim(['id 1'], minute);
	relay.drop();
	expect(await board.claim(['id 1'], minute)).toMatchObject({granted: true});

	relay.setSilent(true);
	const waiting = board.publish([{uuid: 'u1', revision: 1, body: '{}'}]).catch((error: unknown) => error);
	clock.pass(1999);
	clock.pass(1);
	expect(await waiting).toMatchObject({
		kind: 'unreachable',
		message: expect.stringContaining('it does not answer') as string,
	});

	relay.setSilent(false);
	expect(await board.publish([{uuid: 'u1', revision: 1, body: '{}'}])).toEqual([]);
	await relay[Symbol.asyncDispose]();
	await expect(board.pull(undefined)).rejects.toMatchObject({
		kind: 'unreachable',
		message: expect.stringContaining('nothing answers at its address') as string,
	});
});

test('a hint reaches the others, and not who gave it', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	const {promise, resolve} = Promise.withResolvers<string>();
	anna.onHint(() => {
		resolve('anna');
	});
	ben.onHint(() => {
		resolve('ben');
	});
	await Promise.all([anna.pull(undefined), ben.pull(undefined)]);
	// On one connection statements are answered in turn: the others are listening now.
	await Promise.all([anna.release([]), ben.revisions()]);
	await anna.publish([{uuid: 'u1', revision: 1, body: '{}'}]);
	expect(await promise).toBe('ben');
});

test('a database without a board, or with that of a newer chainbell, says what to do', async () => {
	const empty = addressOf(await createDatabase(await sharedPostgres()));
	const [none] = await openBoards(['anna'], {address: empty});
	await expect(none.pull(undefined)).rejects.toMatchObject({
		kind: 'refused',
		message: `The team's board (${empty.shown}) cannot be used: the database has no board yet. Run chainbell team init.`,
	});

	const newer = await teamDatabase();
	const [board] = await openBoards(['anna'], {address: addressOf(newer)});
	await board.pull(undefined);
	await run("UPDATE chainbell.board SET version = 2, program = '0.9.0'", newer);
	await expect(board.claim(['id 1'], minute)).rejects.toMatchObject({
		kind: 'newer',
		message: expect.stringContaining('needs chainbell 0.9.0 or later') as string,
	});
	expect(await run('SELECT * FROM chainbell.claim', newer)).toEqual([]);
});

test('members can neither delete, nor change what is there, nor say that they are somebody else; readers only read', async () => {
	const url = await teamDatabase();
	await grantRights(url);
	const [olga, rita] = ['olga:secret', 'rita:secret'].map(user => url.replace(/\/\/[^@]+/v, `//${user}`));
	const [board] = await openBoards(['o'], {address: addressOf(olga!)});
	await board.publish([{uuid: 'u1', revision: 1, body: '{}'}]);
	expect(await board.claim(['id 1'], minute)).toMatchObject({granted: true, pulled: {changes: [{operator: 'olga'}]}});
	await board.release(['id 1']);
	const refused = [
		'DELETE FROM chainbell.change',
		"UPDATE chainbell.change SET body = ''",
		'DELETE FROM chainbell.claim',
		"UPDATE chainbell.claim SET operator = 'x'",
		'CREATE TABLE chainbell.other (id int)',
		'TRUNCATE chainbell.change',
		'UPDATE chainbell.board SET version = 9',
		"INSERT INTO chainbell.sent (account, notification, content, host, operator) VALUES ('a', '1', '', 'h', 'owner')",
		"INSERT INTO chainbell.change (account, uuid, revision, body, host, operator) VALUES ('a', 'u2', 1, '', 'h', 'owner')",
		"INSERT INTO chainbell.change (account, uuid, revision, body, host, at) VALUES ('a', 'u2', 1, '', 'h', now())",
	];
	for (const text of refused) {
		await expect(run(text, olga), text).rejects.toMatchObject({code: '42501'});
	}

	const [reader] = await openBoards(['r'], {address: addressOf(rita!), account: `account ${accounts}`});
	expect(await reader.pull(undefined)).toMatchObject({changes: [{uuid: 'u1'}]});
	await expect(reader.claim(['id 1'], minute)).rejects.toMatchObject({
		kind: 'forbidden',
		message: expect.stringContaining('rita lacks a right. chainbell team grants prints the rights') as string,
	});
	const [wrong] = await openBoards(['x'], {address: addressOf(url.replace(/\/\/[^@]+/v, '//olga:hunter22'))});
	await expect(wrong.pull(undefined)).rejects.toMatchObject({
		kind: 'refused',
		message: expect.stringMatching(/^(?!.*hunter22).*it refused the password of olga/v) as string,
	});
});

test('a certificate is checked, and one that is not known refused', async () => {
	const url = await database;
	const local = url.replace('127.0.0.1', 'localhost');
	const [trusting] = await openBoards(['anna'], {
		address: addressOf(`${local}?sslmode=verify-full&sslrootcert=${authorityFile}`),
	});
	await trusting.pull(undefined);
	const [other] = await openBoards(['anna'], {address: addressOf(`${local}?sslmode=verify-full`)});
	await expect(other.pull(undefined)).rejects.toMatchObject({
		kind: 'refused',
		message: expect.stringContaining('its TLS certificate was not accepted') as string,
	});
});

test('rows that a member made by hand neither stop others from reading nor fill their memory', async () => {
	const [anna, ben] = await openBoards(['anna', 'ben']);
	await anna.publish([{uuid: 'u1', revision: 1, body: '{}'}]);
	const account = `'account ${accounts}'`;
	await run(`
		INSERT INTO chainbell.claim (account, what, number, owner, attempt, host, until) VALUES (${account}, '"id 1"', 1, repeat('o', 9999), 1, repeat('h', 9999), 'infinity'), (${account}, '"id 2"', 1, 'o', 1, 'h', '-infinity');
		INSERT INTO chainbell.change (account, uuid, revision, body, host) VALUES (${account}, 'u2', 9223372036854775807, '{}', 'h'), (${account}, 'u3', -1, '{}', 'h');
		INSERT INTO chainbell.change (account, uuid, revision, body, host) SELECT ${account}, 'v' || number, 1, repeat('x', 6000000), repeat('h', 9999) FROM generate_series(1, 20) AS numbers (number);
	`);
	const {changes, claims} = await ben.pull(undefined);
	expect(changes.map(({uuid, body, host}) => [uuid, body, host.length])).toStrictEqual([
		['u1', '{}', 12],
		...changes.slice(1).map(({uuid}) => [uuid, 'too long', 200]),
	]);
	expect(changes).toHaveLength(21);
	expect(claims.map(({what, left, host}) => [what, left, host.length])).toStrictEqual([['id 1', 86_400_000, 200]]);
	expect(await ben.claim(['id 1'], minute)).toMatchObject({granted: false});
	expect(await ben.claim(['id 2'], minute)).toMatchObject({granted: true});
	await run(`UPDATE chainbell.claim SET at = at - interval '1 day' WHERE account = ${account}`);
	expect(await ben.renew(['id 2'], minute), 'a claim ends after a day').toBeUndefined();
	expect(await ben.claim(['id 1'], minute)).toMatchObject({granted: true});
});
