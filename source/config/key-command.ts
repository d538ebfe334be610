import {spawn, type ChildProcess} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import type {Readable} from 'node:stream';
import {systemClock} from '../platform/clock.ts';
import {parsed, wrong, type Parsed} from '../platform/text.ts';
import {redaction} from '../terminal/secrets.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {childEnvironment} from './environment.ts';

/** A key command that is running. */
export type KeyCommandWait = {
	/** The name of the command, safe to show. Its arguments may be confidential. */
	readonly command: string;
	/** Whole seconds since its start. */
	readonly seconds: number;
	/** The time limit in seconds. */
	readonly limit: number;
	/** The output on stderr so far, on one line, safe to show. */
	readonly said: string;
};

export type KeyCommandPolicy = {
	/** Ends the command. */
	readonly signal?: AbortSignal;
	/** Called at the start, every second, when the command prints to stderr, and with undefined at the end. */
	readonly onWait?: (wait: KeyCommandWait | undefined) => void;
	/** The time limit in milliseconds; 30 s by default. */
	readonly limit?: number;
	/** Milliseconds between SIGTERM and SIGKILL, and the longest wait for output after the command has exited; 2 s by default. */
	readonly grace?: number;
};

/** The maximum number of characters read from stdout. */
const outputLimit = 65_536;

/** The maximum number of characters shown of stderr. */
const stderrLimit = 400;

/**
Runs a key command, which is an argument list. It runs without a shell, without input and without the API keys in the environment. The first line of its stdout is the key.

After a time limit the command and the processes that it started are ended: first with SIGTERM, then with SIGKILL.

@returns The key without surrounding white space, or what is wrong, in a phrase that is safe to show and never quotes stdout.
*/
export async function runKeyCommand(
	command: readonly string[],
	{signal, onWait, limit = 30_000, grace = 2000}: KeyCommandPolicy = {},
): Promise<Parsed<string>> {
	const [file = '', ...args] = command;
	const name = sanitise(path.basename(file));
	let child: ChildProcess;
	try {
		// A detached child has its own process group, which can be ended as a whole.
		child = spawn(file, args, {
			stdio: ['ignore', 'pipe', 'pipe'],
			env: childEnvironment(),
			detached: process.platform !== 'win32',
		});
	} catch (error) {
		return wrong(`${name} ${describeStart(error)}`);
	}

	const output = {stdout: '', stderr: ''};
	let seconds = 0;
	const report = () => {
		onWait?.({command: name, seconds, limit: limit / 1000, said: stderrText(output)});
	};

	const {promise: stopped, resolve: stop} = Promise.withResolvers<string>();
	collect(child.stdout, text => {
		output.stdout += text;
		if (output.stdout.length > outputLimit) {
			stop(`printed more than ${outputLimit / 1024} KiB`);
		}
	});
	collect(child.stderr, text => {
		output.stderr = (output.stderr + text).slice(-outputLimit);
		report();
	});
	const onAbort = () => {
		stop('was cancelled');
	};

	signal?.addEventListener('abort', onAbort);
	if (signal?.aborted) {
		onAbort();
	}

	const stopTicking = systemClock.every(1000, () => {
		seconds++;
		report();
	});
	const timer = setTimeout(stop, limit, `timed out after ${limit / 1000} s`);
	const releaseSignals = endOnSignals(child);
	report();
	try {
		const ended = waitForEnd(child, grace);
		const problem = await Promise.race([ended, stopped]);
		if (problem !== undefined && child.exitCode === null && child.signalCode === null) {
			await endGroup(child, grace);
		}

		const key = output.stdout.split('\n', 1)[0]!.trim();
		if (problem === undefined && key !== '') {
			return parsed(key);
		}

		const said = stderrText(output);
		return wrong(`${name} ${problem ?? 'printed no API key'}${said === '' ? '' : `: ${said}`}`);
	} finally {
		clearTimeout(timer);
		stopTicking();
		releaseSignals();
		signal?.removeEventListener('abort', onAbort);
		// Processes that the command left behind may keep the pipes open.
		child.stdout?.destroy();
		child.stderr?.destroy();
		child.unref();
		onWait?.(undefined);
	}
}

