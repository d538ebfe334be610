import {execFile, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import process from 'node:process';
import {promisify} from 'node:util';
import {builtProgram, makeHome} from './terminal-home.ts';
import {waitUntil} from './wait.ts';

const run = promisify(execFile);

/** Whether tmux is installed here. */
export const hasTmux: boolean = spawnSync('tmux', ['-V']).status === 0;

/** Starts the built program in a pane of a tmux server of its own, which ends with it. */
export async function startTmux({
	columns,
	rows,
	env = {},
}: {
	readonly columns: number;
	readonly rows: number;
	/** Added to the environment of `makeHome`. */
	readonly env?: Readonly<Record<string, string>>;
}) {
	const home = makeHome();
	const environment = {...home.environment, ...env, TMUX_TMPDIR: home.path};
	const server = ['-u', '-L', 'chainbell', '-f', '/dev/null'];
	const tmux = async (...args: readonly string[]): Promise<string> => {
		const {stdout} = await run('tmux', [...server, ...args], {env: environment});
		return stdout;
	};

	const command = [process.execPath, builtProgram].map(part => `'${part}'`).join(' ');
	await tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), command, ';', 'set', 'status', 'off');
	// A client that is told of all output (tmux(1), "CONTROL MODE").
	const control = spawn('tmux', [...server, '-C', 'attach-session', '-f', 'ignore-size'], {
		env: environment,
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const ended = once(control, 'close');

	let screen = '';
	const listeners = new Set<() => void>();
	let capturing: Promise<void> | undefined;
	let isStale = false;
	const capture = async (): Promise<void> => {
		do {
			isStale = false;
			const pane = await tmux('capture-pane', '-p');
			screen = pane.trimEnd();
			for (const listener of listeners) {
				listener();
			}
		} while (isStale);

		capturing = undefined;
	};

	control.stdout.on('data', () => {
		isStale = true;
		capturing ??= capture();
	});

	return {
		/** Waits until a check of what the pane shows, without empty lines at the end, no longer throws: tmux may show half of a frame. */
		async waitUntil(check: (screen: string) => void) {
			let problem: unknown;
			const look = () => {
				try {
					check(screen);
					return true;
				} catch (error) {
					problem = error;
					return undefined;
				}
			};

			await waitUntil(
				look,
				listener => {
					listeners.add(listener);
					return () => {
						listeners.delete(listener);
					};
				},
				() => `${String(problem)}\nThe pane:\n${screen}`,
			);
		},
		/** Presses keys, by the names of tmux. */
		async press(...keys: readonly string[]) {
			await tmux('send-keys', ...keys);
		},
		async [Symbol.asyncDispose]() {
			control.stdout.removeAllListeners('data').resume();
			await capturing;
			await tmux('kill-server');
			await ended;
			await home[Symbol.asyncDispose]();
		},
	};
}
