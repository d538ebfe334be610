import assert from 'node:assert/strict';
import path from 'node:path';
import {createServices} from '../../source/account/services.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {startRelay} from '../helpers/relay.ts';
import {openStage, type Machine, type Stage} from './stage.ts';
import type {Trial} from './trial.ts';

/** Milliseconds of a round trip to the database. */
const roundTrip = 50;

const pairs = 20;

const input = (userId: string): NotificationInput => ({
	userId,
	channel: 'EMAIL',
	name: '',
	recipient: `${userId}@example.com`,
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters: [],
	template: 'words',
	topics: ['', '', '', ''],
});

/** Opens the account of a machine in this process, as the screens do. `create`: how long it takes to create one, in milliseconds. */
async function openAccount({service}: Stage, {home, url}: Machine) {
	const configFile = path.join(home, 'config/chainbell/config.yaml');
	const variables: Readonly<Record<string, string>> = {TRIAL_KEY: service.apiKey, TEAM_URL: url};
	const {services, close} = createServices({
		clock: systemClock,
		isReadOnly: false,
		configFile,
		sandboxFile: path.join(home, 'sandbox.sqlite'),
		ledgerFile: path.join(home, 'ledger.sqlite'),
		editor: '',
		timeout: 30_000,
		profile: {
			configFile,
			environment: {
				baseUrl: undefined,
				apiKey: undefined,
				profile: undefined,
				noColour: true,
				editor: undefined,
				get: name => variables[name],
			},
		},
	});
	const opening = await services.open();
	assert.ok(opening.state === 'open');
	const {session} = opening;
	return {
		async create(user: string) {
			const began = performance.now();
			const {kind} = await session.operations.create(input(user), {
				acceptedIds: [],
				isUnchecked: false,
				signal: new AbortController().signal,
			});
			assert.equal(kind, 'done');
			return performance.now() - began;
		},
		[Symbol.asyncDispose]: close,
	};
}

export const roundTrips: Trial = {
	name: 'round-trips',
	what: `what a board ${roundTrip} ms away adds to a create`,
	async run(server) {
		await using stage = await openStage(server);
		await using relay = await startRelay(server.port, roundTrip / 2);
		await using near = await openAccount(stage, stage.machine('anna'));
		await using far = await openAccount(stage, stage.machine('carl', {port: relay.port}));
		const added: number[] = [];
		// The first ones open the connections and load what is needed.
		for (let pair = -2; pair < pairs; pair++) {
			const [first, second] = [await near.create(`near-${pair}`), await far.create(`far-${pair}`)];
			added.push(...(pair < 0 ? [] : [(second - first) / roundTrip]));
		}

		const [low, median, high] = [0.25, 0.5, 0.75].map(part =>
			added.toSorted((a, b) => a - b)[Math.floor(part * pairs)]!.toFixed(2),
		);
		// A busy machine adds some of a third.
		assert.ok(Number(median) < 3, `it adds ${median} round trips`);
		return `it adds ${median} round trips (median of ${pairs} pairs; half of them between ${low} and ${high})`;
	},
};
