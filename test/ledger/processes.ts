import {spawn} from 'node:child_process';
import {once} from 'node:events';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';

const fixture = fileURLToPath(new URL('../fixtures/run-ledger.ts', import.meta.url));

export type LedgerProcess = {
	readonly pid: number;
	readonly isWritable: boolean;
	readonly notice: string | undefined;
	/** Calls a method of a store. Rejects with the method's error, or if the process ends before it answers. */
	readonly call: (store: string, method: string, ...parameters: unknown[]) => Promise<unknown>;
	/** Sends SIGKILL and waits for the end of the process. */
	readonly kill: () => Promise<void>;
};

type Answer = {readonly value?: unknown; readonly error?: string};

export type SpawnOptions = {
	/** User ID to run as. */
	readonly user?: number | undefined;
	/** Maximum size of a file, in blocks of 512 bytes or more. */
	readonly longestFile?: number;
};

/** Opens a ledger in another process (test/fixtures/run-ledger.ts), which is killed after the test. */
export async function spawnLedger(file: string, {user, longestFile}: SpawnOptions = {}): Promise<LedgerProcess> {
	const parameters = [fixture, file, ...(user === undefined ? [] : [String(user)])];
	const child =
		longestFile === undefined
			? spawn(process.execPath, parameters, {stdio: ['pipe', 'pipe', 'inherit']})
			: spawn('sh', ['-c', `ulimit -f ${longestFile}; exec "$0" "$@"`, process.execPath, ...parameters], {
					stdio: ['pipe', 'pipe', 'inherit'],
				});
	const ended = once(child, 'close');
	const kill = async () => {
		child.kill('SIGKILL');
		await ended;
	};

	onTestFinished(kill);
	// A killed process may not have read all calls.
	child.stdin.on('error', () => undefined);

	const waiting: Array<PromiseWithResolvers<unknown>> = [];
	const expectAnswer = async (): Promise<unknown> => {
		const answer = Promise.withResolvers<unknown>();
		waiting.push(answer);
		return answer.promise;
	};

	createInterface({input: child.stdout}).on('line', line => {
		const {value, error} = JSON.parse(line) as Answer;
		const answer = waiting.shift()!;
		if (error === undefined) {
			answer.resolve(value);
		} else {
			answer.reject(new Error(error));
		}
	});
	child.on('close', () => {
		for (const answer of waiting) {
			answer.reject(new Error('The process has ended.'));
		}
	});

	const opening = (await expectAnswer()) as Pick<LedgerProcess, 'isWritable' | 'notice'>;
	return {
		pid: child.pid!,
		isWritable: opening.isWritable,
		notice: opening.notice,
		kill,
		async call(store, method, ...more) {
			child.stdin.write(`${JSON.stringify([store, method, ...more])}\n`);
			return expectAnswer();
		},
	};
}
