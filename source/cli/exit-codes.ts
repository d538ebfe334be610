import type {Failure} from '../service/failure.ts';

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

/** The exit codes of a command with their meanings, for its row of the command table. `own` overrides meanings. */
export function exitCodesOf(
	codes: readonly ExitCode[],
	own: Readonly<Partial<Record<ExitCode, string>>> = {},
): Readonly<Record<number, string>> {
	return Object.fromEntries(codes.map(code => [code, own[code] ?? meanings[code]]));
}

/** The exit codes that every command with requests can return, besides its own. */
export const requestExitCodes = [0, 1, 2, 4, 7, 129, 130, 143] as const satisfies readonly ExitCode[];

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
