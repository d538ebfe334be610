import {sqliteCode, sqliteCodes} from '../system/sqlite.ts';

/** Thrown if the file of the sandbox cannot be used. The message is one or more sentences for the operator, with a path that is not yet safe to show. */
export class SandboxFileError extends Error {
	override name = 'SandboxFileError';

	constructor(file: string, cause: unknown) {
		super(`The sandbox file ${file} ${reasonOf(cause)}`, {cause});
	}
}

/** Thrown if the version of the file is unknown to this program. */
export class UnknownSandboxVersion extends Error {
	override name = 'UnknownSandboxVersion';
}

function reasonOf(cause: unknown): string {
	if (cause instanceof UnknownSandboxVersion) {
		return `${cause.message}. It was left as it is. Update chainbell, or move the file away: a new one is created then.`;
	}

	const code = sqliteCode(cause);
	if (code === sqliteCodes.busy || code === sqliteCodes.locked) {
		return 'is locked by another process. End it, or wait until it has finished.';
	}

	return code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase
		? 'is damaged. It was left as it is. Move it away: a new one with the samples is created then.'
		: `cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}.`;
}
