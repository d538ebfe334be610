import {once} from 'node:events';
import {createServer, type AddressInfo} from 'node:net';
import process from 'node:process';
import {createMembers, startPostgres, type PostgresServer} from './helpers/postgres.ts';

/** Starts one PostgreSQL for the whole check when the first test asks for it (`sharedPostgres`), and ends it with the check. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
	if (process.env.TEST_POSTGRES_PORT !== undefined) {
		return undefined;
	}

	let starting: Promise<PostgresServer> | undefined;
	const server = createServer(async socket => {
		socket.on('error', () => undefined);
		starting ??= startWithMembers();
		try {
			const {url} = await starting;
			socket.end(JSON.stringify({url}));
		} catch (error) {
			socket.end(JSON.stringify({problem: String(error)}));
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	process.env.TEST_POSTGRES_PORT = String((server.address() as AddressInfo).port);
	return async () => {
		server.close();
		const started = await starting?.catch(() => undefined);
		await started?.[Symbol.asyncDispose]();
	};
}

async function startWithMembers(): Promise<PostgresServer> {
	const server = await startPostgres();
	await createMembers(server.url);
	return server;
}
