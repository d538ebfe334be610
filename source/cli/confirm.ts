import {createInterface, type Interface} from 'node:readline';
import {Writable} from 'node:stream';
import type {Outcome} from '../service/failure.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {commandError, exitCode, type ExitCode, unconfirmed} from './command-error.ts';
import type {CommandContext, Running} from './command.ts';

/** The maximum number of notifications named before a question. */
export const maxNamed = 20;

/**
Asks for confirmation on the terminal before a change. With --yes it does not ask.

@param text - The description of the change, with its place; sanitised when it is printed.
@param options.answer - The required answer: the number of notifications, or `y` for one.
@param options.unchanged - The message if the change is not confirmed.
@throws CommandError, exit code 6, for another answer, or if there is no terminal; after a signal, that of the interrupt.
*/
export async function confirm(
	text: string,
	interrupt: Interrupt,
	{options: {yes}, host, writeError}: Running,
	{answer = 'y', unchanged = 'Nothing was sent'} = {},
) {
	if (!yes) {
		if (!host.isInputTerminal() || host.errorColumns() === undefined) {
			throw unconfirmed(
				`${unchanged}: this needs a confirmation, and there is no terminal to ask on.`,
				'Run it with --yes to confirm.',
			);
		}

		writeError(`${sanitise(text)}\nType ${answer} to confirm: `);
		const {signal} = interrupt;
		const typed = await readLine(createInterface({input: host.input(), signal}));
		if (signal.aborted) {
			writeError('\n');
		} else if (typed?.trim() !== answer) {
			throw unconfirmed(`${unchanged}: not confirmed.`, `Type ${answer} to confirm, or pass --yes.`);
		}
	}

	interrupt.throwIfInterrupted(`${unchanged}.`);
}

/** Reads the next line; undefined at the end of the input, and when the signal of the interface fires. @throws CommandError if ctrl-c is pressed */
async function readLine(lines: Interface) {
	const {promise, resolve, reject} = Promise.withResolvers<string | undefined>();
	lines.once('line', resolve);
	lines.once('close', () => {
		resolve(undefined);
	});
	lines.once('SIGINT', () => {
		reject(commandError('interrupted', 'interrupted', 'Interrupted.', 'Nothing was saved.'));
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
	writeError(isTyped ? question : '');
	try {
		// ctrl-d ends the line, as the end of the input does.
		return (await readLine(createInterface({input, output: nowhere, terminal: isTyped, historySize: 0}))) ?? '';
	} finally {
		writeError(isTyped ? '\n' : '');
	}
}

/** The handling of Ctrl-C, SIGTERM and SIGHUP for a command that has to finish what it started. */
export type Interrupt = ReturnType<typeof createInterrupt>;

const exitCodes = {SIGHUP: exitCode.hangup, SIGINT: exitCode.interrupted, SIGTERM: exitCode.terminated} as const;

/** Listens for SIGHUP, SIGINT and SIGTERM until it is disposed of. The first one stops sending: the command waits for requests in flight and writes the ledger. The second one ends the program immediately; `chainbell recover` settles the requests that were in flight, and `lastWords` are printed. */
export function createInterrupt({host, writeError}: CommandContext, lastWords = () => '') {
	const controller = new AbortController();
	let code: ExitCode | undefined;
	const stop = host.onSignal(signal => {
		if (code === undefined) {
			code = exitCodes[signal];
			controller.abort();
		} else if (signal !== 'SIGHUP') {
			// A terminal that closes sends SIGHUP more than once: the shell does, and the system.
			writeError(lastWords());
			host.endBySignal(signal);
		}
	});

	return {
		/** Fires on the first signal. Pass it to every request, so that nothing more is sent. */
		signal: controller.signal,
		/** The exit code after a signal: 129, 130 or 143; undefined before. */
		exitCode: () => code,
		/** @throws CommandError after a signal. Call it before the first request, and after a change that the signal ended. */
		throwIfInterrupted(hint = 'Nothing was sent.', outcome: Outcome = 'not-sent') {
			if (code !== undefined) {
				throw commandError(code, 'interrupted', 'Interrupted.', hint, {outcome});
			}
		},
		[Symbol.dispose]: stop,
	};
}
