import {safeJson, sanitise} from '../terminal/sanitise.ts';
import {hideSecretsInJson} from '../terminal/secrets.ts';
import {failureText, type Failure, type Outcome} from '../service/failure.ts';
import type {Printed} from './output/schemas.ts';

/** The exit codes of all commands, by name. */
export const exitCode = {
	done: 0,
	failed: 1,
	usage: 2,
	incomplete: 3,
	unauthorized: 4,
	invalid: 5,
	unconfirmed: 6,
	unreachable: 7,
	unknown: 8,
	changes: 10,
	hangup: 129,
	interrupted: 130,
	terminated: 143,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

const meanings: Readonly<Record<ExitCode, string>> = {
	0: 'done, all of it',
	1: 'failed',
	2: 'wrong usage',
	3: 'incomplete: records may be missing, or some of several failed',
	4: 'the API key is missing or was refused',
	5: 'invalid input, found here or by the service',
	6: 'needs a confirmation',
	7: 'the service, or the board that a team requires, cannot be reached',
	8: 'outcome unknown: chainbell recover settles it',
	10: 'there are changes',
	129: 'hangup',
	130: 'interrupted',
	143: 'terminated',
};

/** Exit codes with their usual meanings. */
export const exitCodesOf = (codes: readonly ExitCode[]) =>
	Object.fromEntries(codes.map(code => [code, meanings[code]]));

/** The exit codes that every command with requests can return, besides those of every command and its own. */
export const requestExitCodes = [4, 5, 7, 129, 130, 143] as const;

/** The exit code for several changes. An unknown outcome has priority, then the last failure. */
export function combinedExitCode(codes: readonly ExitCode[]): ExitCode {
	const failed = codes.filter(code => code !== exitCode.done);
	return failed.includes(exitCode.unknown) ? exitCode.unknown : (failed.at(-1) ?? exitCode.done);
}

/** The exit code for a failed request. */
export const exitCodeOfFailure = ({kind}: Failure): ExitCode => failureCodes[kind] ?? exitCode.failed;

/** The exit codes of failures that have one of their own. */
const failureCodes: Readonly<Partial<Record<Failure['kind'], ExitCode>>> = {
	unauthorized: exitCode.unauthorized,
	forbidden: exitCode.unauthorized,
	invalid: exitCode.invalid,
	conflict: exitCode.invalid,
	unreachable: exitCode.unreachable,
	timeout: exitCode.unreachable,
	cancelled: exitCode.interrupted,
};

/** An error that ends a command: it is printed as two lines on stderr, or as a JSON object with --json, and sets the exit code. Its message is the description of the failure, in one line; it is sanitised when it is printed. */
export class CommandError extends Error {
	readonly exitCode: ExitCode;
	/** The `code` of the JSON object. */
	readonly kind: Printed<'error'>['code'];
	/** The advice on what to do next, in one line. */
	hint: string | undefined;
	readonly failure: Failure | undefined;
	/** Whether anything may have taken effect. By default the outcome of `failure`, or `not-sent` without one. */
	readonly outcome: Outcome;
	/** The invalid fields of the input, each as a path with dots. */
	readonly issues: ReadonlyArray<{readonly field: string; readonly message: string}>;

	constructor({
		message,
		exitCode: code,
		kind,
		hint,
		failure,
		outcome,
		issues,
	}: Pick<CommandError, 'exitCode' | 'kind' | 'message'> & ErrorDetails) {
		super(message);
		this.exitCode = code;
		this.kind = kind;
		this.hint = hint;
		this.failure = failure;
		this.outcome = outcome ?? failure?.outcome ?? 'not-sent';
		this.issues =
			issues ?? failure?.issues?.map(({path, message: text}) => ({field: path.join('.'), message: text})) ?? [];
	}
}

type ErrorDetails = Partial<Pick<CommandError, 'hint' | 'failure' | 'outcome' | 'issues'>>;

/** Creates an error that ends a command with an exit code, or that of a name: what happened, and what to do next. */
export const commandError = (
	code: keyof typeof exitCode | ExitCode,
	kind: Printed<'error'>['code'],
	message: string,
	hint?: string,
	more: ErrorDetails = {},
): CommandError =>
	new CommandError({exitCode: typeof code === 'string' ? exitCode[code] : code, kind, message, hint, ...more});

/** Creates the error for what needs a confirmation, exit code 6. */
export const unconfirmed = (message: string, hint: string): CommandError =>
	commandError('unconfirmed', 'unconfirmed', message, hint);

/** Creates the error for what needs more than a listing has, exit code 3. */
export const incompleteError = (message: string, hint = 'Run it again.'): CommandError =>
	commandError('incomplete', 'incomplete', message, hint);

/** An error in the command line: exit code 2. */
export class UsageError extends CommandError {
	/** `hint`: by default the help of the running command. */
	constructor(message: string, hint?: string) {
		super({message, exitCode: exitCode.usage, kind: 'usage', hint});
	}
}

/** The hint for an error in a command line. `title`: the command as typed. */
export const helpHint = (title: string): string => `Run ${title} --help for help.`;

/** Creates the error for invalid input: exit code 5. */
export const invalidInput = (message: string, hint: string, issues: CommandError['issues'] = []): CommandError =>
	commandError('invalid', 'invalid', message, hint, {issues});

/** Creates the error for a failed request, with the text of the failure. */
export const errorOfFailure = (failure: Failure): CommandError =>
	commandError(exitCodeOfFailure(failure), failure.kind, failureText(failure), failure.nextStep, {failure});

/** Formats an error for stderr: what happened, and what to do next. */
export function errorLines({message, hint}: Pick<CommandError, 'message' | 'hint'>): string[] {
	return [message, hint ?? []].flat().map(line => sanitise(line));
}

/** Formats an error as one line of JSON, for --json. `notices`: what else the command said. Secrets are hidden, and control characters are escaped. */
export function errorJson(
	{kind, message, hint, failure, outcome, issues}: CommandError,
	notices: readonly string[] = [],
): string {
	const {status = null, requestId = null} = failure ?? {};
	return jsonText({
		code: kind,
		message,
		hint: hint ?? null,
		outcome,
		status,
		requestId,
		issues,
		notices,
	} satisfies Printed<'error'>);
}

/** Formats a value as JSON for a terminal or a program: secrets are hidden, and control characters are escaped. */
export const jsonText = (value: unknown, indent?: number): string =>
	safeJson(hideSecretsInJson(JSON.stringify(value, undefined, indent)));
