import {expect, test} from 'vitest';
import {readOnlyReason} from '../../source/config/profile.ts';

test.each([
	[{isReadOnly: false}, undefined],
	[{isReadOnly: false, isReadOnlyRun: true}, undefined],
	[{isReadOnly: true}, 'This profile is read-only.'],
	[{isReadOnly: true, isReadOnlyRun: true}, 'Read-only: started with --read-only.'],
])('the cause is named: %j', (profile, reason) => {
	expect(readOnlyReason(profile)).toBe(reason);
});
