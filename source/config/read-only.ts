import type {Profile} from './profile.ts';

/** The sentence that says why nothing of an account can be changed; undefined if it can. */
export function readOnlyReason({isReadOnly, isReadOnlyRun = false}: Pick<Profile, 'isReadOnly' | 'isReadOnlyRun'>): string | undefined {
	if (!isReadOnly) {
		return undefined;
	}

	return isReadOnlyRun ? 'Read-only: started with --read-only.' : 'This profile is read-only.';
}