function collect(stream: Readable | null, onText: (text: string) => void) {
	stream
		?.setEncoding('utf8')
		.on('data', onText)
		.on('error', () => {
			// The exit code is reported instead.
		});
}

/** Waits until the command has ended and its output is read. Resolves to the reason if it failed. A process that it left behind may keep its output open; this waits for that no longer than the grace time. */
async function waitForEnd(child: ChildProcess, grace: number) {
	const {promise, resolve} = Promise.withResolvers<string | undefined>();
	child.on('error', error => {
		resolve(describeStart(error));
	});
	const describeExit = (code: number | null, signal: string | null) =>
		code === 0 ? undefined : `exited with ${code ?? signal}`;
	child.on('exit', (code, signal) => {
		setTimeout(resolve, grace, describeExit(code, signal)).unref();
	});
	child.on('close', (code, signal) => {
		resolve(describeExit(code, signal));
	});
	return promise;
}

async function endGroup(child: ChildProcess, grace: number) {
	const {promise, resolve} = Promise.withResolvers<unknown>();
	child.on('exit', resolve);
	signalGroup(child, 'SIGTERM');
	const timer = setTimeout(resolve, grace);
	await promise;
	clearTimeout(timer);
	// Ends processes that outlived the command, too.
	signalGroup(child, 'SIGKILL');
}

function describeStart(error: unknown) {
	const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
	return code === 'ENOENT' ? 'was not found' : `could not be started (${code})`;
}

/** The end of stderr, without text that was also printed to stdout. */
function stderrText({stdout, stderr}: {readonly stdout: string; readonly stderr: string}) {
	const confidential = stdout
		.split('\n')
		.map(line => line.trim())
		.filter(line => line.length > 3);
	let hidden = stderr;
	for (const line of confidential) {
		hidden = hidden.replaceAll(line, () => redaction);
	}

	const said = hidden
		.split(/[\n\r]+/v)
		.map(line => sanitise(line.trim()))
		.filter(line => line !== '')
		.join(' · ');
	return said.length > stderrLimit ? `…${said.slice(-stderrLimit)}` : said;
}

/** Splits a command line into words. It supports the quotes of a shell, and no other shell syntax. Returns undefined if a quote is not closed. */
export function splitCommand(text: string): string[] | undefined {
	return /^(?:"[^"]*"|'[^']*'|[^"'])*$/v.test(text)
		? Array.from(text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/gv), ([word]) =>
				word.replaceAll(
					/"([^"]*)"|'([^']*)'/gv,
					(_match, double: string | undefined, single: string | undefined) => double ?? single ?? '',
				),
			)
		: undefined;
}

const endingSignals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGABRT', 'SIGTERM'] as const;

/** Sends a signal to a detached child and the processes that it started; does nothing if they have ended. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
	if (child.pid === undefined) {
		return;
	}

	try {
		if (process.platform === 'win32') {
			child.kill(signal);
		} else {
			process.kill(-child.pid, signal);
		}
	} catch {
		// The process has ended already.
	}
}

/**
Ends a detached child and the processes that it started when this process ends, because Ctrl+C in the terminal does not reach them.

@returns A function to call when the child has ended.
*/
function endOnSignals(child: ChildProcess): () => void {
	const end = () => {
		signalGroup(child, 'SIGKILL');
	};

	const onSignal = (signal: NodeJS.Signals) => {
		end();
		release();
		// This listener keeps Node from ending the process on the signal, so it is sent again once no listener is left.
		if (process.listenerCount(signal) === 0) {
			process.kill(process.pid, signal);
		}
	};

	const release = () => {
		process.off('exit', end);
		for (const signal of endingSignals) {
			process.off(signal, onSignal);
		}
	};

	process.on('exit', end);
	for (const signal of endingSignals) {
		process.on(signal, onSignal);
	}

	return release;
}
