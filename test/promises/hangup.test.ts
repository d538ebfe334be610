import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import process from 'node:process';
import {text} from 'node:stream/consumers';
import {beforeAll, beforeEach, expect, test} from 'vitest';
import {temporarySandbox} from '../helpers/app.tsx';
import {body, lines} from '../helpers/command-account.ts';
import {environmentOf} from '../helpers/command.ts';
import type {HoldableSandbox} from '../helpers/holdable-sandbox.ts';
import {builtProgram, makeHome, type Home} from '../helpers/terminal-home.ts';
import {startTerminal} from '../helpers/terminal.ts';

/*
What the built program says and keeps when its terminal or its session ends (SIGHUP).
*/

let sandbox: AsyncDisposable & HoldableSandbox;
let home: Home;

beforeAll(async () => {
	sandbox = await temporarySandbox({samples: 0});
	home = makeHome();
	return async () => {
		await sandbox[Symbol.asyncDispose]();
		await home[Symbol.asyncDispose]();
	};
});

/** Starts the built program with pipes, as a CI job does. */
function start(argv: readonly string[], input = '') {
	const child = spawn(process.execPath, [builtProgram, ...argv], {
		env: {...home.environment, ...environmentOf(sandbox)},
	});
	child.stdin.end(input);
	const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
	return {
		child,
		async end() {
			const [stdout, stderr] = await ended;
			return {code: child.exitCode, stdout, stderr};
		},
	};
}

const listed = async () => {
	const {stdout} = await start(['list', '-o', 'jsonl']).end();
	return stdout.split('\n').length - 1;
};

beforeEach(async () => {
	await start(['recover', '--finish']).end();
	await start(['delete', '--all', '--yes']).end();
	await start(['create', '-f', '-'], lines(body('a'), body('b'), body('c'))).end();
});

/** Sends SIGHUP, and waits until the system has handed it over: the program hears of it with the next event at the latest. */
async function hangUp({pid}: ChildProcess): Promise<void> {
	process.kill(pid!, 'SIGHUP');
	const pending = () => readFileSync(`/proc/${pid}/status`, 'utf8').match(/^(?:SigPnd|ShdPnd):\s+0+$/gmv);
	if (process.platform === 'linux') {
		await expect.poll(pending).toHaveLength(2);
	}
}

/** Hangs up while the first request of a bulk command is in flight. The signal can be heard with its response: then the second one is, and never the third. */
async function whileSending(
	on: 'create' | 'delete',
	hangUpNow: () => Promise<void> | void,
	isEnded: Promise<unknown>,
): Promise<void> {
	const first = sandbox.faults.hold({on, count: 1});
	const second = sandbox.faults.hold({on, count: 1});
	await first.arrived;
	await hangUpNow();
	first.release();
	await Promise.race([second.arrived, isEnded]);
	second.release();
}

const bulks = [
	{name: 'delete', argv: ['delete', '--all', '--yes', '-j', '1'], on: 'delete', verb: 'Deleted', after: 0},
	{
		name: 'create',
		argv: ['create', '-f', '-', '-j', '1'],
		input: lines(body('d'), body('e'), body('f')),
		on: 'create',
		verb: 'Created',
		after: 6,
	},
] as const;

test.each(bulks)(
	'a bulk $name that is hung up says what was done, what is pending and how to go on, and ends with 129',
	async ({argv, on, verb, after, ...rest}) => {
		const run = start(argv, 'input' in rest ? rest.input : '');
		const ended = run.end();
		await whileSending(
			on,
			async () => {
				await hangUp(run.child);
				await hangUp(run.child);
			},
			ended,
		);
		const {code, stderr} = await ended;
		expect(code).toBe(129);
		expect(stderr).toMatch(new RegExp(`^${verb} [12] of 3 \\([12] not started\\)\\.$`, 'mv'));
		expect(stderr).toMatch(/^Change \d+ is not finished\. Run chainbell recover/mv);
		expect(await start(['recover', '--finish']).end()).toMatchObject({code: 0});
		expect(await listed()).toBe(after);
	},
);

test('a terminal that closes ends a bulk command in order: the request in flight is awaited and recorded', async () => {
	await using terminal = startTerminal({
		args: ['delete', '--all', '--yes', '-j', '1'],
		env: environmentOf(sandbox),
		home: home.path,
	});
	await whileSending(
		'delete',
		() => {
			terminal.hangUp();
		},
		terminal.exit,
	);
	expect(await terminal.exit).toMatchObject({exitCode: 129});
	const {stdout} = await start(['recover', '--json']).end();
	expect(new Set((JSON.parse(stdout) as Array<{status: string}>).map(({status}) => status))).toEqual(
		new Set(['not sent']),
	);
});
