import {failureText, type Failure} from '../api/failure.ts';
import {CommandError} from './command-error.ts';
import {exitCodeOfFailure} from './exit-codes.ts';

/** Creates the error for a failed request, with the text of the failure. `isWrite`: see `exitCodeOfFailure`. */
export function errorOfFailure(failure: Failure, isWrite = false): CommandError {
	return new CommandError({
		exitCode: exitCodeOfFailure(failure, isWrite),
		kind: failure.kind,
		message: failureText(failure),
		hint: failure.nextStep,
		failure,
	});
}
