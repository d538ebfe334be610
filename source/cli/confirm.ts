import {createInterface} from 'node:readline';
import {Writable} from 'node:stream';
import type {Outcome} from '../service/failure.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {commandError} from './command-error.ts';
import type {CommandContext, GlobalValues, Running} from './command.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';

/** The maximum number of notifications named before a question. */
export const maxNamed = 20;

type Asking = Running<Pick<GlobalValues, 'yes'>>;

type ConfirmationRequest = {
	/** The description of the change, with its place; sanitised when it is printed. */
	readonly text: string;
	/** The required answer: the number of notifications, or `y` for one. */
	readonly answer: string;
	/** The message if the change is not confirmed; `Nothing was sent` by default. */
	readonly unchanged?: string;
	/** The signal of the interrupt, which ends the question. */
	readonly signal: AbortSignal;
};

/**
Asks for confirmation on the terminal before a change. With --yes it does not ask.

@throws CommandError, exit code 6, for another answer, or if there is no terminal. When the signal fires it returns: call `throwIfInterrupted` afterwards.
*/
export async function confirm(
	{text, answer, unchanged = 'Nothing was sent', signal}: ConfirmationRequest,
	{options: {yes}, host, writeError}: Asking,
): Promise<void> {
	if (yes) {
		return;
	}

	if (!host.isInputTerminal() || host.errorColumns() === undefined) {
		throw unconfirmed(
			`${unchanged}: this needs a confirmation, and there is no terminal to ask on.`,
			'Run it with --yes to confirm.',
		);
	}

	writeError(`${sanitise(text)}\nType ${answer} to confirm: `);
	const typed = await readAnswer(host.input(), signal);
	if (signal.aborted) {
		writeError('\n');
	} else if (typed?.trim() !== answer) {
		throw unconfirmed(`${unchanged}: not confirmed.`, `Type ${answer} to confirm, or pass --yes.`);
	}
}

const unconfirmed = (message: string, hint: string) => commandError('unconfirmed', 'unconfirmed', message, hint);

/** Asks before a change of this machine or of a board. @throws CommandError if it is not confirmed, and after a signal */
export async function confirmChange(text: string, unchanged: string, interrupt: Interrupt, run: Asking): Promise<void> {
	await confirm({text, answer: 'y', unchanged, signal: interrupt.signal}, run);
	interrupt.throwIfInterrupted(`${unchanged}.`);
}

/** Reads the next line of an input; undefined at its end, and when the signal fires. */
async function readAnswer(input: NodeJS.ReadableStream, signal: AbortSignal) {
	const lines = createInterface({input, signal});
	const {promise, resolve} = Promise.withResolvers<string | undefined>();
	lines.once('line', resolve);
	lines.once('close', () => {
		resolve(undefined);
	});
	try {
		return await promise;
	} finally {
		lines.close();
	}
}

/** Writes nothing. */
const nowhere = new Writable({
	write(_chunk, _encoding, done) {
		done();
	},
});

/**
Reads a secret: on a terminal after a prompt and without echo, otherwise from the first line of standard input.

@throws CommandError if ctrl-c is pressed.
*/
export async function readSecret(question: string, {host, writeError}: CommandContext): Promise<string> {
	const input = host.input();
	const isTyped = host.isInputTerminal();
	const lines = createInterface({input, output: nowhere, terminal: isTyped, historySize: 0});
	const {promise, resolve, reject} = Promise.withResolvers<string>();
	writeError(isTyped ? question : '');
	lines.once('line', resolve);
	// ctrl-d ends the line, as the end of the input does.
	lines.once('close', () => {
		resolve('');
	});
	lines.once('SIGINT', () => {
		const hint = 'Nothing was saved.';
		reject(commandError('interrupted', 'interrupted', 'Interrupted.', hint));
	});
	try {
		return await promise;
	} finally {
		lines.close();
		writeError(isTyped ? '\n' : '');
	}
}

/** The handling of Ctrl-C, SIGTERM and SIGHUP for a command that has to finish what it started. */
export type Interrupt = Disposable & {
	/** Fires on the first signal. Pass it to every operation, so that nothing more is sent. */
	readonly signal: AbortSignal;
	/** The exit code after a signal: 129, 130 or 143; undefined before. */
	readonly exitCode: () => ExitCode | undefined;
	/** @throws CommandError after a signal. Call it before the first request, and after an operation that the signal ended. */
	readonly throwIfInterrupted: (hint?: string, outcome?: Outcome) => void;
};

const exitCodes = {SIGHUP: exitCode.hangup, SIGINT: exitCode.interrupted, SIGTERM: exitCode.terminated} as const;

/** Listens for SIGHUP, SIGINT and SIGTERM until it is disposed of. The first one stops sending: the command waits for requests in flight and writes the journal. The second one ends the program immediately; `chainbell recover` settles the requests that were in flight. */
export function createInterrupt({host}: CommandContext): Interrupt {
	const controller = new AbortController();
	let code: ExitCode | undefined;
	const stop = host.onSignal(signal => {
		if (code === undefined) {
			code = exitCodes[signal];
			controller.abort();
		} else if (signal !== 'SIGHUP') {
			// A terminal that closes sends SIGHUP more than once: the shell does, and the system.
			host.endBySignal(signal);
		}
	});

	return {
		signal: controller.signal,
		exitCode: () => code,
		throwIfInterrupted(hint = 'Nothing was sent.', outcome = 'not-sent') {
			if (code !== undefined) {
				throw commandError(code, 'interrupted', 'Interrupted.', hint, {outcome});
			}
		},
		[Symbol.dispose]: stop,
	};
}
