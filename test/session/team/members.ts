import {once} from 'node:events';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';
import {onTestFinished} from 'vitest';
import {createPostgresBoard} from '../../../source/board/postgres-board.ts';
import {createPauseControl} from '../../../source/operations/pool.ts';
import type {Notification, NotificationInput} from '../../../source/notification/notification.ts';
import {createListingCache} from '../../../source/ledger/listing-cache.ts';
import {createSession, type SessionOptions} from '../../../source/session/create-session.ts';
import {createRetryStatus} from '../../../source/session/retry-status.ts';
import {createSessionLedger} from '../../../source/session/session-ledger.ts';
import type {Session} from '../../../source/session/session.ts';
import {systemClock} from '../../../source/platform/clock.ts';
import {createHandClock, type HandClock} from '../../helpers/hand-clock.ts';
import {addressOf, grantRights, runAll, teamDatabase} from '../../helpers/postgres.ts';
import {createElsewhere} from '../../operations/harness.ts';
import {start, type Service} from '../../sandbox/client.ts';
import {input, temporaryFile} from '../../ledger/ledgers.ts';

export const {signal} = new AbortController();

export const bulk = () => ({signal, pauseControl: createPauseControl(), onProgress: () => undefined});

/** A member of a team: a machine with a ledger of its own, with its account open. */
export type TeamMember = {
	readonly session: Session;
	readonly clock: HandClock;
	readonly notices: readonly string[];
	/** Lists, until a notification is listed. */
	readonly listed: (id: string) => Promise<Notification>;
	/** Lists once. */
	readonly list: () => Promise<void>;
	readonly journal: () => Promise<Awaited<ReturnType<SessionOptions['ledger']['open']>>['ledger']['journal']>;
	readonly close: () => Promise<void>;
};

/** `file`: that of the ledger. */
type MemberOptions = {readonly isRequired?: boolean; readonly file?: string};

/** Milliseconds. */
export const settlingTime = 3000;

/** Opens the account of a sandbox as a member of a team. */
function openMember(
	sandbox: Service,
	openBoard: (clock: HandClock) => NonNullable<SessionOptions['team']>['openBoard'],
	{isRequired = false, file = temporaryFile(), account = 'payments'}: MemberOptions & {readonly account?: string},
): TeamMember {
	const clock = createHandClock();
	const ledger = createSessionLedger({file, clock, onBusy: () => undefined});
	const session = createSession({
		id: 1,
		profileKey: `${sandbox.baseUrl} team`,
		profile: {
			name: 'payments',
			isSandbox: false,
			baseUrl: sandbox.baseUrl,
			apiKey: sandbox.apiKey,
			isReadOnly: false,
			hasColour: false,
		},
		connection: {baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, timeout: 10_000},
		clock,
		ledger,
		listingCache: createListingCache(`${file}-listings`, clock.now),
		retryStatus: createRetryStatus(clock),
		settlingTime,
		team: {account, isRequired, openBoard: openBoard(clock)},
	});
	const notices: string[] = [];
	session.team!.onNotice(text => notices.push(text));
	let closing: Promise<void> | undefined;
	const close = async () => {
		closing ??= (async () => {
			session.pending.close();
			await session.listing.close();
			await session.team!.close();
			await ledger.close();
		})();
		return closing;
	};

	onTestFinished(close);
	return {
		session,
		clock,
		notices,
		close,
		async listed(id) {
			const {promise, resolve} = Promise.withResolvers<Notification>();
			const stop = session.listing.onListing(({listing: {records}}) => {
				const found = records.find(record => record.kind === 'notification' && record.id === id);
				if (found?.kind === 'notification') {
					stop();
					resolve(found);
				}
			});
			session.listing.refresh();
			return promise;
		},
		async list() {
			const {promise, resolve} = Promise.withResolvers<void>();
			const stop = session.listing.onListing(() => {
				stop();
				resolve();
			});
			session.listing.refresh();
			return promise;
		},
		async journal() {
			const opened = await ledger.open();
			return opened.ledger.journal;
		},
	};
}

/** The input that edits a listed notification. */
export const inputOf = (
	{userId, channel, name, recipient, network, eventType, addresses, filters}: Notification,
	change: Partial<NotificationInput>,
): NotificationInput => ({
	userId,
	channel,
	name,
	recipient,
	network,
	eventType,
	addresses,
	filters,
	template: 'Look',
	topics: ['', '', '', ''],
	...change,
});

