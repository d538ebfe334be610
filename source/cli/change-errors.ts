import type {CreateOutcome} from '../operations/create.ts';
import type {ImpossibleResult} from '../operations/operation-result.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {numberText} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {commandError, CommandError, errorOfFailure, invalidInput, type CommandErrorOptions} from './command-error.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';
import type {Interrupt} from './interrupt.ts';

/** The hint for an operation that is still pending. */
export const recoverHint = (number: number | string): string =>
	`Run chainbell recover to look again, or chainbell recover ${number} --finish.`;

/** Creates the error for a change that is refused for another reason than invalid input. The texts of operations name keys of the screens, so the hint names the command. */
export const refusalError = (
	message: string,
	code: ExitCode = exitCode.failed,
	isPending = code === exitCode.unknown,
): CommandError =>
	new CommandError({
		exitCode: code,
		kind: 'refused',
		message,
		hint: isPending ? 'Run chainbell recover to see what is pending.' : undefined,
	});

/** Creates the error for a rule that cannot be used. */
export const rulesError = (message: string): CommandError =>
	commandError('failed', 'rules', sanitise(message), 'chainbell doctor checks config.yaml.');

/** Creates the error for a change of protected notifications. `message`: which ones are protected, and that nothing was sent. */
export const protectedError = (message: string): CommandError =>
	commandError('unconfirmed', 'protected', sanitise(message), 'Pass --unprotect to change it anyway.');

/** Creates the error for a notification that the API key stands in. `name`: the notification, or its line. */
export const keyInContentError = (name: string): CommandError =>
	invalidInput(
		sanitise(
			`Nothing was sent: ${name} contains the API key, or [API key] in its place, which is never stored and never sent.`,
		),
		'Take it out and run it again.',
	);

/** Creates the error for what a policy refuses. */
export const policyError = (message: string): CommandError => invalidInput(message, 'Correct it and run it again.');

/** Creates the error for a change that could not be made, or not to its end, with the exit code of its cause. */
export function impossibleError({reason, isPending, cause, pending = ''}: ImpossibleResult): CommandError {
	if (cause === undefined) {
		return refusalError(reason, exitCode.failed, isPending);
	}

	switch (cause) {
		case 'protected': {
			return protectedError(reason);
		}

		case 'policy': {
			return policyError(reason);
		}

		case 'rules': {
			return rulesError(reason);
		}

		case 'behind': {
			return refusalError(reason, exitCode.incomplete);
		}

		case 'board': {
			return commandError(
				'unreachable',
				'board',
				reason,
				'chainbell team status says more about the board. The service was not asked.',
			);
		}

		case 'stopped': {
			return new CommandError({
				exitCode: exitCode.unknown,
				kind: 'ledger',
				message: reason,
				hint: `Correct that, then run chainbell recover ${pending} --finish.`,
				outcome: 'unknown',
			});
		}
	}
}

/**
Returns the operation if it is done.

@throws CommandError for every other result, with its exit code; after a signal, the error of the interrupt.
*/
export function requireDone(result: CreateOutcome, interrupt: Interrupt): Operation {
	switch (result.kind) {
		case 'done': {
			return result.operation;
		}

		case 'accepted':
		case 'open': {
			const {
				operation: {id, state},
				reason,
				failure,
			} = result;
			// In all other states a request may have been sent.
			const outcome = state === 'planned' ? 'not-sent' : 'unknown';
			const message = `Operation ${id} is pending.`;
			interrupt.throwIfInterrupted(`${message} ${recoverHint(id)}`, outcome);
			throw new CommandError({
				exitCode: exitCode.unknown,
				kind: 'pending',
				message: `${message} ${reason}`,
				hint:
					'cause' in result ? `Pass --unprotect, or run chainbell recover ${id} --finish to keep it.` : recoverHint(id),
				failure,
				outcome,
			});
		}

		case 'failed': {
			const {
				operation: {id, detail = ''},
				failure,
			} = result;
			const message = `Operation ${id} failed. ${detail}`.trimEnd();
			const outcome = failure?.outcome ?? 'unknown';
			interrupt.throwIfInterrupted(outcome === 'not-sent' ? undefined : message, outcome);
			throw failure === undefined
				? new CommandError({exitCode: exitCode.failed, kind: 'failed', message, outcome})
				: errorOfFailure(failure);
		}

		case 'duplicates': {
			throw duplicate(`${identicalText(result.duplicates.map(({id}) => id))}.`);
		}

		case 'refused': {
			interrupt.throwIfInterrupted();
			throw errorOfFailure(result.failure);
		}

		case 'impossible': {
			interrupt.throwIfInterrupted();
			throw impossibleError(result);
		}

		case 'unchecked': {
			interrupt.throwIfInterrupted();
			throw result.failure === undefined
				? refusalError(`Nothing was sent. ${result.reason}`, result.isPending ? exitCode.unknown : exitCode.incomplete)
				: errorOfFailure({...result.failure, outcome: 'not-sent'});
		}
	}
}

/** A text that names the existing identical notifications. */
export const identicalText = (ids: readonly string[]): string =>
	`${ids.length === 1 ? 'an identical notification exists (ID' : `${numberText(ids.length)} identical notifications exist (IDs`} ${ids.map(id => sanitise(id)).join(', ')})`;

/** Creates the error for a notification that already exists. */
export const duplicate = (
	what: string,
	{
		issues = [],
		hint = 'Pass --allow-duplicate to create it anyway.',
	}: Partial<Pick<CommandErrorOptions, 'issues' | 'hint'>> = {},
): CommandError =>
	new CommandError({exitCode: exitCode.invalid, kind: 'duplicate', message: `Nothing was sent: ${what}`, hint, issues});
