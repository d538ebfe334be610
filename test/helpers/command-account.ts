import {once} from 'node:events';
import {setImmediate} from 'node:timers/promises';
import {expect} from 'vitest';
import {systemClock, type Clock, createMonotonicClock} from '../../source/platform/clock.ts';
import {temporaryFolder, temporarySandbox} from './app.tsx';
import {environmentOf, runCommand, type CommandLine, type CommandOptions, type CommandRun} from './command.ts';

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

/** For commands that change something: an account without notifications, and a home of its own. `service`: another one than a sandbox. */
export async function account(samples = 0, settlingTime = 5000, service?: Parameters<typeof environmentOf>[0]) {
	const sandbox = await temporarySandbox({samples});
	const home = await temporaryFolder();
	const options = {home: home.path, env: environmentOf(service ?? sandbox), settlingTime, clock};
	const run = async (command: CommandLine, change: Partial<CommandOptions> = {}) =>
		runCommand(command, {...options, ...change});
	return {
		sandbox,
		home: home.path,
		run,
		/** Runs a command that must end with this exit code. */
		async ends(exitCode: number, command: CommandLine, change?: Partial<CommandOptions>) {
			const ended = await run(command, change);
			expect(ended, String(command)).toMatchObject({exitCode});
			return ended;
		},
		/** Runs a command that must end as is expected. */
		async gives(
			command: CommandLine,
			expected: Partial<Record<keyof CommandRun, unknown>>,
			change?: Partial<CommandOptions>,
		) {
			expect(await run(command, change), String(command)).toMatchObject(expected);
		},
		/** Creates notifications, in their order. */
		async creates(...bodies: readonly object[]) {
			const {stderr, exitCode} = await run('create -f - -j 1', {input: lines(...bodies)});
			expect(exitCode, stderr).toBe(0);
		},
		async list() {
			const {lines: listed} = await runCommand(['list'], options);
			return listed.map(line => {
				const cells = line.split('\t');
				return {id: cells[0]!, name: cells[1]!, user: cells[3]!, to: cells[4]!};
			});
		},
		/** The values of a field, sorted. */
		async values(field: 'name' | 'user' | 'to') {
			const listed = await this.list();
			return listed.map(each => each[field]).toSorted((a, b) => a.localeCompare(b));
		},
		async [Symbol.asyncDispose]() {
			await sandbox[Symbol.asyncDispose]();
			await home[Symbol.asyncDispose]();
		},
	};
}

/** A command line that creates one notification. */
export const createOne = [
	'create',
	'--user',
	'u-1',
	'--channel',
	'email',
	'--to',
	'u-1@example.com',
	'--address',
	address,
];
