import type {CreateOutcome} from '../operations/one.ts';
import type {ImpossibleResult} from '../operations/refusals.ts';
import type {Operation} from '../ledger/journal/operation.ts';
import {numberText} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {
	commandError,
	type CommandError,
	errorOfFailure,
	invalidInput,
	type CommandErrorOptions,
} from './command-error.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';
import type {Interrupt} from './confirm.ts';

/** The hint for an operation that is still pending. */
export const recoverHint = (number: number | string): string =>
	`Run chainbell recover to look again, or chainbell recover ${number} --finish.`;

/** Creates the error for a change that is refused for another reason than invalid input. The texts of operations name keys of the screens, so the hint names the command. */
export const refusalError = (
	message: string,
	code: ExitCode = exitCode.failed,
	isPending = code === exitCode.unknown,
): CommandError =>
	commandError(code, 'refused', message, isPending ? 'Run chainbell recover to see what is pending.' : undefined);

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

/** The error for each cause for which a change could not be made, or not to its end. */
const errorsByCause: Readonly<
	Record<NonNullable<ImpossibleResult['cause']>, (reason: string, pending: string) => CommandError>
> = {
	protected: protectedError,
	policy: policyError,
	rules: rulesError,
	behind: reason => refusalError(reason, exitCode.incomplete),
	board: reason =>
		commandError(
			'unreachable',
			'board',
			reason,
			'chainbell team status says more about the board. The service was not asked.',
		),
	stopped: (reason, pending) =>
		commandError('unknown', 'ledger', reason, `Correct that, then run chainbell recover ${pending} --finish.`, {
			outcome: 'unknown',
		}),
};

/** Creates the error for a change that could not be made, or not to its end, with the exit code of its cause. */
export const impossibleError = ({reason, isPending, cause, pending = ''}: ImpossibleResult): CommandError =>
	cause === undefined ? refusalError(reason, exitCode.failed, isPending) : errorsByCause[cause](reason, pending);

/**
Returns the operation if it is done.

@throws CommandError for every other result, with its exit code; after a signal, the error of the interrupt.
*/
export function requireDone(result: CreateOutcome, interrupt: Interrupt): Operation {
	if (result.kind === 'done') {
		return result.operation;
	}

	if (result.kind === 'accepted' || result.kind === 'open') {
		const {
			operation: {id, state},
			reason,
			failure,
		} = result;
		// In all other states a request may have been sent.
		const outcome = state === 'planned' ? 'not-sent' : 'unknown';
		const message = `Operation ${id} is pending.`;
		interrupt.throwIfInterrupted(`${message} ${recoverHint(id)}`, outcome);
		const hint =
			'cause' in result ? `Pass --unprotect, or run chainbell recover ${id} --finish to keep it.` : recoverHint(id);
		throw commandError('unknown', 'pending', `${message} ${reason}`, hint, {failure, outcome});
	}

	if (result.kind === 'failed') {
		const {
			operation: {id, detail = ''},
			failure,
		} = result;
		const message = `Operation ${id} failed. ${detail}`.trimEnd();
		const outcome = failure?.outcome ?? 'unknown';
		interrupt.throwIfInterrupted(outcome === 'not-sent' ? undefined : message, outcome);
		throw failure === undefined
			? commandError('failed', 'failed', message, undefined, {outcome})
			: errorOfFailure(failure);
	}

	if (result.kind === 'duplicates') {
		throw duplicate(`${identicalText(result.duplicates.map(({id}) => id))}.`);
	}

	interrupt.throwIfInterrupted();
	if (result.kind === 'impossible') {
		throw impossibleError(result);
	}

	if (result.kind === 'unchecked' && result.failure === undefined) {
		throw refusalError(`Nothing was sent. ${result.reason}`, result.isPending ? exitCode.unknown : exitCode.incomplete);
	}

	const failure = result.failure!;
	throw errorOfFailure(result.kind === 'unchecked' ? {...failure, outcome: 'not-sent'} : failure);
}

/** A text that names the existing identical notifications. */
export const identicalText = (ids: readonly string[]): string =>
	`${ids.length === 1 ? 'an identical notification exists (ID' : `${numberText(ids.length)} identical notifications exist (IDs`} ${ids.map(id => sanitise(id)).join(', ')})`;

/** Creates the error for a notification that already exists. */
export const duplicate = (what: string, issues: CommandErrorOptions['issues'] = []): CommandError =>
	commandError('invalid', 'duplicate', `Nothing was sent: ${what}`, 'Pass --allow-duplicate to create it anyway.', {
		issues,
	});
