import type {Profile} from './profile.ts';

/** The sentence that says why nothing of an account can be changed; undefined if it can. */
export function readOnlyReason({isReadOnly, isReadOnlyRun = false, readOnlyReason: reason}: Pick<Profile, 'isReadOnly' | 'isReadOnlyRun' | 'readOnlyReason'>): string | undefined {
	if (!isReadOnly) {
		return undefined;
	}

	return reason ?? (isReadOnlyRun ? 'Read-only: started with --read-only.' : 'This profile is read-only.');
}
