import type {Outcome} from '../api/failure.ts';
import type {CommandContext} from './command.ts';
import {CommandError} from './command-error.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';

/** Ctrl-C and SIGTERM of a command that must end what it has begun. */
export type Interrupt = Disposable & {
	/** Fires with the first signal. Give it to every operation: nothing more is sent then. */
	readonly signal: AbortSignal;
	/** The exit code once a signal came: 130 or 143. */
	readonly exitCode: () => ExitCode | undefined;
	/** @throws CommandError once a signal came. Call it before the first request, and where an operation ended because of it. */
	readonly throwIfInterrupted: (hint?: string, outcome?: Outcome) => void;
};

/** Listens for SIGINT and SIGTERM until it is disposed of. The first one stops the sending: the command waits for what is in flight and writes the journal. The second one ends the program at once; `chainbell recover` settles what was in flight. */
export function createInterrupt({host}: Pick<CommandContext, 'host'>): Interrupt {
	const controller = new AbortController();
	let code: ExitCode | undefined;
	const stop = host.onSignal(signal => {
		if (code !== undefined) {
			host.endBySignal(signal);
			return;
		}

		code = signal === 'SIGINT' ? exitCode.interrupted : exitCode.terminated;
		controller.abort();
	});

	return {
		signal: controller.signal,
		exitCode: () => code,
		throwIfInterrupted(hint = 'Nothing was sent.', outcome = 'not-sent') {
			if (code !== undefined) {
				throw new CommandError({exitCode: code, kind: 'interrupted', message: 'Interrupted.', hint, outcome});
			}
		},
		[Symbol.dispose]: stop,
	};
}
