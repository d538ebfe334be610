import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {createServer, type AddressInfo, type Socket} from 'node:net';
import path from 'node:path';
import process from 'node:process';
import {describe, expect, test} from 'vitest';
import {runKeyCommand, type KeyCommandWait} from '../../source/config/key-command.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {containing} from '../helpers/texts.ts';

const name = path.basename(process.execPath);

/** Ignores SIGTERM, starts another process that does, and connects to a port, so that its end is seen. */
const stubborn = String.raw`
	process.on('SIGTERM', () => undefined);
	const [, file, port, kind] = process.argv;
	if (kind !== 'inner') {
		require('node:child_process').spawn(process.execPath, [file, port, 'inner'], {stdio: 'inherit'});
	}
	require('node:net').connect(Number(port), '127.0.0.1');
	console.error('touch the key\u0007');
`;

describe.runIf(process.platform !== 'win32')('a command that ignores SIGTERM', () => {
	test.each([
		['the time limit', 'timed out after 2 s'],
		['a cancellation', 'was cancelled'],
	])('is killed with what it started, after %s', async (reason, problem) => {
		await using folder = await temporaryFolder();
		const script = path.join(folder.path, 'stubborn.cjs');
		await writeFile(script, stubborn);
		const sockets: Socket[] = [];
		const {promise: bothRun, resolve} = Promise.withResolvers<unknown>();
		await using server = createServer(socket => {
			sockets.push(socket.on('error', () => undefined));
			if (sockets.length === 2) {
				resolve(undefined);
			}
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');

		const stop = new AbortController();
		const waits: Array<KeyCommandWait | undefined> = [];
		const running = runKeyCommand([process.execPath, script, String((server.address() as AddressInfo).port)], {
			signal: stop.signal,
			...(reason === 'the time limit' && {limit: 2000}),
			grace: 50,
			onWait(wait) {
				waits.push(wait);
			},
		});
		await bothRun;
		const ended = Promise.all(sockets.map(async socket => once(socket.resume(), 'close')));
		if (reason === 'a cancellation') {
			stop.abort();
		}

		expect(await running).toMatchObject({ok: false, problem: containing(`${name} ${problem}`)});
		await ended;
		expect(waits[0]).toMatchObject({command: name, seconds: 0, said: ''});
		expect(waits.at(-1)).toBeUndefined();
	});
});

test('a command that leaves a process behind which holds its output open gives its key', async () => {
	const script =
		'require("node:child_process").spawn("sleep", ["60"], {stdio: "inherit"}).unref(); console.log("key-123456"); console.error(process.pid); process.exit(0)';
	const said = new Set<string>();
	const result = await runKeyCommand([process.execPath, '-e', script], {
		grace: 50,
		onWait(wait) {
			said.add(wait?.said ?? '');
		},
	});
	expect(result).toEqual({ok: true, value: 'key-123456'});
	process.kill(-Number([...said].find(text => /^\d+$/v.test(text))), 'SIGKILL');
});
