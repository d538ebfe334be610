import type {Failure, Outcome} from '../api/failure.ts';
import type {Command} from './command.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';

export type CommandErrorOptions = {
	readonly exitCode: ExitCode;
	/** The kind of the failure, or a word such as `usage`: the `code` of the JSON object. */
	readonly kind: string;
	/** One line: what happened. Sanitised when it is printed. */
	readonly message: string;
	/** One line: what to do. */
	readonly hint?: string | undefined;
	/** Of the request that failed, if one did. */
	readonly failure?: Failure | undefined;
	/** Whether anything may have taken effect: that of `failure` unless given, and `not-sent` without one. */
	readonly outcome?: Outcome | undefined;
	/** Fields of the input that are not valid, as a path with dots. */
	readonly issues?: ReadonlyArray<{readonly field: string; readonly message: string}>;
};

/** Ends a command: two lines on stderr, or an object with --json, and an exit code. */
export class CommandError extends Error {
	readonly exitCode: ExitCode;
	readonly kind: string;
	readonly hint: string | undefined;
	readonly failure: Failure | undefined;
	readonly outcome: Outcome;
	readonly issues: NonNullable<CommandErrorOptions['issues']>;

	constructor({message, exitCode: code, kind, hint, failure, outcome, issues}: CommandErrorOptions) {
		super(message);
		this.exitCode = code;
		this.kind = kind;
		this.hint = hint;
		this.failure = failure;
		this.outcome = outcome ?? failure?.outcome ?? 'not-sent';
		this.issues = issues ?? failure?.issues?.map(({path, message: text}) => ({field: path.join('.'), message: text})) ?? [];
	}
}

/** The command line is wrong: exit code 2. */
export class UsageError extends CommandError {
	/** Whose help to point to; that of the running command unless given. */
	readonly command: Command | undefined;

	constructor(message: string, command?: Command) {
		super({message, exitCode: exitCode.usage, kind: 'usage'});
		this.command = command;
	}
}

/** The error of something that is invalid: exit code 5. */
export function invalidInput(message: string, hint: string, issues: CommandErrorOptions['issues'] = []): CommandError {
	return new CommandError({exitCode: exitCode.invalid, kind: 'invalid', message, hint, issues});
}
