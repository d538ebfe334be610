import assert from 'node:assert/strict';
import {setTimeout as delay} from 'node:timers/promises';
import type {PostgresServer} from '../helpers/postgres.ts';
import {startRelay, type Relay} from '../helpers/relay.ts';
import {editAll, faultsIn, openStage, type Machine, type Stage} from './stage.ts';
import type {Trial} from './trial.ts';

const count = 20;

/** The request of the edit at which the trouble begins. */
const middle = 16;

type Trouble = {
	readonly name: string;
	readonly what: string;
	/** Milliseconds that the database is away, in each direction. */ readonly delay?: number;
	readonly begin: (server: PostgresServer, relay: Relay) => Promise<() => Promise<void>>;
};

const troubles: readonly Trouble[] = [
	{
		name: 'stop',
		what: 'the database is stopped in the middle, and started again',
		async begin(server) {
			await server.stop();
			return server.start;
		},
	},
	{
		name: 'crash',
		what: 'the database is killed with -9 in the middle, and started again',
		async begin(server) {
			await server.crash();
			return server.start;
		},
	},
	{name: 'delay', what: 'the database is 200 ms away', delay: 100, begin: async () => async () => undefined},
	{
		name: 'drop',
		what: 'connections break every 150 ms',
		async begin(_server, relay) {
			const timer = setInterval(relay.drop, 150);
			return async () => {
				clearInterval(timer);
			};
		},
	},
	{
		name: 'silence',
		what: 'nothing of the database arrives any more',
		async begin(_server, relay) {
			relay.setSilent(true);
			return async () => {
				relay.setSilent(false);
			};
		},
	},
];

/** Sends what waits, and checks that the board and another machine have everything. */
async function requireShared(stage: Stage, anna: Machine): Promise<void> {
	await anna.run('recover', '--all');
	const status = await anna.run('team', 'status', '--json');
	const {waiting, missing, lost} = JSON.parse(status.stdout) as {
		readonly waiting: number;
		readonly missing: number;
		readonly lost: number;
	};
	assert.deepEqual({waiting, missing, lost}, {waiting: 0, missing: 0, lost: 0});
	const carl = stage.machine('carl');
	const joined = await carl.run('team', 'join', '--yes');
	assert.equal(joined.exitCode, 0, joined.stderr);
	const history = await carl.run('history', '--operator', 'anna', '--json');
	const requests = JSON.parse(history.stdout) as ReadonlyArray<{readonly state: string}>;
	assert.equal(requests.length, 2 * count);
	assert.ok(
		requests.every(({state}) => state === 'done'),
		'all are done in the history of another machine',
	);
}

export const outages: readonly Trial[] = troubles.map(({name, what, delay: away, begin}) => ({
	name: `outage-${name}`,
	what,
	async run(server) {
		await using stage = await openStage(server, count);
		await using relay = await startRelay(server.port, away);
		const anna = stage.machine('anna', {port: relay.port});
		let end: (() => Promise<void>) | undefined;
		stage.setOnRequest(async (_stage, _kind, index) => {
			end = index === middle ? await begin(server, relay) : end;
			await delay(30);
		});
		const edited = await anna.run(...editAll('Annas'));
		stage.setOnRequest(undefined);
		await end?.();
		assert.ok(end !== undefined, 'the trouble began');
		assert.equal(edited.exitCode, 0, edited.stderr);
		const listed = await stage.listed();
		assert.deepEqual(faultsIn(listed, count), []);
		assert.ok(
			listed.length === count && listed.every(({user, name: found}) => found === 'Annas' && user !== ''),
			'all are edited',
		);
		await requireShared(stage, anna);
		return `${count} edited once, and all of it on the board afterwards`;
	},
}));
