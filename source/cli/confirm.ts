import {createInterface} from 'node:readline';
import {sanitise} from '../terminal/sanitise.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {CommandError} from './command-error.ts';
import {exitCode} from './exit-codes.ts';

/** The maximum number of notifications named before a question. */
export const maxNamed = 20;

export type ConfirmationRequest = {
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
	{yes}: Pick<GlobalValues, 'yes'>,
	{host, writeError}: Pick<CommandContext, 'host' | 'writeError'>,
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

const unconfirmed = (message: string, hint: string) =>
	new CommandError({exitCode: exitCode.unconfirmed, kind: 'unconfirmed', message, hint});

/** Reads the next line of an input; undefined at its end, and when the signal fires. */
async function readAnswer(input: NodeJS.ReadableStream, signal: AbortSignal): Promise<string | undefined> {
	const lines = createInterface({input});
	const {promise, resolve} = Promise.withResolvers<string | undefined>();
	const stop = () => {
		resolve(undefined);
	};

	lines.once('line', resolve);
	lines.once('close', stop);
	signal.addEventListener('abort', stop, {once: true});
	if (signal.aborted) {
		stop();
	}

	try {
		return await promise;
	} finally {
		signal.removeEventListener('abort', stop);
		lines.close();
	}
}
