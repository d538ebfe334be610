import type {Listing} from '../api/listing/list-notifications.ts';
import type {OperationResult} from '../operations/operation-result.ts';
import {requireDone, type UnprotectOptions} from './targets.ts';
import {CommandError} from './command-error.ts';
import type {GlobalValues} from './command.ts';
import {errorLines} from './error-text.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';
import type {OmitOptions} from './omit-refused.ts';
import type {Sending} from './open-listed.ts';
import type {ResultValues} from './output/output-format.ts';

/** The options of `recover`. */
export type RecoverOptions = GlobalValues &
	ResultValues &
	OmitOptions &
	UnprotectOptions & {
		/** Also what colleagues left, not only what was begun on this machine. */
		readonly all: boolean;
		readonly finish: boolean;
		readonly rollBack: boolean;
		readonly sendAgain: boolean;
		readonly stopFollowing: boolean;
		readonly retry: boolean;
		/** Which new notification stays where somebody else edited the same one: `both`, `mine` or `theirs`. */
		readonly keep: string | undefined;
		readonly allowDuplicate: boolean;
		/** The ID of the new notification, for the case that there are several candidates. */
		readonly newId: string | undefined;
		readonly retries: number;
	};

/** The result of one pending change. */
export type Recovered = {
	readonly number: string;
	readonly result: 'done' | 'rolled back' | 'rest skipped' | 'stopped following' | 'pending' | 'failed';
	readonly newId?: string | undefined;
	readonly detail: string;
	readonly code: ExitCode;
	/** The error of a change that is not done, to end the command with --json. */
	readonly error?: CommandError;
};

/** An account with its listing, and the options of `recover`. */
export type Recovering = Sending<RecoverOptions> & {readonly listing: Listing};

/** Creates the result, and prints the reason if the operation is not done. @throws CommandError after a signal */
export function toRecovered(number: string, result: OperationResult, recovering: Recovering): Recovered {
	const {interrupt} = recovering;
	if (result.kind === 'failed' && result.operation.state === 'rolled-back') {
		return {number, result: 'rolled back', detail: result.operation.detail ?? '', code: exitCode.done};
	}

	try {
		const {newId, detail = ''} = requireDone(result, interrupt);
		return {number, result: 'done', newId, detail, code: exitCode.done};
	} catch (error) {
		if (interrupt.signal.aborted) {
			throw error;
		}

		return notDone(number, error, recovering);
	}
}

/** Creates the result of a change that is not done. Prints the reason, unless it ends the command with --json. Rethrows what is not a CommandError. */
export function notDone(number: string, error: unknown, {options, context}: Recovering): Recovered {
	if (!(error instanceof CommandError)) {
		throw error;
	}

	for (const line of options.json ? [] : errorLines(error)) {
		context.printError(line);
	}

	return {
		number,
		result: error.exitCode === exitCode.unknown ? 'pending' : 'failed',
		detail: error.message,
		code: error.exitCode,
		error,
	};
}
