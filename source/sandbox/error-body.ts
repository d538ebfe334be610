import {STATUS_CODES} from 'node:http';
import type {FieldErrors} from './validation.ts';

/** Builds the body of every error: the status text, a message and, for an invalid notification, the errors of each field. */
export const errorBody = (status: number, message: string, errors?: FieldErrors) => ({
	error: STATUS_CODES[status],
	message,
	errors,
});
