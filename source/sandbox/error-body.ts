import {STATUS_CODES} from 'node:http';
import type {FieldErrors} from './validation.ts';

/** The one shape of an error: the status in words, a message, and for an invalid body what is wrong with each field. */
export const errorBody = (status: number, message: string, errors?: FieldErrors) => ({error: STATUS_CODES[status], message, errors});
