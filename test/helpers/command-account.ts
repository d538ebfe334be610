import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {expect} from 'vitest';
import {stringify} from 'yaml';
import {systemClock, type Clock, createMonotonicClock} from '../../source/platform/clock.ts';
import type {Fault} from '../../source/sandbox/faults.ts';
import {temporaryFolder, temporarySandbox} from './app.tsx';
import {createHttpServer, type Handler} from './http-server.ts';
import {environmentOf, runCommand, wordsOf, type CommandLine, type CommandOptions, type CommandRun} from './command.ts';

export const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** A body as interface.md has it. */
export const body = (user: string, change: object = {}) => ({
	external_user_id: user,
	channel: 'EMAIL',
	delivery_location: `${user}@example.com`,
	template: 'words',
	event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [address]},
	...change,
});

/** JSON lines. */
export const lines = (...bodies: readonly object[]): string => bodies.map(one => `${JSON.stringify(one)}\n`).join('');

/** The time of all pauses, in milliseconds. */
let paused = 0;

/** The longest pause that passes, in milliseconds: a settling time of a minute is not over while a test runs. */
const longestPause = 30_000;

/** Lets time pass between two commands. */
export const pass = (milliseconds: number): void => {
	paused += milliseconds;
};

/** A pause moves this clock, and takes no time. */
export const clock: Clock = {
	...systemClock,
	async sleep(milliseconds, signal) {
		signal?.throwIfAborted();
		if (milliseconds > longestPause) {
			await once(signal!, 'abort');
			signal!.throwIfAborted();
		}

		paused += milliseconds;
		await setImmediate();
		signal?.throwIfAborted();
	},
	elapsed: createMonotonicClock('command test', () => paused),
	withSleep: () => paused,
};

/** What a command said: a part of standard error, or members of its run. */
type Said = string | RegExp | Partial<Record<keyof CommandRun, unknown>>;

function expectedOf(said: Said): object {
	if (typeof said === 'string') {
		return {stderr: expect.stringContaining(said) as unknown};
	}

	return said instanceof RegExp ? {stderr: expect.stringMatching(said) as unknown} : said;
}

/** What tests do with an account by its commands. */
function commandsWith(options: CommandOptions) {
	const run = async (command: CommandLine, change: Partial<CommandOptions> = {}) =>
		runCommand(command, {...options, ...change});
	/** Runs a command that must end with this exit code, and say this. */
	const says = async (exitCode: number, command: CommandLine, said: Said, change?: Partial<CommandOptions>) => {
		const ended = await run(command, change);
		expect(ended, String(command)).toMatchObject({exitCode, ...expectedOf(said)});
		return ended;
	};

	/** Each notification, as `list` has it. */
	const list = async () => {
		const {lines: listed} = await run('list');
		return listed.map(line => {
			const cells = line.split('\t');
			return {id: cells[0]!, name: cells[1]!, user: cells[3]!, to: cells[4]!};
		});
	};

	return {
		run,
		says,
		/** Runs a command that must end with this exit code. */
		ends: async (exitCode: number, command: CommandLine, change?: Partial<CommandOptions>) =>
			says(exitCode, command, {}, change),
		list,
		/** The values of a field, sorted. */
		async values(field: 'name' | 'user' | 'to') {
			const listed = await list();
			return listed.map(each => each[field]).toSorted((a, b) => a.localeCompare(b));
		},
		/** Creates notifications, in their order. */
		creates: async (...bodies: readonly object[]) => says(0, 'create -f - -j 1', {}, {input: lines(...bodies)}),
	};
}

/** For commands that change something: an account without notifications, and a home of its own. `service`: another one than a sandbox. */
export async function account(samples = 0, settlingTime = 5000, service?: Parameters<typeof environmentOf>[0]) {
	const sandbox = await temporarySandbox({samples});
	const home = await temporaryFolder();
	const options = {home: home.path, env: environmentOf(service ?? sandbox), settlingTime, clock};
	return {
		...commandsWith(options),
		sandbox,
		home: home.path,
		file: path.join(home.path, 'alerts.yaml'),
		/** Switches a fault of the sandbox on, for the next requests that it hits. */
		fault(name: Fault['name'], count = 1) {
			sandbox.faults.add({name, count});
		},
		/** The same with other options of every command. */
		as: (change: Partial<CommandOptions>) => commandsWith({...options, ...change}),
		/** Writes a file into the home that only its owner can read, by default of notifications. Returns its name. */
		write(content: string | object, name = 'alerts.yaml') {
			const file = path.join(home.path, name);
			writeFileSync(file, typeof content === 'string' ? content : stringify(content), {mode: 0o600});
			return file;
		},
		async [Symbol.asyncDispose]() {
			await sandbox[Symbol.asyncDispose]();
			await home[Symbol.asyncDispose]();
		},
	};
}

/** Runs a command in a home of its own, on a service that responds like this. */
export async function runOn(handler: Handler, command: CommandLine, options?: Partial<CommandOptions>) {
	await using server = await createHttpServer(handler);
	await using home = await temporaryFolder();
	return await runCommand(command, {home: home.path, env: environmentOf(server), ...options});
}

/** The content of a file of notifications whose scope is the account. */
export const inScope = (...notifications: readonly object[]) => ({version: 1, scope: 'all', notifications});

/** A command line that creates one notification. */
export const createCommand = `create --user u-1 --channel email --to u-1@example.com --address ${address}`;

/** Its words. */
export const createOne = wordsOf(createCommand);
