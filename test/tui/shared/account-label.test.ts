import {expect, test} from 'vitest';
import {accountLabel} from '../../../source/tui/shared/account-label.ts';

test.each([
	[{}, false, ['profile:work']],
	[{isReadOnly: true}, false, ['warning:read-only ', 'profile:work']],
	[{isReadOnly: true}, true, ['warning:! TLS unverified read-only ', 'profile:work']],
	[{}, true, ['warning:! TLS unverified ', 'profile:work']],
	[{isSandbox: true}, true, ['sandbox:SANDBOX']],
	[{name: `\u{7}${'x'.repeat(30)}`}, false, [`profile:␇${'x'.repeat(22)}…`]],
])('the header of %j, with an unverified connection %s', (profile, hasWarning, parts) => {
	expect(accountLabel({name: 'work', isSandbox: false, isReadOnly: false, ...profile}, hasWarning).map(({role, text}) => `${role}:${text}`)).toEqual(parts);
});
