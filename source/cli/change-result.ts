import type {CreateOutcome} from '../operations/create.ts';
import type {ImpossibleResult, OperationResult, RefusedResult} from '../operations/operation-result.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {numberText} from '../platform/text.ts';
import {proved} from './await-proof.ts';
import type {GlobalValues} from './command.ts';
import {CommandError, type CommandErrorOptions} from './command-error.ts';
import {errorOfFailure} from './failure-error.ts';
import {exitCode} from './exit-codes.ts';
import type {Interrupt} from './interrupt.ts';
import type {Sending} from './open-listed.ts';
import type {ResultValues} from './output/output-format.ts';
import {printResults, toResult, type CompleteResults, type LineOf} from './output/result.ts';
import {policyError, protectedError, rulesError} from './rules.ts';

/** The hint for an operation that is still pending. */
export const recoverHint = (number: number | string): string =>
	`Run chainbell recover to look again, or chainbell recover ${number} --finish.`;

/** Creates the error for a change that is refused for another reason than invalid input. The texts of operations name keys of the screens, so the hint names the command. */
export function refusalError(
	reason: string,
	code: typeof exitCode.failed | typeof exitCode.unknown | typeof exitCode.incomplete = exitCode.failed,
	isPending = code === exitCode.unknown,
): CommandError {
	return new CommandError({
		exitCode: code,
		kind: 'refused',
		message: reason,
		hint: isPending ? 'Run chainbell recover to see what is pending.' : undefined,
	});
}

/** Creates the error for a change that needs the board of the team. */
const boardError = (message: string): CommandError =>
	new CommandError({
		exitCode: exitCode.unreachable,
		kind: 'board',
		message,
		hint: 'chainbell team status says more about the board. The service was not asked.',
	});

/** Creates the error for a change that needs a listing that is not behind. */
const behindRefusal = (message: string): CommandError => refusalError(message, exitCode.incomplete);

/** Creates the error for a change that could not be made, or not to its end, with the exit code of its cause. */
export function impossibleError({reason, isPending, cause, pending = ''}: ImpossibleResult): CommandError {
	if (cause === undefined) {
		return refusalError(reason, exitCode.failed, isPending);
	}

	if (cause === 'stopped') {
		return new CommandError({
			exitCode: exitCode.unknown,
			kind: 'ledger',
			message: reason,
			hint: `Correct that, then run chainbell recover ${pending} --finish.`,
			outcome: 'unknown',
		});
	}

	return {protected: protectedError, policy: policyError, rules: rulesError, board: boardError, behind: behindRefusal}[
		cause
	](reason);
}

/**
Returns the operation if it is done.

@throws CommandError for every other result, with its exit code.
*/
export function requireDone(result: CreateOutcome | OperationResult | RefusedResult, interrupt: Interrupt): Operation {
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
			const hint =
				'cause' in result ? `Pass --unprotect, or run chainbell recover ${id} --finish to keep it.` : recoverHint(id);
			// In all other states a request may have been sent.
			const outcome = state === 'planned' ? 'not-sent' : 'unknown';
			interrupt.throwIfInterrupted(`Operation ${id} is pending. ${recoverHint(id)}`, outcome);
			throw new CommandError({
				exitCode: exitCode.unknown,
				kind: 'pending',
				message: `Operation ${id} is pending. ${reason}`,
				hint,
				failure,
				outcome,
			});
		}

		case 'failed': {
			const {
				operation: {id, detail = ''},
				failure,
			} = result;
			const text = `Operation ${id} failed. ${detail}`.trimEnd();
			const outcome = failure?.outcome ?? 'unknown';
			interrupt.throwIfInterrupted(outcome === 'not-sent' ? undefined : text, outcome);
			throw failure === undefined
				? new CommandError({exitCode: exitCode.failed, kind: 'failed', message: text, outcome})
				: errorOfFailure(failure);
		}

		case 'refused': {
			interrupt.throwIfInterrupted();
			throw errorOfFailure(result.failure);
		}

		case 'impossible': {
			interrupt.throwIfInterrupted();
			throw impossibleError(result);
		}

		case 'duplicates': {
			throw duplicate(`${identicalText(result.duplicates.map(({id}) => id))}.`);
		}

		case 'unchecked': {
			interrupt.throwIfInterrupted();
			throw result.failure === undefined
				? refusalError(`Nothing was sent. ${result.reason}`, result.isPending ? exitCode.unknown : exitCode.incomplete)
				: errorOfFailure({...result.failure, outcome: 'not-sent'});
		}
	}
}

/** Waits until a single change is proved, and prints its result. Returns its operation. @throws CommandError as `requireDone` does */
export async function printOne(
	sent: Parameters<typeof requireDone>[0],
	sending: Sending<ResultValues & Pick<GlobalValues, 'quiet' | 'noWait'>>,
	lineOf: LineOf,
	complete: CompleteResults = results => results,
): Promise<Operation> {
	const {interrupt, options, context} = sending;
	const result = await proved(sent, sending);
	if ('operation' in result) {
		await printResults(complete([toResult(result.operation)]), lineOf, options, context);
	}

	return requireDone(result, interrupt);
}

/** A text that names the existing identical notifications. */
export const identicalText = (ids: readonly string[]): string =>
	`${ids.length === 1 ? 'an identical notification exists (ID' : `${numberText(ids.length)} identical notifications exist (IDs`} ${ids.map(id => sanitise(id)).join(', ')})`;

/** Creates the error for a notification that already exists. */
export function duplicate(
	what: string,
	{
		issues = [],
		hint = 'Pass --allow-duplicate to create it anyway.',
	}: Partial<Pick<CommandErrorOptions, 'issues' | 'hint'>> = {},
): CommandError {
	return new CommandError({
		exitCode: exitCode.invalid,
		kind: 'duplicate',
		message: `Nothing was sent: ${what}`,
		hint,
		issues,
	});
}
