import {BodiesError, type BodyIssue} from '../api/bodies/bodies-error.ts';
import type {InputName} from '../api/bodies/body-values.ts';
import {bodiesErrorOf, parseBodies, type ReadBody} from '../api/bodies/parse-bodies.ts';
import {invalidInput, type CommandError} from './command-error.ts';

/** The name of a file in messages; `-` is standard input. */
export const inputName = (file: string): InputName => file === '-' ? 'the standard input' : file;

/** Reads bodies as `parseBodies` does. @throws CommandError, exit code 5 */
export async function readBodies(text: string, name: InputName): Promise<readonly ReadBody[]> {
	try {
		return await parseBodies(text, name);
	} catch (error) {
		throw error instanceof BodiesError ? invalidText(error) : error;
	}
}

/** Creates the error for invalid bodies. `hint`: the advice on what to do. */
export const invalidBodies = (issues: readonly BodyIssue[], hint?: string): CommandError => invalidText(bodiesErrorOf(issues, hint));

/** Creates the error for a text that cannot be read as notifications. */
export const invalidText = ({message, hint, issues}: BodiesError): CommandError => invalidInput(message, hint, issues);
