import type {Profile} from './profile.ts';

/** The sentence that says why nothing of an account can be changed; undefined if it can. */
export function readOnlyReason({
	isReadOnly,
	isReadOnlyRun = false,
	readOnlyReason: reason,
	configProblem,
}: Pick<Profile, 'isReadOnly' | 'isReadOnlyRun' | 'readOnlyReason' | 'configProblem'>): string | undefined {
	if (!isReadOnly) {
		return undefined;
	}

	if (configProblem !== undefined) {
		return `Read-only: config.yaml cannot be used: ${configProblem}. Correct it first, then start again.`;
	}

	return reason ?? (isReadOnlyRun ? 'Read-only: started with --read-only.' : 'This profile is read-only.');
}