/** A database with a board and the rights of operators. */
async function ownDatabase() {
	const url = await teamDatabase();
	await grantRights(url);
	return url;
}

/** The one that tests share. */
const database = ownDatabase();

/** Starts a way to a port that can be closed: then connections are refused. */
async function startGate(to: number) {
	const sockets = new Set<Socket>();
	const server = createServer(client => {
		const upstream = connect(to, '127.0.0.1');
		for (const [socket, other] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			sockets.add(socket);
			socket
				.on('error', () => undefined)
				.on('close', () => {
					other.destroy();
				})
				.pipe(other);
		}
	});
	const listen = async (port: number) => {
		server.listen(port, '127.0.0.1');
		await once(server, 'listening');
	};

	const close = async () => {
		const closed = server.listening ? once(server, 'close') : undefined;
		server.close();
		for (const socket of sockets) {
			socket.destroy();
		}

		await closed;
	};

	await listen(0);
	const {port} = server.address() as AddressInfo;
	onTestFinished(close);
	return {port, close, open: async () => listen(port)};
}

let accounts = 0;

/** A sandbox with notifications, and the members of a team. `isOwn`: no other test has the database. */
export async function setUp(count = 1, {isOwn = false}: {readonly isOwn?: boolean} = {}) {
	const sandbox = await start();
	for (let index = 0; index < count; index++) {
		await createElsewhere(sandbox, {...input, userId: `user-${index}`});
	}

	const {member, ...board} = await setUpBoard(isOwn ? ownDatabase() : database);
	return {
		...board,
		sandbox,
		member: (operator: string, host: string, options: MemberOptions = {}, on: Service = sandbox) =>
			member(operator, host, options, on),
	};
}

/** A board on a real PostgreSQL, and the members of the team. */
export async function setUpBoard(shared = database) {
	accounts++;
	const account = `account ${accounts}`;
	const url = await shared;
	const address = addressOf(url);
	const gate = await startGate(address.port);
	/** The calls of all boards, in the order in which they began. Each takes one round trip. */
	const calls: string[] = [];
	/** What is done before the next call of a board of this name. */
	const before = new Map<string, () => Promise<void>>();
	const openBoard = (operator: string, host: string) => (clock: HandClock) => async (owner: string) => {
		const board = createPostgresBoard({
			address: {...address, user: operator, password: 'secret', port: gate.port},
			account,
			host,
			owner,
			clock: {...systemClock, withSleep: clock.withSleep},
		});
		const noted =
			<Arguments extends unknown[], Value>(name: string, method: (...given: Arguments) => Promise<Value>) =>
			async (...given: Arguments): Promise<Value> => {
				calls.push(name);
				const first = before.get(name);
				before.delete(name);
				await first?.();
				return method(...given);
			};

		return {
			...board,
			claim: noted('claim', board.claim),
			renew: noted('renew', board.renew),
			release: noted('release', board.release),
			publish: noted('publish', board.publish),
			pull: noted('pull', board.pull),
		};
	};

	return {
		member: (operator: string, host: string, options: MemberOptions, on: Service) =>
			openMember(on, openBoard(operator, host), {account, ...options}),
		/** Lets connections to the board be refused, or again accepted. */
		setDown: async (isDown: boolean) => (isDown ? gate.close() : gate.open()),
		calls,
		before,
		/** The name of the account, which no other test of this process has. */
		account,
		/** The database, as its owner. */
		url,
		/** What config.yaml and the environment say of the team of an operator. */
		configOf: (operator: string) => ({
			lines: `team:\n  url: {env: TEAM_URL}\n  account: ${account}\n`,
			variables: {TEAM_URL: `postgres://${operator}:secret@127.0.0.1:${gate.port}/${address.database}`},
		}),
		/** Lets time pass on the board: what is there becomes older. */
		async pass(milliseconds: number) {
			const back = `- interval '${milliseconds} milliseconds'`;
			await runAll(url, [
				`UPDATE chainbell.claim SET at = at ${back}, until = until ${back} WHERE account = '${account}'`,
				`UPDATE chainbell.change SET at = at ${back} WHERE account = '${account}'`,
			]);
		},
		/** As after a restore from a backup that was made before. */
		async lose() {
			await runAll(url, [`DELETE FROM chainbell.change WHERE account = '${account}'`]);
		},
		async revisions() {
			const board = await openBoard('eve', 'test')(createHandClock())('test');
			const revisions = await board.revisions();
			await board.close();
			return revisions;
		},
	};
}
